"""Experiment: sessions, their measures, and the failure model behind `--difficulty`; batches are stored one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ludus.core.compile.progress import report_compilation
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import CONSTANT_NAMES
from ludus.design.platformer.difficulty.cross_validation import (
    bootstrap_draw,
    cross_validate,
    fit_model,
    sessions_needed,
)
from ludus.design.platformer.difficulty.failure_model import (
    FailureModel,
    fit_failure_model,
    training_example,
)
from ludus.design.platformer.difficulty.trace_records import TraceRecords, session_arrays
from ludus.design.platformer.players.player_kinds import player_kind
from ludus.design.platformer.recordings.events import events_of
from ludus.design.platformer.recordings.thesis_study_levels import ScheduledLevel
from ludus.lab import RunContext
from ludus.lab.config import run_command
from ludus.stats import Estimate, mean
from ludus.stats.distributions import student_t_quantile
from ludus.stats.intervals import CONFIDENCE
from ludus.stats.rank_correlation_and_trend import rank_correlation
from ludus.studies.claims import clipped
from ludus.studies.platformer_difficulty.config import DIAL_BATCH, DRAW_BATCH, GAME, SESSION_BATCH, DifficultyConfig
from ludus.studies.platformer_difficulty.session_and_model_measures import (
    measure_sessions,
    plain_floats,
    training_sessions,
)

DIAL_TARGETS = (0.3, 0.5, 0.7, 0.9)
TARGET_WINDOW = 0.05  # predictions within this distance of a target are grouped
SESSIONS_STAGE, NUMBERS_STAGE, DRAWS_STAGE, SIZES_STAGE, DIAL_STAGE = (
    "sessions",
    "partitions",
    "intervals",
    "sessions needed",
    "dial",
)
SIZE_STEPS = 20  # number of sample sizes
PARTITION_STEPS = 10  # progress units of the partitions
PEOPLE = "people"  # players of recorded sessions alone


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
        context.cached("dial/against", lambda: validate_dial_models(settings, context))


def uses_synthetic(settings: DifficultyConfig) -> bool:
    """Whether synthetic players play."""
    return not settings.sessions or settings.recorded == "refine"


def player_kind_text(settings: DifficultyConfig, context: RunContext) -> str:
    """Kind of players, as a text for every report."""
    kinds = set(context.result("recorded")["kinds"]) if settings.sessions else set()
    if uses_synthetic(settings):
        kinds.add("synthetic")
    synthetic = f"synthetic players ({settings.kind}s)"
    if kinds == {"synthetic"}:
        return synthetic if uses_synthetic(settings) else "synthetic players"
    return PEOPLE if kinds == {"person"} else f"people and {synthetic}"


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
    return {  # the keys are stored in runs
        "sessions": list(sizes.sessions),
        "mean": list(sizes.mean),
        "high": list(sizes.high),
        "needed": sizes.needed,
        "needed_surely": sizes.needed_for_95_percent,
    }


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


def compile_rules(settings: DifficultyConfig) -> None:
    """Run one example of each kind, so that all rules are compiled before several threads need them."""
    session_arrays(islice(_play_session(settings, 0), 1))
    play_dial_levels(msgspec.structs.replace(settings, dial_players=2), "ready", range(1))


def play_sessions(settings: DifficultyConfig, part: range) -> list[dict[str, Any]]:
    """Synthetic sessions by number."""
    return [session_arrays(_play_session(settings, number)) for number in part]


def read_recorded_sessions(file: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Sessions of a file, in order, and the kinds of their players."""
    from ludus.design.platformer.recordings.files import read_recordings

    plays = read_recordings(Path(file).read_text(encoding="utf-8"), file)
    sessions = []
    for number in sorted({play.session for play in plays}):
        own = sorted((play for play in plays if play.session == number), key=lambda play: play.order)
        sessions.append(session_arrays((play.level, events_of(play)) for play in own))
    return sessions, sorted({play.kind for play in plays})


def play_dial_levels(settings: DifficultyConfig, lot: str, part: range) -> list[dict[str, Any]]:
    """Levels of all kinds: features of their passages, and how many synthetic players die on them."""
    seeds = [derive(settings.seed, "dial", lot, number) for number in part]
    return [training_example(seed, settings.dial_players, settings.kind) for seed in seeds]


def _play_session(settings: DifficultyConfig, number: int) -> Iterator[tuple[Any, Any]]:
    """Levels and events of a synthetic session."""
    kind = player_kind(settings.kind)
    (synthetic_player,) = kind.draw_players(1, derive(settings.seed, "player", number))
    for order in range(settings.levels):
        task = ScheduledLevel(number, order, derive(settings.seed, "session", number, "level", order))
        level = task.make().level
        yield (
            level,
            kind.prepare(level, settings.respawn)
            .play(synthetic_player, derive(settings.seed, "play", number, order))
            .events,
        )


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


def validate_dial_models(settings: DifficultyConfig, context: RunContext) -> dict[str, Any]:
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


def failure_near_target(data: Sequence[Any]) -> Estimate | None:
    """Mean failure of levels for which a model predicts about the target, with an interval over levels by Student's t.

    Args:
        data: Number of levels, mean and standard error, as `validate_dial_models` stores them.

    Returns:
        The estimate, or None if there are fewer than two such levels.
    """
    count, value, error = data
    if value is None or error is None:
        return None
    half = student_t_quantile(count - 1, 0.5 + CONFIDENCE / 2) * error
    return clipped(Estimate(value, value - half, value + half, count, count - 1), 0.0, 1.0)


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
