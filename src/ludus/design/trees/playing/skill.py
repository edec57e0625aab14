"""How well players play: single fights with given nodes, and whole runs in which they pick the nodes themselves.

    fought = fight(tree, ["greedy-card", "best-turn"], decks_of("all"), walks=20, orders=10, seed=7)
    fought["wins"][1, 3]                 of the second player with the fourth deck: by encounter
    ran = run_through(tree, ["greedy-card:picks=lookahead"], decks_of("all"), runs=10, seed=7)

In a fight all players have the same nodes and the same orders of cards, so that only their play differs: the nodes are
those of random walks through the tree. All numbers are whole, so that sums come out alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from ludus.arena.match import Match
from ludus.compute import Place
from ludus.core.contract import Content
from ludus.core.random import derive
from ludus.core.registry import find_game
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.picking.ways import Ways, walked
from ludus.design.trees.playing.fights import Played, fights, play_encounters
from ludus.games.delve.pieces import Deck
from ludus.games.delve.scenario import encounters, heldout_decks, reference_decks, table_of
from ludus.games.delve.tree import Tree
from ludus.players import find_compiled

Decks = Literal["reference", "held-out", "all"]
Progress = Callable[[int], None]


def decks_of(which: Decks) -> tuple[Deck, ...]:
    """Decks by the name of their lot."""
    lots = {"reference": reference_decks(), "held-out": heldout_decks()}
    return (*lots["reference"], *lots["held-out"]) if which == "all" else lots[which]


def random_tree(nodes: int, number: int, seed: int) -> Tree:
    """A random tree of so many nodes, none of them deeper than a player gets; others by other numbers."""
    depth = min(nodes, len(encounters()) - 1)
    return TreeSpace(nodes, depth).random(np.random.default_rng(derive(seed, "tree", number)), nodes)


def fight(
    tree: Tree,
    players: Sequence[str],
    decks: Sequence[Deck],
    walks: int,
    orders: int,
    seed: int,
    place: Place | None = None,
    progress: Progress | None = None,
) -> dict[str, np.ndarray]:
    """Let players fight every encounter with what random walks through a tree have picked; sums over walks and orders.

    wins     by player, deck and encounter, of walks times orders fights
    turns    by player and deck: turns of the fights that it won
    both     by player, player and deck: fights that both won
    longer   by player, player and deck: turns that the first needed more in those
    """
    through = walked(tree, len(encounters()), walks, seed)
    played = play_encounters(through, players, decks, orders, derive(seed, "orders"), place, progress)
    count, many = len(players), len(decks)
    found = {
        "wins": np.zeros((count, many, len(encounters())), np.int64),
        "turns": np.zeros((count, many), np.int64),
        "both": np.zeros((count, count, many), np.int64),
        "longer": np.zeros((count, count, many), np.int64),
    }
    for encounter in range(len(encounters())):
        _add(found, played, through, encounter)
    return found


def fights_of(tree: Tree, players: int, decks: Sequence[Deck], walks: int, orders: int, seed: int) -> int:
    """How many fights `fight` has to play: builds that come to the same are fought once."""
    return fights(walked(tree, len(encounters()), walks, seed), players, decks, orders)


def _add(found: dict[str, np.ndarray], played: Played, through: Ways, encounter: int) -> None:
    times = np.rint(through.chances[encounter] * through.walks).astype(np.int64)[:, None]
    fought = [played.fought(bot, encounter) for bot in range(len(played.bots))]
    won = [each["won"].astype(np.int64) * times for each in fought]  # by deck, build and order
    turns = [each["turns"].astype(np.int64) for each in fought]
    for a in range(len(fought)):
        found["wins"][a, :, encounter] = won[a].sum(axis=(1, 2))
        found["turns"][a] += (won[a] * turns[a]).sum(axis=(1, 2))
        for b in range(a):
            both = won[a] * fought[b]["won"]
            longer = (both * (turns[a] - turns[b])).sum(axis=(1, 2))
            found["both"][a, b] += both.sum(axis=(1, 2))
            found["both"][b, a] = found["both"][a, b]
            found["longer"][a, b] += longer
            found["longer"][b, a] = -found["longer"][a, b]


def run_through(
    tree: Tree,
    players: Sequence[str],
    decks: Sequence[Deck],
    runs: int,
    seed: int,
    place: Place | None = None,
    progress: Progress | None = None,
) -> dict[str, np.ndarray]:
    """Whole runs, from the first encounter to the last: encounters won, and runs won, by player and deck."""
    game = find_game("delve")
    contents = [Content(table_of(deck, encounters(), tree), game.options()) for deck in decks]
    found: dict[str, Any] = {"encounters": [], "runs": []}
    for text in players:
        match = Match(game, contents, [find_compiled(game, text)], derive(seed, "runs"))
        played = match.play(runs * len(decks), place, progress)
        found["encounters"].append(played.points[:, 0].reshape(runs, -1).sum(axis=0))
        found["runs"].append(np.rint(played.shares[:, 0]).astype(np.int64).reshape(runs, -1).sum(axis=0))
    return {name: np.array(rows, np.int64) for name, rows in found.items()}
