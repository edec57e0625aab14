"""The start page in headless Chromium, addresses that lead nowhere, and the Back button. Scenarios: landing.mjs."""

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow


def landing(studio, name):
    return scenario(studio, name, script="landing.mjs")


def test_the_owner_continues_a_game_in_another_browser(studio):
    assert landing(studio, "resume") == {"same": True, "legal": True}


def test_the_owner_sees_an_own_finished_game_in_another_browser(studio):
    result = landing(studio, "finished")
    assert (result["same"], result["listed"], result["board"]) == (True, True, 1)
    assert "You" in result["players"]
    assert "not here" not in result["players"]


def test_an_unfinished_game_says_its_turn_and_is_removed_after_a_question(studio):
    result = landing(studio, "unfinished")
    assert "no move 9999" in result["beyond"]
    assert "turn 1" in result["text"]
    assert "cannot be continued" in result["question"]
    assert (result["kept"], result["removed"]) == (0, 1)


def test_the_guided_game_says_what_is_prepared(studio):
    assert "Preparing the game" in landing(studio, "preparing")["said"]


def test_two_doors_lead_to_the_games_and_to_the_designs(studio):
    result = landing(studio, "doors")
    assert (result["focused"], result["design"]) == ("Games", "/design")
    assert result["trees"] == [["Inspect", "/design/delve"], ["Make", "/trees"], ["Edit a tree", "/trees"]]


def test_unknown_addresses_and_missing_tokens_have_their_own_pages(studio):
    result = landing(studio, "nowhere")
    assert result["nothing"][0] == 404
    assert result["named"]
    status, kind, headings = result["refused"]
    assert (status, kind.partition(";")[0], headings) == (401, "text/html", 1)


def test_scrubbing_shows_positions_fills_no_history_and_back_leaves_the_replay(studio):
    assert landing(studio, "scrub") == {"shown": 3, "stepped": True, "grown": 0, "at": "/tables"}


def test_deaths_are_counted_while_the_level_is_played(studio):
    assert landing(studio, "die") == {"state": "playing"}
