"""What evaluation functions see of a position: the twenty features of Miernik, "Artificial Intelligence for Strategy
Card Games: Search and Content Generation".

In order: six of the own player, the same six of the opponent, and eight of cards, summed over the own board less
the sum over the opponent's. A keyword counts 1 for each creature that has it.

While decks are made there is nothing to tell apart, so one-ply play takes the first card it is offered: of a
constructed deck's list, the cheapest ones.
"""

# mypy: ignore-errors

import numpy as np

from ludus.core import rule
from ludus.games.locm.state import BOARD, DECK

STATE = ("mana", "deck", "health", "max_mana", "next_draw", "next_rune")
CARD = ("attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward")
FEATURES = (*(f"my_{name}" for name in STATE), *(f"opp_{name}" for name in STATE), *CARD)

MINE, THEIRS, CARDS = 0, 6, 12  # where each group begins
RUNE = 5  # health between two runes

# The six keyword bits, each in a byte of its own, so that one addition counts them all. Differences may be negative:
# every byte begins in the middle.
APART = np.array([sum((keywords >> k & 1) << 8 * k for k in range(6)) for keywords in range(64)], np.int64)
MIDDLE = 128
ALL_MIDDLE = sum(MIDDLE << 8 * k for k in range(6))


@rule(inline=True)
def features(table, state, seat, values):
    me, foe = state.players[seat], state.players[1 - seat]
    of_player(me, values, MINE)
    of_player(foe, values, THEIRS)
    attack, defense, keywords = 0, 0, ALL_MIDDLE
    for k in range(BOARD):  # an empty place is all zeros and counts nothing: no branch, nothing to mispredict
        mine, theirs = me.board[k], foe.board[k]
        attack += mine.attack - theirs.attack
        defense += mine.defense - theirs.defense
        keywords += APART[mine.keywords] - APART[theirs.keywords]
    values[CARDS] = attack
    values[CARDS + 1] = defense
    for k in range(6):
        values[CARDS + 2 + k] = (keywords >> 8 * k & 255) - MIDDLE


@rule(inline=True)
def of_player(player, values, first):
    values[first] = player.mana
    values[first + 1] = DECK - player.drawn
    values[first + 2] = player.health
    values[first + 3] = player.max_mana
    values[first + 4] = player.next_draw
    values[first + 5] = RUNE * player.runes  # at this health the next rune breaks
