"""Content files: cards, decks, encounters and trees, in the format that the file suffix names.

    cards        name, category (area, targeted, skill), resource (mana, energy), cost, and damage or effects: block,
                 heal, draw, gain_energy, gain_mana, strength, weak, vulnerable, poison, self_weak, self_vulnerable,
                 self_poison
    decks        deck, count, card: the name of a card of the game or of your own file; or, as the thesis prints
                 decks: deck, count, category, resource, damage, effects and optionally cost
    enemies      encounter (1, 2, ...), attack, health and optionally count: number of equal enemies; points: skill
                 points for the encounter, in one of its entries
    nodes        name, and what it does: target and value; or effect and value; or effect = "add_card", card and value;
                 or effect = "unlock" and unlocks; optionally parents, price, gate, and unlocks beside another effect

Errors name the file, the line and the entry. toml_json_csv_rows.py reads and writes rows as TOML, JSON or CSV. Trees
can also be GraphML (graphml_files.py) and DOT (dot_files.py); node_graphs.py says what their nodes and edges mean, and
reads exports of other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludus.games.delve.constants import (
    ADD_CARD_NODE,
    CATEGORIES,
    DAMAGE_NODE,
    DECK,
    EFFECTS,
    MAX_ENCOUNTERS,
    NODE_EFFECTS,
    RESOURCES,
    SKILL,
    TARGETS,
    UNLOCK_NODE,
)
from ludus.games.delve.decks_and_encounters import CardEffects, CardType, Deck, Encounter
from ludus.games.delve.dot_files import read_dot, write_dot
from ludus.games.delve.graphml_files import read_graphml, write_graphml
from ludus.games.delve.node_graphs import NodeGraph, graph_rows, has_edge_lists, read_export
from ludus.games.delve.skill_tree import MAX_NODE_NAME_LENGTH, SkillNode, SkillTree
from ludus.games.delve.toml_json_csv_rows import (
    FORMATS,
    RowLocation,
    convert_rows,
    file_suffix,
    flat_rows,
    parse_data,
    read_rows,
    read_text_file,
    refuse_unknown_keys,
    write_rows,
    write_text_file,
)
from ludus.util.errors import ContentError, UnknownName
from ludus.util.tracked_files import untracked_files

CONTENT = Path(__file__).parent / "content"
GRAPH_READERS: dict[str, Callable[[str, str | Path], NodeGraph]] = {
    ".graphml": read_graphml,
    ".dot": read_dot,
    ".gv": read_dot,
}
GRAPH_WRITERS: dict[str, Callable[[str, Sequence[dict[str, Any]]], str]] = {
    ".graphml": write_graphml,
    ".dot": write_dot,
    ".gv": write_dot,
}
TREE_FORMATS = (*FORMATS, *GRAPH_READERS)
Parsed = TypeVar("Parsed")


class EffectColumns(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Effects of a card beside damage, in the order of `EFFECTS`; the last columns of a row."""

    block: int = 0
    heal: int = 0
    draw: int = 0
    gain_energy: int = 0
    gain_mana: int = 0
    strength: int = 0
    weak: int = 0
    vulnerable: int = 0
    poison: int = 0
    self_weak: int = 0
    self_vulnerable: int = 0
    self_poison: int = 0


class CardRow(EffectColumns):
    name: str
    category: str
    resource: str
    cost: int
    damage: int | None = None


class DeckRow(EffectColumns):
    deck: str | int
    count: int
    card: str | None = None
    category: str | None = None
    resource: str | None = None
    damage: int | None = None
    cost: int | None = None


class EnemyRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    encounter: int
    attack: int
    health: int
    count: int = 1
    points: int | None = None


class NodeRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    target: str | None = None
    value: int | None = None
    parents: tuple[str, ...] = ()
    price: int = 1
    effect: str = NODE_EFFECTS[DAMAGE_NODE]
    card: str | None = None
    unlocks: tuple[str, ...] = ()
    gate: int = 0


def read_cards(file: str | Path, own_keys: Sequence[str] = ()) -> tuple[CardType, ...]:
    """Read the card types of a file; `own_keys` are top-level keys that it may have beside `cards`."""
    cards: dict[str, CardType] = {}
    for row, place in read_rows(file, "cards", CardRow, own_keys):
        if row.name.casefold() in cards:
            raise place.error(f"there is a card {row.name!r} already")
        cards[row.name.casefold()] = _with_location(place, lambda row=row: _make_card(row))
    return tuple(cards.values())


def write_cards(cards: Iterable[CardType], file: str | Path) -> None:
    """Write card types to a file that `read_cards` can read."""
    rows = [
        CardRow(
            name=c.name,
            category=CATEGORIES[c.category],
            resource=RESOURCES[c.resource],
            cost=c.cost,
            damage=None if c.category == SKILL else c.damage,
            **c.effects._asdict(),
        )
        for c in cards
    ]
    write_rows(file, "cards", rows, CardRow)


@lru_cache(1)
def builtin_cards() -> tuple[CardType, ...]:
    """Return the card types that come with the game."""
    with untracked_files():
        return read_cards(CONTENT / "cards.toml")


def read_decks(
    file: str | Path, cards: Sequence[CardType] | None = None, size: int = DECK, own_keys: Sequence[str] = ()
) -> tuple[Deck, ...]:
    """Read the decks of a file.

    Args:
        file: path of the file.
        cards: card types that the decks may name; None for those of the game.
        size: cards that each deck must have.
        own_keys: top-level keys that the file may have beside `decks`.

    Raises:
        ContentError: the file or an entry is invalid.
    """
    known = builtin_cards() if cards is None else tuple(cards)
    rows: dict[str, list[tuple[CardType, int]]] = {}
    first: dict[str, RowLocation] = {}
    for row, place in read_rows(file, "decks", DeckRow, own_keys):
        name = str(row.deck)
        first.setdefault(name, place)
        if row.count < 1:
            raise place.error(f"deck {name!r}: {row.count} copies; at least 1 is needed", "count")
        rows.setdefault(name, []).append(
            (_with_location(place, lambda row=row: _find_or_make_card(row, known)), row.count)
        )
    return tuple(_with_location(first[name], lambda name=name: Deck(name, tuple(rows[name]), size)) for name in rows)


def write_decks(decks: Iterable[Deck], file: str | Path) -> None:
    """Write decks to a file, with all values of the cards, so that it can be read without the card file."""
    rows = [
        DeckRow(
            deck=deck.name,
            count=copies,
            card=c.name,
            category=CATEGORIES[c.category],
            resource=RESOURCES[c.resource],
            damage=c.damage,
            cost=c.cost,
            **c.effects._asdict(),
        )
        for deck in decks
        for c, copies in deck.cards
    ]
    write_rows(file, "decks", rows, DeckRow)


def read_encounters(file: str | Path, own_keys: Sequence[str] = ()) -> tuple[Encounter, ...]:
    """Read the encounters of a file, in the order of their numbers 1, 2, 3, ...

    Args:
        file: path of the file.
        own_keys: top-level keys that the file may have beside `enemies`.

    Raises:
        ContentError: the file or an entry is invalid.
    """
    enemies: dict[int, list[tuple[int, int]]] = {}
    points: dict[int, int] = {}
    first: dict[int, RowLocation] = {}
    for row, place in read_rows(file, "enemies", EnemyRow, own_keys):
        first.setdefault(row.encounter, place)
        if row.points is not None and points.setdefault(row.encounter, row.points) != row.points:
            raise place.error(
                f"encounter {row.encounter}: {row.points} skill points here, {points[row.encounter]} in another entry",
                "points",
            )
        if not 1 <= row.encounter <= MAX_ENCOUNTERS:
            raise place.error(f"encounter {row.encounter}; the number must be 1 to {MAX_ENCOUNTERS}", "encounter")
        if not 1 <= row.count <= 100:
            raise place.error(f"{row.count} such enemies; the count must be 1 to 100", "count")
        enemies.setdefault(row.encounter, []).extend([(row.attack, row.health)] * row.count)
    if not enemies:
        raise ContentError("the file has no enemy", file)
    last = max(enemies)
    for number in range(1, last + 1):
        if number not in enemies:
            raise first[last].error(f"encounter {number} has no enemy, but encounter {last} has", "encounter")
    return tuple(
        _with_location(first[k], lambda k=k: Encounter(tuple(enemies[k]), points.get(k, 1)), f"encounter {k}")
        for k in range(1, last + 1)
    )


def write_encounters(encounters: Iterable[Encounter], file: str | Path) -> None:
    """Write encounters to a file; consecutive equal enemies become one entry."""
    rows: list[EnemyRow] = []
    for number, encounter in enumerate(encounters, 1):
        points = encounter.points if encounter.points != 1 else None  # in the first entry
        for attack, health in encounter.enemies:
            if rows and (rows[-1].encounter, rows[-1].attack, rows[-1].health) == (number, attack, health):
                rows[-1].count += 1
            else:
                rows.append(EnemyRow(number, attack, health, points=points))
                points = None
    write_rows(file, "enemies", rows, EnemyRow)


def read_tree(file: str | Path, cards: Sequence[CardType] | None = None, own_keys: Sequence[str] = ()) -> SkillTree:
    """Read a skill tree: a list of nodes, a graph, or an export of another game.

    Args:
        file: path of the file.
        cards: card types that nodes may add to the deck; None for those of the game.
        own_keys: top-level keys beside `name` and `nodes` that the file may have.

    Raises:
        ContentError: the file is invalid or its nodes do not form a tree.
    """
    known = builtin_cards() if cards is None else tuple(cards)
    suffix = file_suffix(file, TREE_FORMATS)
    name = Path(file).stem
    if suffix in GRAPH_READERS:
        graph = GRAPH_READERS[suffix](read_text_file(file), file)
        entries = graph_rows(graph, NodeRow.__struct_fields__)
        return _make_tree(graph.name or name, convert_rows(entries, NodeRow, strict=False), file, known)
    if suffix != ".csv":
        text = read_text_file(file)
        data = parse_data(text, file)
        if has_edge_lists(data):
            return read_edge_list_tree(file)
        if isinstance(data, dict):
            refuse_unknown_keys(data, ("name", "nodes", *own_keys), "field of a tree", text, file)
            name = data.get("name", name)
            if not isinstance(name, str):
                raise ContentError(f"the name of a tree must be text, not {name!r}", file, field="name")
    return _make_tree(name, read_rows(file, "nodes", NodeRow, ("name", *own_keys)), file, known)


def read_edge_list_tree(file: str | Path, reach: int | None = None) -> SkillTree:
    """Read the tree of an export of another game, or only the nodes at most `reach` steps from its root.

    Raises:
        ContentError: the file is invalid, has too many nodes or nodes that cannot be reached.
    """
    return _make_tree(Path(file).stem, convert_rows(read_export(file, reach), NodeRow), file, ())


def _make_tree(
    name: str, rows: list[tuple[NodeRow, RowLocation]], file: str | Path, known: Sequence[CardType]
) -> SkillTree:
    if not name.isprintable() or not 0 < len(name) <= MAX_NODE_NAME_LENGTH:
        raise ContentError(f"the name of the tree needs 1 to {MAX_NODE_NAME_LENGTH} printable characters", file)
    numbers = {row.name: k for k, (row, _) in enumerate(rows)}
    nodes = tuple(_with_location(place, lambda row=row: _make_node(row, numbers, known)) for row, place in rows)
    try:
        return SkillTree(name, nodes)
    except ContentError as error:
        named = (place for node, (_, place) in zip(nodes, rows, strict=True) if f"node {node.name!r}" in error.what)
        place = next(named, None)
        if place is None:
            raise ContentError(error.what, file, None, error.field) from None
        raise ContentError(error.what, file, place.line_of(error.field), error.field, entry=place.number) from None


def write_tree(tree: SkillTree, file: str | Path) -> None:
    """Write a tree to a file. CSV cannot store the tree's name; when read back, the tree is named after the file.

    Raises:
        ContentError: the suffix is unknown, or the format cannot hold a name.
    """
    rows = [node_row(node, [other.name for other in tree.nodes]) for node in tree.nodes]
    suffix = file_suffix(file, TREE_FORMATS)
    if suffix in GRAPH_WRITERS:
        write_text_file(GRAPH_WRITERS[suffix](tree.name, flat_rows(rows, "parents")), file)
    else:
        write_rows(file, "nodes", rows, NodeRow, name=tree.name)


def node_row(node: SkillNode, names: Sequence[str]) -> NodeRow:
    """Return a node as an entry of a file; `names` are those of all nodes of its tree."""
    return NodeRow(
        node.name,
        TARGETS[node.target] if node.effect == DAMAGE_NODE else None,
        None if node.effect == UNLOCK_NODE else node.value,
        tuple(names[k] for k in node.parents),
        node.price,
        NODE_EFFECTS[node.effect],
        None if node.card is None else node.card.name,
        tuple(names[k] for k in node.unlocks),
        node.gate,
    )


def _with_location(place: RowLocation, make: Callable[[], Parsed], where: str = "") -> Parsed:
    """Return `make()`; a ContentError that it raises gets the position in the file."""
    try:
        return make()
    except ContentError as error:
        raise place.error(f"{where}: {error.what}" if where else error.what, error.field) from None


def _make_card(row: CardRow) -> CardType:
    category = _parse_choice("category", row.category, CATEGORIES)
    if row.damage is None and category != SKILL and not any(_effects(row)):
        raise ContentError(f"'damage' is missing; a card without damage needs an effect: {', '.join(EFFECTS)}")
    resource = _parse_choice("resource", row.resource, RESOURCES)
    return CardType(row.name, category, resource, row.cost, row.damage or 0, _effects(row))


def _find_or_make_card(row: DeckRow, known: tuple[CardType, ...]) -> CardType:
    """Return the card of a row: a known card by name or by values, or a new card if the row has all values."""
    values = (row.category, row.resource, row.damage)
    if row.card is not None and values == (None, None, None) and row.cost is None and not any(_effects(row)):
        return _find_card(row.card, known)
    if row.category is None or row.resource is None or (row.damage is None and not any(_effects(row))):
        raise ContentError("a card needs a name, or category, resource and damage or effects")
    category, resource = (
        _parse_choice("category", row.category, CATEGORIES),
        _parse_choice("resource", row.resource, RESOURCES),
    )
    damage = row.damage or 0
    for card in known:
        if (card.category, card.resource, card.damage, card.effects) == (category, resource, damage, _effects(row)):
            if row.cost in (None, card.cost) and row.card in (None, card.name):
                return card
    what = " ".join([CATEGORIES[category], RESOURCES[resource], str(damage), *_effect_texts(_effects(row))])
    if row.cost is None:
        kinds = ", ".join(
            " ".join([CATEGORIES[c.category], RESOURCES[c.resource], str(c.damage), *_effect_texts(c.effects)])
            for c in known
        )
        raise ContentError(f"no card is {what}, so the entry needs a cost (known: {kinds})")
    return CardType(row.card or f"{what}/{row.cost}", category, resource, row.cost, damage, _effects(row))


def _effects(row: EffectColumns) -> CardEffects:
    return CardEffects(*(getattr(row, name) for name in EFFECTS))


def _effect_texts(effects: CardEffects) -> list[str]:
    return [f"{name} {amount}" for name, amount in effects._asdict().items() if amount]


def _find_card(name: str, known: Sequence[CardType]) -> CardType:
    for card in known:
        if card.name.casefold() == name.casefold():
            return card
    unknown = str(UnknownName("card", name, [card.name for card in known]))
    if known == builtin_cards():
        unknown += "; cards of your own come from -o rules=FILE or -o cards=FILE"
    raise ContentError(unknown, field="card")


def _make_node(row: NodeRow, numbers: dict[str, int], known: Sequence[CardType]) -> SkillNode:
    where = f"node {row.name!r}"
    effect = _parse_choice(f"{where}: effect", row.effect.replace("_", " "), _spaced(NODE_EFFECTS), NODE_EFFECTS)
    needed = {DAMAGE_NODE: ("target", "value"), ADD_CARD_NODE: ("card", "value"), UNLOCK_NODE: ("unlocks",)}.get(
        effect, ("value",)
    )
    for field in ("target", "value", "card", "unlocks"):
        given = getattr(row, field) not in (None, ())
        if field in needed and not given:
            raise ContentError(f"{where}: {field!r} is missing; effect {NODE_EFFECTS[effect]} needs it", field=field)
        if given and field not in needed and field != "unlocks":
            raise ContentError(
                f"{where}: effect {NODE_EFFECTS[effect]} has no {field}, only {' and '.join(needed)}", field=field
            )
    for field, names in (("parents", row.parents), ("unlocks", row.unlocks)):
        for name in names:
            if name not in numbers:
                raise ContentError(f"{where}: {UnknownName('node', name, list(numbers))}", field=field)
    target = 0 if row.target is None else _parse_choice(f"{where}: target", row.target, TARGETS)
    try:
        card = None if row.card is None else _find_card(row.card, known)
    except ContentError as error:
        raise ContentError(f"{where}: {error.what}", field=error.field) from None
    parents, unlocks = (tuple(numbers[name] for name in names) for names in (row.parents, row.unlocks))
    return SkillNode(row.name, target, row.value or 0, parents, row.price, effect, card, unlocks, row.gate)


def _spaced(words: Sequence[str]) -> list[str]:
    return [word.replace("_", " ") for word in words]


def _parse_choice(what: str, text: str, words: Sequence[str], shown: Sequence[str] | None = None) -> int:
    """Return the index of a word; `shown` are the words as they appear in messages, if they differ."""
    key = " ".join(text.lower().split())
    if key not in words:
        raise ContentError(f"{what}: {text!r} is none of {', '.join(shown or words)}", field=what.rpartition(" ")[2])
    return words.index(key)
