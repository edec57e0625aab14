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
from ludus.core.registry import load_game
from ludus.design.trees.playing.trials import play_fights
from ludus.design.trees.searching.online import AdaptiveGrower, ObservedWin
from ludus.evolve.state import numpy_generator
from ludus.games.delve.scenario import pack_scenario
from ludus.games.delve.tree import SkillTree
from ludus.players import load_compiled_bot

GROWN_TREE = "grown"


@dataclass(frozen=True)
class Playthrough:
    """Result of a playthrough."""

    tree: SkillTree  # final tree
    had: tuple[int, ...]  # picked nodes
    won: tuple[bool, ...]  # by encounter reached; only the last can be lost


def play_through(player: str, grower: AdaptiveGrower, seed: int, tree: SkillTree | None = None) -> Playthrough:
    """Play from the first encounter on, until one is lost or none is left."""
    bot, rng = load_compiled_bot(load_game("delve"), player), numpy_generator(seed, "picks")
    grows, tree = tree is None, tree if tree is not None else SkillTree(GROWN_TREE, ())
    had: tuple[int, ...] = ()
    evidence: list[ObservedWin] = []
    won: list[bool] = []
    for encounter in range(len(grower.foes)):
        if encounter:
            if grows:
                tree = grower.grow(tree, had, encounter, grower.skill_posterior(tree, had, evidence))
                had = tuple(range(len(had)))
            offers = _available_nodes(tree, had)
            if offers:
                had = (*had, offers[int(rng.integers(len(offers)))])
        table = pack_scenario(grower.deck, grower.foes, tree, encounter, encounter, had, points=0)
        seeds = np.array([[derive(seed, "deal", encounter), derive(seed, "dice", encounter)]], np.uint64).view(np.int64)
        fought = play_fights(bot, table, seeds)[0]
        won.append(bool(fought["won"]))
        if not won[-1]:
            break
        evidence.append(ObservedWin(encounter, len(had), int(fought["turns"]), int(fought["health"])))
    return Playthrough(tree, had, tuple(won))


def _available_nodes(tree: SkillTree, had: tuple[int, ...]) -> list[int]:
    """Available nodes."""
    return [
        k
        for k, node in enumerate(tree.nodes)
        if k not in had and (not node.parents or any(parent in had for parent in node.parents))
    ]
