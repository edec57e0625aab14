"""Reference statistics of another engine: one kingdom per line, with the means of many games of Earl against Drew."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.reference_check_results import ReferenceSample
from ludus.games.dominion.options import Options, all_cards, kingdom_numbers
from ludus.util.errors import ContentError, LudusError
from ludus.util.files import reading_error

PLAYERS = ("earl", "drew")
COLUMNS = (
    "kingdom",
    "games",
    "earl_wins",
    "drew_wins",
    "earl_mean_vp",
    "drew_mean_vp",
    "earl_sd_vp",
    "drew_sd_vp",
    "mean_turns",
)


def read_reference(path: str | Path) -> list[ReferenceSample]:
    """Kingdoms of a file. vDom counts equal points as a draw, and lets its players decline a gain.

    Raises:
        ContentError: the file is unreadable or a line is invalid.
    """
    try:
        rows = list(csv.DictReader(Path(path).read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"cannot be read: {reading_error(error, path)}", path) from None
    if not rows:
        raise ContentError("holds no kingdom", path)
    missing = [name for name in COLUMNS if name not in rows[0]]
    if missing:
        raise ContentError(f"lacks the columns {', '.join(missing)}", path, 1)
    return [_row(path, number, row) for number, row in enumerate(rows, 2)]


def reference_measures(payoffs: np.ndarray, scores: np.ndarray, stats: np.ndarray) -> dict[str, np.ndarray]:
    """The same numbers of our games, one value per game; payoffs and scores are by player, not by seat."""
    return {
        "earl's points": scores[:, 0],
        "drew's points": scores[:, 1],
        "earl wins": payoffs[:, 0] == 1.0,
        "drew wins": payoffs[:, 1] == 1.0,
        "turns": stats["turns"][:, :2].max(axis=1),
    }


def _row(path: str | Path, line: int, row: dict[str, Any]) -> ReferenceSample:
    try:
        games = int(row["games"])
        kingdom = row["kingdom"].replace(";", ",")
        kingdom_numbers(kingdom, all_cards(Options()))
        wins = {name: int(row[f"{name}_wins"]) / games for name in PLAYERS}
        means = {name: (float(row[f"{name}_mean_vp"]), float(row[f"{name}_sd_vp"])) for name in PLAYERS}
        expected: dict[str, tuple[float, float | None]] = {f"{name}'s points": means[name] for name in PLAYERS}
        expected |= {f"{name} wins": (share, math.sqrt(share * (1 - share))) for name, share in wins.items()}
        expected["turns"] = float(row["mean_turns"]), None
    except (LudusError, ValueError, TypeError, ZeroDivisionError) as error:
        raise ContentError(f"not a kingdom with its numbers: {error}", path, line) from None
    options = {"kingdom": kingdom, "ties": "points", "declining": True}
    return ReferenceSample(line, row["kingdom"], options, PLAYERS, games, expected)
