"""Results of the counted games by card and by patron, over all match-ups."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from ludus.core.game import Content
from ludus.design.tribute.card_stats import TributeSurvey, patron_suitability, rate_over, regression_effects
from ludus.design.tribute.learned_patron_pick_order import PickOrder, learn_pick_order, winning_patron_sets
from ludus.design.tribute.measured_tiers import measured_tiers
from ludus.design.tribute.sufficient_stats import ItemRates, PresenceEffect
from ludus.games.tribute.card_and_patron_lookups import (
    card_decks,
    card_names,
    hand_made_tiers,
    patron_names,
    selectable_patrons,
)
from ludus.lab import RunContext
from ludus.stats import Estimate
from ludus.stats.rank_correlation_and_trend import rank_correlation
from ludus.studies.tribute_card_statistics.config import TributeCardsConfig
from ludus.studies.tribute_card_statistics.experiment import game_content, load_surveys

TIERS = {"S": 50, "A": 25, "B": 10, "C": 5, "D": 1}  # as the authors of Scripts of Tribute call them
NO_TIER = "–"


@dataclass(frozen=True)
class TributeCardsResults:
    """All surveys, and the statistics computed from them."""

    settings: TributeCardsConfig
    content: Content
    surveys: list[TributeSurvey]

    @classmethod
    def read(cls, settings: TributeCardsConfig, context: RunContext) -> TributeCardsResults:
        return cls(settings, game_content(settings), load_surveys(settings, context))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Keys of the cards, by number."""
        return card_names(self.content)

    @cached_property
    def patrons(self) -> tuple[str, ...]:
        return patron_names(self.content)

    @property
    def games(self) -> int:
        return sum(survey.games for survey in self.surveys)

    @cached_property
    def decks(self) -> list[str]:
        """Patron of each card."""
        return [self.patrons[number] for number in card_decks(self.content)]

    def cost_and_type(self, card: int) -> tuple[int, str]:
        """Cost and type of a card."""
        card_data = self.content.labels.file.cards[self.cards[card]]
        return card_data.cost, card_data.type

    def rates(self, measure: str, number: int, player: str | None = None) -> ItemRates:
        return rate_over(self.surveys, measure, number, player)

    @cached_property
    def card_worths(self) -> list[Estimate]:
        """Value of each card, by number."""
        return regression_effects([survey.moments for survey in self.surveys])

    @cached_property
    def ranked_cards(self) -> list[int]:
        """Cards that were taken often enough to be measured, the most valuable first."""
        measurable = [k for k in range(len(self.cards)) if math.isfinite(self.card_worths[k].value)]
        return sorted(measurable, key=lambda card: (-self.card_worths[card].value, card))

    @cached_property
    def hand_made_tiers(self) -> dict[str, int]:
        return dict(zip(self.cards, hand_made_tiers(self.content), strict=True))

    @cached_property
    def measured_tiers(self) -> dict[str, int]:
        """Tiers measured from play."""
        return measured_tiers({self.cards[k]: self.card_worths[k] for k in self.ranked_cards}, self.hand_made_tiers)

    @cached_property
    def agreement(self) -> Estimate:
        """Spearman's correlation between card values and hand-made tiers; cards are the sample."""
        values = [self.card_worths[k].value for k in self.ranked_cards]
        return rank_correlation(values, [self.hand_made_tiers[self.cards[k]] for k in self.ranked_cards])

    @cached_property
    def draftable_patrons(self) -> list[int]:
        """Patrons that can be drafted."""
        return selectable_patrons(self.content)

    def presence(self, player: str, patron: int) -> PresenceEffect:
        """Effect of a patron on the games of a player against itself."""
        return next(survey for survey in self.surveys if survey.players == (player, player)).presence(patron)

    def patron_suitability(self, player: str, patron: int) -> Estimate:
        """How much more a player wins against the others when a patron is in the game."""
        return patron_suitability(self.surveys, patron, player)

    def favourites(self, player: str) -> PickOrder:
        """Patrons that a player should draft."""
        return learn_pick_order(
            winning_patron_sets(self.surveys, player),
            self.draftable_patrons,
            self.settings.support,
            self.settings.confidence,
        )


def tier_name(number: int) -> str:
    return next((name for name, worth in TIERS.items() if worth == number), NO_TIER)
