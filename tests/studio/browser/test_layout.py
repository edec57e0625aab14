"""Layout of every page and board at three sizes, in two themes: no overflow, overlap, cut names, small targets.

The views are in views.mjs, the checks in layout.mjs.
"""

import pytest

from tests.studio.browser.studio import Studio, scenario

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def studio(_dependencies, tmp_path_factory):
    """A Studio that accepts uploaded bots: one has a name of 40 letters."""
    running = Studio(tmp_path_factory.mktemp("studio") / "runs", "--uploads")
    yield running
    running.close()


def test_every_room_fits_at_three_sizes_in_two_themes(studio):
    assert scenario(studio, "views", script="sweep.mjs", timeout=1200) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_digits_of_cards_cover_nothing(studio, width):
    for place, result in scenario(studio, "digits", str(width), script="digits.mjs").items():
        assert result["cards"] > 1, place
        assert result["covered"] == [], place


def test_the_sweep_finds_each_kind_of_fault(studio):
    found = scenario(studio, "broken", script="sweep.mjs")
    assert found.pop("whole") == []
    assert {kind: kind in kinds for kind, kinds in found.items()} == dict.fromkeys(
        ("wide", "cut", "overlap", "covered", "small", "hidden", "head", "broken"), True
    )
