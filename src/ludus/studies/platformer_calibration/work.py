"""Experiment: fit the players, and test them on held-out cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.levels.people.calibrating import Found, Sample, fitted_cells, measure, measure_sessions, together
from ludus.design.levels.people.filter import Calibration, load_calibration
from ludus.evolve import CmaEs, Reals
from ludus.lab import Desk
from ludus.studies.platformer_calibration.config import Settings

# Fitted parameters and their ranges; times in seconds. Ranges of errors follow what is known about people
# (reading: a key press 20 to 60 ms, more by 0.05 to 0.15 of the time, jumps up to 60 ms); those of
# lapses and skill are wide.
RANGES = {
    "sigma": (0.02, 0.08),
    "drift": (0.05, 0.3),
    "sigma_jump": (0.01, 0.08),
    "lapse": (0.05, 0.4),
    "haste": (0.01, 0.4),
    "spread": (0.1, 0.8),
}
GAME = "platformer"
LAPSES = ("lapse", "haste")
FULL, BARE = "players", "players without lapses"
FINALS, TEST, NUDGES = "finalists", "new levels and players", "one number at a time"
NUDGED = (0.5, 1.5)  # factors for the sensitivity analysis


def work(settings: Settings, desk: Desk) -> None:
    """Fit both kinds of players, choose among the best, test."""
    plays = settings.sessions * settings.levels
    tries = plays * settings.rounds
    desk.plan(
        {
            FULL: tries * settings.population * settings.generations,
            BARE: tries * settings.population * settings.bare_generations,
            FINALS: tries * (settings.generations + settings.bare_generations),
            TEST: 2 * plays * settings.test_rounds,
            NUDGES: tries * len(RANGES) * len(NUDGED),
        }
    )
    with first_use(find_game(GAME)):  # all rules are compiled before several threads need them
        measure(load_calibration(), Sample(settings.seed, 1, 1), settings.seed)
    for kind in (FULL, BARE):
        desk.stage(kind)
        fit(settings, desk, kind)
    desk.stage(FINALS)
    for kind in (FULL, BARE):
        desk.keep(f"chosen/{kind}", lambda kind=kind: choose(settings, desk, kind))  # type: ignore[misc]
    desk.stage(TEST)
    for kind in (FULL, BARE):
        desk.keep(f"tested/{kind}", lambda kind=kind: try_out(settings, desk, kind))  # type: ignore[misc]
    desk.stage(NUDGES)
    for name in RANGES:
        desk.keep(f"nudged/{name}", lambda name=name: nudge(settings, desk, name))  # type: ignore[misc]


def names_of(kind: str) -> list[str]:
    """Parameters that are fitted."""
    return [name for name in RANGES if kind == FULL or name not in LAPSES]


def calibration_of(kind: str, logs: Iterable[float]) -> Calibration:
    """Calibration from the logarithms of its parameters, rounded as in the file."""
    values = dict.fromkeys(RANGES, 0.0)
    values |= {name: shortened(math.exp(log)) for name, log in zip(names_of(kind), logs, strict=True)}
    return Calibration(**values)


def shortened(x: float) -> float:
    """Round to three significant digits."""
    return float(f"{x:.3g}")


def fit(settings: Settings, desk: Desk, kind: str) -> list[Any]:
    """Run CMA-ES over the logarithms; all generations use the same levels, each with its own players."""
    names = names_of(kind)
    low, high = (np.log([RANGES[name][k] for name in names]) for k in range(2))
    space = Reals(len(names), low, high, names=names)
    best: dict[str, Any] = {}

    def make() -> CmaEs:
        return CmaEs(space, population=settings.population, seed=derive(settings.seed, "fit", kind))

    def score(generation: int, genomes: Sequence[np.ndarray]) -> list[float]:
        seed = derive(settings.seed, "generation", generation)
        misses = [fitted_miss(settings, desk, calibration_of(kind, genome), seed) for genome in genomes]
        first = int(np.argmin(misses))
        best.update(logs=np.asarray(genomes[first]).tolist(), miss=misses[first])
        desk.advance(0, generation=generation + 1, best=round(misses[first], 4))
        return [-miss for miss in misses]

    def note(generation: int, genomes: Any, scores: Any) -> dict[str, Any]:
        return dict(best)

    generations = settings.generations if kind == FULL else settings.bare_generations
    return desk.evolve(f"fit/{kind}", space, make, score, generations, note=note)


def fitted_miss(settings: Settings, desk: Desk, calibration: Calibration, seed: int) -> float:
    """Error of the players in the cells that may be used for fitting."""
    sample = Sample(settings.seed, settings.sessions, settings.levels, settings.rounds)
    fit_result = measure(calibration, sample, seed, desk.place)
    desk.advance(fit_result.plays)
    return fit_result.miss(fitted_cells())


def choose(settings: Settings, desk: Desk, kind: str) -> dict[str, Any]:
    """Of the best of every generation, choose the best with other players, to remove luck."""
    seed, finalists = derive(settings.seed, "finals"), desk.kept(f"fit/{kind}")
    misses = [fitted_miss(settings, desk, calibration_of(kind, finalist["logs"]), seed) for finalist in finalists]
    return {"logs": finalists[int(np.argmin(misses))]["logs"], "miss": min(misses)}


def chosen(desk: Desk, kind: str) -> Calibration:
    return calibration_of(kind, desk.kept(f"chosen/{kind}")["logs"])


def try_out(settings: Settings, desk: Desk, kind: str) -> list[dict[str, Any]]:
    """Play new levels with new players, session by session."""
    sample = Sample(derive(settings.seed, "test"), settings.sessions, settings.levels, settings.test_rounds)
    sessions = measure_sessions(chosen(desk, kind), sample, derive(settings.seed, "tested"), desk.place)
    desk.advance(sum(session.plays for session in sessions))
    return [session.as_data() for session in sessions]


def tested_sessions(desk: Desk, kind: str) -> list[Found]:
    return [Found.from_data(data) for data in desk.kept(f"tested/{kind}")]


def tried_out(desk: Desk, kind: str) -> Found:
    return together(tested_sessions(desk, kind))


def nudge(settings: Settings, desk: Desk, name: str) -> list[float]:
    """Error in the fitted cells with one parameter smaller and larger."""
    base, seed = chosen(desk, FULL), derive(settings.seed, "finals")
    values = {key: getattr(base, key) for key in RANGES}
    return [
        fitted_miss(settings, desk, Calibration(**(values | {name: values[name] * factor})), seed) for factor in NUDGED
    ]
