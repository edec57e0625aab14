"""Results of the counted games by card and by patron, over all match-ups."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from ludus.core.contract import Content
from ludus.core.registry import find_game
from ludus.design.decks.census import Survey, rate_over, suits
from ludus.design.decks.drafting import Favourites, favourites, won_sets
from ludus.design.decks.sums import Presence, Rates
from ludus.design.decks.tiers import measured_tiers
from ludus.design.decks.worth import worths
from ludus.lab import Desk
from ludus.stats import Estimate
from ludus.studies.tribute_cards.config import GAME, Settings
from ludus.studies.tribute_cards.work import content_of, surveys

TIERS = {"S": 50, "A": 25, "B": 10, "C": 5, "D": 1}  # as the authors of Scripts of Tribute call them
NO_TIER = "–"


@dataclass(frozen=True)
class Findings:
    """All surveys, and the statistics computed from them."""

    settings: Settings
    content: Content
    surveys: list[Survey]

    @classmethod
    def read(cls, settings: Settings, desk: Desk) -> Findings:
        return cls(settings, content_of(settings), surveys(settings, desk))

    @property
    def design(self):  # type: ignore[no-untyped-def]
        return _design()

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Keys of the cards, by number."""
        names: tuple[str, ...] = self.design.names_of_cards(self.content)
        return names

    @cached_property
    def patrons(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.design.names_of_patrons(self.content)
        return names

    @property
    def games(self) -> int:
        return sum(survey.games for survey in self.surveys)

    @cached_property
    def decks(self) -> list[str]:
        """Patron of each card."""
        return [self.patrons[number] for number in self.design.decks_of(self.content)]

    def facts(self, card: int) -> tuple[int, str]:
        """Cost and type of a card."""
        card_data = self.content.labels.file.cards[self.cards[card]]
        return card_data.cost, card_data.type

    def rates(self, measure: str, number: int, player: str | None = None) -> Rates:
        return rate_over(self.surveys, measure, number, player)

    @cached_property
    def worths(self) -> list[Estimate]:
        """Value of each card, by number."""
        return worths([survey.moments for survey in self.surveys])

    @cached_property
    def ranked(self) -> list[int]:
        """Cards that were taken often enough to be measured, the most valuable first."""
        measurable = [k for k in range(len(self.cards)) if math.isfinite(self.worths[k].value)]
        return sorted(measurable, key=lambda card: (-self.worths[card].value, card))

    @cached_property
    def by_hand(self) -> dict[str, int]:
        return dict(zip(self.cards, self.design.tiers_of(self.content), strict=True))

    @cached_property
    def measured(self) -> dict[str, int]:
        """Tiers measured from play."""
        return measured_tiers({self.cards[k]: self.worths[k] for k in self.ranked}, self.by_hand)

    @cached_property
    def agreement(self) -> float:
        """Spearman's correlation between card values and hand-made tiers."""
        from scipy.stats import spearmanr

        keys = [self.cards[k] for k in self.ranked]
        return float(spearmanr([self.worths[k].value for k in self.ranked], [self.by_hand[key] for key in keys])[0])

    @cached_property
    def drafted(self) -> list[int]:
        """Patrons that can be drafted."""
        numbers: list[int] = self.design.selectable(self.content)
        return numbers

    def presence(self, player: str, patron: int) -> Presence:
        """Effect of a patron on the games of a player against itself."""
        return next(survey for survey in self.surveys if survey.players == (player, player)).presence(patron)

    def suits(self, player: str, patron: int) -> Estimate:
        """How much more a player wins against the others when a patron is in the game."""
        return suits(self.surveys, patron, player)

    def favourites(self, player: str) -> Favourites:
        """Patrons that a player should draft."""
        return favourites(won_sets(self.surveys, player), self.drafted, self.settings.support, self.settings.confidence)


def tier_name(number: int) -> str:
    return next((name for name, worth in TIERS.items() if worth == number), NO_TIER)


def spoken(key: str) -> str:
    """Display name of a card or patron."""
    name: str = _design().name_of(key)
    return name


def _design():  # type: ignore[no-untyped-def]
    design = find_game(GAME).design
    assert design is not None
    return design()
