"""Options that several designers share: modes, options without effect, ranges of numbers."""

import pytest

from ludus.design.base.designer import DesignOptions
from ludus.design.base.options import find_mode, parse_number_range
from ludus.util.errors import OptionError


class Wishes(DesignOptions, frozen=True):
    size: int = 3
    map: str | None = None
    all_in_one: bool = False
    depth: int = 1


MODES = {"map": ["size"], "all_in_one": ["depth"]}


def test_the_mode_that_is_asked_for_is_found():
    assert find_mode(Wishes(size=4), MODES) is None
    assert find_mode(Wishes(map="a", size=4), MODES) == "map"
    assert find_mode(Wishes(all_in_one=True, depth=2), MODES, mode_only=["depth"]) == "all_in_one"


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(map="a", all_in_one=True), "--map and --all-in-one: say one of them"),
        (Wishes(map="a", depth=2), "--depth changes nothing: --map goes without it"),
        (Wishes(depth=2), "--depth changes nothing: it goes with --all-in-one"),
    ],
)
def test_what_changes_nothing_is_refused(wishes, said):
    with pytest.raises(OptionError, match=said):
        find_mode(wishes, MODES, mode_only=["depth"])


def test_a_range_is_two_numbers_with_a_dash_between_them():
    assert parse_number_range("3-5") == (3.0, 5.0)
    assert parse_number_range("0.4-.6") == (0.4, 0.6)


@pytest.mark.parametrize("text", ["", "3", "-", "3-", "-3", "a-b", "1-2-3", "nan-1", "1-inf", "1e999-2"])
def test_any_other_text_is_no_range(text):
    assert parse_number_range(text) is None
