"""Card lists, cards and decks: parsing of user input, and small changes of cards.

A change says by how many points each field of a card moves, all towards stronger or all towards weaker, within the
rules. A card keeps its character: only numbers that it has can move, and none of them becomes zero or changes its sign.
A cost may be any legal value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import fsum
from pathlib import Path

from ludus.core.game import Content
from ludus.design.base.designer import DesignRequest
from ludus.games.locm.card_edits import NUMBER_FIELDS, allowed_range, cards_of, change_card
from ludus.games.locm.card_list import KINDS, CardDefinition
from ludus.games.locm.state import DECK
from ludus.util.errors import OptionError, UnknownName

OFFICIAL_LIST = "official"
CardChange = tuple[
    tuple[str, int], ...
]  # fields and points, signed, in the order of the game's fields; empty: no change

# Direction of a field when a card gets stronger. The strength of red and blue items is negative: what it takes away.
STRONGER_SIGN = {"cost": -1, "attack": 1, "defense": 1, "my_health": 1, "opp_health": -1, "draw": 1}
COST, STRENGTH_FIELDS, HELPFUL_KINDS = "cost", ("attack", "defense"), ("creature", "green")


@dataclass(frozen=True)
class CardSelection:
    """What is inspected: a card list, and the selected cards or deck."""

    content: Content
    cards: list[CardDefinition]  # the whole list, in the order of the game data
    selected: list[int]  # indices of the selected cards; all of them if the list itself is inspected
    is_deck: bool  # whether the selected cards are a deck


def read_selection(words: Sequence[str], request: DesignRequest) -> CardSelection:
    """Parse the CONTENT arguments.

    Raises:
        OptionError: no content, two card lists, a card named twice, or an unknown number.
        UnknownCard: there is no card with that name.
    """
    if not words:
        raise OptionError("name a card list, cards, or a deck of 30 cards; `official` is the list of the game itself")
    options = dict(request.options)
    if len(words) == 1 and (words[0].lower().endswith(".csv") or Path(words[0]).is_file()):
        if "cards" in options:
            raise OptionError(f"two card lists: {words[0]} and -o cards={options['cards']}")
        options["cards"], words = words[0], [OFFICIAL_LIST]
    content = load_list(request, options)
    cards = cards_of(content)
    if list(words) == [OFFICIAL_LIST]:
        return CardSelection(content, cards, list(range(len(cards))), False)
    texts = _split_words(words)
    try:
        chosen = [find_card(cards, text) for text in texts]
    except UnknownCard as error:
        raise (
            error if len(texts) > 1 else UnknownCard(texts[0], [card.name for card in cards], [OFFICIAL_LIST])
        ) from None
    if len(chosen) == DECK:
        return CardSelection(content, cards, chosen, True)
    if len(set(chosen)) < len(chosen):
        twice = next(index for index in chosen if chosen.count(index) > 1)
        raise OptionError(
            f"card {cards[twice].number} is named twice, as in a deck; but a deck has {DECK} cards, not {len(chosen)}"
        )
    return CardSelection(content, cards, chosen, False)


def load_list(request: DesignRequest, options: dict[str, str]) -> Content:
    """Load the content of drafted games on a fixed list; cards can only be counted in these.

    Raises:
        OptionError: an option other than `version` and `cards`, or a version without a draft.
    """
    if unfit := sorted(set(options) - {"version", "cards"}):
        raise OptionError(
            f"-o {unfit[0]}: cards are counted in ordinary drafts; only `version` and `cards` may be chosen"
        )
    content = request.game.content(**options)
    if content.options.version == "1.5":  # type: ignore[attr-defined]
        raise OptionError("version 1.5 has no draft, and its cards are made anew for every game; choose 1.0 or 1.2")
    return content


def find_card(cards: Sequence[CardDefinition], text: str) -> int:
    """Return the index of a card, by its number or its name.

    Raises:
        OptionError: there is no such number, or several cards have the name.
        UnknownCard: there is no such name.
    """
    if re.fullmatch(r"[0-9]{1,9}", text):
        for index, card in enumerate(cards):
            if card.number == int(text):
                return index
        raise OptionError(
            f"there is no card {text} in the list; its numbers go from {cards[0].number} to {cards[-1].number}"
        )
    matches = [index for index, card in enumerate(cards) if card.name.casefold() == text.casefold()]
    if len(matches) > 1:
        numbers = ", ".join(str(cards[index].number) for index in matches)
        raise OptionError(f"several cards are called {text!r}: say which by number ({numbers})")
    if not matches:
        raise UnknownCard(text, [card.name for card in cards])
    return matches[0]


class UnknownCard(UnknownName):
    """Unknown card name; the message suggests up to three close matches, not all 160 names."""

    def __init__(self, name: str, known: list[str], lists: Sequence[str] = ()) -> None:
        import difflib

        close = difflib.get_close_matches(name, [*lists, *known], 3, 0.5)
        hint = f"; did you mean {' or '.join(repr(suggestion) for suggestion in close)}?" if close else ""
        Exception.__init__(self, f"there is no card named {name!r} in the list{hint}")


def apply_changes_text(cards: Sequence[CardDefinition], text: str) -> tuple[list[CardDefinition], list[int]]:
    """Apply a text of changes; return the new list and the indices of the changed cards.

    Raises:
        OptionError: the text is no list of NUMBER.FIELD=VALUE, or changes nothing.
    """
    changed, touched = list(cards), []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(?P<card>.+?)\.(?P<field>\w+)\s*=\s*(?P<value>.*?)\s*", part)
        if match is None:
            raise OptionError(f"--change takes NUMBER.FIELD=VALUE, as 48.cost=3; not {part.strip()!r}")
        index = find_card(cards, match["card"])
        where = f"--change {part.strip()}"
        changed[index] = change_card(changed[index], match["field"], match["value"], where)
        touched.append(index)
    if changed == list(cards):
        raise OptionError(f"--change {text}: that is what the list says already")
    return changed, sorted(set(touched))


def move_field(card: CardDefinition, field: str, by: int) -> CardDefinition:
    """Return a card with one number moved; the caller checks that the value is legal."""
    return replace(card, **{field: getattr(card, field) + by})


def movable_fields(card: CardDefinition, stronger: bool) -> dict[str, int]:
    """Return the fields of a card that can move at least one point in a direction, with the sign of the move."""
    signs = {}
    for field in NUMBER_FIELDS:
        sign = STRONGER_SIGN[field] * (1 if stronger else -1)
        if field in STRENGTH_FIELDS and KINDS[card.kind] not in HELPFUL_KINDS:
            sign = -sign
        if can_move(card, field, sign):
            signs[field] = sign
    return signs


def can_move(card: CardDefinition, field: str, by: int) -> bool:
    """Return whether a number of a card may move by `by`."""
    now = getattr(card, field)
    low, high = allowed_range(card, field)
    if not low <= now + by <= high:
        return False
    return field == COST or now * (now + by) > 0


def possible_changes(card: CardDefinition, stronger: bool, most: int) -> Iterator[CardChange]:
    """Yield every change of a card in one direction, from 0 to `most` points."""
    signs = movable_fields(card, stronger)
    for points in range(most + 1):
        for chosen in combinations_with_replacement(signs, points):
            change = tuple((field, signs[field] * chosen.count(field)) for field in signs if field in chosen)
            if all(can_move(card, field, by) for field, by in change):
                yield change


def apply_change(card: CardDefinition, change: CardChange) -> CardDefinition:
    """Return the card after the change."""
    for field, by in change:
        card = move_field(card, field, by)
    return card


def change_size(change: CardChange) -> int:
    """Return the number of points of a change."""
    return sum(abs(by) for _, by in change)


def predicted_effect(change: CardChange, effects: Mapping[str, float]) -> float:
    """Return the predicted effect of a change, from the effect of one point of each field; 0 where that is unknown."""
    return fsum(abs(by) * effects.get(field, 0.0) for field, by in change)


def describe_change(card: CardDefinition, change: CardChange) -> str:
    """Describe a change: `cost 6 → 7, attack 7 → 6`."""
    parts = [f"{field} {getattr(card, field)} → {getattr(card, field) + by}" for field, by in change]
    return ", ".join(parts) or "unchanged"


def _split_words(words: Sequence[str]) -> list[str]:
    """Split into numbers and names: at commas, and at spaces between numbers."""
    texts = []
    for part in (piece.strip() for word in words for piece in word.split(",")):
        if re.fullmatch(r"[0-9\s]+", part):
            texts += part.split()
        elif part:
            texts.append(part)
    return texts
