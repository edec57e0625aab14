"""Power against challenge: how much power an encounter demands, and how much a tree gives by then.

Power is what the nodes add to the damage of a card, on average over the cards of a deck. The flow zone of an encounter
is the range of power with which a player wins it neither too seldom nor too often (Chen, "Flow in Games"): it is
measured by giving every card the same bonus, from 0 upwards, independently of the tree. It is lower for better players.
Other effects of nodes than damage are no part of power; they count in the fights only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludus.backends import Backend
from ludus.core.random import derive
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities
from ludus.design.delve.playtest.deck_intervals import wins_over_decks
from ludus.design.delve.playtest.fights import FightResults, count_fights, play_encounters
from ludus.games.delve.constants import CLASSES, TARGETS
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.stats import Estimate

BONUS_BITS = 4  # bits of the bonus
MOST_BONUS = (1 << BONUS_BITS) - 1
ZONE = (0.5, 0.9)  # win ratios of the flow zone
QUANTILES = (0.1, 0.5, 0.9)


@dataclass(frozen=True)
class FlowZone:
    """Flow zone of one encounter for one player, in power. Infinite: more than was tried."""

    low: float  # less is too hard
    high: float  # more is too easy


@dataclass(frozen=True)
class TreePower:
    """Power that a tree gives by an encounter: deciles over all decks and random picks, and the maximum."""

    low: float  # 10 % have less
    middle: float
    high: float  # 10 % have more
    most: float


@dataclass(frozen=True)
class EncounterChallenge:
    """Win rates of each encounter when every card has the same bonus."""

    bots: tuple[str, ...]
    wins: list[list[list[Estimate]]]  # by bot, encounter and bonus from 0 on

    def flow_zones(self, bot: int, zone: tuple[float, float] = ZONE) -> list[FlowZone]:
        """Return the flow zone of every encounter for a bot."""
        bands = []
        for row in self.wins[bot]:
            values = [estimate.value for estimate in row]
            bands.append(FlowZone(_smallest_bonus(values, zone[0]), _smallest_bonus(values, zone[1])))
        return bands


def even_bonus_builds(encounters: int) -> BuildProbabilities:
    """Return builds that give every card the same bonus, from 0 to the maximum, for each encounter."""
    nodes = [
        SkillNode(f"{TARGETS[target]} {1 << step}", target, 1 << step)
        for step in range(BONUS_BITS)
        for target in range(2)  # area and targeted: all cards
    ]
    builds = tuple(
        sum(0b11 << 2 * step for step in range(BONUS_BITS) if bonus >> step & 1) for bonus in range(1 << BONUS_BITS)
    )
    equal = np.full(len(builds), 1 / len(builds))
    return BuildProbabilities(SkillTree("even", tuple(nodes)), (builds,) * encounters, (equal,) * encounters, ())


def count_challenge_fights(bots: int, decks: Sequence[Deck], encounters: int, orders: int) -> int:
    """Return how many fights `measure_challenge` plays."""
    return count_fights(even_bonus_builds(encounters), bots, decks, orders)


def measure_challenge(
    bots: Sequence[str],
    decks: Sequence[Deck],
    encounters: Sequence[Encounter],
    orders: int,
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    rules: GameRules = THESIS_RULES,
) -> EncounterChallenge:
    """Play every bot in each encounter with every deck and every even bonus."""
    even = even_bonus_builds(len(encounters))
    played = play_encounters(even, bots, decks, orders, derive(seed, "challenge"), backend, progress, encounters, rules)
    return EncounterChallenge(
        tuple(bots), [[_by_bonus(played, bot, e) for e in range(len(encounters))] for bot in range(len(bots))]
    )


def measure_power(builds: BuildProbabilities, decks: Sequence[Deck]) -> list[TreePower]:
    """Return the power that a tree gives by each encounter."""
    cards, sizes = np.array([_cards(deck) for deck in decks]), np.array([[deck.size] for deck in decks])
    powers_given = []
    for bonuses, probabilities in zip(builds.bonuses, builds.probabilities, strict=True):
        strengths = cards @ bonuses.T / sizes  # by deck and build
        weights = np.broadcast_to(probabilities / len(decks), strengths.shape)
        low, middle, high = _weighted_quantiles(strengths.ravel(), weights.ravel())
        powers_given.append(TreePower(low, middle, high, float(strengths.max())))
    return powers_given


def _cards(deck: Deck) -> list[int]:
    """Number of cards of each class in a deck that deal damage."""
    counts = [0] * CLASSES
    for card, copies in deck.cards:
        if card.deals_damage:
            counts[card.group] += copies
    return counts


def _weighted_quantiles(values: np.ndarray, weights: np.ndarray) -> list[float]:
    """Quantiles of weighted values; each is one of the values."""
    order = np.argsort(values, kind="stable")
    cumulative = np.cumsum(weights[order])
    positions = np.searchsorted(cumulative, [tenth * cumulative[-1] for tenth in QUANTILES])
    return [float(values[order[min(position, len(order) - 1)]]) for position in positions]


def _by_bonus(played: FightResults, bot: int, encounter: int) -> list[Estimate]:
    won = played.fight_rows(bot, encounter)["won"].astype(float)  # by deck, bonus and order
    return [wins_over_decks(won[:, bonus]) for bonus in range(won.shape[1])]


def _smallest_bonus(values: list[float], wanted: float) -> float:
    """Smallest bonus with this win rate, by linear interpolation."""
    for bonus, value in enumerate(values):
        if value >= wanted:
            if bonus == 0:
                return 0.0
            before = values[bonus - 1]
            return bonus - 1 + (wanted - before) / (value - before)
    return math.inf
