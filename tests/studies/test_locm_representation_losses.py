"""The study of representations loses processes and machines during the run, and ends with the same files."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludus
from ludus.lab.event_log import process_count, read_events
from tests.backends.nodes import add_node, catch_worker, local_cluster
from tests.lab.run_files import contents, differences

pytestmark = pytest.mark.slow

SETTINGS = """
copies = 1
from_linear_copies = 2  # so that the strong opponent is chosen by games
generations = 5
population = 8
elite = 2
drafts = 4
rounds = 2
field = ["baseline1", "baseline2"]
heat_games = 20
tournament_rounds = 20
"""
KILLS, HITS = 10, 8  # a kill may come too late; so many must not
BLINK, WHILE = 0.005, 0.05  # seconds between two looks, and at most between what we saw and the kill
PLACES = "threads:2", "threads:3"  # of the sittings, in turn


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy of the package: a run does not go on with other code, and somebody may edit it meanwhile."""
    folder = tmp_path_factory.mktemp("sources")
    shutil.copytree(Path(ludus.__file__).parent, folder / "ludus", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def begin(sources, tmp_path_factory):
    """Starts `ludus run` in a folder, or `ludus resume` once there is something to go on with."""
    config = tmp_path_factory.mktemp("config") / "small.toml"
    config.write_text(SETTINGS)
    started = []

    def begin(folder, place):
        begun = (folder / "versions.json").exists()
        words = ["resume", folder] if begun else ["run", "locm-representation", "--config", config, "--out", folder]
        process = subprocess.Popen(
            [sys.executable, "-m", "ludus", *words, "--place", place],
            cwd=folder.parent,
            env={**os.environ, "PYTHONPATH": str(sources)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:  # a test that fails leaves nobody behind
        process.kill()


@pytest.fixture(scope="module")
def whole(begin, tmp_path_factory):
    """The folder of a run on one thread that lost nothing."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert ended(begin(folder, "threads:1")) == 0
    return folder


def test_a_study_killed_at_ten_random_moments_ends_with_the_same_files(begin, whole, tmp_path):
    folder, chance, steps, hits = tmp_path / "run", random.Random(7), progress(whole), 0
    for k in range(KILLS):
        moment, before = int(steps * (k + chance.random()) / KILLS), process_count(read_events(folder))
        process = begin(folder, PLACES[k % len(PLACES)])
        wait(process, lambda at=moment, n=before: process_count(read_events(folder)) > n and progress(folder) >= at)
        time.sleep(chance.uniform(0, WHILE))
        process.kill()
        code = ended(process)
        assert code in (0, -signal.SIGKILL)
        hits += code != 0 and not finished(folder)
    assert hits >= HITS
    assert ended(begin(folder, "threads:2")) == 0
    assert differences(contents(whole), contents(folder)) == []
    made = pieces(folder)
    assert len(made) == len(set(made))  # nothing that was kept is played again


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds Ray's workers in /proc")
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_study_on_a_cluster_that_loses_a_worker_and_a_node_ends_with_the_same_files(begin, whole, sources, tmp_path):
    pytest.importorskip("ray")
    folder, steps = tmp_path / "run", len(pieces(whole))
    with local_cluster(sources, cores=0) as cluster:
        nodes = [add_node(cluster), add_node(cluster)]  # only one of them may have work, but it is not known which
        process = begin(folder, f"ray:{cluster.address}")
        _, worker = wait(process, lambda: len(pieces(folder)) > steps / 4 and catch_worker(*nodes))
        os.kill(worker, signal.SIGKILL)
        node, worker = wait(process, lambda: len(pieces(folder)) > steps / 2 and catch_worker(*nodes))
        cluster.remove_node(node, allow_graceful=False)  # killed
        os.kill(worker, signal.SIGKILL)
        assert len(pieces(folder)) < steps
        assert ended(process) == 0
    assert differences(contents(whole), contents(folder)) == []


def progress(folder):
    """How far a run has come: pieces of work, then tables."""
    return len(pieces(folder)) + len(list((folder / "tables").glob("*")))


def pieces(folder):
    """The pieces of work that a run has done, as often as it has done them."""
    found = [event for event in read_events(folder) if event["what"] in ("kept", "generation")]
    return [(event["name"], event.get("generation", -1)) for event in found]


def finished(folder):
    return any(event["what"] == "finished" for event in read_events(folder))


def wait(process, look):
    """What is seen at last, while the process works or of what it has left."""
    while True:
        over = process.poll() is not None
        if seen := look():
            return seen
        assert not over, process.stderr.read()
        time.sleep(BLINK)


def ended(process):
    """How a process ended; whatever it has to say is about its progress."""
    _, told = process.communicate()
    assert all(line.startswith("ludus: ") for line in told.splitlines()), told
    return process.returncode
