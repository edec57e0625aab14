"""Scenarios as game data: a deck, encounters and a skill tree, packed into the record that the rules read.

deck, foes, tree = reference_decks()[13], default_encounters(), default_tree()
data = pack_scenario(deck, foes, tree)                                 the whole scenario
data = pack_scenario(deck, foes, tree, first=2, last=2, owned=(0, 3))  one encounter, with two nodes picked before it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from ludus.core import Record, int16, int32, uint8, uint16, uint64
from ludus.games.delve.constants import (
    CLASSES,
    FULL_ENERGY,
    FULL_MANA,
    HIT_POINTS,
    MAX_ENCOUNTERS,
    MAX_ENEMIES,
    MAX_KINDS,
    MAX_NODES,
)
from ludus.games.delve.content_files import CONTENT, builtin_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.decks_and_encounters import CardType, Deck, Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.util.errors import ContentError
from ludus.util.tracked_files import untracked_files

NODE_WORDS = MAX_NODES // 64  # machine words of a bit set of nodes
TWIN, TWIN_OF = "Ice Storm", "Fire Storm"
TWIN_DECKS = ("4", "12")  # printed like decks 3 and 9
FIRST_RANDOM_DECK = 14
MAX_EDGES = 4 * MAX_NODES
MAX_POINTS = 200


class CardKind(Record):
    category: uint8
    resource: uint8
    cost: uint8
    group: uint8  # the card class: category * 2 + resource
    damage: int16
    copies: uint8  # in the deck


class EnemyGroup(Record):
    size: uint8  # number of enemies
    attack: int16[MAX_ENEMIES]
    health: int16[MAX_ENEMIES]


class SkillNodeRecord(Record):
    first: uint16  # index of its first child in GameData.children
    children: uint16  # number of children
    price: uint8
    root: uint8  # 1: available from the beginning
    bonus: uint8[CLASSES]  # added to the damage of each card class


class GameData(Record):
    kinds: uint8  # number of different cards in the deck; cards with equal values are one kind
    encounters: uint8
    first: uint8  # the first encounter to be played, from 0
    last: uint8  # the last one
    points: uint8  # skill points at the beginning
    nodes: uint16
    priced: uint8  # 1: some node costs more than one point, so points may be saved
    energy: uint8  # refilled every turn
    mana: uint8
    health: int16  # of the player at the beginning of an encounter
    had: uint64[NODE_WORDS]  # nodes that the player owns at the beginning, one bit each
    cards: CardKind[MAX_KINDS]
    foes: EnemyGroup[MAX_ENCOUNTERS]
    tree: SkillNodeRecord[MAX_NODES]
    children: int32[4 * MAX_NODES]  # see SkillNodeRecord.first


def reference_decks(twins: bool = False) -> tuple[Deck, ...]:
    """Return the 33 decks of the thesis; with `twins` its eighth card type differs from the one printed like it."""
    return split_twins(_decks("decks.csv")) if twins else _decks("decks.csv")


def heldout_decks(twins: bool = False) -> tuple[Deck, ...]:
    """Return 12 held-out decks of the same card types, for which no tree was generated (see `draw_decks`)."""
    return split_twins(_decks("heldout_decks.csv")) if twins else _decks("heldout_decks.csv")


@lru_cache(1)
def default_encounters() -> tuple[Encounter, ...]:
    """Return the six encounters of the game."""
    with untracked_files():
        return read_encounters(CONTENT / "encounters.toml")


@lru_cache(1)
def default_tree() -> SkillTree:
    """Return the default skill tree."""
    return read_tree(CONTENT / "trees" / "delver.toml")


def pack_scenario(
    deck: Deck,
    encounters: Sequence[Encounter],
    tree: SkillTree,
    first: int = 0,
    last: int | None = None,
    owned: Iterable[int] = (),
    points: int | None = None,
) -> np.ndarray:
    """Pack the game data of a scenario.

    Args:
        deck: the deck of the player.
        encounters: all encounters of the scenario.
        tree: the skill tree.
        first: index of the first encounter to be played, from 0.
        last: index of the last one; None for the last of the scenario.
        owned: indices of the nodes that the player owns at the start.
        points: skill points at the start; None for those that the earlier encounters give, less the price of `owned`.

    Raises:
        ContentError: the arguments do not fit each other.
    """
    last = len(encounters) - 1 if last is None else last
    if not 0 <= first <= last < len(encounters):
        raise ContentError(f"from encounter {first + 1} to {last + 1}; there are {len(encounters)}")
    owned = sorted(set(owned))
    _check_owned_nodes(tree, owned)
    if points is None:
        points = max(0, first - sum(tree.nodes[node].price for node in owned))
    if not 0 <= points <= MAX_POINTS:
        raise ContentError(f"{points} skill points; it must be 0 to {MAX_POINTS}")
    array: np.ndarray = GameData.zeros()
    data = array[0]
    data["kinds"], data["cards"] = _pack_cards(deck)
    data["encounters"], data["foes"] = len(encounters), _pack_encounters(tuple(encounters))
    data["nodes"], data["priced"] = len(tree), tree.priced
    data["tree"], data["children"] = _pack_nodes(tree)
    data["first"], data["last"], data["points"] = first, last, points
    data["energy"], data["mana"], data["health"] = FULL_ENERGY, FULL_MANA, HIT_POINTS
    for node in owned:
        data["had"][node >> 6] |= np.uint64(1 << (node & 63))
    return array


def card_kinds(deck: Deck) -> tuple[tuple[CardType, int], ...]:
    """Return the kinds of cards of a deck with their copies, in the order of the game data.

    Cards with equal values are one kind, even if their names differ.
    """
    kinds: dict[tuple[int, ...], tuple[CardType, int]] = {}
    for card, copies in deck.cards:
        key = (card.group, card.damage, card.cost)
        kinds[key] = (kinds[key][0] if key in kinds else card, copies + kinds.get(key, (card, 0))[1])
    return tuple(kinds[key] for key in sorted(kinds))


def split_twins(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """Return the decks with the eighth card type of the thesis, which is printed like another but must differ from it.

    Of two decks that are printed equally, the second has it; in random decks it replaces every other copy.
    """
    cards = {card.name: card for card in builtin_cards()}
    return tuple(Deck(deck.name, tuple(_split_twin(deck, cards[TWIN], cards[TWIN_OF]))) for deck in decks)


def _split_twin(deck: Deck, twin: CardType, other: CardType) -> Iterable[tuple[CardType, int]]:
    for card, copies in deck.cards:
        if card != other:
            yield card, copies
            continue
        random = not deck.name.isdigit() or int(deck.name) >= FIRST_RANDOM_DECK
        twins = copies if deck.name in TWIN_DECKS else copies // 2 if random else 0
        yield from ((variant, count) for variant, count in ((card, copies - twins), (twin, twins)) if count)


@lru_cache(4)
def _decks(name: str) -> tuple[Deck, ...]:
    with untracked_files():
        return read_decks(CONTENT / name)


def _check_owned_nodes(tree: SkillTree, owned: list[int]) -> None:
    """Check that the owned nodes exist and that each has an owned parent or is a root."""
    within = set(owned)
    if owned and not 0 <= owned[0] <= owned[-1] < len(tree):
        raise ContentError(f"tree {tree.name!r}: nodes {owned}; the tree has nodes 0 to {len(tree) - 1}")
    reached = [node for node in owned if not tree.nodes[node].parents]
    seen = set(reached)
    for node in reached:
        new = [child for child in tree.children[node] if child in within and child not in seen]
        seen.update(new)
        reached += new
    if orphans := [node for node in owned if node not in seen]:
        raise ContentError(
            f"tree {tree.name!r}, node {tree.nodes[orphans[0]].name!r}: the player has it without any of its parents"
        )


# A scenario is packed many times (single encounters, different nodes), so its parts are packed once and cached.


@lru_cache(512)
def _pack_cards(deck: Deck) -> tuple[int, np.ndarray]:
    kinds = card_kinds(deck)
    cards: np.ndarray = CardKind.zeros(MAX_KINDS)
    for k, (card, copies) in enumerate(kinds):
        cards[k] = (card.category, card.resource, card.cost, card.group, card.damage, copies)
    return len(kinds), cards


@lru_cache(512)
def _pack_encounters(encounters: tuple[Encounter, ...]) -> np.ndarray:
    if len(encounters) > MAX_ENCOUNTERS:
        raise ContentError(f"{len(encounters)} encounters; at most {MAX_ENCOUNTERS} are possible")
    foes: np.ndarray = EnemyGroup.zeros(MAX_ENCOUNTERS)
    for k, encounter in enumerate(encounters):
        size = len(encounter.enemies)
        foes["size"][k] = size
        foes["attack"][k, :size], foes["health"][k, :size] = zip(*encounter.enemies, strict=True)
    return foes


@lru_cache(64)
def _pack_nodes(tree: SkillTree) -> tuple[np.ndarray, np.ndarray]:
    n = len(tree)
    counts = np.array([len(children) for children in tree.children], np.int64)
    edges = [child for children in tree.children for child in children]
    if len(edges) > MAX_EDGES:
        raise ContentError(f"tree {tree.name!r}: {len(edges)} edges; at most {MAX_EDGES} are possible")
    nodes: np.ndarray = SkillNodeRecord.zeros(MAX_NODES)
    nodes["first"][:n], nodes["children"][:n] = np.cumsum(counts) - counts, counts
    nodes["price"][:n] = [node.price for node in tree.nodes]
    nodes["root"][:n] = [not node.parents for node in tree.nodes]
    nodes["bonus"][:n] = tree.bonuses
    child_list = np.zeros(MAX_EDGES, np.int32)
    child_list[: len(edges)] = edges
    return nodes, child_list
