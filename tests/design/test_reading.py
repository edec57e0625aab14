"""Words of a command that several designers read."""

import pytest

from ludus.design.base.options import parse_number_range


def test_two_numbers_have_a_dash_between_them():
    assert parse_number_range("3-5") == (3.0, 5.0)
    assert parse_number_range("0.4-.6") == (0.4, 0.6)


@pytest.mark.parametrize("text", ["", "3", "-", "3-", "-3", "a-b", "1-2-3", "nan-1", "1-inf", "1e999-2"])
def test_everything_else_is_none(text):
    assert parse_number_range(text) is None
