"""Skill trees in headless Chromium: edited and rated again, drawn by hand, made by a search. See trees.mjs."""

import re

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow

INTERVAL = r"\[[−+]?[\d.]+(?: %)?, [−+]?[\d.]+(?: %)?\]"


def test_an_edited_tree_is_rated_and_compared_with_the_tree_before(studio):
    found = scenario(studio, "rate", script="trees.mjs")
    assert re.search(rf"Fights won [\d.]+ % {INTERVAL}", found["before"])
    assert "since the edit" not in found["before"]
    assert re.search(rf"since the edit \+[\d.]+ {INTERVAL}", found["after"]), "a stronger node wins more fights"
    assert found["changes"] == "Focus: +3 → +8."
    assert (found["ghosts"], found["marked"], found["undone"]) == (2, 1, 0)
    assert found["stages"] == 7, "all six encounters, and all together"
    assert re.search(r"\+0\.\d+", found["rating"])
    assert re.fullmatch(r"picked \d+ %, won \d+ %", found["heat"])
    assert re.fullmatch(r"/tables/[0-9a-f]{12}/0", found["watched"])


def test_a_tree_is_drawn_corrected_edited_as_text_saved_and_played(studio):
    found = scenario(studio, "draw", script="trees.mjs")
    assert "the same name" in found["wrong"]
    assert found["faulty"] == 2
    assert found["entrances"] == 1, "the tree is one stop on the way of the Tab key"
    assert found["right"] == "Thunder"
    assert [each.split("\n")[0] for each in found["grown"]] == ["Thunder"]
    assert "Storm" in found["linking"]
    assert [each.split("\n")[0] for each in found["moved"]] == ["Meditation"]
    assert [each.split("\n")[0] for each in found["linked"]] == ["Long Reach", "Embers"]
    assert [each.split("\n")[0] for each in found["inherited"]] == ["Wide Swing"]
    assert re.match(r"Line \d+", found["line"])
    assert "'arena' is none of" in found["line"]
    assert found["kept"] == "# mine", "a file keeps its comments until the drawing is changed"
    assert found["nodes"] == 15
    assert found["played"] == 1


def test_a_search_shows_its_front_a_tree_is_taken_from_it_and_a_search_is_stopped(studio):
    found = scenario(studio, "front", script="trees.mjs")
    assert re.search(r"generation \d+ of 10000", found["live"])
    assert "of encounters with random picks" in found["answer"]
    assert found["points"] > 1
    assert found["other"]
    assert found["taken"]
    assert found["stopped"] > 0, "what a stopped search has found can be looked at"


def test_the_skill_tree_page_has_no_fault_in_any_theme_or_width(studio):
    assert scenario(studio, "access", script="trees.mjs") == {"found": []}
