"""`ludus new-game` writes a game whose tests pass at once and that every command takes as a file."""

import json
import os
import subprocess
import sys

import pytest

from ludus.cli.new_game import game_files, title_of

NAME = "cups-to-begin"
PACKAGE = "cups_to_begin"


def run(folder, *command):
    """Run a command in a folder, as a user would, without the settings of this test run."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    parent = tmp_path_factory.mktemp("new game")
    written = run(parent, "ludus", "new-game", NAME)
    assert written.returncode == 0, written.stderr
    return parent / NAME


def test_the_folder_holds_what_the_command_says(folder):
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == set(game_files(NAME, PACKAGE))
    text = "".join(game_files("x", "x").values())
    assert not [word for word in ("@NAME", "@PACKAGE", "@TITLE", "@CLASS") if word in text]
    assert title_of(NAME) == "Cups To Begin"


def test_its_tests_pass_at_once(folder):
    result = run(folder, "pytest", "-q", "-p", "no:cacheprovider")
    assert result.returncode == 0, result.stdout[-3000:]


def test_its_bot_plays_a_match_from_files(folder):
    game, bot = f"src/{PACKAGE}/game.py:game", f"src/{PACKAGE}/bots.py:Careful"
    result = run(folder, "ludus", "match", game, "random", bot, "-n", 4, "--json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert (data["game"], [player["faults"] for player in data["players"]]) == (NAME, [{}, {}])


def test_it_is_clean_for_the_checks_of_this_repository(folder):
    config = os.path.join(os.path.dirname(__file__), "..", "..", "pyproject.toml")
    for command in (["check"], ["format", "--check"]):
        result = run(folder, "ruff", *command, "--config", config, "--no-cache", ".")
        assert result.returncode == 0, result.stdout


def test_an_installation_makes_it_known_by_its_name(folder, tmp_path):
    pip = ["install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--target", tmp_path, "."]
    installed = run(folder, "pip", "--disable-pip-version-check", *pip)
    assert installed.returncode == 0, installed.stderr
    code = f"import sys; sys.path.append({str(tmp_path)!r}); import ludus; print(ludus.load_game({NAME!r}).title)"
    shown = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert shown.stdout.strip() == "Cups To Begin", shown.stderr


def test_a_name_that_cannot_be_used_is_refused_and_nothing_is_written(ludus, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("Cups", "2cups", "a b", "cups--x", "-x", "class", "auction", "random", "numpy", "ludus", "../x"):
        result = ludus("new-game", "--", name)
        assert (result.exit_code, [*tmp_path.iterdir()]) == (2, []), name


def test_an_existing_folder_is_refused(ludus, tmp_path):
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path, tmp_path / "file"):
        result = ludus("new-game", "fine-name", "--folder", target)
        assert result.exit_code == 2
        assert "exists" in result.stderr
    assert ludus("new-game", "fine-name", "--folder", tmp_path / "file" / "inside").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
