"""A hundred million random moves with bounds checks on. To run more or fewer:

TRIBUTE_SOAK=1000000000 .venv/bin/pytest -q -n0 -m slow tests/games/tribute/test_soak.py
"""

import json
import os
import subprocess
import sys

import pytest

MOVES = int(os.environ.get("TRIBUTE_SOAK", "100_000_000"))
WAYS = {
    "drafted": {},
    "drawn": {"patrons": "random"},
    "reference": {"patrons": "random", "compat": "reference"},
}

SOAK = """
import json, sys
from ludus.arena import Match, run_match
from ludus.backends import Threads
from ludus.games.tribute import game
from ludus.games.tribute.state import CAPACITY
from ludus.bots import load_bot

options, wanted = json.loads(sys.argv[1]), int(sys.argv[2])
match = Match(game, game.content(**options), [load_bot(game, "random")] * 2, seed=11)
per_game = run_match(match, 100).lengths.mean()
outcomes = run_match(match, int(wanted / per_game * 1.1) + 100, Threads(1))
full = int((outcomes.end_reasons == CAPACITY).sum())
odd = int((outcomes.end_reasons == 0).sum())
print(json.dumps({"moves": int(outcomes.lengths.sum()), "games": len(outcomes), "odd": odd, "full": full}))
"""


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_no_random_move_leaves_an_array_with_bounds_checks_on_and_hardly_a_game_needs_more_room(way):
    wanted = MOVES // len(WAYS)
    run = subprocess.run(
        [sys.executable, "-c", SOAK, json.dumps(WAYS[way]), str(wanted)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    counts = json.loads(run.stdout)
    assert counts["moves"] >= wanted
    assert counts["odd"] == 0
    assert counts["full"] <= 2 + counts["games"] // 10_000
