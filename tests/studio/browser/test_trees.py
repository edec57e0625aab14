"""Skill trees in headless Chromium: edited and rated again, drawn by hand, made by a search. See trees.mjs."""

import re

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow

INTERVAL = r"\[[−+]?[\d.]+(?: %)?, [−+]?[\d.]+(?: %)?\]"


def test_an_edited_tree_is_rated_and_compared_with_the_tree_before(studio):
    result = scenario(studio, "rate", script="trees.mjs")
    assert re.search(rf"Encounters won [\d.]+ % {INTERVAL}", result["before"])
    assert "since the edit" not in result["before"]
    assert re.search(rf"since the edit \+[\d.]+ {INTERVAL}", result["after"]), "a stronger node wins more encounters"
    assert result["changes"] == "Focus: +3 → +8."
    assert (result["ghosts"], result["marked"], result["undone"]) == (2, 1, 0)
    assert result["stages"] == 7, "all six encounters, and all together"
    assert re.search(r"\+0\.\d+", result["rating"])
    assert re.fullmatch(r"picked \d+ %, won \d+ %", result["heat"])
    assert re.fullmatch(r"/tables/[0-9a-f]{12}/0", result["watched"])


def test_a_tree_is_drawn_corrected_edited_as_text_saved_and_played(studio):
    result = scenario(studio, "draw", script="trees.mjs")
    assert "the same name" in result["wrong"]
    assert result["faulty"] == 2
    assert len(result["badges"]) == 2
    assert all("the same name" in badge for badge in result["badges"]), "an error is shown at its nodes"
    assert re.match(r"Line \d+", result["drawnLine"]), "and with its line in the file"
    assert result["entrances"] == 1, "the Tab key stops once in the tree"
    assert result["right"] == "Thunder"
    assert [name.split("\n")[0] for name in result["grown"]] == ["Thunder"]
    assert "Storm" in result["linking"]
    assert [name.split("\n")[0] for name in result["moved"]] == ["Meditation"]
    assert [name.split("\n")[0] for name in result["linked"]] == ["Long Reach", "Embers"]
    assert [name.split("\n")[0] for name in result["inherited"]] == ["Wide Swing"]
    assert re.match(r"Line \d+", result["line"])
    assert "'arena' is none of" in result["line"]
    assert result["gutter"] == re.search(r"\d+", result["line"])[0]
    assert result["marked"] == ["Wide Swing"], "an error of the text is marked at its node in the drawing"
    assert result["enabled"] == [True] * 4
    nothing = [False] * 4
    assert result["typed"][:2] == [nothing, True], (
        "a text that is not read yet is downloaded, but neither saved nor played"
    )
    assert "being read" in result["typed"][2]
    assert result["banana"][:2] == [nothing, True], "nor is a text with an error"
    assert "error" in result["banana"][2]
    assert result["bananaLine"][0] == f"Line {result['bananaLine'][1]}", "an error of TOML is marked at its line"
    assert result["wrongName"] == [False, "The name of a tree ends in .toml, .json or .csv."]
    assert result["comment"] == "# mine", "a file keeps its comments until the tree is edited"
    assert result["nodes"] == 15
    assert result["played"] == 1


def test_the_view_fits_the_tree_when_it_opens_and_on_demand(studio):
    result = scenario(studio, "fit", script="trees.mjs")
    assert result["opened"] == [False, False], "the whole tree is visible"
    assert result["inSight"], "and above the bar with the results"
    assert result["hovered"].startswith("Focus: +3"), "a small box says all when one points at it"
    assert True in result["larger"]
    assert result["fitted"] == result["byKey"] == result["first"]
    assert result["clicked"] == "Focus"


def test_a_search_shows_its_front_a_tree_is_taken_from_it_and_a_search_is_stopped(studio):
    result = scenario(studio, "front", script="trees.mjs")
    assert re.search(r"generation \d+ of 10000", result["live"])
    assert "with random picks" in result["answer"]
    assert result["points"] > 1
    assert result["other"]
    assert result["taken"]
    assert result["stopped"] > 0, "the front of a stopped search stays on the page"


def test_the_skill_tree_page_has_no_fault_in_any_theme_or_width(studio):
    assert scenario(studio, "access", script="trees.mjs") == {"faults": []}
