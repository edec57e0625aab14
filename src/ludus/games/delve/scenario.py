"""Scenarios: a deck, encounters and a tree, and the table that the rules read of them.

deck, foes, tree = reference_decks()[13], encounters(), default_tree()
table = table_of(deck, foes, tree)                             the whole scenario
table = table_of(deck, foes, tree, first=2, last=2, had=(0, 3))   one encounter with what was picked before it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from ludus.core.errors import ContentError
from ludus.games.delve import table as table_records
from ludus.games.delve.files import CONTENT, own_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.kinds import ENCOUNTERS, FULL_ENERGY, FULL_MANA, HIT_POINTS, KINDS, NODES
from ludus.games.delve.pieces import Card, Deck, Encounter
from ludus.games.delve.table import Table
from ludus.games.delve.tree import Tree

__all__ = ["Card", "Deck", "Encounter", "default_tree", "encounters", "heldout_decks", "kinds_of", "reference_decks"]
__all__ += ["table_of", "tell_twins"]

TWIN, TWIN_OF = "Ice Storm", "Fire Storm"
TWIN_DECKS = ("4", "12")  # printed like 3 and 9
FIRST_RANDOM = 14
MOST_CHILDREN = 4 * NODES
MOST_POINTS = 200


def reference_decks(twins: bool = False) -> tuple[Deck, ...]:
    """The 33 decks of the thesis; with `twins` its eighth card type is told from the one that prints alike."""
    return tell_twins(_decks("decks.csv")) if twins else _decks("decks.csv")


def heldout_decks(twins: bool = False) -> tuple[Deck, ...]:
    """12 decks of the same card types that no tree was made for: see `draw_decks`."""
    return tell_twins(_decks("heldout_decks.csv")) if twins else _decks("heldout_decks.csv")


@lru_cache(1)
def encounters() -> tuple[Encounter, ...]:
    """The six encounters of the game."""
    return read_encounters(CONTENT / "encounters.toml")


@lru_cache(1)
def default_tree() -> Tree:
    """The tree of a game whose player does not choose another."""
    return read_tree(CONTENT / "trees" / "delver.toml")


def table_of(
    deck: Deck,
    encounters: Sequence[Encounter],
    tree: Tree,
    first: int = 0,
    last: int | None = None,
    had: Iterable[int] = (),
    points: int | None = None,
) -> np.ndarray:
    """The table of a game from encounter `first` to `last`, counted from 0, whose player has the nodes `had`.

    Without `points` the player has what the encounters before would have brought, less what was paid for the nodes.
    """
    last = len(encounters) - 1 if last is None else last
    if not 0 <= first <= last < len(encounters):
        raise ContentError(f"from encounter {first + 1} to {last + 1}; there are {len(encounters)}")
    had = sorted(set(had))
    _check_had(tree, had)
    if points is None:
        points = max(0, first - sum(tree.nodes[node].price for node in had))
    if not 0 <= points <= MOST_POINTS:
        raise ContentError(f"{points} skill points; it is 0 to {MOST_POINTS}")
    array: np.ndarray = Table.zeros()
    table = array[0]
    table["kinds"], table["cards"] = _cards_of(deck)
    table["encounters"], table["foes"] = len(encounters), _foes_of(tuple(encounters))
    table["nodes"], table["priced"] = len(tree), tree.priced
    table["tree"], table["children"] = _nodes_of(tree)
    table["first"], table["last"], table["points"] = first, last, points
    table["energy"], table["mana"], table["health"] = FULL_ENERGY, FULL_MANA, HIT_POINTS
    for node in had:
        table["had"][node >> 6] |= np.uint64(1 << (node & 63))
    return array


def kinds_of(deck: Deck) -> tuple[tuple[Card, int], ...]:
    """The kinds of cards of a deck in the order of the table: equal cards are one kind, whatever their name."""
    found: dict[tuple[int, ...], tuple[Card, int]] = {}
    for card, copies in deck.cards:
        facts = (card.group, card.damage, card.cost)
        found[facts] = (found[facts][0] if facts in found else card, copies + found.get(facts, (card, 0))[1])
    return tuple(found[facts] for facts in sorted(found))


def tell_twins(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """The decks with the eighth card type of the thesis, which prints like another but must differ from it.

    Of two decks that print alike the second has it; random decks have it instead of every other copy.
    """
    cards = {card.name: card for card in own_cards()}
    return tuple(Deck(deck.name, tuple(_told(deck, cards[TWIN], cards[TWIN_OF]))) for deck in decks)


def _told(deck: Deck, twin: Card, other: Card) -> Iterable[tuple[Card, int]]:
    for card, copies in deck.cards:
        if card != other:
            yield card, copies
            continue
        random = not deck.name.isdigit() or int(deck.name) >= FIRST_RANDOM
        twins = copies if deck.name in TWIN_DECKS else copies // 2 if random else 0
        yield from ((each, count) for each, count in ((card, copies - twins), (twin, twins)) if count)


@lru_cache(4)
def _decks(name: str) -> tuple[Deck, ...]:
    return read_decks(CONTENT / name)


def _check_had(tree: Tree, had: list[int]) -> None:
    """One can have a node only after one of its parents."""
    within = set(had)
    if had and not 0 <= had[0] <= had[-1] < len(tree):
        raise ContentError(f"tree {tree.name!r}: nodes {had}; it has nodes 0 to {len(tree) - 1}")
    reached = [node for node in had if not tree.nodes[node].parents]
    seen = set(reached)
    for node in reached:
        new = [child for child in tree.children[node] if child in within and child not in seen]
        seen.update(new)
        reached += new
    if lost := [node for node in had if node not in seen]:
        raise ContentError(
            f"tree {tree.name!r}, node {tree.nodes[lost[0]].name!r}: it is had without any of its parents"
        )


# Every scenario is met in many tables (encounters one by one, with any nodes), so its parts are packed once.


@lru_cache(512)
def _cards_of(deck: Deck) -> tuple[int, np.ndarray]:
    kinds = kinds_of(deck)
    cards: np.ndarray = table_records.Card.zeros(KINDS)
    for k, (card, copies) in enumerate(kinds):
        cards[k] = (card.category, card.resource, card.cost, card.group, card.damage, copies)
    return len(kinds), cards


@lru_cache(512)
def _foes_of(encounters: tuple[Encounter, ...]) -> np.ndarray:
    if len(encounters) > ENCOUNTERS:
        raise ContentError(f"{len(encounters)} encounters; there is room for {ENCOUNTERS}")
    foes: np.ndarray = table_records.Encounter.zeros(ENCOUNTERS)
    for k, encounter in enumerate(encounters):
        size = len(encounter.enemies)
        foes["size"][k] = size
        foes["attack"][k, :size], foes["health"][k, :size] = zip(*encounter.enemies, strict=True)
    return foes


@lru_cache(64)
def _nodes_of(tree: Tree) -> tuple[np.ndarray, np.ndarray]:
    n = len(tree)
    counts = np.array([len(each) for each in tree.children], np.int64)
    edges = [child for each in tree.children for child in each]
    if len(edges) > MOST_CHILDREN:
        raise ContentError(
            f"tree {tree.name!r}: {len(edges)} ways from node to node; there is room for {MOST_CHILDREN}"
        )
    nodes: np.ndarray = table_records.Node.zeros(NODES)
    nodes["first"][:n], nodes["children"][:n] = np.cumsum(counts) - counts, counts
    nodes["price"][:n] = [node.price for node in tree.nodes]
    nodes["root"][:n] = [not node.parents for node in tree.nodes]
    nodes["bonus"][:n] = tree.bonuses
    children = np.zeros(MOST_CHILDREN, np.int32)
    children[: len(edges)] = edges
    return nodes, children
