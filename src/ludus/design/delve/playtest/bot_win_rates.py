"""Win rates and turns to win, by bot and by encounter, with intervals.

    results = summarise_bots(played)
    results[0].wins                         the first bot's win rate with random picks, over all decks and encounters
    paired_bot_difference(played, 1, 0)     paired difference of wins of the second and the first bot
    bot_win_rate(tree)                      GreedyBot's win rate on held-out decks: the quantity that a target refers to

With random picks, each encounter is independent: it is fought with every build that random picks can lead to, weighted
by its probability. No player drops out after a loss, so every encounter has the same weight. A deck is the unit of all
intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.backends import Backend
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.playtest.deck_intervals import difference_over_decks, turns_over_decks, wins_over_decks
from ludus.design.delve.playtest.fights import FightResults, play_encounters
from ludus.games.delve.decks_and_encounters import Deck, Encounter
from ludus.games.delve.game_data import default_encounters, heldout_decks
from ludus.games.delve.skill_tree import SkillTree
from ludus.stats import Estimate

GREEDY_BOT = "greedy-card"
CARD_ORDERS = 20  # card orders per deck, encounter and build
Z = 1.96  # half width of an interval, in standard errors


@dataclass(frozen=True)
class EncounterResult:
    """One bot in one encounter."""

    wins: Estimate  # with random picks
    turns: Estimate  # of fights won


@dataclass(frozen=True)
class BotResult:
    """One bot with one tree."""

    bot: str
    wins: Estimate  # with random picks, over decks and encounters
    turns: Estimate  # of fights won
    turns_spread: float  # sample standard deviation of turns of fights won, builds with equal weight, as in the thesis
    build_spread: float  # standard deviation of win rates over builds of all encounters, as printed in the thesis
    encounters: tuple[EncounterResult, ...]  # by encounter
    sampling_error: float  # standard error of `wins` from sampling picks, part of its interval

    @property
    def turns_phrase(self) -> str:
        """Continuation of a sentence with the turns of a win; empty if there is none."""
        return "" if math.isnan(self.turns.value) else f", in {self.turns.value:.1f} turns"


def bot_win_rate(
    tree: SkillTree,
    bot: str = GREEDY_BOT,
    decks: Sequence[Deck] | None = None,
    orders: int = CARD_ORDERS,
    seed: int = 1,
    backend: Backend | None = None,
    foes: Sequence[Encounter] | None = None,
) -> Estimate:
    """Return the win rate of a bot with random picks, averaged over decks and encounters."""
    foes = tuple(foes or default_encounters())
    builds = build_probabilities(tree, foes, seed=seed)
    played = play_encounters(
        builds, [bot], heldout_decks() if decks is None else decks, orders, seed, backend, foes=foes
    )
    return summarise_bots(played)[0].wins


def summarise_bots(played: FightResults) -> list[BotResult]:
    """Return the results of every bot."""
    return [_summarise_bot(played, bot) for bot in range(len(played.bots))]


def paired_bot_difference(played: FightResults, one: int, other: int) -> Estimate:
    """Return how much more one bot wins than another on the same decks, builds and card orders."""
    pair = [
        np.mean([win_rate_by_order(played, bot, encounter) for encounter in range(len(played.encounters))], axis=0)
        for bot in (one, other)
    ]
    return difference_over_decks(pair[0], pair[1])


def win_rate_by_order(played: FightResults, bot: int, encounter: int) -> np.ndarray:
    """Return the win rate of a bot in an encounter with random picks, by deck and card order."""
    shares: np.ndarray = np.einsum(
        "dbo,b->do", played.won_fights(bot, encounter), played.builds.probabilities[encounter]
    )
    return shares


def _summarise_bot(played: FightResults, bot: int) -> BotResult:
    count = len(played.encounters)
    won = [win_rate_by_order(played, bot, encounter) for encounter in range(count)]
    won_turns_by_order = [turns_by_order(played, bot, encounter) for encounter in range(count)]
    sampling_errors = [_sampling_error(played, bot, encounter) for encounter in range(count)]
    stages = tuple(
        EncounterResult(widen_interval(wins_over_decks(won_shares), error), turns_over_decks(won_turns, won_shares))
        for won_shares, won_turns, error in zip(won, won_turns_by_order, sampling_errors, strict=True)
    )
    turns, builds = [], []
    for encounter in range(count):
        fought = played.fight_rows(bot, encounter)
        turns.append(fought["turns"][fought["won"] > 0])
        builds.append(played.win_rates(bot, encounter).mean(axis=0))
    spread, sampling = np.concatenate(turns), float(np.mean(sampling_errors))
    return BotResult(
        played.bots[bot],
        widen_interval(wins_over_decks(np.mean(won, axis=0)), sampling),
        turns_over_decks(np.sum(won_turns_by_order, axis=0), np.sum(won, axis=0)),
        float(spread.std(ddof=1)) if len(spread) > 1 else 0.0,
        float(np.concatenate(builds).std()),
        stages,
        sampling,
    )


def widen_interval(estimate: Estimate, error: float) -> Estimate:
    """Widen an interval of a share or of a difference of shares by a further standard error, inside its bounds."""
    more, (least, most) = Z * error, estimate.bounds
    low, high = np.hypot(estimate.value - estimate.low, more), np.hypot(estimate.high - estimate.value, more)
    ends = max(least, estimate.value - float(low)), min(most, estimate.value + float(high))
    return replace(estimate, low=ends[0], high=ends[1], is_wilson=estimate.is_wilson and error == 0)


def turns_by_order(played: FightResults, bot: int, encounter: int) -> np.ndarray:
    """Return the turns of fights won, weighted as in `win_rate_by_order`."""
    fought = played.fight_rows(bot, encounter)
    turns: np.ndarray = np.einsum("dbo,b->do", fought["turns"] * fought["won"], played.builds.probabilities[encounter])
    return turns


def _sampling_error(played: FightResults, bot: int, encounter: int) -> float:
    """Standard error of a win rate from sampling random picks; 0 where all builds are included.

    The same walks lead through all encounters, so their errors count as fully correlated.
    """
    if played.builds.is_complete:
        return 0.0
    wins, probabilities = played.win_rates(bot, encounter).mean(axis=0), played.builds.probabilities[encounter]
    return float(
        np.sqrt(np.sum(probabilities * (wins - np.sum(wins * probabilities)) ** 2) / max(played.builds.walks - 1, 1))
    )
