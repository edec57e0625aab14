"""Answers of the server that come late or in another order, in headless Chromium; the scenarios are in late.mjs."""

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name):
    return run_scenario(studio, name, script="late.mjs")


def test_a_number_counts_for_the_trap_for_which_it_was_typed(studio):
    result = scenario(studio, "number")
    assert result["one"] == ["0", "17"]
    assert result["other"] == ["40", "40", "40"], "the trap that was chosen while a number was typed"
    assert result["undone"] == 0, "the field follows undo after the old number was typed again"


def test_fast_clicks_and_fast_typing_in_the_form_of_a_card_all_count(studio):
    result = scenario(studio, "card")
    assert result["clicked"] == 3
    assert [at_once and answered for at_once, answered in result["changed"]] == [True, True] + 4 * [False]
    assert result["typed"] == "Slime", "what was typed meanwhile stays in the field"
    assert result["focused"], "a number that is none keeps the focus in its field"


def test_an_answer_changes_only_its_own_part_of_the_page_and_leads_nobody_back(studio):
    assert scenario(studio, "left") == {"cards": 9, "path": "/levels"}


def test_an_old_answer_does_not_replace_a_newer_list(studio):
    assert scenario(studio, "list") == {"rows": 1}


def test_a_player_is_chosen_at_once_after_another_game(studio):
    assert scenario(studio, "players") == {"chosen": 1}


def test_the_form_of_a_new_game_stays_open_when_its_bots_are_measured(studio):
    assert scenario(studio, "measured") == {"open": True, "seed": "5"}


def test_the_file_that_was_asked_for_last_is_opened(studio):
    result = scenario(studio, "files")
    assert result == {"opened": "# other.csv", "fault": 0, "nodes": 0, "level": True}


def test_every_step_through_a_game_counts_before_its_position_is_there(studio):
    assert scenario(studio, "steps") == {"place": "3"}
