"""A real Ray cluster of two nodes on this machine: same results, whoever is lost on the way."""

import os
import signal
import time
from pathlib import Path

import pytest

from ludus.arena import Match, run_matches
from ludus.arena.runner import run_match
from ludus.backends import BackendError, Threads, split_range
from ludus.backends.ray_backend import RayBackend
from ludus.testing.example_games import magpies
from ludus.util.errors import OptionError
from tests.arena.mixed_matches import GAMES, digests, mixed_matches, players_of
from tests.arena.other_bots import UncompiledBot
from tests.backends.jobs import Deadly, divide_by_what_is_left_to_seven, square_slowly
from tests.backends.nodes import add_node, catch_worker, children_of, local_cluster, raylet_of
from tests.messages import mentions

pytest.importorskip("ray")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds Ray's workers in /proc"),
]


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with a core each; the second may be lost and comes back when it is needed again."""
    with local_cluster(os.getcwd()) as cluster:  # for tests.backends.jobs
        yield cluster


@pytest.fixture
def second_node(cluster):
    others = [node for node in cluster.list_all_nodes() if node is not cluster.head_node]
    return others[0] if others else add_node(cluster)


@pytest.fixture
def backend(cluster, second_node):
    """The cluster, with a worker on the second node that is up and ready."""
    backend = RayBackend(cluster.address)
    deadline = time.monotonic() + 240  # a node that comes back is soon up, but Ray may take its time to use it
    while {pid for pid, _ in backend.run(square_slowly, split_range(40, 1))}.isdisjoint(
        children_of(raylet_of(second_node))
    ):
        assert time.monotonic() < deadline
    return backend


def long_batch():
    """Some seconds of games for three, on one core."""
    game = magpies.game
    players = players_of(game, "mcts:iterations=400", "greedy", "random")
    return [Match(game, game.content(seats=3), players, seed) for seed in range(20)], [100] * 20


def play_until(happened, play):
    """Play again while nothing has happened: on a busy machine one node may do all the work."""
    deadline = time.monotonic() + 120
    outcomes = play()
    while not happened:
        assert time.monotonic() < deadline
        outcomes = play()
    return outcomes


def test_a_cluster_gives_what_threads_give(backend):
    heard = []
    assert backend.count == 2
    assert digests(run_matches(mixed_matches(), GAMES, backend, heard.append)) == digests(
        run_matches(mixed_matches(), GAMES, Threads(2))
    )
    assert sum(heard) == sum(GAMES)


def test_a_killed_worker_changes_nothing(backend, cluster, second_node, capfd):
    matches, games = long_batch()
    killed = []

    def kill_somebody(count):
        if not killed and (caught := catch_worker(cluster.head_node, second_node)):
            killed.append(caught)
            os.kill(caught[1], signal.SIGKILL)

    outcomes = play_until(killed, lambda: run_matches(matches, games, backend, kill_somebody))
    assert digests(outcomes) == digests(run_matches(matches, games, Threads(2)))
    assert capfd.readouterr() == ("", "")


def test_a_lost_node_changes_nothing(backend, cluster, second_node, capfd):
    matches, games = long_batch()
    lost = []

    def lose_a_node(count):
        if not lost and (caught := catch_worker(second_node)):
            lost.append(caught[1])
            cluster.remove_node(second_node, allow_graceful=False)
            os.kill(caught[1], signal.SIGCONT)  # to find that its node is gone, and end

    outcomes = play_until(lost, lambda: run_matches(matches, games, backend, lose_a_node))
    assert digests(outcomes) == digests(run_matches(matches, games, Threads(2)))
    assert capfd.readouterr() == ("", "")
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in lost):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_an_error_in_a_worker_names_file_and_line(backend):
    with pytest.raises(BackendError, match=mentions("ZeroDivisionError", "jobs.py, line")):
        list(backend.run(divide_by_what_is_left_to_seven, split_range(10, 1)))


def test_a_part_that_kills_every_worker_is_named(backend):
    with pytest.raises(BackendError, match=mentions("4 times", "3 to 3")):
        list(backend.run(Deadly(), split_range(5, 1)))


def test_workers_with_other_sources_are_refused(backend, monkeypatch):
    monkeypatch.setattr("ludus.backends.ray_backend.source_digest", lambda: "0123456789abcdef")
    with pytest.raises(BackendError, match=mentions("0123456789abcdef", "same release")):
        run_match(mixed_matches()[0], 10, backend)


def test_players_that_are_not_compiled_stay_on_threads(backend):
    game = magpies.game
    match = Match(game, game.content(seats=3), [UncompiledBot("o1"), *players_of(game, "random", "random")], 1)
    with pytest.raises(OptionError, match=mentions("o1:", "programs", "threads")):
        run_match(match, 10, backend)


def test_workers_without_ludus_are_reported(cluster, tmp_path, monkeypatch):
    (tmp_path / "ludus").mkdir()
    (tmp_path / "ludus" / "__init__.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    import ray

    ray.shutdown()
    for node in cluster.list_all_nodes():
        if node is not cluster.head_node:
            cluster.remove_node(node, allow_graceful=False)
    bare = add_node(cluster, resources={"bare": 1})
    backend = RayBackend(cluster.address)
    with pytest.raises(BackendError, match=mentions("Ludus", "same release")):
        list(backend.run(square_slowly, split_range(200, 1)))
    cluster.remove_node(bare, allow_graceful=False)
