"""The second game of docs/add-your-own-game.md in the page: as panels before it has a picture, then with it."""

import re
from pathlib import Path

import pytest

from tests.studio.browser.studio import ROOT, Studio
from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow
GUIDE = ROOT / "docs" / "add-your-own-game.md"
PICTURE = "def picture("


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="own_game.mjs")


def write_guide_game(folder, picture):
    """Write the file that the guide builds, up to the block with the picture or with it, and return its path."""
    folder.mkdir()
    for title, text in re.findall(r'^```\w+ title="(letter\.\w+)"\n(.*?)^```', GUIDE.read_text("utf-8"), re.M | re.S):
        if picture or PICTURE not in text:
            with (folder / title).open("a", encoding="utf-8") as file:
                file.write(text + "\n\n")
    return Path(folder, "letter.py")


def studio_of_the_guide(folder, picture):
    """A Studio with the game of the guide."""
    return Studio(folder / "runs", str(write_guide_game(folder, picture)))


@pytest.fixture(scope="module")
def plain_studio(_dependencies, tmp_path_factory):
    running = studio_of_the_guide(tmp_path_factory.mktemp("guide") / "plain", picture=False)
    yield running
    running.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_without_a_picture_is_played_to_its_end_on_panels_and_buttons(plain_studio, theme):
    result = scenario(plain_studio, "play", theme)
    own, other = result["panels"]
    assert own["card"] != "hidden"
    assert (other["card"], other["in"]) == ("hidden", "yes")
    assert result["after"]["card"] != "hidden", "at the end all cards are shown"
    assert {"seal", "play", "choose"} <= set(result["groups"])
    assert result["clicks"] >= 3
    assert result["logged"] > result["clicks"]
    assert result["text"]
    assert result["width"] <= (390 if theme == "dark" else 1280)
    assert result["faults"] == []


def test_two_people_play_it_in_two_browsers_and_keep_their_secrets(plain_studio):
    result = scenario(plain_studio, "together")
    assert result["logged"] == [1, 0], "a sealed letter is a secret move"
    mine, theirs = result["seen"]
    assert "hidden" not in (mine["card"], mine["letter"])
    assert (theirs["card"], theirs["letter"]) == ("hidden", "hidden")
    mine, theirs = (text.strip() for text in result["texts"])
    assert mine.replace("You won", "Person 1 won") == theirs.replace("You won", "Person 2 won")


def test_bots_are_watched_step_by_step_and_a_game_is_continued_from_the_middle(plain_studio):
    result = scenario(plain_studio, "watch")
    assert result["played"] == result["next"], "the move that was played is marked"
    assert result["hidden"] == 0
    assert result["clicks"] > 0
    assert result["text"]


@pytest.mark.usefixtures("_dependencies")
def test_with_a_picture_the_page_shows_the_picture_of_the_own_seat(tmp_path):
    running = studio_of_the_guide(tmp_path / "full", picture=True)
    try:
        result = scenario(running, "picture")
    finally:
        running.close()
    assert result["buttons"] == 6
    assert result["clicks"] > 0
    assert result["panels"] == 0
