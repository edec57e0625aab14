"""Players on their way through all encounters, with a tree that grows for each of them, or with one that is fixed.

    way = journey("greedy-card", grower, seed=3)                 way.won: of each encounter that was reached
    way = journey("greedy-card", grower, seed=3, tree=tree)      the same with a tree that does not grow

A journey ends with the first encounter that is lost. After each that is won one node is picked at random of those that
can be had. Card orders and picks depend on the seed alone, so two players, or two trees, with the same seed can be
compared.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.trees.playing.trials import fight
from ludus.design.trees.searching.online import Grower, Shown
from ludus.evolve.state import generator
from ludus.games.delve.scenario import table_of
from ludus.games.delve.tree import Tree
from ludus.players import find_compiled

GROWN = "grown"


@dataclass(frozen=True)
class Journey:
    """How far it went."""

    tree: Tree  # at the end
    had: tuple[int, ...]  # nodes that were picked
    won: tuple[bool, ...]  # encounters that were reached; only the last can be lost


def journey(player: str, grower: Grower, seed: int, tree: Tree | None = None) -> Journey:
    """From the first encounter on, until one is lost or none is left."""
    who, rng = find_compiled(find_game("delve"), player), generator(seed, "picks")
    grows, tree = tree is None, tree if tree is not None else Tree(GROWN, ())
    had: tuple[int, ...] = ()
    shown: list[Shown] = []
    won: list[bool] = []
    for encounter in range(len(grower.foes)):
        if encounter:
            if grows:
                tree = grower.grow(tree, had, encounter, grower.belief(tree, had, shown))
                had = tuple(range(len(had)))
            offers = _offers(tree, had)
            if offers:
                had = (*had, offers[int(rng.integers(len(offers)))])
        table = table_of(grower.deck, grower.foes, tree, encounter, encounter, had, points=0)
        seeds = np.array([[derive(seed, "deal", encounter), derive(seed, "dice", encounter)]], np.uint64).view(np.int64)
        fought = fight(who, table, seeds)[0]
        won.append(bool(fought["won"]))
        if not won[-1]:
            break
        shown.append(Shown(encounter, len(had), int(fought["turns"]), int(fought["health"])))
    return Journey(tree, had, tuple(won))


def _offers(tree: Tree, had: tuple[int, ...]) -> list[int]:
    """What can be picked."""
    return [
        k
        for k, node in enumerate(tree.nodes)
        if k not in had and (not node.parents or any(parent in had for parent in node.parents))
    ]
