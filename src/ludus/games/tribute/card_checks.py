"""Consistency checks of a card file: faults of cards and patrons whose single fields are valid."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ludus.core.errors import ContentError
from ludus.games.tribute import table as t
from ludus.games.tribute.phrases import Phrase, read_phrases
from ludus.games.tribute.state import DECKS, PATRONS, PIECES, SEATS, TAVERN

if TYPE_CHECKING:
    from ludus.games.tribute.cards import Card, CardFile, Patron

ASKING = (t.BANISH_AGENT, t.SELL_CARD, t.RALLY_AGENT, t.MINT_CARD)  # callable only if there is a card
LEVELS = ("play", "combo2", "combo3", "combo4")
STANDINGS = ("favoured", "neutral", "unfavoured")
PICKS = PATRONS - 1  # patrons that the players choose


def check_file(whole: CardFile) -> None:
    """Check a whole card file.

    Raises:
        ContentError: for the first fault; its `field` is the place in the file.
    """
    keys = [*whole.cards]
    for count, most, what in ((len(keys), t.CARDS, "cards"), (len(whole.patrons), DECKS, "patrons")):
        if count > most:
            raise ContentError(f"{count} {what}; at most {most}", field=what)
    selectable = [key for key, patron in whole.patrons.items() if patron.selectable]
    if len(selectable) < PICKS or len(whole.patrons) - len(selectable) != 1:
        raise ContentError(
            f"{len(selectable)} patrons to select and {len(whole.patrons) - len(selectable)} with selectable = false; "
            f"there must be at least {PICKS} and exactly 1",
            field="patrons",
        )
    for key, patron in whole.patrons.items():
        _check_patron(f"patrons.{key}", patron, keys)
    effects: set[Phrase] = set()
    for key, card in whole.cards.items():
        _check_card(f"cards.{key}", key, card, whole)
        effects.update(phrase for name in LEVELS for phrase in phrases(getattr(card, name), keys, of_patron=False))
    for patron in whole.patrons.values():
        for name in ("call", *STANDINGS):
            effects.update(phrases(getattr(patron, name), keys, of_patron=True))
    if len(effects) > t.EFFECTS:
        raise ContentError(f"{len(effects)} different effects; at most {t.EFFECTS}", field="cards")
    _check_tavern(whole)


def phrases(text: str, keys: list[str], of_patron: bool) -> list[Phrase]:
    """Parse the effects of a field; an empty field has none."""
    return read_phrases(text, keys, of_patron) if text.strip() else []


def _check_tavern(whole: CardFile) -> None:
    """Check that all cards fit into the tavern for every selection of patrons."""
    sizes = dict.fromkeys(whole.patrons, 0)
    for card in whole.cards.values():
        sizes[card.deck] += card.copies
    treasury = next(key for key, patron in whole.patrons.items() if not patron.selectable)
    others = sorted((n, key) for key, n in sizes.items() if key != treasury)[-PICKS:]
    largest = sizes[treasury] + sum(n for n, _ in others)
    if largest >= TAVERN:
        decks = ", ".join(f"{key} {n}" for n, key in (*others, (sizes[treasury], treasury)))
        raise ContentError(f"a tavern of up to {largest} cards ({decks}); at most {TAVERN - 1}", field="cards")
    assert TAVERN + SEATS * max(t.STARTING, PATRONS * t.STARTERS) < PIECES


def _check_patron(place: str, patron: Patron, keys: list[str]) -> None:
    for starter in patron.starters:
        if starter not in keys:
            raise ContentError(f"there is no card {starter!r}{_close(starter, keys)}", field=f"{place}.starters")
    by_standing = [getattr(patron, name) for name in STANDINGS]
    if bool(patron.call) == any(by_standing) or (not patron.call and not all(by_standing)):
        raise ContentError("either call, or all of favoured, neutral and unfavoured", field=place)
    for name in ("call", *STANDINGS):
        deeds = _checked_phrases(f"{place}.{name}", getattr(patron, name), keys, of_patron=True)
        if any(deed[0] in ASKING for deed, _ in deeds[1:]):
            raise ContentError("an effect that asks for a card must come first", field=f"{place}.{name}")
    paid = any("power-paid" in text for text in (patron.call, *by_standing))
    if paid != (patron.price.coins == "all"):
        raise ContentError('power-paid goes with price = { coins = "all" }', field=place)


def _check_card(place: str, key: str, card: Card, whole: CardFile) -> None:
    if card.deck not in whole.patrons:
        raise ContentError(f"{card.deck!r} is no patron; there are {', '.join(whole.patrons)}", field=f"{place}.deck")
    if ("agent" in card.type) != (card.health is not None):
        raise ContentError(
            f"agents have health, other cards have none; this is of type {card.type!r}", field=f"{place}.health"
        )
    if card.health is None and (card.taunt or card.toll):
        raise ContentError("only agents have taunt or toll", field=f"{place}.{'taunt' if card.taunt else 'toll'}")
    for name in LEVELS:
        _checked_phrases(f"{place}.{name}", getattr(card, name), [*whole.cards], of_patron=False)
    seen = [key]
    while card.upgrades:
        if card.upgrades not in whole.cards:
            raise ContentError(
                f"there is no card {card.upgrades!r}{_close(card.upgrades, [*whole.cards])}", field=f"{place}.upgrades"
            )
        seen.append(card.upgrades)
        if card.upgrades in seen[:-1]:
            raise ContentError(f"{' upgrades '.join(seen)}: upgrades must not form a cycle", field=f"{place}.upgrades")
        if whole.cards[card.upgrades].deck != card.deck:
            raise ContentError(f"{card.upgrades} is of another deck", field=f"{place}.upgrades")
        card = whole.cards[card.upgrades]


def _checked_phrases(place: str, text: str, keys: list[str], of_patron: bool) -> list[Phrase]:
    try:
        return phrases(text, keys, of_patron)
    except ContentError as error:
        raise ContentError(error.what, field=place) from None


def _close(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""
