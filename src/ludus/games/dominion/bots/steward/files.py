"""Weight files of the steward:

{"made by": "...", "cards": {"Copper": {"opening": -30.0, ...}, ...}, "general": {"collision": 100.0, ...}}
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.errors import ContentError
from ludus.core.json_files import require_keys, is_number_within, read_json
from ludus.games.dominion.bots.steward.likeness import WEIGHTED_CARDS
from ludus.games.dominion.bots.steward.weights import CARD_WEIGHTS, GENERAL_WEIGHTS, aspects_of, rounded

CONTENT = Path(__file__).parents[2] / "content"
SHIPPED = CONTENT / "steward.json"
BY_HAND = CONTENT / "steward_by_hand.json"  # start of the evolution
MAX_WEIGHT = 10_000.0  # largest absolute value of a weight


def weights_data(values: np.ndarray, made_by: str) -> dict[str, Any]:
    """Weights in the order of NAMES as the content of a weight file."""
    rest = iter(rounded(values).tolist())
    cards: dict[str, dict[str, float]] = {card: {} for card in WEIGHTED_CARDS}
    for card, aspect in CARD_WEIGHTS:
        cards[card][aspect] = next(rest)
    return {"made by": made_by, "cards": cards, "general": dict(zip(GENERAL_WEIGHTS, rest, strict=True))}


def read_weights(file: str | Path) -> np.ndarray:
    """Read a weight file.

    Returns:
        The weights in the order of NAMES.

    Raises:
        ContentError: the file is unreadable or a weight is missing or out of range.
    """
    data = require_keys(file, "the file", read_json(file, "weights of the steward"), ("made by", "cards", "general"))
    cards = require_keys(file, "cards", data["cards"], WEIGHTED_CARDS)
    for card in WEIGHTED_CARDS:
        require_keys(file, card, cards[card], aspects_of(card))
    general = require_keys(file, "general", data["general"], GENERAL_WEIGHTS)
    card_values = [_weight(file, f"{card}: {aspect}", cards[card][aspect]) for card, aspect in CARD_WEIGHTS]
    return rounded(card_values + [_weight(file, name, general[name]) for name in GENERAL_WEIGHTS])


def _weight(file: str | Path, where: str, value: Any) -> float:
    if not is_number_within(value, MAX_WEIGHT):
        what = f"a weight is a number between -{MAX_WEIGHT:,.0f} and {MAX_WEIGHT:,.0f}, not {value!r}"
        raise ContentError(what, file, field=where)
    return float(value)
