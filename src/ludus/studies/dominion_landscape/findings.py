"""Results of the study, read from the run folder."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from ludus.design.kingdoms.measures import MEASURES as NAMED
from ludus.design.kingdoms.measures import estimate
from ludus.design.kingdoms.pool import Pool
from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.studies.dominion_landscape.config import Settings
from ludus.studies.dominion_landscape.effects import Model, from_data, interval
from ludus.studies.dominion_landscape.measured import MEASURES, End
from ludus.studies.dominion_landscape.work import GOAL, Measured, found_by_search, printed_ranks, ranks_of

WORDS = {
    "skill-computed": "f_s as computed",
    "skill": "f_s as printed",
    "first-seat": "wins of the first seat",
    "capped": "games at the turn cap",
}


class Findings:
    """All results of one run."""

    def __init__(self, settings: Settings, desk: Desk) -> None:
        self.settings, self.pool = settings, Pool(settings.edition)
        self.landscape: dict[str, Any] = desk.kept("landscape")
        self.models: dict[str, Model] = {name: from_data(data) for name, data in self.landscape["models"].items()}
        self.again, self.final = Measured(desk.kept("again")), Measured(desk.kept("once more"))
        self.last = Measured(desk.kept("last"))
        self.finalists: dict[str, np.ndarray] = desk.kept("once more")["finalists"]
        self.printed = printed_ranks(settings, self.pool)
        self.searched = [
            (rank, desk.kept(f"search/{k}")[-1]["score"]) for k, rank in enumerate(found_by_search(settings, desk), 1)
        ]
        self.kingdoms = len(ranks_of(settings, self.pool))
        self.pairs = list(combinations(range(self.pool.size), 2))

    @cached_property
    def attacks(self) -> list[int]:
        """Numbers of the Attack cards."""
        cards = {card.name: card for card in self.pool.layout().drawn.labels.cards}
        return [k for k, name in enumerate(self.pool.names) if "Attack" in cards[name].facts.types]

    def mean(self, measure: str) -> Estimate:
        """Mean over all played kingdoms, with the interval for a sample of kingdoms."""
        model = self.models[measure]
        return interval(model.mean, math.sqrt(model.spread / model.kingdoms), model.kingdoms)

    def effect(self, measure: str, card: int) -> Estimate:
        """Effect of a card, by the model."""
        model = self.models[measure]
        return interval(model.effects[card], model.effect_errors[card], model.kingdoms)

    def difference(self, measure: str, card: int) -> Estimate:
        """Mean of kingdoms with a card minus mean of those without it."""
        model = self.models[measure]
        return interval(model.differences[card], model.difference_errors[card], model.kingdoms)

    def synergy(self, measure: str, pair: int) -> Estimate:
        """Joint effect of two cards beyond the effect of each."""
        model = self.models[measure]
        return interval(model.synergies[pair], model.synergy_errors[pair], model.kingdoms)

    def worth(self, measure: str, rank: int) -> Estimate:
        """Latest measurement of a kingdom."""
        measured, ranks = self.last if rank in self.last.ranks else self.final, np.array([rank])
        value, error = float(measured.value(measure, ranks)[0]), float(measured.error(measure, ranks)[0])
        return estimate(measure, value, error, self.settings.final_games)

    def short_of(self, rank: int, best: int, measure: str) -> Estimate:
        """How much less of a measure one kingdom has than another, by the latest measurements."""
        ranks = np.array([rank, best])
        (one, other), errors = self.last.value(measure, ranks), self.last.error(measure, ranks)
        error = 0.0 if rank == best else math.hypot(*errors)
        return interval(other - one, error, self.settings.final_games)

    def first_measured(self, end: End) -> dict[int, float]:
        """Kingdoms of a shortlist with their first measurements."""
        stored = self.landscape["ends"][end.name]
        return {int(rank): float(value) for rank, value in zip(stored["ranks"], stored["values"], strict=True)}

    def in_order(self, end: End) -> list[int]:
        """Finalists at an end of the list, in the order of their games."""
        ranks = self.finalists[end.name]
        return [int(rank) for rank in self.final.first_ones(end, ranks, len(ranks))]

    def best(self, end: End) -> tuple[int, Estimate]:
        """Best finalist, with its value in games that did not select it."""
        rank = self.in_order(end)[0]
        return rank, self.worth(end.measure, rank)

    def words(self, measure: str) -> str:
        """Title of a measure."""
        return f"wins of {self.settings.players[0]}" if measure == "wins" else WORDS.get(measure, NAMED[measure].title)

    def names(self, rank: int) -> str:
        """Names of the cards of a kingdom."""
        return ", ".join(self.pool.write(self.pool.unrank(rank)))


__all__ = ["GOAL", "MEASURES", "Findings"]
