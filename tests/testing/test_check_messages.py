"""Messages of failed checks: what differs, for which seat, and the possible causes."""

import re
from dataclasses import replace

import pytest

from ludus.testing import CHECKS, Case, CheckFailed
from ludus.testing.example_games import auction
from ludus.testing.game_under_test import difference_text


def test_a_view_that_differs_names_the_path_both_values_both_causes_and_the_seat():
    def longer(content, state, seat):
        return {"text": "x" * 300} | auction.observation(content, state, seat) | {"bids": list(state.bids)}

    with pytest.raises(CheckFailed) as caught:
        CHECKS["views_conceal"](Case(replace(auction.game, observation=longer)))
    assert re.search(r"seat (\d) \((\d) in Python\).*bids\[\d\]: -?\d+ against -?\d+", caught.value.what)
    assert "resample_hidden is wrong" in caught.value.what
    assert "the observation is wrong" in caught.value.what


def test_of_long_texts_the_part_around_the_difference_is_shown():
    text = difference_text("a" * 500 + "left" + "b" * 500, "a" * 500 + "right" + "b" * 500)
    assert "left" in text
    assert "right" in text
    assert len(text) < 300
    assert difference_text({"hand": [1, 2]}, {"hand": [1, 3]}) == "hand[1]: 2 against 3"
