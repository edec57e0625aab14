"""Experiment: fit the players, and test them on held-out cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np

from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.platformer.players.calibration_error import (
    CalibrationResult,
    CalibrationSample,
    fitting_cells,
    measure_by_session,
    measure_calibration,
    pool_results,
)
from ludus.design.platformer.players.player_kinds import FORECASTER, PLANNER, AnyCalibration, player_kind
from ludus.evolve import CmaEs, Reals
from ludus.lab import RunContext
from ludus.studies.evolutionary_training import GenerationScore, TrainingStudy
from ludus.studies.platformer_player_calibration.config import CalibrationConfig

# Fitted parameters and their ranges; times in seconds. Ranges of errors follow what is known about people
# (reading: a key press 20 to 60 ms, more by 0.05 to 0.15 of the time, jumps up to 60 ms); those of
# lapses and skill are wide.
PARAMETER_RANGES: dict[str, dict[str, tuple[float, float]]] = {
    PLANNER: {
        "sigma": (0.02, 0.08),
        "drift": (0.05, 0.3),
        "sigma_jump": (0.01, 0.08),
        "lapse": (0.05, 0.4),
        "haste": (0.01, 0.4),
        "spread": (0.1, 0.8),
    },
    FORECASTER: {
        "blur": (0.02, 0.3),
        "tempo": (0.01, 0.3),
        "motor": (0.02, 0.3),
        "care": (0.5, 10.0),
        "impatience": (0.01, 0.5),
        "spread": (0.1, 0.8),
    },
}
GAME = "platformer"
# What the parameters of lapses are for players without them: forecasters then imagine as many futures as they can.
WITHOUT_LAPSE_VALUES = {PLANNER: {"lapse": 0.0, "haste": 0.0}, FORECASTER: {"care": 1e9}}
WITH_LAPSES, WITHOUT_LAPSES = "players", "players without lapses"
FINALS_STAGE, TEST_STAGE, SENSITIVITY_STAGE = "finalists", "new levels and players", "one number at a time"
SENSITIVITY_FACTORS = (0.5, 1.5)  # factors for the sensitivity analysis


def run_experiment(settings: CalibrationConfig, context: RunContext) -> None:
    """Fit both kinds of players, choose among the best, test."""
    plays = settings.sessions * settings.levels
    tries = plays * settings.rounds
    context.plan_stages(
        {
            WITH_LAPSES: tries * settings.population * settings.generations,
            WITHOUT_LAPSES: tries * settings.population * settings.bare_generations,
            FINALS_STAGE: tries * (settings.generations + settings.bare_generations),
            TEST_STAGE: 2 * plays * settings.test_rounds,
            SENSITIVITY_STAGE: tries * len(PARAMETER_RANGES[settings.players]) * len(SENSITIVITY_FACTORS),
        }
    )
    with report_compilation(load_game(GAME)):  # all rules are compiled before several threads need them
        calibration = player_kind(settings.players).load_calibration()
        measure_calibration(calibration, CalibrationSample(settings.seed, 1, 1), settings.seed)
    for kind in (WITH_LAPSES, WITHOUT_LAPSES):
        CalibrationTraining(settings, context, kind).evolve()
    context.begin_stage(FINALS_STAGE)
    for kind in (WITH_LAPSES, WITHOUT_LAPSES):
        context.cached(f"chosen/{kind}", lambda kind=kind: choose_calibration(settings, context, kind))  # type: ignore[misc]
    context.begin_stage(TEST_STAGE)
    for kind in (WITH_LAPSES, WITHOUT_LAPSES):
        context.cached(f"tested/{kind}", lambda kind=kind: play_test_sessions(settings, context, kind))  # type: ignore[misc]
    context.begin_stage(SENSITIVITY_STAGE)
    for name in PARAMETER_RANGES[settings.players]:
        context.cached(f"nudged/{name}", lambda name=name: measure_sensitivity(settings, context, name))  # type: ignore[misc]


def fitted_parameters(players: str, kind: str) -> list[str]:
    """Parameters that are fitted."""
    fixed = WITHOUT_LAPSE_VALUES[players]
    return [name for name in PARAMETER_RANGES[players] if kind == WITH_LAPSES or name not in fixed]


def calibration_from_logs(players: str, kind: str, logs: Iterable[float]) -> AnyCalibration:
    """Calibration from the logarithms of its parameters, rounded as in the file."""
    names = fitted_parameters(players, kind)
    values = WITHOUT_LAPSE_VALUES[players] | {
        name: round_to_three_digits(math.exp(log)) for name, log in zip(names, logs, strict=True)
    }
    return player_kind(players).calibration_type(**values)


def round_to_three_digits(x: float) -> float:
    """Round to three significant digits."""
    return float(f"{x:.3g}")


class CalibrationTraining(TrainingStudy[CalibrationConfig, np.ndarray]):
    """CMA-ES over the logarithms; all generations use the same levels, each with its own players."""

    game_name = GAME

    def __init__(self, settings: CalibrationConfig, context: RunContext, kind: str) -> None:
        super().__init__(settings, context)
        self.kind, self.evolve_stage, self.result_name = kind, kind, f"fit/{kind}"

    def generation_count(self) -> int:
        return self.settings.generations if self.kind == WITH_LAPSES else self.settings.bare_generations

    def search_space(self) -> Reals:
        names, ranges = fitted_parameters(self.settings.players, self.kind), PARAMETER_RANGES[self.settings.players]
        low, high = (np.log([ranges[name][k] for name in names]) for k in range(2))
        return Reals(len(names), low, high, names=names)

    def make_optimiser(self, space: Reals) -> CmaEs:
        seed = derive(self.settings.seed, "fit", self.kind)
        return CmaEs(space, population=self.settings.population, seed=seed)

    def score_generation(self, generation: int, genomes: Sequence[np.ndarray]) -> GenerationScore:
        """Score by the error with its sign reversed."""
        seed = self.generation_seed(generation)
        calibrations = [calibration_from_logs(self.settings.players, self.kind, genome) for genome in genomes]
        errors = [fitted_error(self.settings, self.context, calibration, seed) for calibration in calibrations]
        best = int(np.argmin(errors))
        return GenerationScore(-np.array(errors), {"logs": np.asarray(genomes[best]).tolist(), "miss": errors[best]})

    def generation_note(self, generation: int, genomes: Sequence[np.ndarray], score: GenerationScore) -> dict[str, Any]:
        return score.notes

    def display_facts(self, generation: int, scores: np.ndarray) -> dict[str, Any]:
        return {"generation": generation + 1, "best": round(-float(scores.max()), 4)}


def fitted_error(settings: CalibrationConfig, context: RunContext, calibration: AnyCalibration, seed: int) -> float:
    """Error of the players in the cells that may be used for fitting."""
    sample = CalibrationSample(settings.seed, settings.sessions, settings.levels, settings.rounds)
    fit_result = measure_calibration(calibration, sample, seed, context.backend)
    context.advance(fit_result.plays)
    return fit_result.weighted_error(fitting_cells())


def choose_calibration(settings: CalibrationConfig, context: RunContext, kind: str) -> dict[str, Any]:
    """Of the best of every generation, choose the best with other players, to remove luck."""
    seed, finalists = derive(settings.seed, "finals"), context.result(f"fit/{kind}")
    misses = [
        fitted_error(settings, context, calibration_from_logs(settings.players, kind, finalist["logs"]), seed)
        for finalist in finalists
    ]
    return {"logs": finalists[int(np.argmin(misses))]["logs"], "miss": min(misses)}


def chosen_calibration(settings: CalibrationConfig, context: RunContext, kind: str) -> AnyCalibration:
    return calibration_from_logs(settings.players, kind, context.result(f"chosen/{kind}")["logs"])


def play_test_sessions(settings: CalibrationConfig, context: RunContext, kind: str) -> list[dict[str, Any]]:
    """Play new levels with new players, session by session."""
    sample = CalibrationSample(derive(settings.seed, "test"), settings.sessions, settings.levels, settings.test_rounds)
    sessions = measure_by_session(
        chosen_calibration(settings, context, kind), sample, derive(settings.seed, "tested"), context.backend
    )
    context.advance(sum(session.plays for session in sessions))
    return [session.as_data() for session in sessions]


def load_tested_sessions(context: RunContext, kind: str) -> list[CalibrationResult]:
    return [CalibrationResult.from_data(data) for data in context.result(f"tested/{kind}")]


def pooled_test_result(context: RunContext, kind: str) -> CalibrationResult:
    return pool_results(load_tested_sessions(context, kind))


def measure_sensitivity(settings: CalibrationConfig, context: RunContext, name: str) -> list[float]:
    """Error in the fitted cells with one parameter smaller and larger."""
    base, seed = chosen_calibration(settings, context, WITH_LAPSES), derive(settings.seed, "finals")
    return [
        fitted_error(settings, context, msgspec.structs.replace(base, **{name: getattr(base, name) * factor}), seed)
        for factor in SENSITIVITY_FACTORS
    ]
