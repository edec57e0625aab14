"""The page in headless Chromium: whole games by clicks, stepping by keyboard, a server that comes back.

The scenarios are in scenarios.mjs; playwright-core drives the Chromium of the machine.
"""

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "bot", "width"),
    [
        ("locm", "random", "1280"),
        ("dominion", "big-money", "1280"),
        ("tribute", "max-prestige", "390"),
        ("delve", "", "390"),
    ],
)
def test_a_whole_game_is_played_by_clicks_and_its_end_shows_the_seed(studio, game, bot, width):
    found = scenario(studio, "play", game, bot, width)
    assert found["clicks"] > 10
    assert found["seed"] == "7"
    assert found["words"]


def test_a_replay_is_stepped_by_keyboard_and_every_position_has_an_address(studio):
    found = scenario(studio, "step")
    plies = [(key, ply) for key, ply, _ in found["places"]]
    assert plies[:5] == [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)]
    turn, back = plies[5][1], plies[6][1]
    assert back < turn > 2
    assert plies[7:] == [("End", found["moves"]), ("ArrowLeft", found["moves"] - 1)]
    assert all(marked == 1 for _, ply, marked in found["places"] if ply)
    assert found["same"], "the position looks the same when its address is opened anew"


def test_a_card_that_cannot_be_paid_is_explained(studio):
    assert "Province costs 8, and you have" in scenario(studio, "explain")["words"]


def test_a_choice_shows_its_limits_and_can_be_hidden_to_see_the_board(studio):
    found = scenario(studio, "aside")
    assert found["bounds"] == "Choose up to 4"
    assert found["hidden"]
    assert found["opened"] > 0
    assert found["trashed"] == "1"


def test_a_page_reconnects_after_a_restart_of_the_server(studio):
    def on_line(line):
        if line == "kill it":
            studio.kill()
        elif line == "start it":
            studio.start()
            return "\n"
        return None

    assert scenario(studio, "reconnect", on_line=on_line) == {"ply": 2}


def test_open_play_is_marked_on_the_board_and_in_the_address_and_can_be_branched(studio):
    found = scenario(studio, "branch")
    assert found == {"marked": ["Open play: all hands are visible", "?open=1"], "ply": "0"}


def test_no_page_is_wider_than_a_phone_in_either_theme(studio):
    assert scenario(studio, "narrow") == {"wide": []}


def test_axe_finds_no_fault_in_any_page_in_either_theme(studio):
    assert scenario(studio, "access") == {"found": []}
