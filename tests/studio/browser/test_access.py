"""Whole games by Chromium's accessibility tree alone, as with a screen reader; the scenarios are in access.mjs."""

import re

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name, *args):
    return run_scenario(studio, name, *args, script="access.mjs")


@pytest.mark.parametrize(
    ("game", "bot"), [("locm", "random"), ("dominion", "big-money"), ("tribute", "random"), ("delve", "")]
)
def test_a_whole_game_is_played_by_names_states_and_announcements_alone(studio, game, bot):
    result = scenario(studio, "play", game, bot)
    assert result["nameless"] == []
    *announced, end = result["announced"]
    assert end.startswith("The game is over. ")
    assert re.search(r"\b(You|random|big-money)\b.* (won|lost|share the win)|\bdraw\b", end, re.IGNORECASE), end
    own_turns = [text for text in announced if text.startswith("Your turn: ")]
    moves = [text for text in announced if not text.startswith("Your turn: ")]
    hidden = [text for text in result["moves"] if text.startswith("Random picks ")]  # they are shown after the game
    assert moves == [text for text in result["moves"] if text not in hidden], (
        "every visible move is announced, in order"
    )
    assert not any("#" in text for text in announced), "numbers of pieces are for the notation"
    assert len(own_turns) > 3
    others = False  # whether the last announced move was one of another player
    told = False  # whether one's turn was announced since
    for text in announced:
        if text.startswith("Your turn: "):
            told = True
        elif text.startswith(("You ", "Your ")):  # "Your Rootkin Leader attacks random for 4"
            assert told or not others, f"nothing said that it is one's turn before: {text}"
            others = False
        else:
            others, told = True, False


def test_a_level_is_finished_by_its_announcements_which_tell_place_trap_death_and_end(studio):
    result = scenario(studio, "level")
    assert result["nameless"] == []
    assert "I says where you are" in result["keys"]
    announced = result["announced"]
    place = "Column 1, row 1, on the ground. Next trap: spikes, 5 cells to the right, always deadly. "
    assert announced[0] == f"Ready. {place}Exit 11 cells to the right."
    assert announced[1].startswith("Paused. Column 1, row 1")
    assert any(text.startswith("Death 1 by spikes in column 5, row 1. ") for text in announced)
    assert any("rising" in text for text in announced)
    assert re.fullmatch(r"Finished in \d+\.\d\d s, \d deaths?\.", announced[-1])
