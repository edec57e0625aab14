"""Experiment: make levels and play them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from ludus.backends.backend import split_range
from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.platformer.difficulty_search import HELD_OUT_PLAYERS, FoundLevel, find_level_by_difficulty
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.players.player_kinds import PLAYER_KINDS, other_kind
from ludus.design.platformer.players.population import simulate
from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.studies.platformer_dial.config import DialConfig, base_level_spec

STAGE_TITLE = "levels for {:g}"


def run_experiment(settings: DialConfig, context: RunContext) -> None:
    """Make and play the levels of every target."""
    context.plan_stages({STAGE_TITLE.format(target): settings.levels for target in settings.targets})
    with report_compilation(load_game("platformer")):
        for kind in PLAYER_KINDS:
            simulate(generate_level(1).level, 1, 1, kind=kind)  # compiles the rules
    for target in settings.targets:
        context.begin_stage(STAGE_TITLE.format(target))
        context.cached(result_name(target), lambda target=target: _levels(settings, context, target))  # type: ignore[misc]


def result_name(target: float) -> str:
    """Name under which the levels of a target are stored."""
    return f"levels/{target:g}"


def _levels(settings: DialConfig, context: RunContext, target: float) -> list[dict[str, Any]]:
    rows = []
    for row in context.backend.run(partial(_level, settings, target), split_range(settings.levels, 1)):
        rows.append(row)
        context.advance(1)
    return rows


def _level(settings: DialConfig, target: float, part: range) -> dict[str, Any]:
    """A level as `ludus make platformer --count` makes it, with its measurements."""
    (number,) = part
    return _row(
        find_level_by_difficulty(
            derive(settings.seed, "make", number), replace(base_level_spec(settings), difficulty=target)
        )
    )


def _row(level: FoundLevel) -> dict[str, Any]:
    population = level.population
    others = simulate(
        level.level,
        HELD_OUT_PLAYERS,
        derive(level.seed, "other players"),
        population.respawn,
        kind=other_kind(population.kind).name,
    )
    return {
        "failure": _estimate_data(population.failure_rate),
        "other_failure": _estimate_data(others.failure_rate),
        "other_deaths": _estimate_data(others.deaths),
        "deaths": _estimate_data(population.deaths),
        "hardest": _estimate_data(population.hardest[1]) if population.hardest else None,
        "challenges": len(level.rating.path),
        "traps": len(level.level.traps),
        "looked": level.candidates,
        "stopped": level.stopped,
        "seed": str(level.seed),
        "rejected": dict(level.rejected),
    }


def _estimate_data(estimate: Estimate) -> list[float]:
    return [estimate.value, estimate.low, estimate.high]
