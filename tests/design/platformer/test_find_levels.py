"""Many levels are searched for and proved, seen from outside, and kept on the way."""

from contextlib import contextmanager

import pytest

from ludus.backends import Threads
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.platformer import difficulty_search
from ludus.design.platformer.difficulty_search import find_level_by_difficulty, find_levels
from ludus.design.platformer.spec import LevelSpec

SMALL = LevelSpec(rooms=(1, 1))
HARD = LevelSpec(rooms=(1, 1), difficulty=0.4)


@pytest.fixture(autouse=True)
def few(monkeypatch):
    for name, number in (
        ("SCREENING_PLAYERS", 6),
        ("DECIDING_PLAYERS", 8),
        ("HELD_OUT_PLAYERS", 8),
        ("MAX_CANDIDATES", 30),
    ):
        monkeypatch.setattr(difficulty_search, name, number)


class Seen:
    """What is shown of the work: by its name, how much was told of, one by one."""

    def __init__(self):
        self.told = {}

    @contextmanager
    def __call__(self, what, count, thing="game"):
        steps = self.told.setdefault(what, [])
        yield steps.append


def test_levels_are_those_of_their_seeds_on_any_number_of_threads():
    tasks = [(seed, SMALL) for seed in range(3)]
    seen = Seen()
    found = find_levels(tasks, Threads(2), progress=seen)
    assert [each.level for each in found] == [find_level_by_difficulty(*task).level for task in tasks]
    assert seen.told == {"making": [1, 1, 1], "proving": [1, 1, 1]}


def test_one_level_alone_is_told_of_by_the_levels_that_were_looked_at():
    seen = Seen()
    (found,) = find_levels([(3, HARD)], progress=seen)
    assert sum(seen.told["levels looked at, at most"]) == found.candidates


def test_what_was_settled_is_not_searched_for_again(tmp_path, monkeypatch):
    tasks = [(seed, SMALL) for seed in range(2)]
    whole = find_levels(tasks, checkpoint=WorkCheckpoint.open(tmp_path, {"of": "it"}))
    monkeypatch.setattr(difficulty_search, "search_level", lambda *_: pytest.fail("this was found before"))
    again = find_levels(tasks, checkpoint=WorkCheckpoint.open(tmp_path, {"of": "it"}))
    assert [each.level for each in again] == [each.level for each in whole]
