"""The speed of a place, and the proof that it plays the same games."""

from dataclasses import replace

import pytest

from ludus.arena import speed_benchmark
from ludus.arena.speed_benchmark import measure_backend
from ludus.backends import BackendError, Threads
from ludus.core.game import Benchmark
from ludus.testing.example_games import auction
from ludus.util.errors import UnknownName
from tests.messages import mentions

WORKS = (Benchmark("quick", ("random", "random"), {}), Benchmark("clever", ("greedy", "random"), {}))


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setattr(speed_benchmark, "MIN_ROUND_SECONDS", 0.01)
    return replace(
        auction.game,
        demo=replace(
            auction.game.demo, benchmarks=(*WORKS, Benchmark("counted", ("random", "random"), {}, counting="steps"))
        ),
    )


class Forgetful(Threads):
    """A place that always plays the first games again."""

    def run(self, work, parts):
        yield from super().run(lambda part: work(range(len(part))), parts)


def test_every_match_is_measured_and_compared(game):
    heard = []
    rows = measure_backend(game, Threads(2), 50, report=heard.append)
    named = [f"{name}{what}" for name in ("quick", "clever") for what in (", the same as on threads", "")]
    assert [row.name for row in rows] == named
    assert rows[0].value == 50
    assert all(row.value > 0 for row in rows)
    assert heard == [f"{name}, on {place}" for name in ("quick", "clever") for place in ("threads", "threads:2")]


def test_the_gain_of_two_threads_compares_equal_numbers_of_games(monkeypatch):
    monkeypatch.setattr(speed_benchmark, "_wall_seconds", lambda match, games, threads: games / threads.count)
    assert speed_benchmark._thread_gain(None, 50) == 2


def test_some_can_be_chosen_by_name(game):
    assert [row.name for row in measure_backend(game, Threads(1), 10, "clev")][-1] == "clever"
    with pytest.raises(UnknownName, match=mentions("auction", "'clover'", "'clever'")):
        measure_backend(game, Threads(1), 10, "clover")


def test_a_backend_with_other_results_is_an_error(game):
    with pytest.raises(BackendError, match=mentions("quick:", "300 games", "threads:1")):
        measure_backend(game, Forgetful(1), 300)
