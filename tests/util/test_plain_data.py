"""Comparison of plain data with declared types."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

import pytest

from ludus.util.plain_data import find_mismatch


class Card(TypedDict):
    name: str
    kind: Literal["red", "green"]
    cost: NotRequired[int]


class Hand(TypedDict):
    cards: list[Card | None]
    counts: dict[str, int]
    pair: tuple[str, int]


def hand(**changes):
    card = {"name": "axe", "kind": "red", "cost": 3}
    return {"cards": [card, None], "counts": {"axe": 1}, "pair": ["axe", 1]} | changes


def test_data_of_the_declared_type_fit():
    assert find_mismatch(hand(), Hand) == ""
    assert find_mismatch(hand(cards=[{"name": "axe", "kind": "green"}]), Hand) == ""


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"more": 1}, "'more'"),
        ({"cards": [{"kind": "red"}]}, "'name'"),
        ({"cards": [{"name": "axe", "kind": "blue"}]}, "cards[0].kind"),
        ({"cards": [{"name": "axe", "kind": "red", "cost": True}]}, "cards[0].cost"),
        ({"cards": [{"name": "axe", "kind": "red", "cost": 1.0}]}, "cards[0].cost"),
        ({"cards": "axe"}, "cards"),
        ({"counts": {1: 1}}, "counts"),
        ({"counts": {"axe": None}}, "counts['axe']"),
        ({"pair": ["axe"]}, "pair"),
        ({"pair": ["axe", "1"]}, "pair[1]"),
    ],
    ids=str,
)
def test_a_mismatch_names_its_place(changes, place):
    assert place in find_mismatch(hand(**changes), Hand)


def test_a_missing_key_is_named():
    data = hand()
    del data["counts"]
    assert "'counts'" in find_mismatch(data, Hand)


def test_types_that_plain_data_cannot_have_are_refused():
    with pytest.raises(TypeError):
        find_mismatch({1}, set[int])
