"""Any record as plain data and as text, and back; what is wrong is named by its path."""

from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.core import Range, Record, float64, int8, int16, uint8, uint64
from ludus.core.serialization import check_ranges, from_plain, from_text, to_plain, to_text
from ludus.util.errors import NotationError
from tests.cases import each
from tests.messages import mentions


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


@each(
    ("data", "message"),
    [
        (changed("flag", to=128), "Deck.flag: 128 does not fit int8"),
        (changed("stream", to=-1), "Deck.stream: -1 does not fit uint64"),
        (changed("cards", 1, "cost", to=256), "Deck.cards[1].cost: … 256 … uint8"),
        (changed("grid", 1, 0, to="x"), "Deck.grid[1][0]: … int8 … 'x'"),
        (changed("flag", to=1.0), "Deck.flag: … int8 … got 1.0"),
        (changed("flag", to=True), "Deck.flag: expected a number"),
        (changed("flag", to=None), "Deck.flag: expected a number"),
        (changed("luck", to="much"), "Deck.luck: … float64"),
        (changed("cards", to=[]), "Deck.cards: expected a list of 2"),
        (changed("cards", 0, to=7), "Deck.cards[0]: expected fields, got 7"),
        (changed("grid", 0, to=[1, 2, 3]), "Deck.grid[0]: expected a list of 2"),
        (changed("extra", to=1), "Deck.extra: … stream"),
        ({}, "Deck.stream: missing"),
        ([1], r"Deck: expected fields"),
        ("x" * 1000, "Deck: expected fields, got ' … ..."),
    ],
)
def test_wrong_data_is_named_by_its_path(data, message):
    with pytest.raises(NotationError, match=mentions(message)):
        from_plain(Deck, data)


@each("text", ["", "{", "nonsense", "\ud800", "[" * 100_000, "9" * 5000, '{"stream": 1e999}'])
def test_a_text_that_is_not_json_is_a_notation_error(text):
    with pytest.raises(NotationError):
        from_text(Deck, text)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with pytest.raises(NotationError):
        from_text(Deck, text)


class Hero(Record):
    health: Annotated[int16, Range(-5, 30)]
    marks: Annotated[uint8[2, 2], Range(0, 3)]
    luck: Annotated[float64, Range(0.0, 1.0)]
    free: int16


class Team(Record):
    heroes: Hero[2]
    turn: Annotated[uint8, Range(1, 9)]


def team(*path, to=None):
    hero = {"health": 0, "marks": [[0, 0], [0, 3]], "luck": 0.5, "free": 30_000}
    data = msgspec.json.decode(msgspec.json.encode({"heroes": [hero, hero], "turn": 9}))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if path:
        inner[path[-1]] = to
    return data


OUTSIDE = {
    "Team.turn: 0 is not between 1 and 9": team("turn", to=0),
    "Team.turn: 300 is not between 1 and 9": team("turn", to=300),
    "Team.heroes[1].health: 31 is not between -5 and 30": team("heroes", 1, "health", to=31),
    "Team.heroes[0].marks[1][0]: 4 is not between 0 and 3": team("heroes", 0, "marks", 1, 0, to=4),
    "Team.heroes[0].luck: 1.5 is not between 0.0 and 1.0": team("heroes", 0, "luck", to=1.5),
}


def test_a_number_outside_the_range_of_its_field_is_named_with_the_range():
    from_plain(Team, team())
    for message, data in OUTSIDE.items():
        with pytest.raises(NotationError) as refused:
            from_plain(Team, data)
        assert str(refused.value) == message


def test_ranges_are_checked_in_records_made_in_another_way():
    array = from_plain(Team, team())
    check_ranges(Team, array)
    for place, value in {"health": 31, "marks": 4, "luck": -0.1}.items():
        wrong = array.copy()
        wrong["heroes"][0, 1][place] = value
        with pytest.raises(NotationError, match=rf"Team\.heroes\[1\]\.{place}"):
            check_ranges(Team, wrong)
