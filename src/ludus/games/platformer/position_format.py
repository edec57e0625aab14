"""Positions as plain data: the fields of the state.

Without coyote time, jumps in the air and wall jumps, the counters of the body that only these need are left out. So
positions of the thesis's physics are written as they always were.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.game import Content
from ludus.core.serialization import from_plain, to_plain
from ludus.games.platformer.state import State
from ludus.util.errors import NotationError

EXTENDED_FIELDS = ("coyote", "air_jumps", "locked")  # of the body


def write_position(content: Content, state: Any) -> dict[str, Any]:
    """Return a state as plain data."""
    data: dict[str, Any] = to_plain(state)
    if not content.labels.movement.physics.is_extended:
        data["body"] = {name: value for name, value in data["body"].items() if name not in EXTENDED_FIELDS}
    return data


def read_position(content: Content, data: Any) -> np.ndarray:
    """Return the state of plain data that `write_position` returned.

    Raises:
        NotationError: a field is missing, unknown or out of range.
    """
    body = data.get("body") if isinstance(data, dict) else None
    if isinstance(body, dict) and not content.labels.movement.physics.is_extended:
        if unknown := next((name for name in EXTENDED_FIELDS if name in body), None):
            raise NotationError(f"State.body.{unknown}: this physics has no jumps in the air that need it")
        data = {**data, "body": {**body, **dict.fromkeys(EXTENDED_FIELDS, 0)}}
    return from_plain(State, data)
