"""One run through a scenario in progress, as bytes.

Equal cards are one kind, so a hand is a number of copies of each. Between two shuffles the order of the pile is fixed;
it follows from `deal`, the number of the encounter and the number of the shuffle alone, so that two players with the
same seed draw the same hands whatever they do with them.
"""

from ludus.core import Record, int16, uint8, uint16, uint64
from ludus.games.delve.kinds import CLASSES, DECK, ENEMIES, KINDS
from ludus.games.delve.table import WORDS

# What is asked
FIGHT, PICK = 0, 1

# Why a game ended
RUNNING, WON, DIED, TIRED = 0, 1, 2, 3
REASONS = ("running", "won", "died", "turn cap")


class State(Record):
    stream: uint64
    deal: uint64  # where the orders of cards come from
    had: uint64[WORDS]  # nodes picked so far, a bit each
    open: uint64[WORDS]  # nodes that can be picked: a parent is picked, they are not
    reason: uint8
    asked: uint8
    encounter: uint8  # from 0
    won: uint8  # encounters
    points: uint8  # skill points to spend
    energy: uint8
    mana: uint8
    pile_size: uint8
    turn: uint16  # of the encounter, from 1
    turns: uint16  # of all encounters so far, this one included
    played: uint16  # cards in this encounter
    health: int16
    bonus: int16[CLASSES]  # from the picked nodes, by class of card
    enemies: int16[ENEMIES]  # hit points left
    hand: uint8[KINDS]  # copies
    discard: uint8[KINDS]
    pile: uint8[DECK]  # kinds; the last is drawn first
