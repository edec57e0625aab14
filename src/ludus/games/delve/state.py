"""State of a game.

Cards with equal values are one kind, so a hand is stored as the number of copies of each kind. Between two shuffles
the order of the pile is fixed. It depends only on `deal`, the number of the encounter and the number of the shuffle, so
two players with the same seed draw the same hands, independent of what they play.
"""

from ludus.core import Record, int16, uint8, uint16, uint64
from ludus.games.delve.constants import CLASSES, EFFECTS, MAX_CARDS, MAX_ENEMIES, MAX_KINDS, RULES, STATUSES
from ludus.games.delve.game_data import NODE_WORDS

# What the player decides: state.asked
FIGHT, PICK = 0, 1

# End reasons
RUNNING, WON, DIED, TIRED = 0, 1, 2, 3
REASONS = ("running", "won", "died", "turn cap")


class State(Record):
    stream: uint64
    deal: uint64  # random stream for the order of cards
    had: uint64[NODE_WORDS]  # nodes picked so far, one bit each
    open: uint64[NODE_WORDS]  # unlocked nodes: a parent is picked, the node is not
    reason: uint8
    asked: uint8
    encounter: uint8  # from 0
    won: uint8  # encounters won
    points: uint8  # skill points to spend
    energy: uint8
    mana: uint8
    pile_size: uint8
    turn: uint16  # of the encounter, from 1
    turns: uint16  # of all encounters so far, this one included
    played: uint16  # cards played in this encounter
    health: int16
    bonus: int16[CLASSES]  # from the picked nodes, by class of card
    enemies: int16[MAX_ENEMIES]  # hit points left
    hand: uint8[MAX_KINDS]  # copies
    discard: uint8[MAX_KINDS]
    pile: uint8[MAX_CARDS]  # kinds; the last one is drawn first
    # Beyond the thesis: zero in scenarios that are not extended.
    added: uint8[MAX_KINDS]  # copies that nodes added to the deck
    turn_played: uint8  # cards played in this turn
    block: int16  # absorbs damage until the next turn
    strength: uint8  # added to the damage of attacks in this encounter
    own: uint8[STATUSES]  # weak, vulnerable, poison of the player
    weak: uint8[MAX_ENEMIES]  # turns left
    vulnerable: uint8[MAX_ENEMIES]  # turns left
    poison: uint8[MAX_ENEMIES]  # hit points lost at the end of the turn
    rule_bonus: int16[len(RULES)]  # from the owned nodes
    effect_bonus: int16[len(EFFECTS)]  # from the owned nodes, for cards that have the effect
