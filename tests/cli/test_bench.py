import json

import pytest

from ludus.arena import bench
from ludus.arena.bench import Row

ROWS = [
    Row("calibration step", 1.65, "ns"),
    Row("whole game", 12_345.0, "games/s", 10_000.0),
    Row("cold compile", 40.0, "s CPU", 20.0, higher_is_better=False),
]


@pytest.fixture(autouse=True)
def measured(monkeypatch):
    monkeypatch.setattr(bench, "run_benchmarks", lambda game, report: [report("all"), ROWS][1])


def test_the_table_has_values_beside_their_bars(ludus):
    lines = ludus("bench", "auction").stdout.splitlines()
    assert "whole game         12,345   games/s   at least 10,000      1.23" in [line.rstrip() for line in lines]
    assert any(line.rstrip().endswith("at most 20.00      0.50") for line in lines)


def test_json_has_a_list_for_every_game(ludus):
    found = json.loads(ludus("bench", "--json").stdout)
    assert list(found) == ["auction", "dash", "dominion", "locm", "magpies", "tribute"]
    assert found["locm"][1]["ratio"] == pytest.approx(1.2345)
    assert found["locm"][0]["bar"] is None
