"""Statistics recorded from every game. The two rules only read the state."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8
from ludus.core.game import GameStats
from ludus.games.dominion.state import SEATS, SLOTS


class DominionGameStats(Record):
    """Statistics of one game, by seat: turns taken, cards owned at the end, and which."""

    turns: int16[SEATS]
    cards: int16[SEATS]
    owned: uint8[SEATS, SLOTS]


@rule(inline=True)
def record_move(data, state, move, stats):
    """Nothing is recorded before a move."""


@rule
def record_end(data, state, stats):
    """Record the end of the game."""
    for seat in range(data.seats):
        player = state.players[seat]
        stats.turns[seat] = player.turns
        stats.cards[seat] = player.cards
        for slot in range(SLOTS):
            stats.owned[seat, slot] = player.owned[slot]


STATS = GameStats(DominionGameStats, on_move=record_move, on_end=record_end)
