"""The room of kingdoms in the browser; what is done is in kingdoms.mjs."""

import pytest

from tests.studio.browser.studio import scenario as done

pytestmark = pytest.mark.slow


def scenario(studio, name):
    return done(studio, name, script="kingdoms.mjs")


def test_ten_cards_are_picked_kept_in_the_address_and_played_with(studio):
    found = scenario(studio, "pick")
    assert (found["all"], found["drawn"], found["kept"], found["supply"]) == (25, 10, 10, 10)
    assert 0 < found["attacks"] < 10
    assert not found["ready"], "a kingdom of one card cannot be measured"
    assert found["cards"].startswith("Cellar,Market,Militia")


def test_measures_arrive_with_intervals_swaps_are_done_and_games_behind_them_watched(studio):
    found = scenario(studio, "measure")
    assert (found["seen"][0], found["seen"][-1]) == (0, 13)
    assert set(found["told"]) <= set(found["seen"]), "every measure is shown as soon as it is told"
    assert len(found["intervals"]) == 13
    assert all("[" in words for words in found["intervals"])
    assert found["suggested"] == 10
    assert found["swapped"]
    assert found["before"], "the kingdom before is shown beside the new one"
    assert found["watched"].startswith("/tables/")


def test_kingdoms_are_made_to_a_target_with_the_search_on_the_page(studio):
    assert scenario(studio, "make") == {"made": 2, "taken": 10}
