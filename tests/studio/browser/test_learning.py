"""New players: how to play, play now and guided games in the page; the scenarios are in learning.mjs."""

import pytest

from tests.games.platformer.test_rules import RUNS
from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="learning.mjs")


@pytest.mark.parametrize(
    ("game", "level", "width", "theme"),
    [("locm", "medium", 1280, "light"), ("delve", "easy", 390, "dark"), ("tribute", "hard", 390, "light")],
)
def test_the_rules_are_read_and_a_level_starts_with_one_click(studio, game, level, width, theme):
    result = scenario(studio, "playNow", game, level, str(width), theme)
    assert result["headings"] == ["Goal", "Your turn", "The symbols", "Three tips"]
    assert (result["tips"], result["levels"]) == (3, ["Easy", "Medium", "Hard"])
    assert result["symbols"] > 5
    assert len(result["legend"]) > 8, "the symbols can be read before the game"
    assert "95 % interval" in result["strength"]
    assert game != "delve" or "wins 98.5 % (95 % interval: 97.5 % to 99.1 %)" in result["strength"]
    assert not result["formOpen"], "everything else is folded"
    assert result["atTable"] == 1
    assert result["faults"] == []
    assert result["wide"] <= width
    if game == "locm":
        assert result["turn"].startswith("turn 1"), "a bot has drafted"
        assert "greedy" in result["opponent"]


@pytest.mark.parametrize(
    ("game", "steps", "width", "theme"),
    [("delve", 6, 1280, "light"), ("locm", 4, 1280, "dark"), ("delve", 2, 390, "dark"), ("locm", 4, 390, "light")],
)
def test_a_guide_points_at_what_to_click_and_can_be_left(studio, game, steps, width, theme):
    result = scenario(studio, "guide", game, str(steps), str(width), theme)
    assert result["followed"] == steps + 1
    assert result["focused"]
    assert width < 500 or result["scrolled"] == 0, "the whole board stays in view"
    assert width < 500 or result["newest"], "the history follows the game"
    assert "its own way" in result["strayed"]
    assert result["again"] == 1
    assert result["faults"] == []


def test_after_the_guided_game_the_main_button_is_a_whole_game(studio):
    (new, form), (after, still_folded) = scenario(studio, "mainButton")
    assert new == "Guided first game"
    assert after.startswith("Easy")
    assert not form
    assert not still_folded


def test_after_an_encounter_the_next_enemies_are_shown_alive(studio):
    result = scenario(studio, "firstEncounter")
    assert "Encounter 1" in result["prompt"]
    assert "Encounter 2" in result["next"]
    assert (result["enemies"], result["dead"]) == (4, 0)


@pytest.mark.parametrize(("level", "width", "theme"), [("easy", 1280, "light"), ("hard", 390, "dark")])
def test_a_level_of_the_platformer_is_opened_by_its_measured_difficulty(studio, level, width, theme):
    result = scenario(studio, "playLevel", level, str(width), theme)
    assert result["headings"] == ["Goal", "The buttons", "The traps", "Three tips"]
    assert result["levels"] == ["Easy", "Medium", "Hard"]
    assert "synthetic players" in result["words"]
    assert "95 % interval" in result["strength"]
    assert "1,000 synthetic players" in result["strength"]
    assert result["faults"] == []
    assert result["wide"] <= width
    assert (result["path"], result["atLevel"]) == (f"/levels/{level}", 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_guided_run_is_played_through_by_keyboard(studio, theme):
    result = scenario(studio, "guidedRun", " ".join(RUNS["first-run"].split()), theme)
    assert result["steps"] == list(range(9)), "every step is done, one after the other"
    assert "→" in result["first"]
    assert result["end"].endswith("0 deaths")
    assert "You are through" in result["closing"]
    assert result["again"] == result["first"]
    assert result["faults"] == []


def test_the_guide_of_a_run_says_what_a_death_means(studio):
    result = scenario(studio, "guidedDeath")
    assert result["step"] == 1
    assert "last stood safely" in result["words"]


def test_the_guided_run_is_played_through_by_touch(studio):
    result = scenario(studio, "guidedTouch")
    assert "space" not in result["words"]
    assert result["bottom"] <= 844, "guide, level and buttons are on one screen"
    assert result["wide"] <= 390
    assert result["step"] == 8
    assert result["end"].startswith("Finished")
