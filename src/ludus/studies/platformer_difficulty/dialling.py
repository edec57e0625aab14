"""The model behind `--difficulty`: fitted to one lot of levels, held against another."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludus.design.levels.difficulty.dial import DialModel, fit_features
from ludus.lab import Desk
from ludus.stats import Estimate, mean
from ludus.stats.ranks import rank_correlation
from ludus.studies.again import run_command
from ludus.studies.platformer_difficulty.config import DIAL_BATCH, Settings

TARGETS = (0.3, 0.5, 0.7, 0.9)
NEAR = 0.05  # predictions that near to a target are looked at together


def levels_of(settings: Settings, desk: Desk, lot: str) -> list[dict[str, Any]]:
    """All levels of a lot."""
    count = settings.dial_levels if lot == "fitted" else settings.dial_tested
    return [row for first in range(0, count, DIAL_BATCH) for row in desk.kept(f"dial/{lot}/{first:05}")]


def fitted(settings: Settings, desk: Desk) -> str:
    """The model as a file."""
    rows = levels_of(settings, desk, "fitted")
    died = np.array([row["died"] for row in rows], float)
    model = fit_features([row["features"] for row in rows], died, np.full(len(rows), float(settings.dial_players)))
    return model.write(run_command("platformer-difficulty", settings))


def held_against(settings: Settings, desk: Desk) -> dict[str, Any]:
    """The new model, the one in the package and the printed linear one on levels that none was fitted to."""
    rows = levels_of(settings, desk, "tested")
    came = np.array([row["died"] for row in rows]) / settings.dial_players
    new = DialModel.read(desk.kept("dial/model"))
    guesses = {
        "dial, fitted here": np.array([new.failure_by(row["features"]) for row in rows]),
        "dial, of the package": np.array([DialModel.load().failure_by(row["features"]) for row in rows]),
        "linear, as printed": np.array([row["linear"] for row in rows]),
    }
    return {name: _near_targets(guess, came) | {"guess": guess} for name, guess in guesses.items()} | {"came": came}


def judged(guess: np.ndarray, came: np.ndarray, players: int) -> list[Estimate]:
    """The mean of failure less prediction, its root mean square, that without the chance of few players, and rank
    correlation; intervals are over levels."""
    off = came - guess
    chance = came * (1 - came) / max(players - 1, 1)  # what few players alone explain
    return [mean(off), _root(off * off), _root(off * off - chance), rank_correlation(guess, came)]


def _root(squares: np.ndarray) -> Estimate:
    each = mean(squares)
    value, low, high = (math.sqrt(max(x, 0.0)) for x in (each.value, each.low, each.high))
    return Estimate(value, low, high, each.count)


def _near_targets(guess: np.ndarray, came: np.ndarray) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for target in TARGETS:
        near = np.abs(guess - target) <= NEAR
        level = float(came[near].mean()) if near.any() else None
        error = float(came[near].std(ddof=1) / math.sqrt(near.sum())) if near.sum() > 1 else None
        found[f"at {target:g}"] = [int(near.sum()), level, error]
    return found
