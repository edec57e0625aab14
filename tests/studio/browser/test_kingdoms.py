"""The kingdoms page in headless Chromium; the scenarios are in kingdoms.mjs."""

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name):
    return run_scenario(studio, name, script="kingdoms.mjs")


def test_ten_cards_are_picked_stored_in_the_address_and_played(studio):
    result = scenario(studio, "pick")
    assert (result["all"], result["random"], result["stored"], result["supply"]) == (25, 10, 10, 10)
    assert 0 < result["attacks"] < 10
    assert not result["ready"], "a kingdom of one card cannot be measured"
    assert result["cards"].startswith("Cellar,Market,Militia")


def test_measures_arrive_with_intervals_cards_are_swapped_and_measured_games_watched(studio):
    result = scenario(studio, "measure")
    assert (result["shown"][0], result["shown"][-1]) == (0, 13)
    assert set(result["sent"]) <= set(result["shown"]), "every measure is shown as soon as it is sent"
    assert len(result["intervals"]) == 13
    assert all("[" in text for text in result["intervals"])
    assert result["suggested"] == 10
    assert result["swapped"]
    assert result["before"], "the previous kingdom is shown next to the new one"
    assert result["watched"].startswith("/tables/")


def test_kingdoms_are_made_for_a_target_and_the_page_shows_the_search(studio):
    assert scenario(studio, "make") == {"generated": 2, "used": 10}
