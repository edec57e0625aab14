"""Difficulty search for many levels: threads, progress, checkpoints."""

from contextlib import contextmanager

import pytest

from ludus.backends import Threads
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.platformer import difficulty_search
from ludus.design.platformer.difficulty_search import find_level_by_difficulty, find_levels
from ludus.design.platformer.make import _LevelRun
from ludus.design.platformer.options import MakeOptions
from ludus.design.platformer.spec import LevelSpec

from .requests import make_request

SMALL = LevelSpec(setup="thesis", rooms=(1, 1))
HARD = LevelSpec(setup="thesis", rooms=(1, 1), difficulty=0.4)


@pytest.fixture(autouse=True)
def few(monkeypatch):
    for name, number in (
        ("SCREENING_PLAYERS", 6),
        ("DECIDING_PLAYERS", 8),
        ("HELD_OUT_PLAYERS", 8),
        ("MAX_CANDIDATES", 30),
    ):
        monkeypatch.setattr(difficulty_search, name, number)


class RecordedProgress:
    """Progress amounts by the name of the work."""

    def __init__(self):
        self.amounts = {}

    @contextmanager
    def __call__(self, what, count, thing="game"):
        steps = self.amounts.setdefault(what, [])
        yield lambda more, remark="": steps.append(more)


def test_levels_are_those_of_their_seeds_on_any_number_of_threads():
    tasks = [(seed, SMALL) for seed in range(3)]
    seen = RecordedProgress()
    levels = find_levels(tasks, Threads(2), progress=seen)
    assert [item.level for item in levels] == [find_level_by_difficulty(*task).level for task in tasks]
    assert seen.amounts == {"making": [1, 1, 1], "proving": [1, 1, 1]}


def test_progress_of_a_single_search_counts_its_candidates():
    seen = RecordedProgress()
    (levels,) = find_levels([(3, HARD)], progress=seen)
    assert sum(seen.amounts["levels looked at, at most"]) == levels.candidates


def test_finished_searches_are_not_repeated(tmp_path, monkeypatch):
    tasks = [(seed, SMALL) for seed in range(2)]
    whole = find_levels(tasks, checkpoint=WorkCheckpoint.open(tmp_path, {"of": "it"}))
    monkeypatch.setattr(difficulty_search, "search_level", lambda *_, **limits: pytest.fail("this was found before"))
    again = find_levels(tasks, checkpoint=WorkCheckpoint.open(tmp_path, {"of": "it"}))
    assert [item.level for item in again] == [item.level for item in whole]


def test_a_run_of_make_searches_then_measures_held_out_players_then_reports():
    run = _LevelRun(MakeOptions(rooms="1x1", count=2), make_request(), SMALL)
    results = run.select(run.search())
    levels = run.validate(results)
    assert [level.seed for level in levels] == [result.seed for result in results]
    assert [level.level for level in levels] == [level.level for level in find_levels(run.tasks)]
    assert len(levels[0].population.runs) == difficulty_search.HELD_OUT_PLAYERS
    assert [row[0] for row in run.report(results, levels).tables()[0].rows] == ["level 1", "level 2"]
