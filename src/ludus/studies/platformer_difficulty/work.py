"""Experiment: every batch is stored separately, so that a stopped study resumes there."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ludus.core.progress import first_use
from ludus.core.registry import find_game
from ludus.design.levels.difficulty.bootstrap import told_again
from ludus.design.levels.difficulty.models import NAMES
from ludus.design.levels.difficulty.needed import enough
from ludus.design.levels.difficulty.partitions import fit_records, partition
from ludus.design.levels.difficulty.records import Records
from ludus.lab import Desk
from ludus.studies.platformer_difficulty.config import BATCH, DIAL_BATCH, DRAW_BATCH, GAME, Settings
from ludus.studies.platformer_difficulty.dialling import fitted, held_against
from ludus.studies.platformer_difficulty.numbers import plain, tell, training_of
from ludus.studies.platformer_difficulty.playing import dial_levels, get_ready, play_sessions, recorded_sessions

SESSIONS, NUMBERS, DRAWS, SIZES, DIAL = "sessions", "partitions", "intervals", "sessions needed", "dial"
STEPS = 20  # number of sample sizes
COUNTS = 10  # progress units of the partitions


def work(settings: Settings, desk: Desk) -> None:
    """Play or read the sessions, then compute all measures."""
    desk.plan(_plan(settings))
    with first_use(find_game(GAME)):
        get_ready(settings)
    desk.stage(SESSIONS)
    if settings.sessions:
        desk.keep("recorded", lambda: _recorded(settings.sessions))
    if synthetic(settings):
        for first in range(0, settings.players, BATCH):
            numbers = range(first, min(first + BATCH, settings.players))
            desk.keep(f"sessions/{first:04}", partial(_side_by_side, desk, partial(play_sessions, settings), numbers))
    records = records_of(settings, desk)
    desk.stage(NUMBERS)
    all_sessions = np.arange(records.sessions)
    desk.keep("numbers", lambda: plain(tell(settings, records, all_sessions, settings.partitions)))
    desk.keep("partitions", lambda: _partitions(settings, records))
    desk.keep("models", lambda: _models(settings, records))
    desk.advance(COUNTS)
    desk.stage(DRAWS)
    for first in range(0, settings.draws, DRAW_BATCH):
        numbers = range(first, min(first + DRAW_BATCH, settings.draws))
        desk.keep(f"draws/{first:04}", partial(_draw, settings, desk, records, numbers))
    if "sizes" in settings.parts:
        desk.stage(SIZES)
        desk.keep("sizes", lambda: _sizes(settings, records))
        desk.advance(1)
    if "dial" in settings.parts:
        desk.stage(DIAL)
        for lot, count in (("fitted", settings.dial_levels), ("tested", settings.dial_tested)):
            for first in range(0, count, DIAL_BATCH):
                numbers = range(first, min(first + DIAL_BATCH, count))
                todo = partial(dial_levels, settings, lot)
                desk.keep(f"dial/{lot}/{first:05}", partial(_side_by_side, desk, todo, numbers))
        desk.keep("dial/model", lambda: fitted(settings, desk))
        desk.keep("dial/against", lambda: held_against(settings, desk))


def synthetic(settings: Settings) -> bool:
    """Whether synthetic players play."""
    return not settings.sessions or settings.recorded == "refine"


def who(settings: Settings, desk: Desk) -> str:
    """Kind of players, as a text for every report."""
    kinds = set(desk.kept("recorded")["kinds"]) if settings.sessions else set()
    if synthetic(settings):
        kinds.add("synthetic")
    if kinds == {"synthetic"}:
        return "synthetic players"
    return "people" if kinds == {"person"} else "people and synthetic players"


def records_of(settings: Settings, desk: Desk) -> Records:
    """All sessions: recorded ones first."""
    pieces = list(desk.kept("recorded")["sessions"]) if settings.sessions else []
    if synthetic(settings):
        for first in range(0, settings.players, BATCH):
            pieces += desk.kept(f"sessions/{first:04}")
    return Records.join(pieces)


def drawn(settings: Settings, desk: Desk) -> list[dict[str, float]]:
    """Measures of every bootstrap draw."""
    return [draw for first in range(0, settings.draws, DRAW_BATCH) for draw in desk.kept(f"draws/{first:04}")]


def _side_by_side(desk: Desk, todo: Any, numbers: range) -> list[Any]:
    rows = []
    for batch in desk.place.run(todo, (range(k, k + 1) for k in numbers)):
        rows += batch
        desk.advance(len(batch))
    return rows


def _recorded(file: str) -> dict[str, Any]:
    sessions, kinds = recorded_sessions(file)
    return {"sessions": sessions, "kinds": kinds}


def _partitions(settings: Settings, records: Records) -> dict[str, Any]:
    """Outcomes of all groups in every partition, and plays of the first one for figures."""
    size = training_of(settings, records)
    parts = partition(records, settings.seed, settings.partitions, size, settings.model)
    return {
        "outcomes": [{name: vars(outcome) for name, outcome in part.outcomes.items()} for part in parts],
        "first": {"difficulty": parts[0].difficulty, "training": parts[0].training},
    }


def _models(settings: Settings, records: Records) -> list[list[float]]:
    """Constants of the model of every bootstrap draw."""

    def constants(again: Records, _: np.ndarray) -> dict[str, float]:
        model = fit_records(again, None, settings.model)
        return dict(zip(NAMES, model.constants, strict=True))

    draws = [told_again(records, settings.seed, number, constants) for number in range(settings.draws)]
    return [[draw[name] for name in NAMES] for draw in draws if draw]


def _draw(settings: Settings, desk: Desk, records: Records, numbers: range) -> list[dict[str, float]]:
    draws = []
    for number in numbers:
        draws.append(
            plain(
                told_again(
                    records,
                    settings.seed,
                    number,
                    lambda again, originals: tell(settings, again, originals, settings.draw_partitions),
                )
            )
        )
        desk.advance(1)
    return draws


def _sizes(settings: Settings, records: Records) -> dict[str, Any]:
    steps = sorted({max(1, round(records.sessions * (k + 1) / STEPS)) for k in range(STEPS)})
    sizes = enough(records, settings.seed, settings.subsets, steps, settings.model)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(sizes).items()}


def _plan(settings: Settings) -> dict[str, int]:
    stages = {SESSIONS: settings.players if synthetic(settings) else 0, NUMBERS: COUNTS, DRAWS: settings.draws}
    if "sizes" in settings.parts:
        stages[SIZES] = 1
    if "dial" in settings.parts:
        stages[DIAL] = settings.dial_levels + settings.dial_tested
    return stages
