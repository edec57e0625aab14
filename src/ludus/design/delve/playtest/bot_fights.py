"""Skill of bots: single fights with given nodes, and whole runs in which they pick nodes themselves.

    sums = play_walks(tree, ["greedy-card", "best-turn"], deck_set("all"), walks=20, orders=10, seed=7)
    sums["wins"][1, 3]                 second bot, fourth deck: by encounter
    runs = play_runs(tree, ["greedy-card:picks=lookahead"], deck_set("all"), runs=10, seed=7)

In a fight all bots have the same nodes and card orders, so that only their play differs: the nodes are those of random
walks through the tree. All numbers are whole, so that sums are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Backend
from ludus.bots import load_compiled_bot
from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities, sampled_probabilities
from ludus.design.delve.playtest.fights import FightResults, count_fights, play_encounters
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.decks_and_encounters import Deck
from ludus.games.delve.game_data import default_encounters, heldout_decks, pack_scenario, reference_decks
from ludus.games.delve.skill_tree import SkillTree

DeckSet = Literal["reference", "held-out", "all"]
Progress = Callable[[int], None]


def deck_set(which: DeckSet) -> tuple[Deck, ...]:
    """Return a set of decks by name."""
    sets = {"reference": reference_decks(), "held-out": heldout_decks()}
    return (*sets["reference"], *sets["held-out"]) if which == "all" else sets[which]


def random_playable_tree(nodes: int, number: int, seed: int) -> SkillTree:
    """Return a random tree with so many nodes, none deeper than a player can reach; `number` selects the tree."""
    depth = min(nodes, len(default_encounters()) - 1)
    return TreeSpace(nodes, depth).random(np.random.default_rng(derive(seed, "tree", number)), nodes)


def play_walks(
    tree: SkillTree,
    players: Sequence[str],
    decks: Sequence[Deck],
    walks: int,
    orders: int,
    seed: int,
    backend: Backend | None = None,
    progress: Progress | None = None,
) -> dict[str, np.ndarray]:
    """Play bots in every encounter with the nodes of random walks through a tree; sums over walks and orders.

    Returns:
        wins     by bot, deck and encounter, of walks times orders fights
        turns    by bot and deck: turns of the fights that it won
        both     by bot, bot and deck: fights that both won
        longer   by bot, bot and deck: turns that the first needed more in those
    """
    walked_builds = sampled_probabilities(tree, len(default_encounters()), walks, seed)
    played = play_encounters(walked_builds, players, decks, orders, derive(seed, "orders"), backend, progress)
    count, deck_count = len(players), len(decks)
    sums = {
        "wins": np.zeros((count, deck_count, len(default_encounters())), np.int64),
        "turns": np.zeros((count, deck_count), np.int64),
        "both": np.zeros((count, count, deck_count), np.int64),
        "longer": np.zeros((count, count, deck_count), np.int64),
    }
    for encounter in range(len(default_encounters())):
        _add(sums, played, walked_builds, encounter)
    return sums


def count_walk_fights(tree: SkillTree, players: int, decks: Sequence[Deck], walks: int, orders: int, seed: int) -> int:
    """Return how many fights `play_walks` plays; equivalent builds are played once."""
    return count_fights(sampled_probabilities(tree, len(default_encounters()), walks, seed), players, decks, orders)


def _add(totals: dict[str, np.ndarray], played: FightResults, builds: BuildProbabilities, encounter: int) -> None:
    times = np.rint(builds.probabilities[encounter] * builds.walks).astype(np.int64)[:, None]
    fought = [played.fight_rows(bot, encounter) for bot in range(len(played.bots))]
    won = [rows["won"].astype(np.int64) * times for rows in fought]  # by deck, build and order
    turns = [rows["turns"].astype(np.int64) for rows in fought]
    for a in range(len(fought)):
        totals["wins"][a, :, encounter] = won[a].sum(axis=(1, 2))
        totals["turns"][a] += (won[a] * turns[a]).sum(axis=(1, 2))
        for b in range(a):
            both = won[a] * fought[b]["won"]
            longer = (both * (turns[a] - turns[b])).sum(axis=(1, 2))
            totals["both"][a, b] += both.sum(axis=(1, 2))
            totals["both"][b, a] = totals["both"][a, b]
            totals["longer"][a, b] += longer
            totals["longer"][b, a] = -totals["longer"][a, b]


def play_runs(
    tree: SkillTree,
    players: Sequence[str],
    decks: Sequence[Deck],
    runs: int,
    seed: int,
    backend: Backend | None = None,
    progress: Progress | None = None,
) -> dict[str, np.ndarray]:
    """Play whole runs, from the first encounter to the last; return encounters and runs won, by bot and deck."""
    game = load_game("delve")
    contents = [Content(pack_scenario(deck, default_encounters(), tree), game.options()) for deck in decks]
    totals: dict[str, Any] = {"encounters": [], "runs": []}
    for text in players:
        match = Match(game, contents, [load_compiled_bot(game, text)], derive(seed, "runs"))
        played = run_match(match, runs * len(decks), backend, progress)
        totals["encounters"].append(played.scores[:, 0].reshape(runs, -1).sum(axis=0))
        totals["runs"].append(np.rint(played.payoffs[:, 0]).astype(np.int64).reshape(runs, -1).sum(axis=0))
    return {name: np.array(rows, np.int64) for name, rows in totals.items()}
