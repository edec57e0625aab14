"""Equivalent moves: a card on one of two enemies that differ only in their position."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.delve.moves import ALL_ENEMIES, PLAY, SAVE, played_kind, target_of, play


@rule
def canonical_move(table, state, move):
    """Return the first move equivalent to `move`; it is legal if `move` is."""
    if move < PLAY or move >= SAVE or target_of(move) == ALL_ENEMIES:
        return move
    foes = table.foes[state.encounter]
    place = target_of(move)
    for other in range(place):
        if state.enemies[other] == state.enemies[place] and foes.attack[other] == foes.attack[place]:
            return play(played_kind(move), other)
    return move
