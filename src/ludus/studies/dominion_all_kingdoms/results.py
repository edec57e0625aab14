"""Results of the study, read from the run folder."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.design.dominion.measures import MEASURES as NAMED
from ludus.design.dominion.measures import estimate
from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.studies.claims import exact
from ludus.studies.dominion_all_kingdoms.card_effects import CardEffectModel, estimate_with_error, model_from_data
from ludus.studies.dominion_all_kingdoms.config import LandscapeConfig
from ludus.studies.dominion_all_kingdoms.experiment import (
    GOAL_MEASURE,
    MEASURES,
    ListEnd,
    RemeasuredKingdoms,
    kingdom_ranks,
    printed_ranks,
    search_results,
)

MEASURE_TITLES = {
    "skill-computed": "f_s as computed",
    "skill": "f_s as printed",
    "first-seat": "wins of the first seat",
    "capped": "games at the turn cap",
}


class LandscapeResults:
    """All results of one run."""

    def __init__(self, settings: LandscapeConfig, context: RunContext) -> None:
        self.settings, self.pool = settings, KingdomPool(settings.edition)
        self.landscape: dict[str, Any] = context.result("landscape")
        self.models: dict[str, CardEffectModel] = {
            name: model_from_data(data) for name, data in self.landscape["models"].items()
        }
        self.shortlist, self.finalist_measures = (
            RemeasuredKingdoms(context.result("again")),
            RemeasuredKingdoms(context.result("once more")),
        )
        self.winner_measures = RemeasuredKingdoms(context.result("last"))
        self.finalists: dict[str, np.ndarray] = context.result("once more")["finalists"]
        self.printed = printed_ranks(settings, self.pool)
        self.searched_kingdoms = [
            (rank, context.result(f"search/{k}")[-1]["score"])
            for k, rank in enumerate(search_results(settings, context), 1)
        ]
        self.kingdoms = len(kingdom_ranks(settings, self.pool))
        self.pairs = list(combinations(range(self.pool.size), 2))

    @cached_property
    def attacks(self) -> list[int]:
        """Numbers of the Attack cards."""
        cards = {card.name: card for card in self.pool.kingdom_builder().drawn.labels.cards}
        return [k for k, name in enumerate(self.pool.names) if "Attack" in cards[name].facts.types]

    def mean(self, measure: str) -> Estimate:
        """Mean over all played kingdoms, with the interval for a sample of kingdoms."""
        model = self.models[measure]
        return estimate_with_error(model.mean, math.sqrt(model.spread / model.kingdoms), model.kingdoms)

    def effect(self, measure: str, card: int) -> Estimate:
        """Effect of a card, by the model."""
        model = self.models[measure]
        return estimate_with_error(model.effects[card], model.effect_errors[card], model.kingdoms)

    def difference(self, measure: str, card: int) -> Estimate:
        """Mean of kingdoms with a card minus mean of those without it."""
        model = self.models[measure]
        return estimate_with_error(model.differences[card], model.difference_errors[card], model.kingdoms)

    def synergy(self, measure: str, pair: int) -> Estimate:
        """Joint effect of two cards beyond the effect of each."""
        model = self.models[measure]
        return estimate_with_error(model.synergies[pair], model.synergy_errors[pair], model.kingdoms)

    def latest_estimate(self, measure: str, rank: int) -> Estimate:
        """Latest measurement of a kingdom."""
        measured, ranks = (
            self.winner_measures if rank in self.winner_measures.ranks else self.finalist_measures,
            np.array([rank]),
        )
        value, error = float(measured.value(measure, ranks)[0]), float(measured.standard_error(measure, ranks)[0])
        return estimate(measure, value, error, self.settings.final_games // 2)  # deals of two games

    def shortfall(self, rank: int, best: int, measure: str) -> Estimate:
        """How much less of a measure one kingdom has than another, by the latest measurements."""
        if rank == best:
            return exact(0.0)
        ranks = np.array([rank, best])
        (one, other), errors = (
            self.winner_measures.value(measure, ranks),
            self.winner_measures.standard_error(measure, ranks),
        )
        return estimate_with_error(other - one, math.hypot(*errors), self.settings.final_games // 2)

    def first_measured(self, end: ListEnd) -> dict[int, float]:
        """Kingdoms of a shortlist with their first measurements."""
        stored = self.landscape["ends"][end.name]
        return {int(rank): float(value) for rank, value in zip(stored["ranks"], stored["values"], strict=True)}

    def ranked_finalists(self, end: ListEnd) -> list[int]:
        """Finalists at an end of the list, in the order of their games."""
        ranks = self.finalists[end.name]
        return [int(rank) for rank in self.finalist_measures.best_at_end(end, ranks, len(ranks))]

    def best_kingdom(self, end: ListEnd) -> tuple[int, Estimate]:
        """Best finalist, with its value in games that did not select it."""
        rank = self.ranked_finalists(end)[0]
        return rank, self.latest_estimate(end.measure, rank)

    def measure_title(self, measure: str) -> str:
        """Title of a measure."""
        return (
            f"wins of {self.settings.players[0]}"
            if measure == "wins"
            else MEASURE_TITLES.get(measure, NAMED[measure].title)
        )

    def card_names(self, rank: int) -> str:
        """Names of the cards of a kingdom."""
        return ", ".join(self.pool.write(self.pool.unrank(rank)))


__all__ = ["GOAL_MEASURE", "MEASURES", "LandscapeResults"]
