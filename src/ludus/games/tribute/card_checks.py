"""Consistency checks of a card file: faults of cards and patrons whose single fields are valid."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ludus.core.errors import ContentError
from ludus.games.tribute import table as t
from ludus.games.tribute.phrases import EffectOrChoice, read_effects
from ludus.games.tribute.state import DECKS, PATRONS, PIECES, SEATS, TAVERN

if TYPE_CHECKING:
    from ludus.games.tribute.cards import TributeCardSpec, TributeCardFile, PatronSpec

CARD_REQUIRING_EFFECTS = (t.BANISH_AGENT, t.SELL_CARD, t.RALLY_AGENT, t.MINT_CARD)  # callable only if there is a card
LEVEL_FIELDS = ("play", "combo2", "combo3", "combo4")
STANDING_FIELDS = ("favoured", "neutral", "unfavoured")
DRAFTED_PATRONS = PATRONS - 1  # patrons that the players choose


def check_file(card_file: TributeCardFile) -> None:
    """Check a whole card file.

    Raises:
        ContentError: for the first fault; its `field` is the place in the file.
    """
    keys = [*card_file.cards]
    for count, most, what in ((len(keys), t.CARDS, "cards"), (len(card_file.patrons), DECKS, "patrons")):
        if count > most:
            raise ContentError(f"{count} {what}; at most {most}", field=what)
    selectable = [key for key, patron in card_file.patrons.items() if patron.selectable]
    if len(selectable) < DRAFTED_PATRONS or len(card_file.patrons) - len(selectable) != 1:
        raise ContentError(
            f"{len(selectable)} patrons to select and {len(card_file.patrons) - len(selectable)} with selectable = false; "
            f"there must be at least {DRAFTED_PATRONS} and exactly 1",
            field="patrons",
        )
    for key, patron in card_file.patrons.items():
        _check_patron(f"patrons.{key}", patron, keys)
    effects: set[EffectOrChoice] = set()
    for key, card in card_file.cards.items():
        _check_card(f"cards.{key}", key, card, card_file)
        effects.update(
            phrase for name in LEVEL_FIELDS for phrase in parse_effects(getattr(card, name), keys, of_patron=False)
        )
    for patron in card_file.patrons.values():
        for name in ("call", *STANDING_FIELDS):
            effects.update(parse_effects(getattr(patron, name), keys, of_patron=True))
    if len(effects) > t.EFFECTS:
        raise ContentError(f"{len(effects)} different effects; at most {t.EFFECTS}", field="cards")
    _check_tavern(card_file)


def parse_effects(text: str, keys: list[str], of_patron: bool) -> list[EffectOrChoice]:
    """Parse the effects of a field; an empty field has none."""
    return read_effects(text, keys, of_patron) if text.strip() else []


def _check_tavern(card_file: TributeCardFile) -> None:
    """Check that all cards fit into the tavern for every selection of patrons."""
    sizes = dict.fromkeys(card_file.patrons, 0)
    for card in card_file.cards.values():
        sizes[card.deck] += card.copies
    treasury = next(key for key, patron in card_file.patrons.items() if not patron.selectable)
    others = sorted((n, key) for key, n in sizes.items() if key != treasury)[-DRAFTED_PATRONS:]
    largest = sizes[treasury] + sum(n for n, _ in others)
    if largest >= TAVERN:
        decks = ", ".join(f"{key} {n}" for n, key in (*others, (sizes[treasury], treasury)))
        raise ContentError(f"a tavern of up to {largest} cards ({decks}); at most {TAVERN - 1}", field="cards")
    assert TAVERN + SEATS * max(t.STARTING, PATRONS * t.STARTERS) < PIECES


def _check_patron(place: str, patron: PatronSpec, keys: list[str]) -> None:
    for starter in patron.starters:
        if starter not in keys:
            raise ContentError(
                f"there is no card {starter!r}{_quoted_suggestion(starter, keys)}", field=f"{place}.starters"
            )
    by_standing = [getattr(patron, name) for name in STANDING_FIELDS]
    if bool(patron.call) == any(by_standing) or (not patron.call and not all(by_standing)):
        raise ContentError("either call, or all of favoured, neutral and unfavoured", field=place)
    for name in ("call", *STANDING_FIELDS):
        deeds = _parse_checked(f"{place}.{name}", getattr(patron, name), keys, of_patron=True)
        if any(deed[0] in CARD_REQUIRING_EFFECTS for deed, _ in deeds[1:]):
            raise ContentError("an effect that asks for a card must come first", field=f"{place}.{name}")
    paid = any("power-paid" in text for text in (patron.call, *by_standing))
    if paid != (patron.price.coins == "all"):
        raise ContentError('power-paid goes with price = { coins = "all" }', field=place)


def _check_card(place: str, key: str, card: TributeCardSpec, card_file: TributeCardFile) -> None:
    if card.deck not in card_file.patrons:
        raise ContentError(
            f"{card.deck!r} is no patron; there are {', '.join(card_file.patrons)}", field=f"{place}.deck"
        )
    if ("agent" in card.type) != (card.health is not None):
        raise ContentError(
            f"agents have health, other cards have none; this is of type {card.type!r}", field=f"{place}.health"
        )
    if card.health is None and (card.taunt or card.toll):
        raise ContentError("only agents have taunt or toll", field=f"{place}.{'taunt' if card.taunt else 'toll'}")
    for name in LEVEL_FIELDS:
        _parse_checked(f"{place}.{name}", getattr(card, name), [*card_file.cards], of_patron=False)
    seen = [key]
    while card.upgrades:
        if card.upgrades not in card_file.cards:
            raise ContentError(
                f"there is no card {card.upgrades!r}{_quoted_suggestion(card.upgrades, [*card_file.cards])}",
                field=f"{place}.upgrades",
            )
        seen.append(card.upgrades)
        if card.upgrades in seen[:-1]:
            raise ContentError(f"{' upgrades '.join(seen)}: upgrades must not form a cycle", field=f"{place}.upgrades")
        if card_file.cards[card.upgrades].deck != card.deck:
            raise ContentError(f"{card.upgrades} is of another deck", field=f"{place}.upgrades")
        card = card_file.cards[card.upgrades]


def _parse_checked(place: str, text: str, keys: list[str], of_patron: bool) -> list[EffectOrChoice]:
    try:
        return parse_effects(text, keys, of_patron)
    except ContentError as error:
        raise ContentError(error.what, field=place) from None


def _quoted_suggestion(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""
