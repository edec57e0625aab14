"""Experiment: every batch is stored separately, so that a stopped study resumes there."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ludus.core.progress import report_compilation
from ludus.core.registry import load_game
from ludus.design.levels.difficulty.bootstrap import bootstrap_draw
from ludus.design.levels.difficulty.models import CONSTANT_NAMES
from ludus.design.levels.difficulty.needed import sessions_needed
from ludus.design.levels.difficulty.partitions import fit_model, cross_validate
from ludus.design.levels.difficulty.records import TraceRecords
from ludus.lab import RunContext
from ludus.studies.platformer_difficulty.config import SESSION_BATCH, DIAL_BATCH, DRAW_BATCH, GAME, DifficultyConfig
from ludus.studies.platformer_difficulty.dialling import fit_dial_model, test_dial_models
from ludus.studies.platformer_difficulty.numbers import plain_floats, measure_sessions, training_sessions
from ludus.studies.platformer_difficulty.playing import (
    play_dial_levels,
    compile_rules,
    play_sessions,
    read_recorded_sessions,
)

SESSIONS_STAGE, NUMBERS_STAGE, DRAWS_STAGE, SIZES_STAGE, DIAL_STAGE = (
    "sessions",
    "partitions",
    "intervals",
    "sessions needed",
    "dial",
)
SIZE_STEPS = 20  # number of sample sizes
PARTITION_STEPS = 10  # progress units of the partitions


def run_experiment(settings: DifficultyConfig, context: RunContext) -> None:
    """Play or read the sessions, then compute all measures."""
    context.plan_stages(_stage_plan(settings))
    with report_compilation(load_game(GAME)):
        compile_rules(settings)
    context.begin_stage(SESSIONS_STAGE)
    if settings.sessions:
        context.cached("recorded", lambda: _recorded_data(settings.sessions))
    if uses_synthetic(settings):
        for first in range(0, settings.players, SESSION_BATCH):
            numbers = range(first, min(first + SESSION_BATCH, settings.players))
            context.cached(
                f"sessions/{first:04}", partial(_run_parallel, context, partial(play_sessions, settings), numbers)
            )
    records = load_records(settings, context)
    context.begin_stage(NUMBERS_STAGE)
    all_sessions = np.arange(records.sessions)
    context.cached(
        "numbers", lambda: plain_floats(measure_sessions(settings, records, all_sessions, settings.partitions))
    )
    context.cached("partitions", lambda: _partitions(settings, records))
    context.cached("models", lambda: _models(settings, records))
    context.advance(PARTITION_STEPS)
    context.begin_stage(DRAWS_STAGE)
    for first in range(0, settings.draws, DRAW_BATCH):
        numbers = range(first, min(first + DRAW_BATCH, settings.draws))
        context.cached(f"draws/{first:04}", partial(_draw, settings, context, records, numbers))
    if "sizes" in settings.parts:
        context.begin_stage(SIZES_STAGE)
        context.cached("sizes", lambda: _sizes(settings, records))
        context.advance(1)
    if "dial" in settings.parts:
        context.begin_stage(DIAL_STAGE)
        for lot, count in (("fitted", settings.dial_levels), ("tested", settings.dial_tested)):
            for first in range(0, count, DIAL_BATCH):
                numbers = range(first, min(first + DIAL_BATCH, count))
                todo = partial(play_dial_levels, settings, lot)
                context.cached(f"dial/{lot}/{first:05}", partial(_run_parallel, context, todo, numbers))
        context.cached("dial/model", lambda: fit_dial_model(settings, context))
        context.cached("dial/against", lambda: test_dial_models(settings, context))


def uses_synthetic(settings: DifficultyConfig) -> bool:
    """Whether synthetic players play."""
    return not settings.sessions or settings.recorded == "refine"


def player_kind_text(settings: DifficultyConfig, context: RunContext) -> str:
    """Kind of players, as a text for every report."""
    kinds = set(context.result("recorded")["kinds"]) if settings.sessions else set()
    if uses_synthetic(settings):
        kinds.add("synthetic")
    if kinds == {"synthetic"}:
        return "synthetic players"
    return "people" if kinds == {"person"} else "people and synthetic players"


def load_records(settings: DifficultyConfig, context: RunContext) -> TraceRecords:
    """All sessions: recorded ones first."""
    pieces = list(context.result("recorded")["sessions"]) if settings.sessions else []
    if uses_synthetic(settings):
        for first in range(0, settings.players, SESSION_BATCH):
            pieces += context.result(f"sessions/{first:04}")
    return TraceRecords.join(pieces)


def load_draws(settings: DifficultyConfig, context: RunContext) -> list[dict[str, float]]:
    """Measures of every bootstrap draw."""
    return [draw for first in range(0, settings.draws, DRAW_BATCH) for draw in context.result(f"draws/{first:04}")]


def _run_parallel(context: RunContext, todo: Any, numbers: range) -> list[Any]:
    rows = []
    for batch in context.backend.run(todo, (range(k, k + 1) for k in numbers)):
        rows += batch
        context.advance(len(batch))
    return rows


def _recorded_data(file: str) -> dict[str, Any]:
    sessions, kinds = read_recorded_sessions(file)
    return {"sessions": sessions, "kinds": kinds}


def _partitions(settings: DifficultyConfig, records: TraceRecords) -> dict[str, Any]:
    """Outcomes of all groups in every partition, and plays of the first one for figures."""
    size = training_sessions(settings, records)
    parts = cross_validate(records, settings.seed, settings.partitions, size, settings.model)
    return {
        "outcomes": [{name: vars(outcome) for name, outcome in part.outcomes.items()} for part in parts],
        "first": {"difficulty": parts[0].difficulty, "training": parts[0].training},
    }


def _models(settings: DifficultyConfig, records: TraceRecords) -> list[list[float]]:
    """Constants of the model of every bootstrap draw."""

    def constants(again: TraceRecords, _: np.ndarray) -> dict[str, float]:
        model = fit_model(again, None, settings.model)
        return dict(zip(CONSTANT_NAMES, model.constants, strict=True))

    draws = [bootstrap_draw(records, settings.seed, number, constants) for number in range(settings.draws)]
    return [[draw[name] for name in CONSTANT_NAMES] for draw in draws if draw]


def _draw(
    settings: DifficultyConfig, context: RunContext, records: TraceRecords, numbers: range
) -> list[dict[str, float]]:
    draws = []
    for number in numbers:
        draws.append(
            plain_floats(
                bootstrap_draw(
                    records,
                    settings.seed,
                    number,
                    lambda again, originals: measure_sessions(settings, again, originals, settings.draw_partitions),
                )
            )
        )
        context.advance(1)
    return draws


def _sizes(settings: DifficultyConfig, records: TraceRecords) -> dict[str, Any]:
    steps = sorted({max(1, round(records.sessions * (k + 1) / SIZE_STEPS)) for k in range(SIZE_STEPS)})
    sizes = sessions_needed(records, settings.seed, settings.subsets, steps, settings.model)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(sizes).items()}


def _stage_plan(settings: DifficultyConfig) -> dict[str, int]:
    stages = {
        SESSIONS_STAGE: settings.players if uses_synthetic(settings) else 0,
        NUMBERS_STAGE: PARTITION_STEPS,
        DRAWS_STAGE: settings.draws,
    }
    if "sizes" in settings.parts:
        stages[SIZES_STAGE] = 1
    if "dial" in settings.parts:
        stages[DIAL_STAGE] = settings.dial_levels + settings.dial_tested
    return stages
