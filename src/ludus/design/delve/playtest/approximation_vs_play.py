"""Agreement of the approximating simulation with playtests over many trees.

    result = measure_agreement(random_trees(100, seed=1), reference_decks(), default_encounters(), seed=1)
    result.wins                  rank correlation of win rates over the trees, with its interval
    result.wins_above            how much more often the simulation wins, on average

Both fight every encounter with every deck and every build of a tree, all builds with equal weight, even if no player
would survive to have it: the simulation once, a bot in `orders` card orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend, Threads
from ludus.core.random import derive
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.playtest.fights import FightResults, play_encounters
from ludus.design.delve.rating.rater import Rater
from ludus.design.delve.rating.tree_ratings import TRIED, TURNS, WON
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.constants import TURN_CAP
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate, mean
from ludus.stats.intervals import DIFFERENCE_BOUNDS
from ludus.stats.rank_correlation_and_trend import rank_correlation
from ludus.util.errors import OptionError

AGREEMENT_BOT = "greedy-card"
ORDERS = 10
TREE_SIZES = (5, 15)  # of random trees, in nodes

# Results of a tree: first the simulation, then play.
AgreementRow = np.dtype([("wins", np.float64, 2), ("turns", np.float64, 2), ("cells", np.float64)])
SIMULATED, PLAYED = 0, 1


@dataclass(frozen=True)
class SimulationAgreement:
    """Agreement of simulation and play."""

    bot: str
    rows: np.ndarray  # one Row per tree; `cells` is the mean difference per deck and encounter
    wins: Estimate  # rank correlation of win rates over trees
    turns: Estimate  # of the mean turn of wins
    wins_above: Estimate  # how much higher the simulation's win ratio is
    turns_above: Estimate
    by_deck: np.ndarray  # by tree, (simulation, play) and deck: share of wins, sum of the turns of wins, number of wins


def measure_agreement(
    trees: Sequence[SkillTree],
    decks: Sequence[Deck],
    encounters: Sequence[Encounter],
    seed: int,
    backend: Backend | None = None,
    bot: str = AGREEMENT_BOT,
    orders: int = ORDERS,
    progress: Callable[[int], None] | None = None,
) -> SimulationAgreement:
    """Rate trees by simulation and by play.

    Args:
        trees: trees with few enough builds to play them all.
        decks: decks.
        encounters: encounters.
        seed: seed of the card orders.
        backend: backend; one thread by default.
        bot: the bot that plays.
        orders: card orders per fight.
        progress: called after every tree.

    Raises:
        OptionError: a tree has too many builds.
    """
    rater = Rater(decks, encounters, continuity=False)
    rows, by_deck = np.zeros(len(trees), AgreementRow), np.zeros((len(trees), 2, len(decks), 3))
    for k, tree in enumerate(trees):
        probabilities = build_probabilities(tree, encounters)
        builds = rater.find_builds(tree)
        if not probabilities.is_complete or builds.sampled_from is not None:
            raise OptionError(f"tree {tree.name!r} has too many builds to play them all; take trees with fewer nodes")
        played = play_encounters(probabilities, [bot], decks, orders, seed, backend or Threads(1), foes=encounters)
        both = _simulated(rater.fight(builds).sums[:, :, 0]), _played(played)
        cells = np.array([won for won, _, _ in both])
        by_deck[k] = [np.stack([won.mean(axis=1), turns, counts], axis=1) for won, turns, counts in both]
        rows[k] = cells.mean(axis=(1, 2)), mean_turns(by_deck[k]), np.abs(cells[0] - cells[1]).mean()
        if progress:
            progress(1)
    wins, turns = rows["wins"], rows["turns"]
    known = np.isfinite(turns).all(axis=1)  # trees with which both win sometimes
    return SimulationAgreement(
        bot,
        rows,
        rank_correlation(wins[:, SIMULATED], wins[:, PLAYED]),
        rank_correlation(turns[known, SIMULATED], turns[known, PLAYED]),
        mean(wins[:, SIMULATED] - wins[:, PLAYED], bounds=DIFFERENCE_BOUNDS),
        mean(turns[known, SIMULATED] - turns[known, PLAYED]),
        by_deck,
    )


def mean_turns(by_deck: np.ndarray) -> np.ndarray:
    """Return the mean turn of all wins, from results whose last axes are decks and what `by_deck` has of each.

    It is NaN where nobody wins.
    """
    turns, wins = by_deck[..., 1].sum(axis=-1), by_deck[..., 2].sum(axis=-1)
    return np.where(wins > 0, turns / np.maximum(wins, 1e-300), np.nan)


def random_trees(count: int, seed: int, sizes: tuple[int, int] = TREE_SIZES) -> list[SkillTree]:
    """Return random trees of random sizes in a range (inclusive)."""
    low, high = sizes
    rng, space = np.random.default_rng(derive(seed, "random trees")), TreeSpace(nodes=high)
    return [space.random(rng, int(rng.integers(low, high + 1))) for _ in range(count)]


def _simulated(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Share of builds that win, by deck and encounter; turns of all wins and their number, by deck."""
    won, turns = sums[..., WON], sums[..., TURNS:] @ np.arange(1.0, TURN_CAP + 1)
    return won / sums[..., TRIED], turns.sum(axis=1), won.sum(axis=1)


def _played(played: FightResults) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same from a bot's fights."""
    fought = [played.fight_rows(0, encounter) for encounter in range(len(played.encounters))]
    won = np.stack([rows["won"].mean(axis=(1, 2)) for rows in fought], axis=1)
    counts = np.sum([rows["won"].sum(axis=(1, 2), dtype=np.int64) for rows in fought], axis=0)
    turns = np.sum([(rows["turns"] * rows["won"]).sum(axis=(1, 2), dtype=np.int64) for rows in fought], axis=0)
    return won, turns, counts
