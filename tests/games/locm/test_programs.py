"""Programs in other languages play through the official text protocol."""

import shutil
import subprocess
from pathlib import Path

import pytest

import ludus
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.backends import Threads
from ludus.bots import load_bot

GAME = ludus.load_game("locm")
SOURCE = Path(__file__).parent / "programs" / "steady.c"


@pytest.fixture(scope="module")
def steady(tmp_path_factory):
    """A complete player written in C, compiled."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("bin") / "steady"
    subprocess.run([compiler, "-O2", "-Wall", "-Werror=implicit", "-o", program, SOURCE], check=True)
    return program


def play(texts, games, seed=1, **options):
    kept = []
    players = [load_bot(GAME, text) for text in texts]
    match = Match(GAME, GAME.content(**options), players, seed, on_record=kept.append)
    try:
        return match, run_match(match, games, Threads(2)), kept
    finally:
        for player in players:
            player.close()


def test_a_c_program_plays_a_hundred_matches_through_the_protocol(steady):
    match, outcomes, kept = play([f"cmd:{steady}", "baseline2"], 100)
    assert len(outcomes) == len(kept) == 100
    reasons = {match.reasons[k] for k in outcomes.end_reasons}
    assert reasons <= {"killed", "overdrawn"}, [played.fault for played in kept if played.fault]
    for played in kept[:10]:
        assert played.replay.positions()[-1].result is not None
        program, compiled = played.logs
        assert compiled == ""
        assert "err: health 30, mana 0, cards 3" in program
        assert "note: said: steady" in program


def test_a_match_of_programs_replays_to_the_same_games(steady):
    """The program uses no dice, so that its games come out alike."""
    results = [play([f"cmd:{steady}", f"cmd:{steady}"], 6, seed=4) for _ in range(2)]
    assert results[0][1].digest() == results[1][1].digest()
    moves = [{played.number: played.replay.moves for played in kept} for _, _, kept in results]
    assert moves[0] == moves[1]


def test_a_program_that_does_not_read_version_1_5_loses_by_its_own_fault(steady):
    match, outcomes, _ = play([f"cmd:{steady}", "random"], 2, version="1.5")
    assert {match.reasons[k] for k in outcomes.end_reasons} <= {"crashed", "unreadable reply", "timeout"}
    assert match.by_player(outcomes)[:, 0].tolist() == [0, 0]
