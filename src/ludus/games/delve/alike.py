"""Equivalent moves: a card on one of two enemies that differ only in their position."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.moves import EVERYBODY, PLAY, SAVE, kind_of, place_of, play


@rule
def alike(table, state, move):
    """Return the first move equivalent to `move`; it is legal if `move` is."""
    if move < PLAY or move >= SAVE or place_of(move) == EVERYBODY:
        return move
    foes = table.foes[state.encounter]
    place = place_of(move)
    for other in range(place):
        if state.enemies[other] == state.enemies[place] and foes.attack[other] == foes.attack[place]:
            return play(kind_of(move), other)
    return move
