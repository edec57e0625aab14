"""Long runs: a hundred million moves with bounds checks, a thousand games compiled and plain."""

import json
import os
import subprocess
import sys

import pytest

from tests.cases import each
from tests.games.both import play_both

WAYS = {
    "1.2 battle": {"setup": "dealt"},
    "1.2 draft": {},
    "1.0 draft": {"version": "1.0"},
    "1.5 construct": {"version": "1.5"},
    "1.5 battle": {"version": "1.5", "setup": "dealt"},
}

SOAK = """
import json, sys
import ludus
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_compiled_bot

options, wanted = json.loads(sys.argv[1]), int(sys.argv[2])
game = ludus.load_game("locm")
match = Match(game, game.content(**options), [load_compiled_bot(game, "random")] * 2, seed=11)
per_game = run_match(match, 2000).lengths.mean()
outcomes = run_match(match, int(wanted / per_game * 1.02), Threads(2))
unfinished = int((outcomes.end_reasons == 0).sum())
print(json.dumps({"moves": int(outcomes.lengths.sum()), "games": len(outcomes), "odd": unfinished}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_twenty_million_random_moves_with_bounds_checks_each_way(way):
    run = subprocess.run(
        [sys.executable, "-c", SOAK, json.dumps(WAYS[way]), "20000000"],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["moves"] >= 20_000_000
    assert found["odd"] == 0


@each("way", WAYS)
def test_compiled_and_plain_play_agree_after_every_move(way):
    assert sum(play_both("locm", seed, WAYS[way]) for seed in range(6)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_compiled_and_plain_play_agree_in_two_hundred_games_per_setup(way):
    assert sum(play_both("locm", seed, WAYS[way]) for seed in range(1000, 1200)) > 5000
