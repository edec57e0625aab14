"""Card lists, cards and decks that a user names: parsing of CONTENT and of `--change`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.core.game import Content
from ludus.design.base.designer import DesignRequest
from ludus.games.locm.card_edits import cards_of, change_card
from ludus.games.locm.card_list import CardDefinition
from ludus.games.locm.state import DECK
from ludus.util.errors import OptionError, UnknownName

OFFICIAL_LIST = "official"


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


def _split_words(words: Sequence[str]) -> list[str]:
    """Split into numbers and names: at commas, and at spaces between numbers."""
    texts = []
    for part in (piece.strip() for word in words for piece in word.split(",")):
        if re.fullmatch(r"[0-9\s]+", part):
            texts += part.split()
        elif part:
            texts.append(part)
    return texts
