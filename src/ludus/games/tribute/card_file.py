"""Card files: the cards and patrons of a game, read, checked and packed into the game data.

A file is TOML: a version, a table for each patron and a table for each card, in the order of their numbers.

    version = 1                     version of the file format
    extends = "tribute"             adds to the base game; entries with the same key replace its own

    [patrons.pelin]
    starters = ["fortify"]          cards that it adds to both starting decks
    price = { power = 2 }           or coins; coins = "all"
    call = "rally"                  or favoured, neutral and unfavoured, by the caller's standing with the patron
    favour = "step"                 favour moves one step towards the caller; jump: all the way; never
    closed_to_favoured = false      true: a player whom it favours cannot call it
    turn_coins = 0                  for the favoured player, at the start of a turn

    [cards.knight_commander]
    deck = "pelin"
    type = "agent"                  or action, contract action, contract agent, starter, curse
    cost = 9
    health = 5
    taunt = true
    toll = 0                        coins for its owner whenever a knockout spares it
    play = "power 3"                effect_grammar.py has the vocabulary
    combo2 = "heal 2"
    copies = 1                      in the tavern
    upgrades = "banneret"           the card that replaces it in games without upgrades
    tier = 25                       value for bots, 0 to 255; by default from bots/tiers.py
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ludus.games.tribute import game_data_records as t
from ludus.games.tribute.bots.card_tier_lists import pack_tiers
from ludus.games.tribute.effect_grammar import EffectOrChoice, read_effects
from ludus.games.tribute.state import DECKS, NEAR_PIECES, PATRONS, SEATS, STARTING, TAVERN
from ludus.util.errors import ContentError
from ludus.util.files import read_content_text
from ludus.util.options import describe_parse_error
from ludus.util.text import did_you_mean
from ludus.util.toml_text import parse_toml

CARD_REQUIRING_EFFECTS = (t.BANISH_AGENT, t.SELL_CARD, t.RALLY_AGENT, t.MINT_CARD)  # callable only if there is a card
LEVEL_FIELDS = ("play", "combo2", "combo3", "combo4")
STANDING_FIELDS = ("favoured", "neutral", "unfavoured")
DRAFTED_PATRONS = PATRONS - 1  # patrons that the players choose
VERSION = 1
MAX_FILE_BYTES = 1_000_000  # size limit of a card file in bytes
FAVOURS = ("step", "jump", "never")
BASE_NAME = "tribute"  # the value of `extends`
KEY_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,39}")
Small = Annotated[int, Meta(ge=0, le=100)]
Struct = TypeVar("Struct", bound=msgspec.Struct)
_SAMPLE = {"patrons": "pelin", "cards": "gold"}
_CHOICES = {".type": t.TYPES, ".favour": FAVOURS, ".price.coins": ("all",)}
CONTENT = Path(__file__).parent / "content"
BASE = CONTENT / "cards.toml"


class TributeCardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as written in its file."""

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
    tier: Annotated[int, Meta(ge=0, le=255)] | None = None


class CallPrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Price of a patron call."""

    coins: Small | Literal["all"] = 0
    power: Small = 0


class PatronSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A patron as written in its file."""

    starters: Annotated[tuple[str, ...], Meta(max_length=t.STARTERS)]
    price: CallPrice = CallPrice()
    call: str = ""
    favoured: str = ""
    neutral: str = ""
    unfavoured: str = ""
    favour: Literal["step", "jump", "never"] = "step"
    closed_to_favoured: bool = False
    turn_coins: Small = 0
    selectable: bool = True


class TributeCardFile(msgspec.Struct, frozen=True):
    """All cards and patrons of a game, checked."""

    cards: dict[str, TributeCardSpec]
    patrons: dict[str, PatronSpec]

    @property
    def digest(self) -> str:
        """Content digest, independent of the layout of the file."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


def read_cards(path: str | Path) -> TributeCardFile:
    """Read the cards and patrons of a file.

    Raises:
        ContentError: the file is unreadable or has a fault; file, line and field are named.
    """
    text = read_content_text(path, "card file", MAX_FILE_BYTES)
    return parse_cards(text, str(path))


@lru_cache(8)
def parse_cards(text: str, file: str) -> TributeCardFile:
    """Parse the cards and patrons of a text; `file` is only named in errors."""
    data = parse_toml(text, file)
    try:
        _check_head(data)
        card_file = TributeCardFile(
            _read_entries(data, "cards", TributeCardSpec), _read_entries(data, "patrons", PatronSpec)
        )
        if "extends" in data:
            own = read_cards(BASE)
            card_file = TributeCardFile(own.cards | card_file.cards, own.patrons | card_file.patrons)
        check_file(card_file)
    except ContentError as error:
        raise ContentError(error.what, file, _line_of_field(text, error.field or ""), error.field) from None
    return card_file


def without_upgrades(card_file: TributeCardFile) -> TributeCardFile:
    """Replace the copies of every upgraded card by copies of the card that it upgrades."""
    copies = {key: card.copies for key, card in card_file.cards.items()}
    for key, card in card_file.cards.items():
        if card.upgrades:
            base = card.upgrades
            while card_file.cards[base].upgrades:
                base = card_file.cards[base].upgrades
            copies[base] += card.copies
            copies[key] = 0
    cards = {key: msgspec.structs.replace(card, copies=copies[key]) for key, card in card_file.cards.items()}
    return TributeCardFile(cards, card_file.patrons)


def pack_cards(card_file: TributeCardFile, data: Any) -> None:
    """Write cards, patrons and their effects into a zeroed plain view of the game data."""
    keys, patrons = [*card_file.cards], [*card_file.patrons]
    numbers: dict[EffectOrChoice, int] = {}
    data.card_count, data.patron_count = len(keys), len(patrons)
    data.treasury = next(k for k, patron in enumerate(card_file.patrons.values()) if not patron.selectable)
    for record, card in zip(_first_records(data.cards, len(keys)), card_file.cards.values(), strict=True):
        record.cost, record.type, record.deck = card.cost, t.TYPES.index(card.type), patrons.index(card.deck)
        record.health, record.taunt, record.toll, record.copies = (
            card.health or 0,
            int(card.taunt),
            card.toll,
            card.copies,
        )
        for level, name in enumerate(LEVEL_FIELDS):
            for part, phrase in enumerate(parse_effects(getattr(card, name), keys, of_patron=False)):
                record.effects[level, part] = _effect_number(phrase, numbers, data)
    for k, (record, patron) in enumerate(
        zip(_first_records(data.patrons, len(patrons)), card_file.patrons.values(), strict=True)
    ):
        coins = patron.price.coins
        record.coins, record.power = t.ALL_COINS if coins == "all" else coins, patron.price.power
        record.favour = FAVOURS.index(patron.favour)
        record.closed, record.turn_coins = int(patron.closed_to_favoured), patron.turn_coins
        record.starter_count = len(patron.starters)
        for index, key in enumerate(patron.starters):
            record.starters[index] = keys.index(key)
        for standing, name in enumerate(STANDING_FIELDS):
            for part, phrase in enumerate(parse_effects(patron.call or getattr(patron, name), keys, of_patron=True)):
                record.deeds[standing, part] = _effect_number(phrase, numbers, data)
        data.selectable[k] = int(patron.selectable)
    pack_tiers(card_file.cards, data)


def parse_effects(text: str, keys: list[str], of_patron: bool) -> list[EffectOrChoice]:
    """Parse the effects of a field; an empty field has none."""
    return read_effects(text, keys, of_patron) if text.strip() else []


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
    others = len(card_file.patrons) - len(selectable)
    if len(selectable) < DRAFTED_PATRONS or others != 1:
        raise ContentError(
            f"{len(selectable)} patrons to select and {others} with selectable = false; "
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


def _check_patron(place: str, patron: PatronSpec, keys: list[str]) -> None:
    for starter in patron.starters:
        if starter not in keys:
            raise ContentError(f"there is no card {starter!r}{did_you_mean(starter, keys)}", field=f"{place}.starters")
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
    chain = [key]
    while card.upgrades:
        if card.upgrades not in card_file.cards:
            raise ContentError(
                f"there is no card {card.upgrades!r}{did_you_mean(card.upgrades, [*card_file.cards])}",
                field=f"{place}.upgrades",
            )
        chain.append(card.upgrades)
        if card.upgrades in chain[:-1]:
            raise ContentError(f"{' upgrades '.join(chain)}: upgrades must not form a cycle", field=f"{place}.upgrades")
        if card_file.cards[card.upgrades].deck != card.deck:
            raise ContentError(f"{card.upgrades} is of another deck", field=f"{place}.upgrades")
        card = card_file.cards[card.upgrades]


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
    assert TAVERN + SEATS * max(STARTING, PATRONS * t.STARTERS) < NEAR_PIECES


def _parse_checked(place: str, text: str, keys: list[str], of_patron: bool) -> list[EffectOrChoice]:
    try:
        return parse_effects(text, keys, of_patron)
    except ContentError as error:
        raise ContentError(error.what, field=place) from None


def _check_head(data: dict[str, Any]) -> None:
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        problem = f"version is {version!r}" if "version" in data else "it has no version"
        raise ContentError(f"{problem}; this release reads version = {VERSION}", field="version")
    if data.get("extends", BASE_NAME) != BASE_NAME:
        raise ContentError(
            f"{data['extends']!r} cannot be extended; extends = {BASE_NAME!r}, or nothing", field="extends"
        )
    known = ("version", "extends", *_SAMPLE)
    if unknown := sorted(data.keys() - {*known}):
        raise ContentError(
            f"there is no {unknown[0]!r} here; there are {', '.join(known)}{did_you_mean(unknown[0], known)}"
        )


def _read_entries(data: dict[str, Any], kind: str, shape: type[Struct]) -> dict[str, Struct]:
    """Convert the cards or the patrons of a file."""
    tables = data.get(kind, {})
    if not isinstance(tables, dict) or not (tables or "extends" in data):
        raise ContentError(f"no {kind} in it; each is a table with its key: [{kind}.{_SAMPLE[kind]}]", field=kind)
    for key in tables:
        if not KEY_PATTERN.fullmatch(key):
            raise ContentError(
                f"{key!r} is not a key: use small letters, digits and _, at most 40", field=f"{kind}.{key}"
            )
    return {key: _convert(facts, shape, f"{kind}.{key}") for key, facts in tables.items()}


def _convert(facts: Any, shape: type[Struct], place: str) -> Struct:
    try:
        return msgspec.convert(facts, shape, strict=True)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        if fault := re.search(r"unknown field `(.+)`", what):
            known = CallPrice.__struct_fields__ if path.startswith(".price") else shape.__struct_fields__
            what = f"there is no {fault[1]!r} here; there are {', '.join(known)}{did_you_mean(fault[1], known)}"
            path = f"{path}.{fault[1]}"
        elif fault := re.search(r"missing required field `(.+)`", what):
            what = f"{fault[1]!r} is missing"
        elif fault := re.search(r"Invalid enum value '(.*)'", what):
            known = _CHOICES[path]
            what = f"{fault[1]!r} is none of {', '.join(known)}{did_you_mean(fault[1], known)}"
        elif not path:
            what = f"this is not a table; write [{place}] and its fields below it"
        raise ContentError(describe_parse_error(what), field=f"{place}{path}") from None


def _first_records(records: Any, count: int) -> list[Any]:
    return [records[k] for k in range(count)]


def _effect_number(phrase: EffectOrChoice, numbers: dict[EffectOrChoice, int], data: Any) -> int:
    """Number of an effect; equal effects share it."""
    if phrase not in numbers:
        number = numbers[phrase] = len(numbers) + 1
        record, (deed, other) = data.effects[number], phrase
        record.op, record.n, record.what = deed
        if other:
            record.other_op, record.other_n, record.other_what = other
    return numbers[phrase]


def _line_of_field(text: str, field: str) -> int | None:
    """Line of a field, or of the table that it belongs to."""
    kind, key, name = [*field.split("."), "", "", ""][:3]
    data = rf"{re.escape(kind)}\s*\.\s*\"?{re.escape(key)}\"?" if key else re.escape(kind)
    begins = re.compile(rf"\s*\[\s*{data}\s*\]") if key else re.compile(rf"\s*(\[\s*)?{data}\b")
    names, found_line = re.compile(rf"\s*\"?{re.escape(name.partition('[')[0])}\"?\s*="), None
    for number, line in enumerate(text.splitlines(), 1):
        if found_line and re.match(r"\s*\[", line):
            break
        if not found_line and kind and begins.match(line):
            found_line = number
        elif found_line and name and names.match(line):
            return number
    return found_line
