"""The level chapters of `ludus demo platformer`: overlays, a figure of difficulty, and the replay of a player."""

from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.core.replay import Replay
from ludus.design.base.designer import DesignRequest
from ludus.design.platformer import demo_and_speed_benchmarks as shown
from ludus.design.platformer import difficulty_search
from ludus.design.platformer.options import MakeOptions


@pytest.fixture
def chapters(monkeypatch, tmp_path):
    for name, players in (("SCREENING_PLAYERS", 20), ("DECIDING_PLAYERS", 40), ("HELD_OUT_PLAYERS", 40)):
        monkeypatch.setattr(difficulty_search, name, players)
    small = (MakeOptions(rooms="2x1", difficulty=0.4), MakeOptions(rooms="2x2", difficulty=0.5))
    monkeypatch.setattr(shown, "DEMO_OPTIONS", small)
    monkeypatch.setattr(shown, "FIGURE_LEVELS", 4)
    monkeypatch.setattr(shown, "FIGURE_PLAYERS", 10)
    monkeypatch.chdir(tmp_path)
    quiet = nullcontext(lambda *_: None)
    return shown.demo(DesignRequest(load_game("platformer"), {}, None, 1, Threads(1), "tour", lambda *_: quiet))


@pytest.mark.slow
def test_the_demo_has_two_levels_a_figure_and_a_replay(chapters, tmp_path):
    levels, difficulty = chapters["levels"], chapters["difficulty"]
    assert [line.split(":")[0].split(" ")[1] for line in levels.answer[:2]] == ["1", "2"]
    names = {"challenges_1.svg", "challenges_2.svg", "deaths_1.svg", "deaths_2.svg", "run.svg"}
    assert set(levels.figures()) == names
    assert set(levels.binary_files()) == {name.replace(".svg", ".png") for name in names}
    assert len(difficulty.tables()[0].rows) == 4
    assert difficulty.figures()["difficulty.svg"].svg.count("<circle") == 4
    home = tmp_path / "tour" / "levels"
    home.mkdir(parents=True)
    for name, text in levels.text_files().items():
        (home / name).write_text(text)
    played = Replay.load(home / "replay.json").positions()
    assert played[-1].result.reason == "exit"
    assert levels.answer[-1] == "Watch one of the players: ludus replay tour/levels/replay.json --step"
