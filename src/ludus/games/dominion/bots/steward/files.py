"""The steward's weights in files:

{"made by": "...", "cards": {"Copper": {"opening": -30.0, ...}, ...}, "general": {"collision": 100.0, ...}}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.errors import ContentError, UnknownName
from ludus.games.dominion.bots.steward.likeness import LIKES
from ludus.games.dominion.bots.steward.weights import CARD_WEIGHTS, GENERAL, aspects_of, rounded

CONTENT = Path(__file__).parents[2] / "content"
SHIPPED = CONTENT / "steward.json"
BY_HAND = CONTENT / "steward_by_hand.json"  # where evolution begins
MOST = 10_000.0  # no weight is larger


def weights_data(values: np.ndarray, made_by: str) -> dict[str, Any]:
    """Weights in the order of NAMES as a file has them."""
    rest = iter(rounded(values).tolist())
    cards: dict[str, dict[str, float]] = {card: {} for card in LIKES}
    for card, aspect in CARD_WEIGHTS:
        cards[card][aspect] = next(rest)
    return {"made by": made_by, "cards": cards, "general": dict(zip(GENERAL, rest, strict=True))}


def read_weights(file: str | Path) -> np.ndarray:
    """The weights of a file in the order of NAMES, checked."""
    data = _named(file, "the file", _read(file), ("made by", "cards", "general"))
    cards = _named(file, "cards", data["cards"], LIKES)
    for card in LIKES:
        _named(file, card, cards[card], aspects_of(card))
    general = _named(file, "general", data["general"], GENERAL)
    found = [_weight(file, f"{card}: {aspect}", cards[card][aspect]) for card, aspect in CARD_WEIGHTS]
    return rounded(found + [_weight(file, name, general[name]) for name in GENERAL])


def _read(file: str | Path) -> Any:
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError("there is no such file with weights of the steward", file) from None
    except json.JSONDecodeError as error:
        raise ContentError(f"this is not JSON: {error.msg}", file, error.lineno) from None
    except (OSError, ValueError, RecursionError) as error:  # bytes that are no text, numbers of thousands of digits
        raise ContentError(f"this file cannot be read: {error}", file) from None


def _named(file: str | Path, where: str, data: Any, names: Sequence[str]) -> dict[str, Any]:
    """Something with exactly these names in it."""
    if not isinstance(data, dict):
        raise ContentError(f"here must be {', '.join(names[:3])} ... with their values", file, field=where)
    if unknown := next((name for name in data if name not in names), None):
        raise ContentError(str(UnknownName("name here", unknown, list(names))), file, field=where)
    if missing := next((name for name in names if name not in data), None):
        raise ContentError(f"{missing!r} is missing", file, field=where)
    return data


def _weight(file: str | Path, where: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:  # nor is it nan
        what = f"a weight is a number between -{MOST:,.0f} and {MOST:,.0f}, not {value!r}"
        raise ContentError(what, file, field=where)
    return float(value)
