"""Statistics recorded from every game. The arena calls the rules `note` and `close`; they do not change the game."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8
from ludus.games.dominion.state import SEATS, SLOTS


class Tally(Record):
    """Statistics of one game, by seat: turns taken, cards owned at the end, and which."""

    turns: int16[SEATS]
    cards: int16[SEATS]
    owned: uint8[SEATS, SLOTS]


@rule(inline=True)
def note(data, state, move, tally):
    """Nothing is recorded before a move."""


@rule
def close(data, state, tally):
    """Record the end of the game."""
    for seat in range(data.seats):
        player = state.players[seat]
        tally.turns[seat] = player.turns
        tally.cards[seat] = player.cards
        for slot in range(SLOTS):
            tally.owned[seat, slot] = player.owned[slot]
