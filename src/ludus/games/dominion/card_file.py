"""Card files: the kingdom cards of the game and custom ones, read, checked and packed.

A file is TOML with one table per card:

    [Bazaar]
    cost = 5
    types = ["Action"]
    cards = 1            # and actions, buys, coins: what the card gives when it is played
    actions = 2
    coins = 1
    do = ["trash a Copper, +3 coins"]      # what it tells you to do; effect_grammar.py has the vocabulary

Victory cards have `points`, or `points_per = 10`: one point for each group of this many cards owned. A Reaction
protects its owner from attacks. `editions` lists the editions of a card; `second` holds what differs in the second
edition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ludus.games.dominion import game_data_records as t
from ludus.games.dominion.base_set_card_numbers import KINDS, OWN_KIND
from ludus.games.dominion.effect_grammar import BASIC_CARDS, MAX_NUMBER, Clause, read_sentence
from ludus.util.errors import ContentError
from ludus.util.files import read_content_text
from ludus.util.options import describe_parse_error
from ludus.util.toml_text import parse_toml

CONTENT = Path(__file__).parent / "content"
BASE = CONTENT / "cards.toml"
MAX_FILE_BYTES = 1_000_000  # size limit of a card file in bytes
MAX_NAME_LENGTH = 40

Edition = Literal["first", "second"]
EDITIONS: tuple[Edition, ...] = ("first", "second")
Small = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Type = Literal["Action", "Treasure", "Victory", "Attack", "Reaction"]


class KingdomCardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as written in its file."""

    cost: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    types: Annotated[tuple[Type, ...], Meta(min_length=1)]
    cards: Small = 0
    actions: Small = 0
    buys: Small = 0
    coins: Small = 0
    points: Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] = 0
    points_per: Annotated[int, Meta(ge=1, le=100)] | None = None
    do: tuple[str, ...] = ()
    editions: Annotated[tuple[Edition, ...], Meta(min_length=1)] = EDITIONS
    second: dict[str, Any] = {}


@dataclass(frozen=True)
class KingdomCard:
    """A kingdom card, ready to be packed."""

    name: str
    facts: KingdomCardSpec
    clauses: tuple[Clause, ...]

    @property
    def text(self) -> str:
        """Text of the card in one line."""
        facts = self.facts
        things = ((facts.cards, "card"), (facts.actions, "action"), (facts.buys, "buy"), (facts.coins, "coin"))
        plus = [f"+{n} {thing}{'' if n == 1 else 's'}" for n, thing in things if n]
        plus += [f"{facts.points} point{'' if abs(facts.points) == 1 else 's'}"] if facts.points else []
        plus += [f"1 point for every {facts.points_per} cards"] if facts.points_per else []
        plus += ["keeps attacks off"] if "Reaction" in facts.types else []
        return "; ".join([*plus, *facts.do])


def read_cards(path: str | Path, edition: str) -> dict[str, KingdomCard]:
    """Cards of a file in an edition, by name, in the order of the file.

    Raises:
        ContentError: the file is unreadable or has a fault; file, line and field are named.
    """
    text = read_content_text(path, "card file", MAX_FILE_BYTES)
    return parse_cards(text, str(path), edition)


@lru_cache(32)
def parse_cards(text: str, file: str, edition: str) -> dict[str, KingdomCard]:
    """Cards of a text; `file` is only named in errors."""
    tables = parse_toml(text, file)
    if not tables:
        raise ContentError("it has no card; a card is a table with its name: [Bazaar]", file)
    cards: dict[str, KingdomCard] = {}
    for name, facts in tables.items():
        try:
            card = parse_card(name, facts, edition)
        except ContentError as error:
            raise ContentError(error.what, file, _line_of_field(text, name, error.field), error.field) from None
        if (duplicate := next((known for known in cards if name_key(known) == name_key(name)), None)) is not None:
            places = [(known, _line_of_field(text, known)) for known in (duplicate, name)]
            named = " and ".join(f"{known} (line {line})" if line else known for known, line in places)
            (_, first), (_, line) = places
            other_lines = () if first is None else (first,)
            raise ContentError(f"{named} are the same name", file, line, other_lines=other_lines)
        cards[name] = card
    return cards


def parse_card(name: str, data: Any, edition: str) -> KingdomCard:
    """Parse one card from its table.

    Raises:
        ContentError: the card has a fault.
    """
    if not re.fullmatch(r"[A-Z][A-Za-z' -]*", name) or len(name) > MAX_NAME_LENGTH:
        raise ContentError(
            f"{name!r} is not a card name: use letters and blanks, at most {MAX_NAME_LENGTH}, a capital first"
        )
    if name_key(name) in map(name_key, BASIC_CARDS):
        raise ContentError(f"{name} is a basic card and always the same")
    if not isinstance(data, dict):
        raise ContentError(f"{name} = {data!r} is not a card; a card is a table: [{name}]")
    facts = _read_spec(data)
    if facts.second:
        second_spec = _second_edition_spec(data, facts.second)  # checked in either edition
        facts = second_spec if edition == "second" else facts
    clauses: list[Clause] = []
    for k, sentence in enumerate(facts.do):
        try:
            clauses += read_sentence(sentence)
        except ContentError as error:
            raise ContentError(f"{name}: {error.what}", field=f"do[{k}]") from None
    _check(name, facts, clauses)
    return KingdomCard(name, facts, tuple(clauses))


def name_key(name: str) -> str:
    """Normal form of a name: Council Room, CouncilRoom and council room are equal."""
    return re.sub(r"[^a-z]", "", name.lower())


def pack_card(card: KingdomCard, number: int, record: Any) -> None:
    """Write a card into a zeroed plain view of its record."""
    facts = card.facts
    record.number, record.kind, record.cost = number, _KIND.get(name_key(card.name), OWN_KIND), facts.cost
    record.types = sum({1 << t.TYPES.index(name) for name in facts.types})
    record.cards, record.actions, record.buys, record.coins = facts.cards, facts.actions, facts.buys, facts.coins
    record.points, record.points_per = facts.points, facts.points_per or 0
    record.step_count = len(card.clauses)
    for k, clause in enumerate(card.clauses):
        step = record.steps[k]
        step.op, step.who, step.what = clause.op, clause.who, clause.what
        step.how, step.to, step.n = clause.how, clause.to, clause.n


_KIND = {name_key(name): number for number, name in enumerate(KINDS)}


def _read_spec(data: dict[str, Any]) -> KingdomCardSpec:
    try:
        return msgspec.convert(data, KingdomCardSpec, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        known = ", ".join(KingdomCardSpec.__struct_fields__)
        if fault := re.search(r"unknown field `(\w+)`", what):
            raise ContentError(f"a card has no field {fault[1]!r}; it has {known}", field=fault[1]) from None
        if fault := re.search(r"missing required field `(\w+)`", what):
            raise ContentError(f"the card lacks {fault[1]!r}") from None
        if fault := re.search(r"Invalid enum value '(.*)'", what):
            choice = get_args(Edition) if place.startswith(".editions") else get_args(Type)
            what = f"{fault[1]!r} is none of {', '.join(choice)}"
        raise ContentError(describe_parse_error(what), field=place.strip("`.") or None) from None


def _second_edition_spec(data: dict[str, Any], changes: dict[str, Any]) -> KingdomCardSpec:
    """Card as it is in the second edition."""
    try:
        return _read_spec({**{k: v for k, v in data.items() if k != "second"}, **changes})
    except ContentError as error:
        raise ContentError(error.what, field=f"second.{error.field}" if error.field else "second") from None


def _check(name: str, facts: KingdomCardSpec, clauses: list[Clause]) -> None:
    """Reject cards whose fields contradict each other."""
    types = set(facts.types)
    if len(types) < len(facts.types):
        raise ContentError(f"{name} has a type twice", field="types")
    if len(clauses) > t.STEPS:
        raise ContentError(f"{name} has {len(clauses)} clauses; at most {t.STEPS}", field="do")
    if types & {"Attack", "Reaction"} and "Action" not in types:
        raise ContentError(f"{name} is an Attack or a Reaction and must be an Action, too", field="types")
    if facts.do and "Action" not in types:
        raise ContentError(
            f"only an Action can tell you to do something; {name} is {', '.join(facts.types)}", field="do"
        )
    if (facts.cards or facts.actions) and "Action" not in types:
        raise ContentError(f"only an Action gives cards and actions; {name} is {', '.join(facts.types)}")
    if (facts.buys or facts.coins) and not types & {"Action", "Treasure"}:
        raise ContentError(f"only Actions and Treasures give coins and buys; {name} is {', '.join(facts.types)}")
    if {"Action", "Treasure"} <= types:
        raise ContentError(f"{name} cannot be played in both phases: either Action or Treasure", field="types")
    if (facts.points or facts.points_per) and "Victory" not in types:
        raise ContentError(f"only Victory cards have points; {name} is {', '.join(facts.types)}", field="points")
    if facts.second and "second" in facts.second:
        raise ContentError(f"{name} has a second edition inside its second edition", field="second")
    for k, clause in enumerate(clauses):
        if clause.op == t.TAKE and (k == 0 or clauses[k - 1].op != t.RANSACK):
            raise ContentError(
                f"{name}: 'may gain what was trashed' comes right after what trashes others' cards", field="do"
            )
    if (
        any(c.who == t.OTHERS and c.op in (t.DISCARD, t.TRASH, t.RANSACK, t.PUT) for c in clauses)
        and "Attack" not in types
    ):
        raise ContentError(f"{name} makes others lose cards and must be an Attack", field="types")


def _line_of_field(text: str, name: str, field: str | None = None) -> int | None:
    """Line where a card's table begins, or of a field in it."""
    name, word, found_line = re.escape(name), re.match(r"\w+", field or ""), None
    begins = re.compile(rf"""\s*(\[\s*)?(?:{name}|"{name}"|'{name}')\s*(?(1)\]|=)""")
    for number, line in enumerate(text.splitlines(), 1):
        if begins.match(line):
            found_line = number
        elif found_line and re.match(r"\s*\[", line):
            break
        elif found_line and word and re.match(rf"\s*{word[0]}\s*=", line):
            return number
    return found_line
