"""The kingdoms page in headless Chromium; the scenarios are in kingdoms.mjs."""

import pytest

from tests.studio.browser.studio import scenario as run_scenario

pytestmark = pytest.mark.slow


def scenario(studio, name):
    return run_scenario(studio, name, script="kingdoms.mjs")


def test_ten_cards_are_picked_stored_in_the_address_and_played(studio):
    found = scenario(studio, "pick")
    assert (found["all"], found["drawn"], found["kept"], found["supply"]) == (25, 10, 10, 10)
    assert 0 < found["attacks"] < 10
    assert not found["ready"], "a kingdom of one card cannot be measured"
    assert found["cards"].startswith("Cellar,Market,Militia")


def test_measures_arrive_with_intervals_cards_are_swapped_and_measured_games_watched(studio):
    found = scenario(studio, "measure")
    assert (found["seen"][0], found["seen"][-1]) == (0, 13)
    assert set(found["told"]) <= set(found["seen"]), "every measure is shown as soon as it is told"
    assert len(found["intervals"]) == 13
    assert all("[" in text for text in found["intervals"])
    assert found["suggested"] == 10
    assert found["swapped"]
    assert found["before"], "the kingdom before is shown beside the new one"
    assert found["watched"].startswith("/tables/")


def test_kingdoms_are_made_for_a_target_and_the_page_shows_the_search(studio):
    assert scenario(studio, "make") == {"made": 2, "taken": 10}
