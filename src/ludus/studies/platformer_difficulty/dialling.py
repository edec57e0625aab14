"""The model behind `--difficulty`: fitted to one lot of levels, held against another."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludus.design.levels.difficulty.dial import DialModel, fit_features
from ludus.design.levels.difficulty.verifying import rank_agreement
from ludus.lab import Desk
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
    return {
        name: _against(guess, came, settings.dial_players) | {"guess": guess} for name, guess in guesses.items()
    } | {"came": came}


def _against(guess: np.ndarray, came: np.ndarray, players: int) -> dict[str, Any]:
    off = came - guess
    chance = came * (1 - came) / max(players - 1, 1)  # what few players alone explain
    squared = math.fsum((off * off).tolist()) / len(off)
    found: dict[str, Any] = {
        "bias": math.fsum(off.tolist()) / len(off),
        "off": math.sqrt(squared),
        "off_by_itself": math.sqrt(max(squared - math.fsum(chance.tolist()) / len(off), 0.0)),
        "rank": rank_agreement(guess, came),
    }
    for target in TARGETS:
        near = np.abs(guess - target) <= NEAR
        mean = float(came[near].mean()) if near.any() else None
        error = float(came[near].std(ddof=1) / math.sqrt(near.sum())) if near.sum() > 1 else None
        found[f"at {target:g}"] = [int(near.sum()), mean, error]
    return found
