"""Weights of an evaluation, from a file:

    {"game": "locm", "weights": {"my_health": 0.3, "opp_health": -0.4}}

Features that are left out weigh nothing.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from ludus.core.contract import Game
from ludus.core.errors import ContentError, UnknownName
from ludus.search.linear import ONE

MOST = 1e6  # a heavier weight could overflow the sum, and its 16 binary places would mean nothing


def read_weights(file: str | Path, game: Game) -> list[int]:
    """A weight for each feature of the game, in their order, as whole multiples of 1/65536."""
    data = _read(file)
    if not isinstance(data, dict) or sorted(data) != ["game", "weights"]:
        raise ContentError('a file of weights is {"game": ..., "weights": {...}}, with nothing else in it', file)
    if data["game"] != game.name:
        raise ContentError(f"these are weights for {data['game']!r}, not for {game.name!r}", file, field="game")
    if not isinstance(data["weights"], dict):
        raise ContentError("this must be names of features, each with a number", file, field="weights")
    for name, value in data["weights"].items():
        if name not in game.features:
            raise ContentError(str(UnknownName(f"feature of {game.name}", name, list(game.features))), file)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ContentError(f"a weight is a number, not {value!r}", file, field=name)
        if abs(value) > MOST:
            raise ContentError(f"a weight is between -{MOST:,.0f} and {MOST:,.0f}, not {value!r}", file, field=name)
    return [round(data["weights"].get(name, 0) * ONE) for name in game.features]


def _read(file: str | Path) -> Any:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ContentError("there is no such file of weights", file) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"this file of weights cannot be read: {error}", file) from None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ContentError(f"{twice!r} is given twice", file)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
