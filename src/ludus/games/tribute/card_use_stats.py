"""Statistics of every game on how its players use cards: which they took, and which they played.

A contract acts when it is taken and is never played. The rules do not change the game.
"""

# mypy: ignore-errors

from ludus.core import Record, rule, uint8
from ludus.core.game import GameStats
from ludus.games.tribute.game_data_records import CARDS
from ludus.games.tribute.game_stats import count_one
from ludus.games.tribute.move_bits import BUY, PICK, PLAY, thing_of, verb_of
from ludus.games.tribute.state import ACQUIRE, DECKS, SEATS


class TributeCardUse(Record):
    """Statistics of one game, by seat; cards by number."""

    present: uint8[DECKS]  # 1: the patron was in the game
    taken: uint8[SEATS, CARDS]  # cards bought or acquired
    played: uint8[SEATS, CARDS]


@rule
def record_move(data, state, move, stats):
    """Record a move before it is made."""
    verb, thing, seat = verb_of(move), thing_of(move), int(state.active)
    if verb == BUY or (verb == PICK and state.asked == ACQUIRE):
        count_one(stats.taken, seat, int(state.card_of[thing]))
    elif verb == PLAY:
        count_one(stats.played, seat, int(state.card_of[thing]))


@rule
def record_end(data, state, stats):
    """Record which patrons were in the game."""
    for k in range(state.patron_count):
        stats.present[int(state.patrons[k])] = 1


STATS = GameStats(TributeCardUse, on_move=record_move, on_end=record_end)
