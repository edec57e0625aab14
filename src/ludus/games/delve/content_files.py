"""Content files: cards, decks, encounters and trees, in the format that the file suffix names.

    cards        name, category (area, targeted), resource (mana, energy), cost, damage
    decks        deck, count, card: the name of a card of the game or of your own file; or, as the thesis prints
                 decks: deck, count, category, resource, damage and optionally cost
    enemies      encounter (1, 2, ...), attack, health and optionally count: number of equal enemies
    nodes        name, target, value and optionally parents, price

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

from ludus.games.delve.constants import CATEGORIES, MAX_ENCOUNTERS, RESOURCES, TARGETS
from ludus.games.delve.decks_and_encounters import CardType, Deck, Encounter
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


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    category: str
    resource: str
    damage: int
    cost: int


class DeckRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
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


class NodeRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    target: str
    value: int
    parents: tuple[str, ...] = ()
    price: int = 1


def read_cards(file: str | Path) -> tuple[CardType, ...]:
    """Read the card types of a file."""
    cards: dict[str, CardType] = {}
    for row, place in read_rows(file, "cards", CardRow):
        if row.name in cards:
            raise place.error(f"there is a card {row.name!r} already")
        cards[row.name] = _with_location(
            place, lambda row=row: _make_card(row.name, row.category, row.resource, row.cost, row.damage)
        )
    return tuple(cards.values())


def write_cards(cards: Iterable[CardType], file: str | Path) -> None:
    """Write card types to a file that `read_cards` can read."""
    rows = [CardRow(c.name, CATEGORIES[c.category], RESOURCES[c.resource], c.damage, c.cost) for c in cards]
    write_rows(file, "cards", rows, CardRow)


@lru_cache(1)
def builtin_cards() -> tuple[CardType, ...]:
    """Return the card types that come with the game."""
    with untracked_files():
        return read_cards(CONTENT / "cards.toml")


def read_decks(file: str | Path, cards: Sequence[CardType] | None = None) -> tuple[Deck, ...]:
    """Read the decks of a file.

    Args:
        file: path of the file.
        cards: card types that the decks may name; None for those of the game.

    Raises:
        ContentError: the file or an entry is invalid.
    """
    known = builtin_cards() if cards is None else tuple(cards)
    rows: dict[str, list[tuple[CardType, int]]] = {}
    first: dict[str, RowLocation] = {}
    for row, place in read_rows(file, "decks", DeckRow):
        name = str(row.deck)
        first.setdefault(name, place)
        if row.count < 1:
            raise place.error(f"deck {name!r}: {row.count} copies; at least 1 is needed", "count")
        rows.setdefault(name, []).append(
            (_with_location(place, lambda row=row: _find_or_make_card(row, known)), row.count)
        )
    return tuple(_with_location(first[name], lambda name=name: Deck(name, tuple(rows[name]))) for name in rows)


def write_decks(decks: Iterable[Deck], file: str | Path) -> None:
    """Write decks to a file, with all values of the cards, so that it can be read without the card file."""
    rows = [
        DeckRow(deck.name, copies, c.name, CATEGORIES[c.category], RESOURCES[c.resource], c.damage, c.cost)
        for deck in decks
        for c, copies in deck.cards
    ]
    write_rows(file, "decks", rows, DeckRow)


def read_encounters(file: str | Path) -> tuple[Encounter, ...]:
    """Read the encounters of a file, in the order of their numbers 1, 2, 3, ..."""
    enemies: dict[int, list[tuple[int, int]]] = {}
    first: dict[int, RowLocation] = {}
    for row, place in read_rows(file, "enemies", EnemyRow):
        first.setdefault(row.encounter, place)
        if not 1 <= row.encounter <= MAX_ENCOUNTERS:
            raise place.error(f"encounter {row.encounter}; the number must be 1 to {MAX_ENCOUNTERS}", "encounter")
        if not 1 <= row.count <= 100:
            raise place.error(f"{row.count} such enemies; the count must be 1 to 100", "count")
        enemies.setdefault(row.encounter, []).extend([(row.attack, row.health)] * row.count)
    if not enemies:
        raise ContentError("the file has no enemy", file)
    for number in range(1, max(enemies) + 1):
        if number not in enemies:
            raise ContentError(f"encounter {number} has no enemy, but encounter {max(enemies)} has", file)
    return tuple(
        _with_location(first[k], lambda k=k: Encounter(tuple(enemies[k])), f"encounter {k}")
        for k in range(1, max(enemies) + 1)
    )


def write_encounters(encounters: Iterable[Encounter], file: str | Path) -> None:
    """Write encounters to a file; consecutive equal enemies become one entry."""
    rows: list[EnemyRow] = []
    for number, encounter in enumerate(encounters, 1):
        for attack, health in encounter.enemies:
            if rows and (rows[-1].encounter, rows[-1].attack, rows[-1].health) == (number, attack, health):
                rows[-1].count += 1
            else:
                rows.append(EnemyRow(number, attack, health))
    write_rows(file, "enemies", rows, EnemyRow)


def read_tree(file: str | Path) -> SkillTree:
    """Read a skill tree: a list of nodes, a graph, or an export of another game.

    Raises:
        ContentError: the file is invalid or its nodes do not form a tree.
    """
    suffix = file_suffix(file, TREE_FORMATS)
    name = Path(file).stem
    if suffix in GRAPH_READERS:
        graph = GRAPH_READERS[suffix](read_text_file(file), file)
        entries = graph_rows(graph, NodeRow.__struct_fields__)
        return _make_tree(graph.name or name, convert_rows(entries, NodeRow, strict=False), file)
    if suffix != ".csv":
        data = parse_data(read_text_file(file), file)
        if has_edge_lists(data):
            return read_edge_list_tree(file)
        if isinstance(data, dict):
            if unknown := next((key for key in data if key not in ("name", "nodes")), None):
                raise ContentError(str(UnknownName("field of a tree", unknown, ["name", "nodes"])), file)
            name = data.get("name", name)
            if not isinstance(name, str):
                raise ContentError(f"the name of a tree must be text, not {name!r}", file, field="name")
    return _make_tree(name, read_rows(file, "nodes", NodeRow), file)


def read_edge_list_tree(file: str | Path, reach: int | None = None) -> SkillTree:
    """Read the tree of an export of another game, or only the nodes at most `reach` steps from its root.

    Raises:
        ContentError: the file is invalid, has too many nodes or nodes that cannot be reached.
    """
    return _make_tree(Path(file).stem, convert_rows(read_export(file, reach), NodeRow), file)


def _make_tree(name: str, rows: list[tuple[NodeRow, RowLocation]], file: str | Path) -> SkillTree:
    if not name.isprintable() or not 0 < len(name) <= MAX_NODE_NAME_LENGTH:
        raise ContentError(f"the name of the tree needs 1 to {MAX_NODE_NAME_LENGTH} printable characters", file)
    numbers = {row.name: k for k, (row, _) in enumerate(rows)}
    nodes = tuple(_with_location(place, lambda row=row: _make_node(row, numbers)) for row, place in rows)
    try:
        return SkillTree(name, nodes)
    except ContentError as error:
        line = next(
            (place.line for node, (_, place) in zip(nodes, rows, strict=True) if f"node {node.name!r}" in error.what),
            None,
        )
        raise ContentError(error.what, file, line) from None


def write_tree(tree: SkillTree, file: str | Path) -> None:
    """Write a tree to a file. CSV cannot store the tree's name; when read back, the tree is named after the file.

    Raises:
        ContentError: the suffix is unknown, or the format cannot hold a name.
    """
    rows = [
        NodeRow(
            node.name, TARGETS[node.target], node.value, tuple(tree.nodes[k].name for k in node.parents), node.price
        )
        for node in tree.nodes
    ]
    suffix = file_suffix(file, TREE_FORMATS)
    if suffix in GRAPH_WRITERS:
        write_text_file(GRAPH_WRITERS[suffix](tree.name, flat_rows(rows, "parents")), file)
    else:
        write_rows(file, "nodes", rows, NodeRow, name=tree.name)


def _with_location(place: RowLocation, make: Callable[[], Parsed], where: str = "") -> Parsed:
    """Return `make()`; a ContentError that it raises gets the position in the file."""
    try:
        return make()
    except ContentError as error:
        raise place.error(f"{where}: {error.what}" if where else error.what, error.field) from None


def _make_card(name: str, category: str, resource: str, cost: int, damage: int) -> CardType:
    return CardType(
        name,
        _parse_choice("category", category, CATEGORIES),
        _parse_choice("resource", resource, RESOURCES),
        cost,
        damage,
    )


def _find_or_make_card(row: DeckRow, known: tuple[CardType, ...]) -> CardType:
    """Return the card of a row: a known card by name or by values, or a new card if the row has all values."""
    values = (row.category, row.resource, row.damage)
    if row.card is not None and values == (None, None, None) and row.cost is None:
        for card in known:
            if card.name.casefold() == row.card.casefold():
                return card
        raise ContentError(str(UnknownName("card", row.card, [card.name for card in known])), field="card")
    if row.category is None or row.resource is None or row.damage is None:
        raise ContentError("a card needs a name, or category, resource and damage")
    category, resource = (
        _parse_choice("category", row.category, CATEGORIES),
        _parse_choice("resource", row.resource, RESOURCES),
    )
    for card in known:
        if (card.category, card.resource, card.damage) == (category, resource, row.damage):
            if row.cost in (None, card.cost) and row.card in (None, card.name):
                return card
    if row.cost is None:
        kinds = ", ".join(f"{CATEGORIES[c.category]} {RESOURCES[c.resource]} {c.damage}" for c in known)
        raise ContentError(
            f"no card is {CATEGORIES[category]} {RESOURCES[resource]} {row.damage}, so the entry needs a cost "
            f"(known: {kinds})"
        )
    name = row.card or f"{CATEGORIES[category]} {RESOURCES[resource]} {row.damage}/{row.cost}"
    return CardType(name, category, resource, row.cost, row.damage)


def _make_node(row: NodeRow, numbers: dict[str, int]) -> SkillNode:
    where = f"node {row.name!r}"
    for parent in row.parents:
        if parent not in numbers:
            raise ContentError(f"{where}: {UnknownName('node', parent, list(numbers))}", field="parents")
    target = _parse_choice(f"{where}: target", row.target, TARGETS)
    return SkillNode(row.name, target, row.value, tuple(numbers[parent] for parent in row.parents), row.price)


def _parse_choice(what: str, text: str, words: Sequence[str]) -> int:
    key = " ".join(text.lower().split())
    if key not in words:
        raise ContentError(f"{what}: {text!r} is none of {', '.join(words)}", field=what.rpartition(" ")[2])
    return words.index(key)
