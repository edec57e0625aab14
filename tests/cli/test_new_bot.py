"""A C# bot of fifty lines, compiled by mcs with our host, plays without a fault."""

import shutil
import subprocess

import pytest

from ludus.arena import Match, run_match
from ludus.arena.match_result import faults_by_player
from ludus.bots import load_bot
from ludus.bots.external import Limits
from ludus.core.game_registry import load_game


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("mcs") and shutil.which("mono")), reason="needs mcs and mono (Debian: mono-mcs, mono-runtime)"
)
def test_the_example_plays_20_games_without_a_fault(ludus, tmp_path, monkeypatch):
    assert ludus("new-bot", tmp_path / "bot").exit_code == 0
    monkeypatch.chdir(tmp_path / "bot")
    subprocess.run(["mcs", "-out:bot.exe", "LudusHost.cs", "ExampleBot.cs"], check=True, timeout=300)
    game = load_game("tribute")
    limits = Limits(start=120.0, reply=120.0)
    for kind in ("lines", "cmd"):
        bot = load_bot(game, f"{kind}:mono bot.exe", limits=limits)
        match = Match(game, game.content(), [bot, load_bot(game, "random")], 1)
        try:
            outcomes = run_match(match, 20)
        finally:
            bot.close()
        assert faults_by_player(match, outcomes) == [{}, {}]


def test_the_files_are_written_once(ludus, tmp_path):
    assert ludus("new-bot", tmp_path / "bot").exit_code == 0
    assert sorted(file.name for file in (tmp_path / "bot").iterdir()) == ["ExampleBot.cs", "LudusHost.cs"]
    assert ludus("new-bot", tmp_path / "bot").exit_code == 2
