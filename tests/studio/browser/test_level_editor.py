"""The level editor in headless Chromium; the scenarios are in level_editor.mjs."""

import re

import pytest

from tests.studio.browser.studio import Studio, scenario

pytestmark = pytest.mark.slow
SCRIPT = "level_editor.mjs"


@pytest.fixture(scope="module")
def edited(studio):
    return scenario(studio, "edit", script=SCRIPT)


def test_a_trap_is_placed_and_timed_by_keyboard_and_the_level_rated_with_intervals(edited):
    assert "saw" not in edited["empty"]
    assert edited["trap"] == "saw 11 2 period 120 phase 30"
    assert all(re.search(r"\[[^]]+, [^]]+\]", number) for number in edited["numbers"][:3])


def test_a_draft_survives_a_reload_and_a_file_opens_beside_it(edited):
    assert re.fullmatch(r"\?draft=\w+", edited["draft"])
    assert (edited["kept"], edited["again"], edited["other"]) == (True, True, True)
    assert edited["file"] == "new-level.tmx"


def test_a_level_that_cannot_be_finished_names_the_place_and_can_still_be_played(edited):
    assert "The exit in column 22, row 2" in edited["fault"]
    assert edited["canPlay"]


def test_a_stroke_is_one_step_of_undo_and_a_typed_file_becomes_the_level(studio):
    result = scenario(studio, "draw", script=SCRIPT)
    assert result["row"][4:10] == "######"
    assert (result["undone"], result["redone"], result["marked"], result["faults"]) == (True, True, True, [])
    assert result["listed"] == f"Line {result['line']} of the file cannot be read", "what is wrong is said once"
    assert result["shown"] == [True, True], "the link opens the file at the line"
    assert "begins with 'begin'" in result["said"]


def test_the_editor_and_its_dialogs_fit_every_size_and_axe_finds_no_fault(studio):
    assert scenario(studio, "looks", script=SCRIPT) == {"faults": []}


def test_a_guest_is_told_that_only_the_owner_edits(tmp_path):
    shared = Studio(tmp_path / "runs", share=True)
    try:
        result = scenario(shared, "guest", script=SCRIPT, link=shared.guest_link)
    finally:
        shared.close()
    assert "owner" in result["notice"]
    assert result["link"] == 0
