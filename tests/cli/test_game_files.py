"""Every command takes a game from a file, and a replay or a folder never runs a file by itself."""

import json
import sys

import pytest

from ludus.cli.new_game import game_files
from tests.messages import missing

FILE = "cups_of_a_file.py"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a game, which is the current one; what this process learns about the game is forgotten."""
    (tmp_path / FILE).write_text(game_files("cups", "cups")["src/cups/game.py"])
    (tmp_path / "bots.py").write_text(game_files("cups", "cups")["src/cups/bots.py"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr("ludus.core.game_registry.GAMES.added", {})
    monkeypatch.setattr("ludus.core.game_files._files", {})
    yield tmp_path
    sys.modules.pop(FILE.removesuffix(".py"), None)


@pytest.fixture
def unknown(monkeypatch):
    """Makes this process forget the game, as a new one would not know it."""
    return lambda: monkeypatch.setattr("ludus.core.game_registry.GAMES.added", {})


def test_commands_that_take_a_game_take_a_file(ludus):
    for words in (
        ["games", FILE],
        ["bots", f"{FILE}:game"],
        ["bots", FILE, "greedy"],
        ["compile", FILE, "--rules"],
        ["check", FILE, "--only", "games_end"],
        ["match", FILE, "random", "greedy", "random", "-n", 3],
        ["match", f"./{FILE}:game", "random", "bots.py:Careful", "-n", 2, "--in-process"],
        ["match", FILE, "random", "-n", 4, "--backend", "processes:1"],
    ):
        result = ludus(*words)
        assert result.exit_code == 0, (words, result.output)
    assert "You " in ludus("play", f"{FILE}:game", "--against", "random", lines=["stop"] * 9).stdout


def test_commands_shown_name_the_file(ludus):
    shown = ludus("match", FILE, "random", "-n", 2).stdout
    assert f"ludus match {FILE} random random" in shown
    assert f"ludus match {FILE} greedy:weights=" in ludus("bots", FILE, "greedy").stdout
    assert f"ludus play {FILE} " in ludus("play", FILE, "--against", "random", lines=["quit"]).stdout


def test_what_does_not_fit_is_refused_in_one_line(refused):
    assert "no content" in refused("inspect", FILE, "x")
    for command in (["match", "{}", "random"], ["bots", "{}"], ["studio", "{}"], ["rules", "{}"], ["demo", "{}"]):
        assert "no_file.py: there is no such file" in refused(*(word.format("no_file.py") for word in command))
    assert "'other'" in refused("games", f"{FILE}:other")


def test_a_replay_needs_the_file_and_says_when_it_has_changed(ludus, refused, folder, unknown):
    ludus("match", FILE, "random", "-n", 0, "--save-replay", "game.json")
    unknown()
    assert f"--game-file {FILE}:game" in refused("replay", "game.json")
    shown = ludus("replay", "game.json", "--game-file", FILE)
    assert (shown.exit_code, shown.stderr) == (0, "")
    (folder / FILE).write_text((folder / FILE).read_text() + "# changed\n")
    shown = ludus("replay", "game.json", "--game-file", FILE)
    assert shown.exit_code == 0
    assert not missing(shown.stderr, FILE, "changed")


def test_a_tournament_needs_the_file_and_refuses_to_continue_with_another(ludus, refused, folder, unknown):
    words = ["tournament", FILE, "random", "greedy", "-n", 2, "--out", "cup"]
    assert f"--game-file {FILE}" in ludus(*words).stdout
    unknown()
    assert f"{FILE}:game" in refused("replay", "cup", "--game", "0-1/0")
    assert f"{FILE}:game" in refused("tournament", "--resume", "cup")
    assert ludus("replay", "cup", "--game", "0-1/0", "--game-file", FILE).exit_code == 0
    assert ludus("tournament", FILE, "--resume", "cup").exit_code == 0
    assert json.loads((folder / "cup" / "tournament.json").read_text())["files"].keys() == {f"{FILE}:game"}
    (folder / FILE).write_text((folder / FILE).read_text() + "# changed\n")
    assert not missing(refused(*words), f"{FILE}:game", "changed")
