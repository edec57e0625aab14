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
    EFFECTS,
    ENERGY_RULE,
    HAND_RULE,
    HIT_POINTS_RULE,
    MANA_RULE,
    MAX_CARDS,
    MAX_ENCOUNTERS,
    MAX_ENEMIES,
    MAX_HAND,
    MAX_HIT_POINTS,
    MAX_KINDS,
    MAX_NODES,
    MAX_RESOURCE,
    RULES,
)
from ludus.games.delve.content_files import CONTENT, builtin_cards, read_decks, read_encounters, read_tree
from ludus.games.delve.decks_and_encounters import THESIS_RULES, CardType, Deck, Encounter, GameRules
from ludus.games.delve.skill_tree import MAX_UNLOCKS, SkillTree
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


class EffectsOfCard(Record):
    deals_damage: uint8  # 1: an attack that nodes and strength raise
    amount: uint8[len(EFFECTS)]


class EffectOfNode(Record):
    effect: uint8  # an index into NODE_EFFECTS
    value: uint8
    card: uint8  # the kind that it adds to the deck
    gate: uint8  # nodes that must be owned before
    root: uint8  # 1: no parents, but a gate


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
    # Beyond the thesis. The fields above have the same bytes for the thesis's game as before these were added.
    extended: uint8  # 1: cards, nodes, hands or decks that the thesis does not have
    gated: uint8  # 1: some node has a gate
    hand: uint8  # cards drawn every turn
    unlock_pairs: uint8  # number of `unlocks`
    reward: uint8[MAX_ENCOUNTERS]  # skill points for each encounter won
    effects: EffectsOfCard[MAX_KINDS]
    node_effects: EffectOfNode[MAX_NODES]
    unlocks: uint8[2 * MAX_UNLOCKS]  # pairs: a node, and one that it unlocks


THESIS_BYTES = int(GameData.dtype.fields["extended"][1])  # type: ignore[index]


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
    rules: GameRules = THESIS_RULES,
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
        rules: hit points, energy, mana and sizes of hand and deck.

    Raises:
        ContentError: the arguments do not fit each other.
    """
    last = len(encounters) - 1 if last is None else last
    if not 0 <= first <= last < len(encounters):
        raise ContentError(f"from encounter {first + 1} to {last + 1}; there are {len(encounters)}")
    owned = sorted(set(owned))
    _check_owned_nodes(tree, owned)
    if points is None:
        earned = sum(encounter.points for encounter in encounters[:first])
        points = max(0, earned - sum(tree.nodes[node].price for node in owned))
    if not 0 <= points <= MAX_POINTS:
        raise ContentError(f"{points} skill points; it must be 0 to {MAX_POINTS}")
    if (most := points + sum(encounter.points for encounter in encounters[first:last])) > MAX_POINTS + MAX_ENCOUNTERS:
        raise ContentError(f"{most} skill points in all; at most {MAX_POINTS + MAX_ENCOUNTERS} are possible")
    if deck.size != rules.deck_size:
        raise ContentError(f"deck {deck.name!r}: {deck.size} cards; deck_size is {rules.deck_size}")
    _check_sums(deck, tree, rules)
    array: np.ndarray = GameData.zeros()
    data = array[0]
    data["kinds"], data["cards"], data["effects"] = _pack_cards(deck, tree)
    data["encounters"], data["foes"] = len(encounters), _pack_encounters(tuple(encounters))
    data["nodes"], data["priced"] = len(tree), tree.priced
    data["tree"], data["children"] = _pack_nodes(tree)
    data["first"], data["last"], data["points"] = first, last, points
    data["energy"], data["mana"], data["health"] = rules.energy, rules.mana, rules.hit_points
    for node in owned:
        data["had"][node >> 6] |= np.uint64(1 << (node & 63))
    data["hand"] = rules.hand
    data["reward"][: len(encounters)] = [encounter.points for encounter in encounters]
    data["extended"] = is_extended(deck, tree, rules)
    if tree.is_extended:
        data["gated"] = any(node.gate for node in tree.nodes)
        data["node_effects"], data["unlock_pairs"], data["unlocks"] = _pack_node_effects(deck, tree)
    return array


def is_extended(deck: Deck, tree: SkillTree, rules: GameRules = THESIS_RULES) -> bool:
    """Return whether a scenario has cards, nodes, hands or decks that the thesis does not have.

    Other hit points, energy, mana and points for encounters are played by the rules of the thesis.
    """
    return deck.is_extended or tree.is_extended or rules.is_extended


def digest_bytes(data: np.ndarray) -> int | None:
    """Return how many bytes of the game data its digest covers.

    If nothing goes beyond the thesis, these are the fields that were there before anything else could be played, so
    that replays of that time are still valid.
    """
    game = data[0]
    plain = not game["extended"] and (game["reward"][: game["encounters"]] == 1).all()
    return THESIS_BYTES if plain else None


def card_kinds(deck: Deck, tree: SkillTree | None = None) -> tuple[tuple[CardType, int], ...]:
    """Return the kinds of cards of a deck with their copies, in the order of the game data.

    Cards with equal values are one kind, even if their names differ. Cards that nodes of the tree add to the deck have
    no copies in it, unless it has the same cards.

    Raises:
        ContentError: more than MAX_KINDS kinds, or different cards with the same name.
    """
    kinds: dict[tuple[int, ...], tuple[CardType, int]] = {}
    names: dict[str, CardType] = {}
    for card, copies in (*deck.cards, *((card, 0) for card in (tree.added_cards if tree else ()))):
        if names.setdefault(card.name.casefold(), card) != card:
            raise ContentError(f"deck {deck.name!r} and the tree's nodes have different cards named {card.name!r}")
        key = (card.group, card.damage, card.cost, *card.effects)
        kinds[key] = (kinds[key][0] if key in kinds else card, copies + kinds.get(key, (card, 0))[1])
    if len(kinds) > MAX_KINDS:
        raise ContentError(
            f"deck {deck.name!r}: {len(kinds)} different cards, with those that nodes add; at most {MAX_KINDS} are "
            "possible"
        )
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
    if owned and not 0 <= owned[0] <= owned[-1] < len(tree):
        raise ContentError(f"tree {tree.name!r}: nodes {owned}; the tree has nodes 0 to {len(tree) - 1}")
    if (orphan := tree.first_unreachable(owned)) is not None:
        node = tree.nodes[orphan]
        reason = "without any of its parents" if node.parents and not node.gate else "but could not have picked it"
        raise ContentError(f"tree {tree.name!r}, node {node.name!r}: the player has it {reason}")


def _check_sums(deck: Deck, tree: SkillTree, rules: GameRules) -> None:
    """Check that no build exceeds the largest numbers of the game, even one with all nodes."""
    if not tree.is_extended:
        return
    sums = dict(zip(RULES, tree.gains[:, len(EFFECTS) : len(EFFECTS) + len(RULES)].sum(axis=0).tolist(), strict=True))
    for rule, base, most in (
        (RULES[HIT_POINTS_RULE], rules.hit_points, MAX_HIT_POINTS),
        (RULES[ENERGY_RULE], rules.energy, MAX_RESOURCE),
        (RULES[MANA_RULE], rules.mana, MAX_RESOURCE),
        (RULES[HAND_RULE], rules.hand, MAX_HAND),
    ):
        if base + sums[rule] > most:
            raise ContentError(
                f"tree {tree.name!r}: {rule} is {base}, and all nodes together add {sums[rule]}; at most {most} is "
                "possible"
            )
    added = int(tree.gains[:, len(EFFECTS) + len(RULES) :].sum())
    if deck.size + added > MAX_CARDS:
        raise ContentError(
            f"tree {tree.name!r}: deck {deck.name!r} has {deck.size} cards, and all nodes together add {added}; at "
            f"most {MAX_CARDS} are possible"
        )


# A scenario is packed many times (single encounters, different nodes), so its parts are packed once and cached.


def _pack_cards(deck: Deck, tree: SkillTree) -> tuple[int, np.ndarray, np.ndarray]:
    return _pack_kinds(card_kinds(deck, tree)) if tree.added_cards else _pack_deck(deck)


@lru_cache(512)
def _pack_deck(deck: Deck) -> tuple[int, np.ndarray, np.ndarray]:
    return _pack_kinds(card_kinds(deck))


def _pack_kinds(kinds: tuple[tuple[CardType, int], ...]) -> tuple[int, np.ndarray, np.ndarray]:
    cards: np.ndarray = CardKind.zeros(MAX_KINDS)
    effects: np.ndarray = EffectsOfCard.zeros(MAX_KINDS)
    for k, (card, copies) in enumerate(kinds):
        group = card.group % CLASSES  # that of a skill is not used: it deals no damage
        cards[k] = (card.category, card.resource, card.cost, group, card.damage, copies)
        if card.is_extended:
            effects[k] = (card.deals_damage, card.effects)
        else:
            effects[k] = (1, (0,) * len(EFFECTS))
    return len(kinds), cards, effects


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
    nodes["root"][:n] = [not node.parents and not node.gate for node in tree.nodes]
    nodes["bonus"][:n] = tree.bonuses
    child_list = np.zeros(MAX_EDGES, np.int32)
    child_list[: len(edges)] = edges
    return nodes, child_list


def _pack_node_effects(deck: Deck, tree: SkillTree) -> tuple[np.ndarray, int, np.ndarray]:
    """Effects of all nodes, and the pairs of a node and one that it unlocks."""
    kinds = [(card.group, card.damage, card.cost, *card.effects) for card, _ in card_kinds(deck, tree)]
    effects: np.ndarray = EffectOfNode.zeros(MAX_NODES)
    for k, node in enumerate(tree.nodes):
        card = node.card
        kind = 0 if card is None else kinds.index((card.group, card.damage, card.cost, *card.effects))
        effects[k] = (node.effect, node.value, kind, node.gate, not node.parents and node.gate > 0)
    pairs = [number for k, node in enumerate(tree.nodes) for other in node.unlocks for number in (k, other)]
    unlocks = np.zeros(2 * MAX_UNLOCKS, np.uint8)
    unlocks[: len(pairs)] = pairs
    return effects, len(pairs) // 2, unlocks
