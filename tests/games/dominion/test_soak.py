"""Long runs: a hundred million random decisions with bounds checks on, and games compiled and plain.

It takes one core a minute, half of it for compilation. To run more or fewer decisions, shared among the variants:

    DOMINION_SOAK=2000000000 .venv/bin/pytest -q -n0 -m slow tests/games/dominion/test_soak.py
"""

import json
import os
import random
import subprocess
import sys

import pytest

from tests.games.both import play_both

from .random_cards import NAMES, card_file

DECISIONS = int(os.environ.get("DOMINION_SOAK", "100_000_000"))
WAYS = {
    "first edition": {},
    "second edition": {"edition": "second"},
    "three players": {"seats": 3, "ties": "points", "turn_cap": 60},
    "four players, second edition": {"seats": 4, "edition": "second", "turn_cap": 60},
    "own cards": {"seats": 3, "kingdom": ", ".join(NAMES[:10]), "turn_cap": 60},
}

SOAK = """
import json, sys
import ludus
from ludus.arena import Match, run_match
from ludus.backends import Threads
from ludus.bots import load_bot

ways, wanted = json.loads(sys.argv[1]), int(sys.argv[2])
game = ludus.load_game("dominion")
contents = [game.content(**options) for options in ways]
players = [load_bot(game, "random")] * game.seat_count(contents[0].data)
match = Match(game, contents, players, seed=11)
per_game = run_match(match, 24 * len(contents)).lengths.mean()
outcomes = run_match(match, int(wanted / per_game * 1.1) + 100, Threads(1))
unfinished = int((outcomes.end_reasons == 0).sum())
print(json.dumps({"moves": int(outcomes.lengths.sum()), "games": len(outcomes), "odd": unfinished}))
"""


def content_files(way, folder):
    """The options of a variant; with custom cards, of several files."""
    if way != "own cards":
        return [WAYS[way]]
    for k in range(40):
        (folder / f"own{k}.toml").write_text(card_file(random.Random(k)))
    return [{**WAYS[way], "cards": str(folder / f"own{k}.toml")} for k in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_no_random_decision_leaves_an_array_with_bounds_checks_on(way, tmp_path):
    wanted = DECISIONS // len(WAYS)
    run = subprocess.run(
        [sys.executable, "-c", SOAK, json.dumps(content_files(way, tmp_path)), str(wanted)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    counts = json.loads(run.stdout)
    assert counts["moves"] >= wanted
    assert counts["odd"] == 0


@pytest.mark.parametrize("way", WAYS)
def test_compiled_and_plain_play_agree_after_every_move(way, tmp_path):
    files = content_files(way, tmp_path)
    assert sum(play_both("dominion", seed, {**files[seed % len(files)], "turn_cap": 20}) for seed in range(4)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_compiled_and_plain_play_agree_in_forty_games_of_each_variant(way, tmp_path):
    files = content_files(way, tmp_path)
    assert (
        sum(play_both("dominion", seed, {**files[seed % len(files)], "turn_cap": 60}) for seed in range(1000, 1040))
        > 5000
    )
