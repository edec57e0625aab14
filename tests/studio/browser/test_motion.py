"""Playback of a bot's moves, animation, and drag and drop; the scenarios are in motion.mjs."""

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name):
    return run_scenario(studio, name, script="motion.mjs")


def test_a_bots_turn_is_shown_move_by_move_and_can_be_skipped(studio):
    result = scenario(studio, "playback")
    longest = max(result["turns"], key=lambda turn: len(turn["plies"]))
    plies = [ply for ply, _ in longest["plies"]]
    assert len(plies) > 4
    assert plies == list(range(plies[0], plies[0] + len(plies))), "no move is left out"
    assert all(rows == ply for ply, rows in longest["plies"]), "the history does not run ahead of the board"
    assert [title.startswith("Your turn") for title in longest["titles"]] == [False, True]
    skipped = result["skipped"]
    assert skipped["waiting"] == 1
    assert [ply for ply, _ in skipped["plies"]] == [skipped["first"], result["last"]]
    assert result["last"] > skipped["first"] + 1
    assert result["left"] == 0


def test_a_card_is_dragged_to_a_lane_and_nowhere_else(studio):
    result = scenario(studio, "drag")
    assert (result["targets"], result["over"]) == (2, 1), "both lanes are marked, and the one under the pointer"
    assert result["marks"] == 0, "Escape ends the drag"
    before, after, chosen = result["unchanged"]
    assert before == after, "a drop beside the targets is no move"
    assert chosen == 0, "the end of a drag is no click"
    assert (result["summoned"], result["moves"]) == (1, 1)


def test_with_reduced_motion_moves_are_shown_at_once_and_all_announced(studio):
    result = scenario(studio, "reduced")
    assert (result["waiting"], result["effects"]) == (0, 0)
    assert result["last"] >= result["before"] + 4, "the bot made several moves in its last turn"
    assert len(result["announced"]) == result["last"]
    assert all(text.strip() for text in result["announced"])


def test_a_creature_is_summoned_by_a_click_on_a_creature_of_a_marked_lane_and_a_full_lane_says_why_not(studio):
    result = scenario(studio, "lanes")
    prompt, name = result["summoned"]
    assert prompt == f"Choose a lane for {name}"
    assert "there is no room in" in result["says"].lower()
    assert result["unchanged"]


def test_a_blow_has_an_arrow_and_a_number_and_the_one_that_wins_the_encounter_has_none_on_the_next_board(studio):
    result = scenario(studio, "scenes")
    (blow, before), (last_blow, left) = result["effects"]
    assert any("motion-number" in effect for effect in blow), result
    assert before == 1
    assert last_blow == [], result["won"]
    assert left == 0, "effects of earlier moves are removed with their board"


def test_while_the_bot_moves_own_cards_stay_as_they_are_and_say_so(studio):
    result = scenario(studio, "waiting")
    cards, unavailable = result["waiting"]
    assert cards == unavailable > 3
    assert result["says"] == "It is not your turn."
    assert result["same"] == result["kept"] > 3, "no card is made anew"
    assert result["digits"] == 0, "a move writes only the digits of cards that it shifts"
    assert result["heights"] == 0, "the bar below the board keeps its height"
    assert result["styleReads"] == 0, "drawing forces no layout"
