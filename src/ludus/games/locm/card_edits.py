"""Edits of card lists: the cards of a content, changed cards, other cards or given decks in a content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from ludus.core.game import Content
from ludus.core.structured_records import copy_record
from ludus.games.locm.card_list import (
    AREAS,
    KINDS,
    RANGES,
    STRENGTHS,
    CardDefinition,
    CardLine,
    CardNames,
    pack_card,
    unpack_card,
    write_keywords,
)
from ludus.games.locm.game_data_records import GIVEN, GameData
from ludus.util.errors import UnknownName

NUMBER_FIELDS = ("cost", "attack", "defense", "my_health", "opp_health", "draw")  # numeric fields of a card
CHANGEABLE_FIELDS = (*NUMBER_FIELDS, "keywords")


def cards_of(content: Content) -> list[CardDefinition]:
    """Return the card list of a content, in the order of its game data."""
    data = GameData.over(content.data)
    return [unpack_card(data.cards[k], content.labels.name(k)) for k in range(data.card_count)]


def with_cards(content: Content, cards: Sequence[CardDefinition], file: str | None = None) -> Content:
    """Return the same content with other cards; `file` is the path of their card list, if there is one."""
    array = copy_record(content.data)
    data = GameData.over(array)
    data.card_count = len(cards)
    for index, card in enumerate(cards):
        pack_card(card, data.cards[index])
    options = msgspec.structs.replace(content.options, cards=file)
    return Content(array, options, CardNames(tuple(card.name for card in cards)))


def with_decks(content: Content, decks: Sequence[Sequence[int]]) -> Content:
    """Return the same content with given decks (battle only), by seat: indices of cards in draw order."""
    array = copy_record(content.data)
    data = GameData.over(array)
    data.setup = GIVEN
    for seat, deck in enumerate(decks):
        for place, index in enumerate(deck):
            data.decks[seat, place] = index
    text = "/".join(" ".join(str(data.cards[index].number) for index in deck) for deck in decks)
    return Content(array, msgspec.structs.replace(content.options, decks=text), content.labels)


def allowed_range(card: CardDefinition, field: str) -> tuple[int, int]:
    """Return the minimum and maximum of a numeric field of this card."""
    low, high, _ = (RANGES | STRENGTHS[card.kind])[field]
    return low, high


def change_card(card: CardDefinition, field: str, value: str, where: str, areas: bool = False) -> CardDefinition:
    """Return a card with one field changed.

    Args:
        card: the card.
        field: one of CHANGEABLE_FIELDS.
        value: the new value, checked like a cell of a card list.
        where: named in error messages.
        areas: whether the version has areas.

    Raises:
        UnknownName: the field cannot be changed.
        ContentError: the value is invalid.
    """
    if field not in CHANGEABLE_FIELDS:
        raise UnknownName("changeable field of a card", field, list(CHANGEABLE_FIELDS))
    cells = {name: str(getattr(card, name)) for name in ("number", "name", *NUMBER_FIELDS)}
    cells |= {"kind": KINDS[card.kind], "keywords": write_keywords(card.keywords), "area": AREAS[card.area]}
    changed = CardLine(cells | {field: value.strip()}, where, None).card(areas)
    return replace(card, **{field: getattr(changed, field)})
