"""A run can be stopped in any way at any moment; it resumes and ends with the same files."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludus.backends import Threads
from ludus.lab import resume, run
from ludus.lab.event_log import EventLog, read_events
from ludus.lab.run_index import summarise_run
from tests.lab.example_study import Breeding, Settings, study
from tests.lab.run_files import contents, differences
from tests.messages import mentions

HERE = Path(__file__).parent
RUN = """
import sys
sys.path.insert(0, {here!r})
from example_study import Settings, study
from ludus import lab
from ludus.backends import Threads
from ludus.core.game_registry import register_game
from ludus.lab import provenance
from ludus.testing.example_games import auction
register_game(auction.game)
provenance.source_digests = lambda work: {{"toy.py": "0"}}
print("ready", flush=True)
lab.run(study, Settings(generations=40, games=40), {folder!r}, Threads(2))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the program that kills itself needs fork")
@pytest.mark.parametrize("stride", [pytest.param(1, marks=pytest.mark.slow), 10])
def test_a_run_killed_at_any_write_ends_with_the_same_files(tmp_path, stride):
    program = [sys.executable, HERE / "killing.py", tmp_path, str(stride)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= 80 // stride


@pytest.mark.slow
def test_a_run_killed_ten_times_at_random_moments_ends_with_the_same_files(tmp_path):
    run(study, Settings(generations=40, games=40), tmp_path / "whole", Threads(2))
    expected, chance, deaths, finished = contents(tmp_path / "whole"), random.Random(7), 0, 0
    while deaths < 10:
        folder = tmp_path / f"killed-{finished}"
        process = subprocess.Popen(
            [sys.executable, "-c", RUN.format(here=str(HERE), folder=str(folder))], stdout=subprocess.PIPE
        )
        assert process.stdout.readline() == b"ready\n"
        time.sleep(chance.uniform(0.05, 0.5))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if process.returncode == 0:  # it was done before: another one
            finished += 1
            assert differences(expected, contents(folder)) == []
        else:
            deaths += 1
    run(study, Settings(generations=40, games=40), folder, Threads(1))
    assert differences(expected, contents(folder)) == []


def test_threads_do_not_matter(tmp_path, tiny, whole):
    for count in (2, 3):
        run(study, tiny, tmp_path / str(count), Threads(count))
        assert differences(contents(whole), contents(tmp_path / str(count))) == []


@pytest.mark.parametrize("generations", [0, 1, 2])
def test_an_interrupted_run_resumes(begun, whole, generations):
    folder = begun(generations=generations)
    assert [event["what"] for event in read_events(folder)].count("stopped") == 1
    heard = []
    resume(folder, Threads(1), heard.append)
    assert differences(contents(whole), contents(folder)) == []
    assert heard[-1].games_done == heard[-1].games_planned == 38
    assert heard[-1].earlier_games == 6 * generations


def test_a_finished_run_plays_no_games(tiny, whole):
    before, heard = contents(whole), []
    run(study, tiny, whole, Threads(1), heard.append)
    assert heard[-1].earlier_games == heard[-1].games_done == 38
    assert differences(before, contents(whole)) == []
    again = [event["what"] for event in read_events(whole)]
    assert again[again.index("resumed") :] == ["resumed", "stage", "stage", "finished"]


def test_a_partial_line_in_the_log_is_removed_and_logged(begun, whole):
    folder = begun()
    with (folder / "events.jsonl").open("ab") as file:
        file.write(b'{"time": 12, "wha')
    before = len(read_events(folder))
    resume(folder, Threads(1))
    events = read_events(folder)
    assert events[before]["what"] == "mended"
    assert events[before]["cut"] == '{"time": 12, "wha'
    assert differences(contents(whole), contents(folder)) == []


def test_two_processes_do_not_work_on_one_run(begun):
    folder = begun()
    log = EventLog(folder)
    with pytest.raises(Exception, match=mentions("run:", "process")):
        resume(folder, Threads(1))
    log.close()
    resume(folder, Threads(1))


def test_a_study_that_fails_is_logged_and_resumes_when_it_is_fixed(tmp_path, tiny, whole, monkeypatch):
    monkeypatch.setattr("tests.lab.example_study.final", lambda settings, context: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(study, tiny, tmp_path / "run", Threads(1))
    assert read_events(tmp_path / "run")[-1]["error"] == "ZeroDivisionError: division by zero"
    monkeypatch.undo()
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "0"})
    resume(tmp_path / "run", Threads(1))
    assert differences(contents(whole), contents(tmp_path / "run")) == []


@pytest.mark.slow
def test_processes_do_not_matter(tmp_path, whole, tiny):
    from ludus.backends import parse_backend

    run(study, tiny, tmp_path / "processes", parse_backend("processes:2"))
    assert differences(contents(whole), contents(tmp_path / "processes")) == []


def test_a_small_population_gives_other_tables(tmp_path, whole, tiny):
    other = Settings(generations=3, games=2, names=("red",), breeding=Breeding(population=4), figures=False)
    run(study, other, tmp_path / "other", Threads(1))
    assert "tables/generations.csv" in differences(contents(whole), contents(tmp_path / "other"))


def test_a_run_that_was_only_reported_again_keeps_its_game_count(tmp_path):
    folder = run(study, Settings(), tmp_path / "run").folder
    games = summarise_run(folder).games_done
    assert games > 0
    run(study, Settings(), folder)
    assert summarise_run(folder).games_done == games
