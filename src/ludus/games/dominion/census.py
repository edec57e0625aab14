"""What a census keeps of every game. The rules `note` and `close` are called by the arena; they only look."""

# mypy: ignore-errors

from ludus.core import Record, int16, rule, uint8
from ludus.games.dominion.state import SEATS, SLOTS


class Tally(Record):
    """One game, by seat: turns taken, cards owned in the end, and which."""

    turns: int16[SEATS]
    cards: int16[SEATS]
    owned: uint8[SEATS, SLOTS]


@rule(inline=True)
def note(table, state, move, tally):
    """A move about to be made: nothing is kept of it."""


@rule
def close(table, state, tally):
    """The game is over."""
    for seat in range(table.seats):
        player = state.players[seat]
        tally.turns[seat] = player.turns
        tally.cards[seat] = player.cards
        for slot in range(SLOTS):
            tally.owned[seat, slot] = player.owned[slot]
