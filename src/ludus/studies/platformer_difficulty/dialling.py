"""Failure model behind `--difficulty`: fitted to one set of levels, tested on another."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludus.design.levels.difficulty.dial import FailureModel, fit_failure_model
from ludus.lab import RunContext
from ludus.stats import Estimate, mean
from ludus.stats.ranks import rank_correlation
from ludus.studies.again import run_command
from ludus.studies.platformer_difficulty.config import DIAL_BATCH, DifficultyConfig

DIAL_TARGETS = (0.3, 0.5, 0.7, 0.9)
TARGET_WINDOW = 0.05  # predictions within this distance of a target are grouped


def load_dial_levels(settings: DifficultyConfig, context: RunContext, lot: str) -> list[dict[str, Any]]:
    """All levels of a set: fitted or tested."""
    count = settings.dial_levels if lot == "fitted" else settings.dial_tested
    return [row for first in range(0, count, DIAL_BATCH) for row in context.result(f"dial/{lot}/{first:05}")]


def fit_dial_model(settings: DifficultyConfig, context: RunContext) -> str:
    """Fit the model; returns its file."""
    rows = load_dial_levels(settings, context, "fitted")
    died = np.array([row["died"] for row in rows], float)
    model = fit_failure_model([row["features"] for row in rows], died, np.full(len(rows), float(settings.dial_players)))
    return model.write(run_command("platformer-difficulty", settings))


def test_dial_models(settings: DifficultyConfig, context: RunContext) -> dict[str, Any]:
    """Predictions of the new model, the packaged one and the printed linear one on held-out levels."""
    rows = load_dial_levels(settings, context, "tested")
    measured = np.array([row["died"] for row in rows]) / settings.dial_players
    new = FailureModel.read(context.result("dial/model"))
    guesses = {
        "dial, fitted here": np.array([new.failure_of_features(row["features"]) for row in rows]),
        "dial, of the package": np.array([FailureModel.load().failure_of_features(row["features"]) for row in rows]),
        "linear, as printed": np.array([row["linear"] for row in rows]),
    }
    return {name: _failure_near_targets(guess, measured) | {"guess": guess} for name, guess in guesses.items()} | {
        "came": measured
    }


def prediction_errors(guess: np.ndarray, measured: np.ndarray, players: int) -> list[Estimate]:
    """Prediction errors, with intervals over levels.

    Returns:
        Mean of failure minus prediction, root mean square error, the same without the noise of few players, and rank
        correlation.
    """
    off = measured - guess
    chance = measured * (1 - measured) / max(players - 1, 1)  # variance due to the small number of players
    return [mean(off), _root_estimate(off * off), _root_estimate(off * off - chance), rank_correlation(guess, measured)]


def _root_estimate(squares: np.ndarray) -> Estimate:
    mean_square = mean(squares)
    value, low, high = (math.sqrt(max(x, 0.0)) for x in (mean_square.value, mean_square.low, mean_square.high))
    return Estimate(value, low, high, mean_square.count)


def _failure_near_targets(guess: np.ndarray, measured: np.ndarray) -> dict[str, Any]:
    by_target: dict[str, Any] = {}
    for target in DIAL_TARGETS:
        near = np.abs(guess - target) <= TARGET_WINDOW
        level = float(measured[near].mean()) if near.any() else None
        error = float(measured[near].std(ddof=1) / math.sqrt(near.sum())) if near.sum() > 1 else None
        by_target[f"at {target:g}"] = [int(near.sum()), level, error]
    return by_target
