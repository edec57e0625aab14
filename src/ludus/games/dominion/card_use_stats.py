"""Statistics of every game on how its players use cards: which they chose to buy or gain, and which they played.

A Curse or another card that an attack gives to a player is not chosen by it and does not count. Treasures are played
automatically, all that are in hand when the action phase ends. The rules do not change the game.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, rule
from ludus.core.game import GameStats
from ludus.games.dominion.moves import BUY, GAIN, PLAY, slot_of, verb_of
from ludus.games.dominion.state import BUY_CARD, SEATS, SLOTS


class DominionCardUse(Record):
    """Statistics of one game, by seat and slot."""

    taken: int16[SEATS, SLOTS]  # cards bought, or gained by choice
    played: int16[SEATS, SLOTS]
    # Current turn
    begun: int16[SEATS]  # turn whose buy phase has begun, from 1
    decided: int16[SEATS, SLOTS]  # cards that the player decided to play


@rule
def record_move(data, state, move, stats):
    """Record a move before it is made."""
    verb, slot, seat = verb_of(move), slot_of(move), int(state.chooser)
    if state.asked == BUY_CARD and stats.begun[seat] != state.players[seat].turns + 1:
        stats.begun[seat] = state.players[seat].turns + 1
        count_played(state, seat, stats)
    if verb in (BUY, GAIN):
        stats.taken[seat, slot] += 1
    elif verb == PLAY:
        stats.decided[seat, slot] += 1


@rule
def record_end(data, state, stats):
    """Nothing is recorded at the end."""


@rule
def count_played(state, seat, stats):
    """Count cards in play: not every play is a decision. A card that trashed itself counts by its decision."""
    for slot in range(SLOTS):
        stats.played[seat, slot] += max(int(state.in_play[slot]), int(stats.decided[seat, slot]))
        stats.decided[seat, slot] = 0


STATS = GameStats(DominionCardUse, on_move=record_move, on_end=record_end)
