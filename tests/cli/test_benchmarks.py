import json

import pytest

from ludus.arena import speed_benchmark
from ludus.arena.speed_benchmark import BenchmarkResult, LatencyTask, ThroughputTask
from ludus.cli import reference_check_and_bench
from ludus.design.base.designer import find_benchmarks

ROWS = [
    BenchmarkResult("calibration step", 1.65, "ns"),
    BenchmarkResult("whole game", 12_345.0, "games/s", 10_000.0),
    BenchmarkResult("cold compile", 40.0, "s CPU", 20.0, higher_is_better=False),
]


@pytest.fixture(autouse=True)
def measured(monkeypatch):
    monkeypatch.setattr(speed_benchmark, "run_benchmarks", lambda game, report, tasks: [report("all"), ROWS][1])


def test_the_table_has_values_and_bars(ludus):
    lines = ludus("bench", "auction").stdout.splitlines()
    assert "whole game         12,345   games/s   at least 10,000      1.23" in [line.rstrip() for line in lines]
    assert any(line.rstrip().endswith("at most 20.00      0.50") for line in lines)


def test_json_has_a_list_for_a_game(ludus):
    found = json.loads(ludus("bench", "auction", "--json").stdout)
    assert list(found) == ["auction"]
    assert found["auction"][1]["ratio"] == pytest.approx(1.2345)
    assert found["auction"][0]["bar"] is None


@pytest.mark.parametrize("option", [["--only", "greedy"], ["--check", "10"]])
def test_options_of_a_backend_need_one(refused, option):
    message = refused("bench", "auction", *option)
    assert option[0] in message
    assert "--backend" in message


def test_a_step_says_what_is_measured_now(ludus, monkeypatch):
    told = []
    monkeypatch.setattr(reference_check_and_bench, "doing", told.append)
    ludus("bench", "auction")
    assert told == ["auction: measuring all"]


@pytest.mark.slow  # prepares the bots of all games
def test_json_has_a_list_for_every_game(ludus):
    found = json.loads(ludus("bench", "--json").stdout)
    assert list(found) == ["auction", "dash", "delve", "dominion", "locm", "magpies", "platformer", "tribute"]
    assert found["locm"][1]["ratio"] == pytest.approx(1.2345)
    assert found["locm"][0]["bar"] is None


def test_a_designer_may_have_tasks_to_measure():
    assert [task.bar for task in find_benchmarks("delve")] == [100, 100, None]
    assert list(find_benchmarks("locm")) == []
    assert list(find_benchmarks("auction")) == []


def test_a_task_is_measured_by_what_it_did():
    row = speed_benchmark._measure_throughput(
        ThroughputTask("adding", "sums/s", lambda: len([sum(range(100)) for _ in range(50)]), 1.0), []
    )
    assert (row.name, row.unit) == ("adding", "sums/s")
    assert row.value > 0


def test_of_pieces_the_median_is_measured():
    asked = []
    row = speed_benchmark._measure_latency(LatencyTask("adding", asked.append, 3, 10.0), [])
    assert (row.name, row.unit, row.bar, row.higher_is_better) == ("adding", "ms", 10.0, False)
    assert sorted({*asked}) == [0, 1, 2]
