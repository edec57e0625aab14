"""Keys, double clicks, hints and the end of a game; the scenarios are in hands.mjs."""

import re

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="hands.mjs")


def test_keys_play_cards_end_turns_and_are_listed(studio):
    result = scenario(studio, "keys")
    assert any(row.startswith("E") and "End turn" in row for row in result["listed"])
    assert not any("Take back" in row for row in result["listed"]), "nothing can be taken back yet"
    assert not any("Close the menu" in row for row in result["listed"]), "only a narrow screen has one"
    assert "You can still play" in result["question"]
    assert result["kept"] == 1
    assert len(result["history"]) == 3
    assert all(words.startswith("You ") for words in result["history"])


def test_a_take_back_that_would_be_refused_is_disabled_and_says_why(studio):
    result = scenario(studio, "refusedTakeBack")
    assert "nothing to take back" in result["nothing"]
    assert result["disabled"] == "true"
    assert "shown something new" in result["described"]
    assert result["ply"] == 1


def test_a_deck_that_a_bot_drafted_is_one_line_with_its_picks(studio):
    result = scenario(studio, "draftedDeck")
    assert (result["folded"], result["line"]) == (0, "Your deck was drafted: 30 cards")
    assert len(result["picks"]) == 30
    assert all(pick.startswith("The drafting bot picks ") and pick.endswith(" for you") for pick in result["picks"])


def test_words_of_long_names_are_not_broken_in_a_hand_of_eight_cards(studio):
    cards = scenario(studio, "longNames")
    assert len(cards) >= 8
    assert "Possessed Abomination" in [card["name"] for card in cards]
    assert all(card["whole"] and card["size"] >= 8.5 for card in cards if card["name"] != "W" * 40), cards


def test_a_word_that_would_become_too_small_to_read_is_broken(studio):
    (card,) = [card for card in scenario(studio, "longNames") if card["name"] == "W" * 40]
    assert (card["inside"], card["whole"], card["size"]) == (True, False, 8.5)


@pytest.mark.parametrize(
    ("width", "height", "theme"), [(390, 844, "light"), (1280, 800, "dark"), (1920, 1080, "light")]
)
def test_six_keywords_cover_no_number_and_numbers_stay_on_their_card(studio, width, height, theme):
    assert scenario(studio, "keywords", str(width), str(height), theme) == {"faults": [], "count": 8}


def test_a_double_click_does_not_press_the_button_that_appears_under_it(studio):
    assert scenario(studio, "twice") == {"moves": 1, "button": "End turn"}


def test_a_hint_names_its_bot_and_outlines_its_move(studio):
    result = scenario(studio, "hint")
    assert " would choose the patron " in result["opinion"]
    assert result["outlined"] == 1
    assert result["notation"][0] == 0
    assert result["notation"][1].startswith("DRAFT ")


def test_a_hint_that_ends_the_turn_asks_before_moves_are_given_up(studio):
    result = scenario(studio, "hintToEnd")
    assert "You can still play" in result["question"]
    assert result["asked"] == 0


def test_the_end_of_a_game_says_why_shows_a_curve_and_offers_a_rematch_in_the_other_seat(studio):
    result = scenario(studio, "ending")
    assert result["layers"]["result"] > result["layers"]["motion"], "flying numbers do not cover the result"
    assert " won in turn " in result["text"]
    assert {"0 %", "50 %", "100 %", "move", "chance to win"} <= {*result["labels"]}
    assert all(re.search(r"\d % → \d+ %$", change) and links for change, links in result["swingItems"])
    assert [row.split()[0] for row in result["players"]] == ["random", "You"]
    assert result["history"] > 200, "the list of swings leaves room for some lines of the history"


def test_every_table_fits_the_screen_of_a_laptop(studio):
    assert scenario(studio, "fits") == {"locm": 0, "dominion": 0, "tribute": 0, "delve": 0}


def test_hands_of_bots_are_turned_face_down_in_open_play(studio):
    result = scenario(studio, "openHands")
    assert (result["faceUp"] > 0, result["faceDown"]) == (True, 0)
    assert result["mark"].startswith("Open play")
