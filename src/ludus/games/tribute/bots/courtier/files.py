"""Weight files of the courtier:

{"made by": "...", "draft": ["duke_of_crows", ...], "cards": {"gold": [1.0, 0.0, -2.0], ...},
 "in play": {"oathman": [...], ...}, "favours": {"ansei": [...], ...}, "general": {"prestige": [...], ...}}

Each weight is three numbers, for the early, the middle and the late game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.errors import ContentError
from ludus.core.json_files import require_keys, is_number_within, read_json
from ludus.games.tribute.bots.courtier.weights import STAGES, parts, rounded

CONTENT = Path(__file__).parents[2] / "content"
SHIPPED = CONTENT / "courtier.json"
BY_HAND = CONTENT / "courtier_by_hand.json"  # start of the evolution
MAX_WEIGHT = 100_000.0  # largest absolute value of a weight


def weights_data(values: np.ndarray, draft: Sequence[str], made_by: str) -> dict[str, Any]:
    """Weights in the order of `names` as the content of a weight file."""
    rest = iter(rounded(values).reshape(-1, len(STAGES)).tolist())
    data: dict[str, Any] = {"made by": made_by, "draft": list(draft)}
    for part, keys in parts().items():
        data[part] = {key: next(rest) for key in keys}
    return data


def write_weights(file: str | Path, data: dict[str, Any]) -> None:
    """Write a weight file, one weight per line."""
    lines = [f' "made by": {json.dumps(data["made by"])}', f' "draft": {json.dumps(data["draft"])}']
    for part in parts():
        inside = ",\n".join(f"  {json.dumps(key)}: {json.dumps(three)}" for key, three in data[part].items())
        lines.append(f' "{part}": {{\n{inside}\n }}')
    Path(file).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_weights(file: str | Path) -> tuple[np.ndarray, tuple[str, ...]]:
    """Read a weight file.

    Returns:
        The weights in the order of `names`, and the patrons in order of preference.

    Raises:
        ContentError: the file is unreadable or a weight is missing or out of range.
    """
    data = require_keys(file, "the file", read_json(file, "weights of the courtier"), ("made by", "draft", *parts()))
    values: list[float] = []
    for part, keys in parts().items():
        entries = require_keys(file, part, data[part], keys)
        for key in keys:
            values += _stage_values(file, f"{part}: {key}", entries[key])
    return rounded(values), _draft(file, data["draft"])


def _draft(file: str | Path, data: Any) -> tuple[str, ...]:
    patrons = parts()["favours"]
    if not isinstance(data, list) or sorted(map(str, data)) != sorted(patrons):
        what = f"here must be all patrons, the most wanted first: {', '.join(patrons)}"
        raise ContentError(what, file, field="draft")
    return tuple(data)


def _stage_values(file: str | Path, where: str, data: Any) -> list[float]:
    if not isinstance(data, list) or len(data) != len(STAGES):
        raise ContentError(f"a weight is three numbers: {', '.join(STAGES)}", file, field=where)
    for value in data:
        if not is_number_within(value, MAX_WEIGHT):
            what = f"a weight has numbers between -{MAX_WEIGHT:,.0f} and {MAX_WEIGHT:,.0f}, not {value!r}"
            raise ContentError(what, file, field=where)
    return [float(value) for value in data]
