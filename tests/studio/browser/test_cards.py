"""Card editor in headless Chromium: a designer breaks a card and finds out; files; accessibility. See cards.mjs."""

import re

import pytest

from tests.studio.browser.studio import scenario

pytestmark = pytest.mark.slow

INTERVAL = r"\[[−+]?[\d.]+(?: %)?, [−+]?[\d.]+(?: %)?\]"


def test_a_designer_breaks_a_card_and_finds_out_on_the_page_alone(studio):
    result = scenario(studio, "walk", script="cards.mjs")
    assert result["address"] == "/cards/dominion"
    assert result["unchanged"], "there is nothing to measure before a card is changed"
    assert "at most 20" in result["wrong"], "an error is shown at its field"
    assert re.match(r"Line \d+ Market: ", result["bar"])
    assert result["blocked"]
    assert result["line"] == re.search(r"\d+", result["bar"])[0], "and at its line in the text"
    assert result["was"] == "was 1"
    assert result["undone"] in ("1", "99"), "fast edits of one field are one step"
    assert result["redone"] == "8"
    assert result["draft"] == "changed", "the draft is still there after the page is loaded again"
    assert result["first"].startswith("Use"), "first how often the card is taken and played"
    assert re.search(rf"Market\ttaken by steward\t[\d.]+ % {INTERVAL}", result["use"])
    assert "steward wins if it alone takes it" in result["use"]
    assert result["words"].startswith("Market is stronger than before: steward"), "the answer comes first"
    assert "More games" in result["words"], "what to do next"
    assert re.search(r"4,000 instead of 1,000, on other deals: half as wide intervals, about", result["words"])
    assert not re.search(r"[\s\[(]-\d", result["words"] + result["use"]), "one minus sign"
    assert re.search("^steward: *values every card", result["bots"], re.MULTILINE), "who the bots are"
    assert result["kept"] == 1, "the measurement is still there after a look at another page"
    assert result["played"]


def test_a_weaker_card_is_called_weaker_and_a_number_given_twice_is_shown_at_both_cards(studio):
    result = scenario(studio, "weaker", script="cards.mjs")
    assert result["words"].startswith("Psyshroom is weaker than before: the side that draws it first wins"), result[
        "words"
    ]
    first, broken, last, *others = result["costs"]
    assert (first, last) == ("2", "12"), "the picture of the card follows the form"
    assert broken == "As on the board, before the error"
    assert others == ["Adventurer", "Ansei"], "cards and patrons of the other games have pictures"
    wrong = result["wrong"]
    assert wrong["lines"] == ["Line 9", "Line 49"]
    assert sorted(wrong["marked"]) == ["Psyshroom", "Venom Hedgehog"]
    assert "Psyshroom (line 9) and Venom Hedgehog (line 49) have the same number 48" in wrong["bar"]


def test_a_stronger_card_is_judged_by_the_band_with_one_click_and_measuring_leaves_no_files(studio):
    result = scenario(studio, "tooStrong", script="cards.mjs")
    assert (result["why"], result["changed"]) == (1, 0), "a grey button has its reason beside it"
    assert result["words"].startswith("Murgling is stronger than before")
    assert re.search(r"Too strong, above [\d.]+ % when drafted: Murgling", result["verdict"])
    assert "Is it too strong" not in result["verdict"], "this is answered"
    assert not [name for name in result["files"] if name.startswith("@locm-cards-")]


def test_a_card_file_is_edited_as_text_saved_downloaded_opened_and_imported(studio):
    result = scenario(studio, "files", script="cards.mjs")
    assert result["mark"].startswith("Line 2")
    assert "creature" in result["mark"]
    assert (result["downloaded"], result["imported"], result["own"]) == ("strong.csv", "my-cards.csv", True)
    assert result["walked"] == "Beavrat", "arrow keys go through the list, also while a file is read"
    assert result["added"] == "New card"


def test_the_card_editor_has_no_fault_in_any_game_theme_or_width(studio):
    assert scenario(studio, "access", script="cards.mjs") == {"faults": []}
