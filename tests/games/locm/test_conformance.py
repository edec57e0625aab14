"""Every version of the game, and every way to come by decks, obeys the laws of the conformance kit."""

from functools import cache

import pytest

import ludus
from ludus.testing import LAWS, Case

WAYS = {
    "1.0": {"version": "1.0"},
    "1.2": {"version": "1.2"},
    "1.5": {"version": "1.5"},
    "1.2 dealt": {"version": "1.2", "setup": "dealt"},
    "1.5 dealt": {"version": "1.5", "setup": "dealt"},
}


@cache
def case_of(way):
    return Case(ludus.game("locm"), games=5, options=WAYS[way])


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("way", WAYS)
def test_the_law_is_obeyed(way, law):
    LAWS[law](case_of(way))
