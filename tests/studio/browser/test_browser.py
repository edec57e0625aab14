"""The page in headless Chromium: whole games by clicks, stepping by keyboard, a server that comes back.

The scenarios are in scenarios.mjs; playwright-core drives the Chromium of the machine.
"""

import re

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
    result = scenario(studio, "play", game, bot, width)
    assert result["clicks"] > 10
    assert result["seed"] == "7"
    assert result["text"]


def test_a_replay_is_stepped_by_keyboard_and_every_position_has_an_address(studio):
    result = scenario(studio, "step")
    plies = [(key, ply) for key, ply, _ in result["places"]]
    assert plies[:5] == [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)]
    turn, back = plies[5][1], plies[6][1]
    assert back < turn > 2
    assert plies[7:] == [("End", result["moves"]), ("ArrowLeft", result["moves"] - 1)]
    assert all(marked == 1 for _, ply, marked in result["places"] if ply)
    assert result["same"], "the position is the same when its address is opened again"


def test_a_card_that_cannot_be_paid_is_explained(studio):
    assert "Province costs 8, and you have" in scenario(studio, "explain")["text"]


def test_a_move_is_taken_back(studio):
    result = scenario(studio, "takeBack")
    assert result["before"] == result["after"]
    assert (result["moves"], result["left"]) == (1, 0)


def test_addresses_with_invalid_escapes_have_a_page_and_keys_that_open_a_page_or_game_move_the_focus_there(studio):
    result = scenario(studio, "addresses")
    assert all(links > 3 for links in result["headings"].values())
    assert result["focused"] == "MAIN"
    assert re.fullmatch("/tables/[^/]+", result["opened"][0])
    assert len(set(result["opened"])) == 1, "the game that was begun is opened again"
    assert "Skip" in result["first"]


def test_a_board_that_cannot_be_drawn_leaves_the_rest_of_the_page(studio):
    assert scenario(studio, "broken") == {"text": "Games", "parts": 2}


def test_a_connection_that_dies_silently_is_noticed_and_replaced(studio):
    assert scenario(studio, "silence")["connections"] == 3


def test_a_lost_connection_is_told_in_the_bar_that_stays_in_sight_on_a_phone(studio):
    result = scenario(studio, "lost")
    assert result["isScrolled"]
    assert result["said"] == [
        ["Connection lost. Reconnecting…", True],
        ["Connection lost; your move will be sent again", True],
    ]


def test_a_choice_shows_its_limits_and_can_be_hidden_to_see_the_board(studio):
    result = scenario(studio, "aside")
    assert result["bounds"] == "Choose up to 4"
    assert result["hidden"]
    assert result["opened"] > 0
    assert result["trashed"] == "1"


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
    result = scenario(studio, "branch")
    assert result == {"marked": ["Open play: all hands are visible", "?open=1"], "ply": "0"}


def test_a_tooltip_opens_only_after_the_pointer_has_moved(studio):
    assert scenario(studio, "resting") == {"resting": 0, "moved": 1}
