"""Keys that are pressed again, refused cards, and moves that wait; the scenarios are in repeats.mjs."""

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="repeats.mjs")


def test_a_refused_card_drops_the_selection_and_keeps_the_focus(studio):
    result = scenario(studio, "refused")
    assert result["target"] == "lane-target"
    assert "mana" in result["toast"]
    assert (result["focused"], result["chosen"], result["moves"]) == (result["card"], [], 0)


def test_no_card_is_selected_after_a_take_back(studio):
    assert scenario(studio, "takenBack") == {"after": [], "again": 1}


def test_enter_buys_nothing_at_the_beginning_of_a_turn_and_never_ends_it(studio):
    assert scenario(studio, "enter") == {
        "atBegin": "board",
        "bought": [0, 0],
        "waiting": [0, "supply-Copper"],
        "atNext": "board",
        "chosen": [],
    }


@pytest.mark.parametrize("game", ["locm", "tribute", "delve"])
def test_a_key_that_is_held_plays_one_thing(studio, game):
    result = scenario(studio, "held", game)
    assert result["moves"] + result["chosen"] == 1


def test_the_last_buy_can_be_taken_back_until_the_turn_ends(studio):
    result = scenario(studio, "lastBuy")
    assert result["text"].startswith("Curse is your last buy")
    assert result["buttons"] == ["Take back", "End turn"]
    assert result["other"] == "First end the turn, or take back."
    assert result["still"] == ["supply-Curse"]
    assert result["free"] == "Buy a card"
    assert result["reloaded"] == ["Buy a card", 0]
    assert (result["lost"], result["back"], result["sent"]) == (0, ["supply-Copper"], 0)
    assert result["history"].startswith("You buy Copper")


def test_keys_of_the_level_map_and_of_the_tree_drawing_are_listed(studio):
    result = scenario(studio, "listed")
    assert any(row.startswith("Delete") and "remove the thing" in row for row in result["map"])
    assert any("Space" in row and "use the tool" in row for row in result["map"])
    assert any("Alt" in row and "before or after its sibling" in row for row in result["tree"])
    assert any(row.startswith("Insert") and "add a node" in row for row in result["tree"])


def test_a_watched_game_that_plays_does_not_say_that_it_waits(studio):
    result = scenario(studio, "watched")
    assert all(text.startswith("random") and text.endswith("is to move") for text in result["playing"])
    assert "waits: step forward" in result["waiting"]
