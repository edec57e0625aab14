"""Layout of every page and board at three sizes, in two themes: no overflow, overlap, cut names, small targets.

The views are in views.mjs, the checks in layout.mjs.
"""

import re

import pytest

from tests.studio.browser.pictures import GROUPS, views_of
from tests.studio.browser.studio import Studio, scenario
from tests.studio.browser.test_own_game import studio_of_the_guide

SWEEP_TIMEOUT = 2400  # seconds for a part of the sweep

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def studio(_dependencies, tmp_path_factory):
    """A Studio that accepts uploaded bots: one has a name of 40 letters."""
    running = Studio(tmp_path_factory.mktemp("studio") / "runs", "--uploads")
    yield running
    running.close()


@pytest.fixture(scope="module")
def swept(studio, tmp_path_factory):
    """Names of all views, and their faults of layout and access."""
    own_studio = studio_of_the_guide(tmp_path_factory.mktemp("guide") / "plain", picture=False)
    parts = {"own": own_studio, "work": studio, "views": studio}
    try:
        found = [scenario(running, name, script="sweep.mjs", timeout=SWEEP_TIMEOUT) for name, running in parts.items()]
    finally:
        own_studio.close()
    return {key: [item for part in found for item in part[key]] for key in ("views", "faults")}


def test_every_view_fits_at_three_sizes_in_two_themes(swept):
    assert swept["faults"] == []


def test_the_sweep_visits_every_view_that_the_documentation_shows(swept):
    visited = {re.sub(r"\W+", "-", view.lower()) for view in swept["views"]}
    assert {name for group in GROUPS for name in views_of(group)} - visited == set()


@pytest.mark.parametrize("width", [390, 1280])
def test_digits_of_cards_cover_nothing(studio, width):
    for place, result in scenario(studio, "digits", str(width), script="digits.mjs").items():
        assert result["cards"] > 1, place
        assert result["covered"] == [], place


def test_scroll_bars_that_take_room_widen_nothing(studio):
    result = scenario(studio, "bars", script="sweep.mjs", timeout=SWEEP_TIMEOUT)
    assert result["barWidth"] > 0
    assert len(result["views"]) > len(GROUPS)
    assert result["faults"] == []


def test_the_sweep_finds_each_kind_of_fault(studio):
    found = scenario(studio, "broken", script="sweep.mjs")
    assert found.pop("whole") == []
    kinds = "wide cut tiny overlap covered small short hidden head broken beside edge".split()
    assert {kind: kind in found[kind] for kind in found} == dict.fromkeys(kinds, True)
