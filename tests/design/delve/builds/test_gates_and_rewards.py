"""Builds of trees with gates, unlocking nodes and other points per encounter, against a brute-force enumeration."""

import random

import numpy as np

from ludus.design.delve.builds.enumeration import find_builds, points_before
from ludus.design.delve.builds.random_pick_probabilities import build_nodes, build_probabilities
from ludus.games.delve.constants import NODE_EFFECTS
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillNode, SkillTree

BLOCK = NODE_EFFECTS.index("block")


def any_tree(dice, nodes=8):
    parents = [tuple(sorted(dice.sample(range(k), min(k, dice.randint(0, 2))))) for k in range(nodes)]
    gates = [dice.choice([0, 0, 1, 3]) for _ in range(nodes)]
    locked = [k for k in range(nodes) if parents[k] or gates[k]]
    made = []
    for k in range(nodes):
        unlocks = tuple(other for other in dice.sample(locked, min(len(locked), dice.randint(0, 1))) if other != k)
        made.append(SkillNode(f"n{k}", 0, 1, parents[k], dice.choice([1, 1, 2]), BLOCK, None, unlocks, gates[k]))
    return SkillTree("any", tuple(made))


def brute_force(tree, budgets):
    """The builds with which each encounter can be fought."""
    levels, starts = [], {frozenset()}
    for budget in budgets:
        fights, waiting, seen = set(), list(starts), set(starts)
        for owned in waiting:
            left = budget - sum(tree.nodes[node].price for node in owned)
            able = [node for node in tree.available(owned) if tree.nodes[node].price <= left]
            if not able or tree.priced:
                fights.add(owned)
            for node in able:
                if (more := owned | {node}) not in seen:
                    seen.add(more)
                    waiting.append(more)
        levels.append(fights)
        starts = fights
    return levels


def test_builds_are_those_that_the_rules_allow():
    for seed in range(25):
        dice = random.Random(seed)
        tree = any_tree(dice)
        encounters = tuple(Encounter(((1, 1),), dice.randint(0, 3)) for _ in range(4))
        expected = brute_force(tree, points_before(encounters))
        found = build_probabilities(tree, encounters)
        assert [{frozenset(build_nodes(build)) for build in builds} for builds in found.by_encounter] == expected
        assert np.allclose([probabilities.sum() for probabilities in found.probabilities], 1)
        states = find_builds(tree, encounters)
        assert [{frozenset(nodes) for nodes in states.sets(k)} for k in range(4)] == expected


def test_sampled_builds_are_among_those_that_the_rules_allow():
    for seed in range(8):
        dice = random.Random(seed)
        tree = any_tree(dice, nodes=12)
        encounters = tuple(Encounter(((1, 1),), 2) for _ in range(4))
        expected = brute_force(tree, points_before(encounters))
        sampled = find_builds(tree, encounters, cap=10, sample=100)
        for k in range(4):
            assert {frozenset(nodes) for nodes in sampled.sets(k)} <= expected[k]
        if sampled.sampled_from is not None:
            counts = [sampled.count(k) for k in range(4)]
            assert np.allclose(counts, [len(builds) for builds in expected], rtol=0.6)
