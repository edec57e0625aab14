"""Whether the approximating simulation and real play think alike of trees.

    found = agree(random_trees(100, seed=1), reference_decks(), encounters(), seed=1, place=Threads())
    found.wins                   rank correlation of win ratios over the trees, with its interval
    found.wins_above             how much more often the simulation wins, on average

Both fight every encounter with every deck and every build of a tree, all builds alike, whether or not one would live to
have it: the simulation once, a bot in so many orders of the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.compute import Place, Threads
from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.trees.changing.space import TreeSpace
from ludus.design.trees.picking.ways import ways
from ludus.design.trees.playing.fights import Played, play_encounters
from ludus.design.trees.rating.rater import Rater
from ludus.design.trees.rating.ratings import TRIED, TURNS, WON
from ludus.games.delve.kinds import TURN_CAP
from ludus.games.delve.pieces import Deck, Encounter
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate, mean
from ludus.stats.ranks import rank_correlation

BOT = "greedy-card"
ORDERS = 10
SIZES = (5, 15)  # of random trees, in nodes

# What both found of a tree: first the simulation, then play.
Row = np.dtype([("wins", np.float64, 2), ("turns", np.float64, 2), ("cells", np.float64)])
SIMULATED, PLAYED = 0, 1


@dataclass(frozen=True)
class Agreement:
    """How alike simulation and play are."""

    bot: str
    rows: np.ndarray  # of Row: a tree each; `cells` is how much they differ in a deck and encounter, on average
    wins: Estimate  # rank correlation over trees of the win ratio, over decks and encounters
    turns: Estimate  # of the mean turn of wins
    wins_above: Estimate  # how much higher the simulation's win ratio is
    turns_above: Estimate


def agree(
    trees: Sequence[Tree],
    decks: Sequence[Deck],
    foes: Sequence[Encounter],
    seed: int,
    place: Place | None = None,
    bot: str = BOT,
    orders: int = ORDERS,
    progress: Callable[[int], None] | None = None,
) -> Agreement:
    """Rate trees both ways; `progress` hears of every tree."""
    rater = Rater(decks, foes, continuity=False)
    rows = np.zeros(len(trees), Row)
    for k, tree in enumerate(trees):
        through = ways(tree, len(foes))
        builds = rater.find_builds(tree)
        if not through.whole or builds.sampled_from is not None:
            raise OptionError(f"tree {tree.name!r} has too many builds to play them all; take trees with fewer nodes")
        played = play_encounters(through, [bot], decks, orders, seed, place or Threads(1), foes=foes)
        both = _simulated(rater.fight(builds).sums[:, :, 0]), _played(played)
        cells = np.array([won for won, _ in both])
        rows[k] = cells.mean(axis=(1, 2)), [turn for _, turn in both], np.abs(cells[0] - cells[1]).mean()
        if progress:
            progress(1)
    wins, turns = rows["wins"], rows["turns"]
    known = np.isfinite(turns).all(axis=1)  # trees with which both win sometimes
    return Agreement(
        bot,
        rows,
        rank_correlation(wins[:, SIMULATED], wins[:, PLAYED]),
        rank_correlation(turns[known, SIMULATED], turns[known, PLAYED]),
        mean(wins[:, SIMULATED] - wins[:, PLAYED]),
        mean(turns[known, SIMULATED] - turns[known, PLAYED]),
    )


def random_trees(count: int, seed: int, sizes: tuple[int, int] = SIZES) -> list[Tree]:
    """Random trees of random sizes between two, these included."""
    low, high = sizes
    rng, space = np.random.default_rng(derive(seed, "random trees")), TreeSpace(nodes=high)
    return [space.random(rng, int(rng.integers(low, high + 1))) for _ in range(count)]


def _simulated(sums: np.ndarray) -> tuple[np.ndarray, float]:
    """The share of builds that win, by deck and encounter, and the mean turn of all wins."""
    won, turns = sums[..., WON], sums[..., TURNS:] @ np.arange(1.0, TURN_CAP + 1)
    return won / sums[..., TRIED], _ratio(turns, won)


def _played(played: Played) -> tuple[np.ndarray, float]:
    """The same of a bot's fights."""
    fought = [played.fought(0, encounter) for encounter in range(len(played.encounters))]
    won = np.stack([each["won"].mean(axis=(1, 2)) for each in fought], axis=1)
    counts = np.array([each["won"].sum() for each in fought])
    turns = np.array([(each["turns"] * each["won"]).sum(dtype=np.int64) for each in fought])
    return won, _ratio(turns, counts)


def _ratio(turns: np.ndarray, won: np.ndarray) -> float:
    total = float(won.sum())
    return float(turns.sum()) / total if total else float("nan")
