"""What play says of a tree: win ratios and turns to win, bot by bot and encounter by encounter, with intervals.

    validated = validate(played)
    validated[0].wins             the first bot's win ratio with random picks, all decks and encounters alike
    more_wins(played, 1, 0)       how much more the second bot wins than the first, fight by fight
    win_ratio(tree)               GreedyBot's on decks that no tree was made for: what a target is asked for

With random picks, each encounter stands for itself: it is fought with every build that so many random picks can lead
to, as often as they do. Nobody drops out for having lost before, so every encounter counts alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludus.compute import Place
from ludus.design.trees.picking.ways import ways
from ludus.design.trees.playing.fights import Played, play_encounters
from ludus.games.delve.scenario import Deck, Encounter, encounters, heldout_decks
from ludus.games.delve.tree import Tree
from ludus.stats import Estimate, share_difference, share_over
from ludus.stats.ratios import ratio_mean

GREEDY = "greedy-card"
ORDERS = 20  # of cards, for each deck, encounter and build
Z = 1.96  # standard errors that an interval goes to either side


@dataclass(frozen=True)
class Stage:
    """One bot in one encounter."""

    wins: Estimate  # with random picks
    turns: Estimate  # of fights won


@dataclass(frozen=True)
class Validated:
    """One bot with one tree."""

    bot: str
    wins: Estimate  # with random picks, over decks and encounters
    turns: Estimate  # of fights won
    turns_spread: float  # sample standard deviation of the turns of fights won, all builds alike as in the thesis
    build_spread: float  # standard deviation of win ratios over builds of all encounters, as the thesis prints it
    stages: tuple[Stage, ...]  # by encounter
    sampling: float  # the standard error of `wins` that comes from a sample of picks, part of its interval

    @property
    def pace(self) -> str:
        """How long a win takes, to go on a sentence with; nothing if there is none."""
        return "" if math.isnan(self.turns.value) else f", in {self.turns.value:.1f} turns"


def win_ratio(
    tree: Tree,
    bot: str = GREEDY,
    decks: Sequence[Deck] | None = None,
    orders: int = ORDERS,
    seed: int = 1,
    place: Place | None = None,
    foes: Sequence[Encounter] | None = None,
) -> Estimate:
    """The mean over decks and encounters of how often a bot wins with random picks."""
    foes = tuple(foes or encounters())
    through = ways(tree, len(foes), seed=seed)
    played = play_encounters(
        through, [bot], heldout_decks() if decks is None else decks, orders, seed, place, foes=foes
    )
    return validate(played)[0].wins


def validate(played: Played) -> list[Validated]:
    """Every bot of those that played."""
    return [_validate(played, bot) for bot in range(len(played.bots))]


def more_wins(played: Played, one: int, other: int) -> Estimate:
    """How much more one bot wins than another on the same decks, builds and orders of cards."""
    pair = [
        np.mean([won_by_order(played, bot, encounter) for encounter in range(len(played.encounters))], axis=(0, 1))
        for bot in (one, other)
    ]
    return share_difference(pair[0], pair[1])


def won_by_order(played: Played, bot: int, encounter: int) -> np.ndarray:
    """How often a bot wins an encounter with random picks, by deck and order of cards."""
    found: np.ndarray = np.einsum("dbo,b->do", played.won(bot, encounter), played.ways.chances[encounter])
    return found


def _validate(played: Played, bot: int) -> Validated:
    count = len(played.encounters)
    won = [won_by_order(played, bot, encounter) for encounter in range(count)]
    lasted = [_turns_by_order(played, bot, encounter) for encounter in range(count)]
    luck = [_luck_of_walks(played, bot, encounter) for encounter in range(count)]
    stages = tuple(
        Stage(_widened(share_over(list(each)), picks), _turns(turned, each))
        for each, turned, picks in zip(won, lasted, luck, strict=True)
    )
    turns, builds = [], []
    for encounter in range(count):
        fought = played.fought(bot, encounter)
        turns.append(fought["turns"][fought["won"] > 0])
        builds.append(played.wins(bot, encounter).mean(axis=0))
    spread, sampling = np.concatenate(turns), float(np.mean(luck))
    return Validated(
        played.bots[bot],
        _widened(share_over(list(np.mean(won, axis=0))), sampling),
        _turns(np.sum(lasted, axis=0), np.sum(won, axis=0)),
        float(spread.std(ddof=1)) if len(spread) > 1 else 0.0,
        float(np.concatenate(builds).std()),
        stages,
        sampling,
    )


def _turns_by_order(played: Played, bot: int, encounter: int) -> np.ndarray:
    """The turns of fights won, weighed as `won_by_order`."""
    fought = played.fought(bot, encounter)
    found: np.ndarray = np.einsum("dbo,b->do", fought["turns"] * fought["won"], played.ways.chances[encounter])
    return found


def _turns(turns: np.ndarray, won: np.ndarray) -> Estimate:
    """Turns of a win; the orders of all decks with one number are a group."""
    x, d = turns.sum(axis=0), won.sum(axis=0)
    return ratio_mean(len(x), x.sum(), d.sum(), x @ x, x @ d, d @ d)


def _luck_of_walks(played: Played, bot: int, encounter: int) -> float:
    """The standard error of a win ratio that comes from a sample of random picks; none where all builds are there.

    The same walks lead through all encounters, so their luck in these is taken as all the same.
    """
    if played.ways.whole:
        return 0.0
    wins, chances = played.wins(bot, encounter).mean(axis=0), played.ways.chances[encounter]
    return float(np.sqrt(np.sum(chances * (wins - np.sum(wins * chances)) ** 2) / max(played.ways.walks - 1, 1)))


def _widened(found: Estimate, error: float) -> Estimate:
    """An interval with a further error."""
    more = Z * error
    low, high = np.hypot(found.value - found.low, more), np.hypot(found.high - found.value, more)
    return Estimate(found.value, max(0.0, found.value - float(low)), min(1.0, found.value + float(high)), found.count)
