"""Card files: the cards and patrons of a game, read, checked and packed.

A file is TOML: a version, a table for each patron and a table for each card, in the order in which they are numbered.

    [patrons.pelin]
    starters = ["fortify"]          what it adds to both starting decks
    price = { power = 2 }           or coins; coins = "all"
    call = "rally"                  or favoured, neutral and unfavoured, by whom it favours when it is called

    [cards.knight_commander]
    deck = "pelin"
    type = "agent"                  or action, contract action, contract agent, starter, curse
    cost = 9
    health = 5
    taunt = true
    play = "power 3"                phrases.py has the vocabulary
    combo2 = "heal 2"
    copies = 1                      in the tavern
    upgrades = "banneret"
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ludus.core.errors import ContentError
from ludus.games.tribute import table as t
from ludus.games.tribute.phrases import Phrase, read_phrases
from ludus.games.tribute.state import DECKS, PIECES, SEATS, TAVERN

CONTENT = Path(__file__).parent / "content"
BASE = CONTENT / "cards.toml"
VERSION = 1
LARGEST = 1_000_000  # bytes of a card file
ASKING = (t.BANISH_AGENT, t.SELL_CARD, t.RALLY_AGENT, t.MINT_CARD)  # they can be called only if there is a card
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
LEVELS = ("play", "combo2", "combo3", "combo4")
STANDINGS = ("favoured", "neutral", "unfavoured")
Small = Annotated[int, Meta(ge=0, le=100)]
Struct = TypeVar("Struct", bound=msgspec.Struct)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as its file has it."""

    deck: str
    type: Literal["action", "agent", "contract action", "contract agent", "starter", "curse"]
    cost: Small = 0
    health: Annotated[int, Meta(ge=1, le=100)] | None = None
    taunt: bool = False
    toll: Annotated[int, Meta(ge=0, le=10)] = 0
    play: str = ""
    combo2: str = ""
    combo3: str = ""
    combo4: str = ""
    copies: Annotated[int, Meta(ge=0, le=20)] = 0
    upgrades: str = ""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a call costs."""

    coins: Small | Literal["all"] = 0
    power: Small = 0


class Patron(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patron as its file has it."""

    starters: Annotated[tuple[str, ...], Meta(max_length=t.STARTERS)]
    price: Price = Price()
    call: str = ""
    favoured: str = ""
    neutral: str = ""
    unfavoured: str = ""
    favour: Literal["step", "jump", "never"] = "step"
    closed_to_favoured: bool = False
    turn_coins: Small = 0
    selectable: bool = True


class CardFile(msgspec.Struct, frozen=True):
    """A whole file, checked."""

    cards: dict[str, Card]
    patrons: dict[str, Patron]


def read_cards(path: str | Path) -> CardFile:
    """The cards and patrons of a file."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise ContentError(f"too large for a card file; at most {LARGEST:,} bytes", path)
        text = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ContentError("not UTF-8 text", path) from None
    except (OSError, ValueError) as error:
        raise ContentError(f"the card file cannot be read: {getattr(error, 'strerror', None) or error}", path) from None
    return parse_cards(text, str(path))


@lru_cache(8)
def parse_cards(text: str, file: str) -> CardFile:
    """The same from a text; `file` is only named in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"not TOML: {error}", file) from None
    if data.get("version") != VERSION:
        raise ContentError(f"version is {data.get('version')!r}; this release reads version = {VERSION}", file)
    if odd := sorted(data.keys() - {"version", "patrons", "cards"}):
        raise ContentError(f"{odd[0]!r} is none of version, patrons, cards", file)
    found: dict[str, dict[str, Any]] = {"patrons": {}, "cards": {}}
    for kind, shape in (("patrons", Patron), ("cards", Card)):
        tables = data.get(kind)
        if not isinstance(tables, dict) or not tables:
            raise ContentError(f"no {kind} in it; each is a table with its key: [{kind}.{_SAMPLE[kind]}]", file)
        for key, facts in tables.items():
            place = f"{kind}.{key}"
            if not KEY.fullmatch(key):
                raise ContentError(f"{key!r} is no key: small letters, digits and _, 40 at most", file, field=place)
            found[kind][key] = _convert(facts, shape, file, place, _line(text, kind, key))
    whole = CardFile(found["cards"], found["patrons"])
    try:
        _check(whole)
    except ContentError as error:
        kind, key, *_ = (error.field or "..").split(".")
        raise ContentError(error.what, file, _line(text, kind, key), error.field) from None
    return whole


def pack(whole: CardFile, table: Any) -> None:
    """Write cards, patrons and their effects into a zeroed plain view of a table."""
    keys, patrons = [*whole.cards], [*whole.patrons]
    numbers: dict[Phrase, int] = {}
    table.card_count, table.patron_count = len(keys), len(patrons)
    table.treasury = next(k for k, patron in enumerate(whole.patrons.values()) if not patron.selectable)
    for record, card in zip(_first(table.cards, len(keys)), whole.cards.values(), strict=True):
        record.cost, record.type, record.deck = card.cost, t.TYPES.index(card.type), patrons.index(card.deck)
        record.health, record.taunt, record.toll, record.copies = (
            card.health or 0,
            int(card.taunt),
            card.toll,
            card.copies,
        )
        for level, name in enumerate(LEVELS):
            for part, phrase in enumerate(_phrases(getattr(card, name), keys, of_patron=False)):
                record.effects[level, part] = _number(phrase, numbers, table)
    for k, (record, patron) in enumerate(zip(_first(table.patrons, len(patrons)), whole.patrons.values(), strict=True)):
        coins = patron.price.coins
        record.coins, record.power = t.ALL_COINS if coins == "all" else coins, patron.price.power
        record.favour = ("step", "jump", "never").index(patron.favour)
        record.closed, record.turn_coins = int(patron.closed_to_favoured), patron.turn_coins
        record.starter_count = len(patron.starters)
        for place, key in enumerate(patron.starters):
            record.starters[place] = keys.index(key)
        for standing, name in enumerate(STANDINGS):
            for part, phrase in enumerate(_phrases(patron.call or getattr(patron, name), keys, of_patron=True)):
                record.deeds[standing, part] = _number(phrase, numbers, table)
        table.selectable[k] = int(patron.selectable)


_SAMPLE = {"patrons": "pelin", "cards": "gold"}


def _first(records: Any, count: int) -> list[Any]:
    return [records[k] for k in range(count)]


def _phrases(text: str, keys: list[str], of_patron: bool) -> list[Phrase]:
    return read_phrases(text, keys, of_patron) if text.strip() else []


def _number(phrase: Phrase, numbers: dict[Phrase, int], table: Any) -> int:
    """The number of an effect; equal ones share it."""
    if phrase not in numbers:
        if len(numbers) == t.EFFECTS - 1:
            raise ContentError(f"more than {t.EFFECTS - 1} different effects")
        number = numbers[phrase] = len(numbers) + 1
        record, (deed, other) = table.effects[number], phrase
        record.op, record.n, record.what = deed
        if other:
            record.other_op, record.other_n, record.other_what = other
    return numbers[phrase]


def _convert(facts: Any, shape: type[Struct], file: str, place: str, line: int | None) -> Struct:
    try:
        return msgspec.convert(facts, shape, strict=True)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        field = f"{place}{path.rstrip('`')}"
        if fault := re.search(r"unknown field `(\w+)`", what):
            what = f"there is no {fault[1]!r} here; there are {', '.join(shape.__struct_fields__)}"
        elif fault := re.search(r"missing required field `(\w+)`", what):
            what = f"{fault[1]!r} is missing"
        raise ContentError(what, file, line, field) from None


def _check(whole: CardFile) -> None:
    """What cannot be played."""
    keys = [*whole.cards]
    for count, most, what in ((len(keys), t.CARDS, "cards"), (len(whole.patrons), DECKS, "patrons")):
        if count > most:
            raise ContentError(f"{count} {what}; at most {most}", field=f"{what}.")
    selectable = [key for key, patron in whole.patrons.items() if patron.selectable]
    if len(selectable) < 4 or len(whole.patrons) - len(selectable) != 1:
        raise ContentError("there must be four patrons to select and one with selectable = false", field="patrons.")
    for key, patron in whole.patrons.items():
        _check_patron(f"patrons.{key}", patron, keys)
    sizes = dict.fromkeys(whole.patrons, 0)
    for key, card in whole.cards.items():
        _check_card(f"cards.{key}", card, whole)
        sizes[card.deck] += card.copies
    largest = sum(sorted(sizes.values())[-5:])
    starters = SEATS * sum(sorted(len(patron.starters) for patron in whole.patrons.values())[-5:])
    if largest >= TAVERN or largest + starters >= PIECES - 1:
        raise ContentError(f"a tavern of up to {largest} cards; it must be below {TAVERN}", field="cards.")


def _check_patron(place: str, patron: Patron, keys: list[str]) -> None:
    for starter in patron.starters:
        if starter not in keys:
            raise ContentError(f"there is no card {starter!r}", field=f"{place}.starters")
    by_standing = [getattr(patron, name) for name in STANDINGS]
    if bool(patron.call) == any(by_standing) or (not patron.call and not all(by_standing)):
        raise ContentError("either call, or all of favoured, neutral and unfavoured", field=place)
    for name in ("call", *STANDINGS):
        _check_phrases(f"{place}.{name}", getattr(patron, name), keys, of_patron=True)
        if any(deed[0] in ASKING for deed, _ in _phrases(getattr(patron, name), keys, of_patron=True)[1:]):
            raise ContentError("what asks for a card comes first", field=f"{place}.{name}")
    paid = any("power-paid" in text for text in (patron.call, *by_standing))
    if paid != (patron.price.coins == "all"):
        raise ContentError('power-paid goes with price = { coins = "all" }', field=place)


def _check_card(place: str, card: Card, whole: CardFile) -> None:
    if card.deck not in whole.patrons:
        raise ContentError(f"{card.deck!r} is no patron; there are {', '.join(whole.patrons)}", field=f"{place}.deck")
    if ("agent" in card.type) != (card.health is not None):
        raise ContentError("agents have health, other cards have none", field=f"{place}.health")
    if card.health is None and (card.taunt or card.toll):
        raise ContentError("only agents have taunt or toll", field=place)
    if card.upgrades and card.upgrades not in whole.cards:
        raise ContentError(f"there is no card {card.upgrades!r}", field=f"{place}.upgrades")
    for name in LEVELS:
        _check_phrases(f"{place}.{name}", getattr(card, name), [*whole.cards], of_patron=False)


def _check_phrases(place: str, text: str, keys: list[str], of_patron: bool) -> None:
    try:
        _phrases(text, keys, of_patron)
    except ContentError as error:
        raise ContentError(error.what, field=place) from None


def _line(text: str, kind: str, key: str) -> int | None:
    """Where a table begins."""
    begins = re.compile(rf"\s*\[\s*{re.escape(kind)}\s*\.\s*\"?{re.escape(key)}\"?\s*\]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), None)
