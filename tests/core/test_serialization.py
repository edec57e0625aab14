"""Any record as plain data and as text, and back; what is wrong is named by its path."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core import Record, float64, int8, int16, uint8, uint64
from ludus.core.serialization import from_plain, from_text, to_plain, to_text
from ludus.util.errors import NotationError


class Card(Record):
    cost: uint8
    attack: int16


class Deck(Record):
    stream: uint64
    luck: float64
    flag: int8
    cards: Card[2]
    grid: int8[2, 2]


PLAIN = {
    "stream": 2**64 - 1,
    "luck": -0.1,
    "flag": -128,
    "cards": [{"cost": 1, "attack": -2}, {"cost": 255, "attack": 32767}],
    "grid": [[1, 2], [3, -4]],
}


def test_a_record_becomes_dicts_lists_and_numbers():
    assert to_plain(Deck.over(from_plain(Deck, PLAIN))) == PLAIN


@given(st.binary(min_size=Card.nbytes, max_size=Card.nbytes))
def test_every_record_without_gaps_reads_back_byte_for_byte(data):
    padded = data[:1] + b"\0" + data[2:]  # the byte between the fields belongs to none
    assert from_text(Card, to_text(Card(memoryview(padded)))).tobytes() == padded


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 2**64 - 1), st.integers(-128, 127))
def test_numbers_read_back_exactly(luck, stream, flag):
    data = PLAIN | {"luck": luck, "stream": stream, "flag": flag}
    text = to_text(Deck.over(from_plain(Deck, data)))
    assert to_plain(Deck.over(from_text(Deck, text))) == data
    assert "\n" not in text


def changed(*path, to):
    data = msgspec.json.decode(msgspec.json.encode(PLAIN))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (changed("flag", to=128), r"Deck\.flag: 128 does not fit int8"),
        (changed("stream", to=-1), r"Deck\.stream: -1 does not fit uint64"),
        (changed("cards", 1, "cost", to=256), r"Deck\.cards\[1\]\.cost: 256 does not fit uint8"),
        (changed("grid", 1, 0, to="x"), r"Deck\.grid\[1\]\[0\]: expected a number of type int8, got 'x'"),
        (changed("flag", to=1.0), r"Deck\.flag: expected a number of type int8, got 1\.0"),
        (changed("flag", to=True), r"Deck\.flag: expected a number"),
        (changed("flag", to=None), r"Deck\.flag: expected a number"),
        (changed("luck", to="much"), r"Deck\.luck: expected a number of type float64"),
        (changed("cards", to=[]), r"Deck\.cards: expected a list of 2"),
        (changed("cards", 0, to=7), r"Deck\.cards\[0\]: expected fields, got 7"),
        (changed("grid", 0, to=[1, 2, 3]), r"Deck\.grid\[0\]: expected a list of 2"),
        (changed("extra", to=1), r"Deck\.extra: there is no such field \(known: stream, "),
        ({}, r"Deck\.stream: missing"),
        ([1], r"Deck: expected fields"),
        ("x" * 1000, r"Deck: expected fields, got '.{36}\.\.\."),
    ],
)
def test_wrong_data_is_named_by_its_path(data, message):
    with pytest.raises(NotationError, match=message):
        from_plain(Deck, data)


@pytest.mark.parametrize("text", ["", "{", "nonsense", "\ud800", "[" * 100_000, "9" * 5000, '{"stream": 1e999}'])
def test_a_text_that_is_not_json_is_a_notation_error(text):
    with pytest.raises(NotationError):
        from_text(Deck, text)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with pytest.raises(NotationError):
        from_text(Deck, text)
