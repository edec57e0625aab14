"""Positions as plain data: the fields of the state.

In scenarios that do not go beyond the thesis, the fields that were added for others are left out, and the pile has
fifteen places. So positions of the thesis's game are written as they always were.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.game import Content
from ludus.core.random import check_stream
from ludus.core.serialization import from_plain, to_plain
from ludus.games.delve.constants import DECK, MAX_CARDS
from ludus.games.delve.game_data import GameData
from ludus.games.delve.state import State
from ludus.util.errors import NotationError

EXTENDED_FIELDS = tuple(State.fields)[list(State.fields).index("pile") + 1 :]


def write_position(content: Content, state: Any) -> dict[str, Any]:
    """Return a state as plain data."""
    data: dict[str, Any] = to_plain(state)
    if not content.read(GameData).extended:
        data = {name: value for name, value in data.items() if name not in EXTENDED_FIELDS}
        data["pile"] = data["pile"][:DECK]
    return data


def read_position(content: Content, data: Any) -> np.ndarray:
    """Return the state of plain data that `write_position` returned.

    Raises:
        NotationError: a field is missing, unknown or out of range.
    """
    if isinstance(data, dict) and not content.read(GameData).extended:
        empty = to_plain(State.over(State.zeros()))
        pile = data.get("pile")
        if isinstance(pile, list):
            if len(pile) != DECK:
                raise NotationError(f"State.pile: expected a list of {DECK}, got {len(pile)} numbers")
            data = {**data, "pile": [*pile, *[0] * (MAX_CARDS - DECK)]}
        if unknown := next((name for name in EXTENDED_FIELDS if name in data), None):
            raise NotationError(f"State.{unknown}: this game has no cards, nodes or rules that need it")
        data = {**data, **{name: empty[name] for name in EXTENDED_FIELDS}}
    array = from_plain(State, data)
    check_stream(State.over(array))
    return array
