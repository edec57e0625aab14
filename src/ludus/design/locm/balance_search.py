"""Search for a balanced card list: the smallest changes that bring outlier cards into a band of win rates.

1. Measure the list. Cards that are surely outside the band are to be changed.
2. Scout: for each field (cost, attack, ...) move all of these cards by one point at once and measure them again on the
   same deals. Cards hardly influence each other, so one survey gives the effect of a point on all of them. Cards that
   no single point helps are tried with the maximum number of points.
3. For every card take the smallest change that was measured inside the band, or is predicted to be inside if effects of
   points add up. Measure the new list; the result corrects the prediction for that card. Repeat until all cards are
   inside, nothing new is left to try, or the rounds are used up. Cards that newly turn out to be outside are scouted
   and changed, too.

All surveys of one balancing run use the same deals. Their estimates of the final list are therefore slightly too
optimistic, because they selected it; fresh deals and held-out bots must confirm it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludus.design.base.option_value_parsers import WinRateBand
from ludus.design.base.significance import standard_error
from ludus.design.locm.card_changes import (
    CardChange,
    apply_change,
    can_move,
    change_size,
    movable_fields,
    possible_changes,
    predicted_effect,
)
from ludus.design.locm.card_stats import CardRates, outlier_cards
from ludus.games.locm.card_edits import NUMBER_FIELDS
from ludus.games.locm.card_list import CardDefinition
from ludus.stats import Estimate
from ludus.util.text import plural

MeasureList = Callable[[list[CardDefinition], str], list[CardRates]]  # (card list, progress text) -> rates by card
MeasureChanges = Callable[[dict[int, CardChange], str], list[CardRates]]
EFFECT_RATIO_BOUNDS = 0.3, 3.0  # least and greatest ratio of a measured to a predicted effect


@dataclass
class CardAdjustment:
    """A card that is to be changed."""

    index: int
    card: CardDefinition
    strengthen: bool  # the direction it has to move
    initial_strength: float  # its strength as it was
    change: CardChange = ()
    effects: dict[str, float] = field(default_factory=dict)  # of one point, by field; only those that help
    measured: dict[CardChange, Estimate] = field(default_factory=dict)
    effect_ratio: float = 1.0  # measured effect / predicted effect

    def expected_strength(self, change: CardChange) -> float:
        """Return the strength after a change, measured or predicted."""
        if change in self.measured:
            return self.measured[change].value
        return self.initial_strength + self.effect_ratio * predicted_effect(change, self.effects)

    def record(self, strength: Estimate) -> None:
        """Record the measured strength of the current change."""
        self.measured[self.change] = strength
        promised = predicted_effect(self.change, self.effects)
        if promised:
            ratio = (strength.value - self.initial_strength) / promised
            self.effect_ratio = min(max(ratio, EFFECT_RATIO_BOUNDS[0]), EFFECT_RATIO_BOUNDS[1])


@dataclass(frozen=True)
class BalancedList:
    """Result of balancing a card list."""

    cards: list[CardDefinition]
    adjustments: list[CardAdjustment]  # cards that were outside the band, changed or not
    log: list[tuple[str, int]]  # what was measured, and how many cards were surely outside
    initial_rates: list[CardRates]  # of the list as it was


def balance_list(
    cards: list[CardDefinition], band: WinRateBand, most: int, rounds: int, measure: MeasureList
) -> BalancedList:
    """Balance a card list by the smallest changes.

    Args:
        cards: the list as it is.
        band: acceptable win rates.
        most: maximum number of points by which one card may change.
        rounds: maximum number of rounds of changing and measuring.
        measure: plays games on a list and returns the rates of its cards.
    """
    log: list[tuple[str, int]] = []
    adjustments: dict[int, CardAdjustment] = {}

    def current_list(trial: dict[int, CardChange] | None = None) -> list[CardDefinition]:
        chosen = {index: adjustment.change for index, adjustment in adjustments.items()} | (trial or {})
        return [apply_change(card, chosen.get(index, ())) for index, card in enumerate(cards)]

    def measure_list(trial: dict[int, CardChange] | None, what: str) -> list[CardRates]:
        rates = measure(current_list(trial), what)
        log.append((what, len(outlier_cards(rates, band))))
        return rates

    first = rates = measure_list(None, "the list as it is")
    for number in range(1, rounds + 1):
        new = _add_outliers(adjustments, cards, rates, band)
        helpless = _scout(new, 1, rates, measure_list)
        _scout(helpless, most, rates, measure_list)  # far outside, one point may not be felt
        if not _choose_changes(adjustments, rates, band, most):
            break
        rates = measure_list(None, f"round {number}")
        for adjustment in adjustments.values():
            adjustment.record(rates[adjustment.index].strength)
    return BalancedList(current_list(), [adjustments[index] for index in sorted(adjustments)], log, first)


def _add_outliers(
    adjustments: dict[int, CardAdjustment], cards: list[CardDefinition], rates: list[CardRates], band: WinRateBand
) -> list[CardAdjustment]:
    """Register cards that are surely outside the band and were not before; return them."""
    new = []
    for index in outlier_cards(rates, band):
        if index not in adjustments:
            power = rates[index].strength
            adjustments[index] = CardAdjustment(
                index, cards[index], power.value < 0.5, power.value, measured={(): power}
            )
            new.append(adjustments[index])
    return new


def _scout(
    new: list[CardAdjustment], points: int, rates: list[CardRates], surveyed: MeasureChanges
) -> list[CardAdjustment]:
    """Measure a change of `points` points (or as many as are legal) of each field, for all these cards at once.

    Plays one survey per field. Returns the cards that no field helped.
    """
    for name in NUMBER_FIELDS:
        trial: dict[int, CardChange] = {}
        for adjustment in new:
            sign = movable_fields(adjustment.card, adjustment.strengthen).get(name, 0)
            legal = [k for k in range(1, points + 1) if sign and can_move(adjustment.card, name, sign * k)]
            if legal:
                trial[adjustment.index] = ((name, sign * legal[-1]),)
        if not trial:
            continue
        measured = surveyed(trial, f"{plural(points, 'point')} of {name} on {plural(len(trial), 'card')}")
        for adjustment in new:
            if adjustment.index in trial:
                change, power = trial[adjustment.index], measured[adjustment.index].strength
                adjustment.measured[change] = power
                effect = (power.value - rates[adjustment.index].strength.value) / change_size(change)
                if effect > 0 if adjustment.strengthen else effect < 0:
                    adjustment.effects[name] = effect
    return [adjustment for adjustment in new if not adjustment.effects]


def _choose_changes(
    adjustments: dict[int, CardAdjustment], rates: list[CardRates], band: WinRateBand, most: int
) -> bool:
    """Choose the next change of every card; return whether any card got a new one."""
    moved = False
    for adjustment in adjustments.values():
        power = rates[adjustment.index].strength
        if adjustment.change and power.value in band:
            continue
        error = standard_error(power)
        best = min(
            (change for change in possible_changes(adjustment.card, adjustment.strengthen, most)),
            key=lambda change: _change_cost(adjustment, change, band, error),
        )
        moved |= best != adjustment.change
        adjustment.change = best
    return moved


def _change_cost(adjustment: CardAdjustment, change: CardChange, band: WinRateBand, error: float) -> tuple[float, ...]:
    """Sort key of a change: inside the band first, then few points, then close to 50 %; outside: close to the band.

    A prediction has to be inside by a standard error, a measurement only inside.
    """
    value = adjustment.expected_strength(change)
    margin = 0.0 if change in adjustment.measured else min(error, (band.high - band.low) / 4)
    missing = max(band.low + margin - value, value - band.high + margin, 0.0)
    if missing == 0.0:
        return 0.0, change_size(change), abs(value - 0.5)
    return 1.0, missing, change_size(change)
