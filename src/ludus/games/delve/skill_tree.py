"""Skill trees: nodes that make the player stronger; a node is unlocked by any one of its parents.

    tree = SkillTree("bruiser", (SkillNode("fury", target=1, value=3), SkillNode("rage", 6, 5, parents=(0,))))

In the thesis every node raises the damage of cards. Here a node may also raise another effect of cards, change a rule,
add cards to the deck, or unlock nodes whatever their parents and gates. A node with a gate needs so many owned nodes.

The root of the thesis has no effect and is free, so it is not listed: nodes without parents are its children.
`check_nodes` refuses nodes that do not form a tree and names the first wrong one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludus.games.delve.constants import (
    ADD_CARD_NODE,
    CLASSES,
    DAMAGE_NODE,
    EFFECTS,
    FIRST_EFFECT_NODE,
    FIRST_RULE_NODE,
    MAX_NODES,
    NODE_EFFECTS,
    RULES,
    TARGET_CLASSES,
    TARGETS,
    UNLOCK_NODE,
)
from ludus.games.delve.decks_and_encounters import CardType
from ludus.util.errors import ContentError

MAX_VALUE = 99  # of a node in a file; generated trees stay below ten
MAX_PRICE = 20
MAX_NODE_NAME_LENGTH = 80
CYCLE = ": a cycle, "  # in the error of a tree that has one
MAX_GATE = 255
MAX_UNLOCKS = 128  # pairs of a node and one that it unlocks, in a tree

RULE_TEXTS = {
    "max_hit_points": "hit points",
    "max_energy": "energy every turn",
    "max_mana": "mana every turn",
    "hand_size": "cards every turn",
    "turn_block": "block at the start of every turn",
    "regeneration": "hit points healed at the start of every turn",
}


@dataclass(frozen=True)
class SkillNode:
    name: str
    target: int  # an index into TARGETS: the cards whose damage it raises; 0 for nodes with another effect
    value: int  # added to damage, effect or rule; copies of an added card; 0 for a node that only unlocks
    parents: tuple[int, ...] = ()  # indices in the tree's list of nodes; none: available from the beginning
    price: int = 1  # in skill points
    effect: int = DAMAGE_NODE  # an index into NODE_EFFECTS
    card: CardType | None = None  # that it adds to the deck
    unlocks: tuple[int, ...] = ()  # nodes that become available whatever their parents and gates
    gate: int = 0  # nodes that must be owned before

    @property
    def is_extended(self) -> bool:
        """Whether it does more than the nodes of the thesis, which raise damage only."""
        return self.effect != DAMAGE_NODE or bool(self.unlocks) or self.gate > 0

    @property
    def what(self) -> str:
        """The effect in a few words, without its value: `area mana`, `block`, `Shield Bash`."""
        if self.effect == DAMAGE_NODE:
            return TARGETS[self.target]
        if self.effect == ADD_CARD_NODE and self.card is not None:
            return self.card.name
        return NODE_EFFECTS[self.effect].replace("_", " ")

    @property
    def description(self) -> str:
        """The effect as a phrase: `+3 damage of area cards`, `2 Shield Bash in the deck`; names no unlocked node."""
        name = NODE_EFFECTS[self.effect]
        if self.effect == DAMAGE_NODE:
            return f"+{self.value} damage of {TARGETS[self.target]} cards"
        if self.effect == ADD_CARD_NODE:
            return f"+{self.value} {self.what} in the deck"
        if self.effect == UNLOCK_NODE:
            return "unlocks nodes"
        if name in RULE_TEXTS:
            return f"+{self.value} {RULE_TEXTS[name]}"
        return f"+{self.value} {self.what} of cards that have it"


@dataclass(frozen=True)
class SkillTree:
    name: str
    nodes: tuple[SkillNode, ...]

    def __post_init__(self) -> None:
        check_nodes(self.name, self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of every node, in the order of the node list."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for parent in node.parents:
                children[parent].append(i)
        return tuple(map(tuple, children))

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The nodes without parents, which are available from the beginning unless they have a gate."""
        return tuple(i for i, node in enumerate(self.nodes) if not node.parents)

    @cached_property
    def unlockers(self) -> tuple[tuple[int, ...], ...]:
        """For every node, the nodes that unlock it whatever its parents and gate."""
        unlockers: list[list[int]] = [[] for _ in self.nodes]
        for i, node in enumerate(self.nodes):
            for other in node.unlocks:
                unlockers[other].append(i)
        return tuple(map(tuple, unlockers))

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The smallest number of nodes that a player has with each node, itself included; 0: it is out of reach.

        With gates this is a lower bound: the nodes on the shortest path, or those that the gate demands and the node.
        """
        depths = [0] * len(self.nodes)
        deepest = len(self.nodes) + max((node.gate for node in self.nodes), default=0) + 1
        waiting: list[list[int]] = [[] for _ in range(deepest + 1)]  # by the depth that they may have
        for i in self.roots:
            waiting[1 + self.nodes[i].gate].append(i)
        for depth, ready in enumerate(waiting):  # breadth first
            for i in ready:
                if depths[i]:
                    continue
                depths[i] = depth
                for child in self.children[i]:
                    waiting[max(depth, self.nodes[child].gate) + 1].append(child)
                for other in self.nodes[i].unlocks:
                    waiting[depth + 1].append(other)
        return tuple(depths)

    def available(self, owned: Collection[int]) -> set[int]:
        """Return the nodes that a player who owns some nodes has not, and may pick if the points suffice."""
        return {
            i
            for i, node in enumerate(self.nodes)
            if i not in owned
            and (
                (len(owned) >= node.gate and (not node.parents or any(parent in owned for parent in node.parents)))
                or any(other in owned for other in self.unlockers[i])
            )
        }

    def first_unreachable(self, owned: Collection[int]) -> int | None:
        """Return the first of these nodes that no order of picking them can reach; None: some order picks them all."""
        picked, waiting = set[int](), set(owned)
        while ready := self.available(picked) & waiting:
            picked |= ready  # what is available stays available, so the order does not matter
            waiting -= ready
        return min(waiting, default=None)

    @cached_property
    def is_extended(self) -> bool:
        """Whether some node does more than raise damage: the thesis has no such nodes."""
        return any(node.is_extended for node in self.nodes)

    @cached_property
    def priced(self) -> bool:
        """Whether some node costs more than the one point that a won encounter gives."""
        return any(node.price > 1 for node in self.nodes)

    @cached_property
    def is_thesis_tree(self) -> bool:
        """Whether it is as in the thesis: every node has at most one parent, costs one point and raises damage."""
        return all(len(node.parents) <= 1 for node in self.nodes) and not self.priced and not self.is_extended

    @cached_property
    def bonuses(self) -> np.ndarray:
        """The damage that each node (row) adds to each card class (column)."""
        rows = [
            [node.value * (TARGET_CLASSES[node.target] >> k & 1) * (node.effect == DAMAGE_NODE) for k in range(CLASSES)]
            for node in self.nodes
        ]
        return np.array(rows, np.int64).reshape(-1, CLASSES)

    @cached_property
    def added_cards(self) -> tuple[CardType, ...]:
        """The different cards that nodes add to the deck."""
        return tuple(dict.fromkeys(node.card for node in self.nodes if node.card is not None))

    @cached_property
    def gains(self) -> np.ndarray:
        """What each node (row) adds beside damage (column): effects of cards, rules, then copies of `added_cards`."""
        cards = {card: k for k, card in enumerate(self.added_cards)}
        rows = np.zeros((len(self.nodes), len(EFFECTS) + len(RULES) + len(cards)), np.int64)
        for i, node in enumerate(self.nodes):
            if FIRST_EFFECT_NODE <= node.effect < FIRST_RULE_NODE:
                rows[i, node.effect - FIRST_EFFECT_NODE] = node.value
            elif FIRST_RULE_NODE <= node.effect < ADD_CARD_NODE:
                rows[i, len(EFFECTS) + node.effect - FIRST_RULE_NODE] = node.value
            elif node.card is not None:
                rows[i, len(EFFECTS) + len(RULES) + cards[node.card]] = node.value
        return rows


def node_text(tree: SkillTree, node: SkillNode) -> str:
    """Return what a node does, with the nodes that it unlocks."""
    names = ", ".join(tree.nodes[k].name for k in node.unlocks)
    if node.effect == UNLOCK_NODE:
        return f"unlocks {names}"
    return f"{node.description}; unlocks {names}" if names else node.description


def check_nodes(name: str, nodes: Sequence[SkillNode]) -> None:
    """Check that nodes form a skill tree.

    Raises:
        ContentError: the message names the first wrong node.
    """
    if len(nodes) > MAX_NODES:
        raise ContentError(f"tree {name!r}: {len(nodes)} nodes; at most {MAX_NODES} are possible")
    names: dict[str, int] = {}
    for i, node in enumerate(nodes):
        where = f"tree {name!r}, node {node.name!r}"
        if (
            node.name != " ".join(node.name.split())
            or not node.name.isprintable()
            or not 0 < len(node.name) <= MAX_NODE_NAME_LENGTH
        ):
            raise ContentError(
                f"{where}: its name needs 1 to {MAX_NODE_NAME_LENGTH} characters, single spaces between words"
            )
        known = names.setdefault(node.name.casefold(), i)  # moves name nodes, ignoring case
        if known != i:
            raise ContentError(f"{where}: nodes {known + 1} and {i + 1} have the same name")
        if not 0 <= node.target < len(TARGETS):
            raise ContentError(
                f"{where}: target {node.target}; targets are 0 to {len(TARGETS) - 1}: {', '.join(TARGETS)}"
            )
        if not 0 <= node.value <= MAX_VALUE:
            raise ContentError(f"{where}: value {node.value}; it must be 0 to {MAX_VALUE}", field="value")
        if not 0 <= node.price <= MAX_PRICE:
            raise ContentError(f"{where}: price {node.price}; it must be 0 to {MAX_PRICE} skill points", field="price")
        for parent in node.parents:
            if not 0 <= parent < len(nodes):
                raise ContentError(f"{where}: parent {parent}; the tree has nodes 0 to {len(nodes) - 1}")
        if len(set(node.parents)) < len(node.parents):
            raise ContentError(f"{where}: the same parent twice", field="parents")
        _check_effect(where, i, nodes)
    if (pairs := sum(len(node.unlocks) for node in nodes)) > MAX_UNLOCKS:
        raise ContentError(f"tree {name!r}: {pairs} nodes are unlocked; at most {MAX_UNLOCKS} are possible")
    _check_acyclic(name, nodes)


def _check_effect(where: str, number: int, nodes: Sequence[SkillNode]) -> None:
    """Check effect, card, gate and unlocked nodes of one node."""
    node = nodes[number]
    if not 0 <= node.effect < len(NODE_EFFECTS):
        raise ContentError(f"{where}: effect {node.effect}; effects are 0 to {len(NODE_EFFECTS) - 1}")
    if (node.effect == ADD_CARD_NODE) != (node.card is not None):
        what = "a node that adds a card names it" if node.card is None else "only a node with effect add_card names one"
        raise ContentError(f"{where}: {what}", field="card")
    if node.effect != DAMAGE_NODE and node.target:
        raise ContentError(f"{where}: only a node that raises damage has a target", field="target")
    if node.effect == ADD_CARD_NODE and node.value < 1:
        raise ContentError(f"{where}: {node.value} copies of a card; at least 1 is needed", field="value")
    if node.effect == UNLOCK_NODE and (not node.unlocks or node.value):
        raise ContentError(f"{where}: a node with effect unlock has `unlocks` and no value", field="unlocks")
    if not 0 <= node.gate <= MAX_GATE:
        raise ContentError(f"{where}: gate {node.gate}; it must be 0 to {MAX_GATE} owned nodes", field="gate")
    for other in node.unlocks:
        if not 0 <= other < len(nodes):
            raise ContentError(f"{where}: unlocks {other}; the tree has nodes 0 to {len(nodes) - 1}", field="unlocks")
        if other == number:
            raise ContentError(f"{where}: it unlocks itself", field="unlocks")
        if not nodes[other].parents and not nodes[other].gate:
            raise ContentError(
                f"{where}: it unlocks {nodes[other].name!r}, which has no parents and no gate, so it is available from "
                "the beginning",
                field="unlocks",
            )
    if len(set(node.unlocks)) < len(node.unlocks):
        raise ContentError(f"{where}: it unlocks the same node twice", field="unlocks")


def _check_acyclic(name: str, nodes: Sequence[SkillNode]) -> None:
    """Check that there is no cycle."""
    waiting = [len(node.parents) for node in nodes]
    free = [i for i, count in enumerate(waiting) if not count]
    children: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for parent in node.parents:
            children[parent].append(i)
    for i in free:
        for child in children[i]:
            waiting[child] -= 1
            if not waiting[child]:
                free.append(child)
    stuck = [i for i, count in enumerate(waiting) if count]
    if stuck:
        ring = _find_cycle(nodes, stuck)
        names = [nodes[i].name for i in [*ring, ring[0]]]
        raise ContentError(f"tree {name!r}, node {names[0]!r}{CYCLE}{' -> '.join(names)}")


def _find_cycle(nodes: Sequence[SkillNode], leftover: list[int]) -> list[int]:
    """Return one cycle among the nodes that topological sorting left over, parents first."""
    within, path = set(leftover), [leftover[0]]
    while True:
        parent_before = next(parent for parent in nodes[path[-1]].parents if parent in within)
        if parent_before in path:
            return path[path.index(parent_before) :][::-1]
        path.append(parent_before)
