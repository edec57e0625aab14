"""Playthroughs: bots going through all encounters, with a tree that adapts to each of them, or a fixed one.

    way = journey("greedy-card", grower, seed=3)                 way.won: one entry per encounter reached
    way = journey("greedy-card", grower, seed=3, tree=tree)      the same with a fixed tree

A playthrough ends with the first lost encounter. After each win one available node is picked at random. Card orders and
picks depend on the seed alone, so two bots, or two trees, with the same seed can be compared.
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
    """Result of a playthrough."""

    tree: Tree  # final tree
    had: tuple[int, ...]  # picked nodes
    won: tuple[bool, ...]  # by encounter reached; only the last can be lost


def journey(player: str, grower: Grower, seed: int, tree: Tree | None = None) -> Journey:
    """Play from the first encounter on, until one is lost or none is left."""
    bot, rng = find_compiled(find_game("delve"), player), generator(seed, "picks")
    grows, tree = tree is None, tree if tree is not None else Tree(GROWN, ())
    had: tuple[int, ...] = ()
    evidence: list[Shown] = []
    won: list[bool] = []
    for encounter in range(len(grower.foes)):
        if encounter:
            if grows:
                tree = grower.grow(tree, had, encounter, grower.belief(tree, had, evidence))
                had = tuple(range(len(had)))
            offers = _offers(tree, had)
            if offers:
                had = (*had, offers[int(rng.integers(len(offers)))])
        table = table_of(grower.deck, grower.foes, tree, encounter, encounter, had, points=0)
        seeds = np.array([[derive(seed, "deal", encounter), derive(seed, "dice", encounter)]], np.uint64).view(np.int64)
        fought = fight(bot, table, seeds)[0]
        won.append(bool(fought["won"]))
        if not won[-1]:
            break
        evidence.append(Shown(encounter, len(had), int(fought["turns"]), int(fought["health"])))
    return Journey(tree, had, tuple(won))


def _offers(tree: Tree, had: tuple[int, ...]) -> list[int]:
    """Available nodes."""
    return [
        k
        for k, node in enumerate(tree.nodes)
        if k not in had and (not node.parents or any(parent in had for parent in node.parents))
    ]
