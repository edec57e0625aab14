"""Errors of TOML texts name the line."""

import pytest

from ludus.util.errors import ContentError
from ludus.util.toml_text import parse_toml


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n\nb = banana\n", 3),
        ("a = 1\nb =", 2),
        ("a = 1\na = 2\n", 2),
        ("[x]\n\n[x]\nb = 1\n", 3),
        ("a = '''\n\n", 2),
    ],
)
def test_an_error_has_its_line(text, line):
    with pytest.raises(ContentError, match=f"mine.toml, line {line}: this is not TOML: ") as raised:
        parse_toml(text, "mine.toml")
    assert raised.value.line == line
    assert "at line" not in raised.value.what


@pytest.mark.parametrize("text", ["a = " + "[" * 3000, "a = 1" + "0" * 5000])
def test_a_text_that_cannot_be_parsed_is_refused(text):
    with pytest.raises(ContentError, match="not TOML that can be read"):
        parse_toml(text)


def test_a_text_is_parsed():
    assert parse_toml("a = 1\n[b]\nc = 'x'") == {"a": 1, "b": {"c": "x"}}
