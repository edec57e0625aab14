"""Search for the smallest changes that bring outlier cards into a band of win rates.

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
from statistics import NormalDist
from typing import Any

from ludus.design.cards.asks import Limits
from ludus.design.cards.steps import Recipe, can_move, cooked, directions, predicted, recipes, size
from ludus.design.cards.survey import STRONG, WEAK, Rates, verdicts
from ludus.design.contract import count
from ludus.stats import Estimate

Measure = Callable[[list[Any], str], list[Rates]]  # (card list, progress text) -> rates by card
Surveyed = Callable[[dict[int, Recipe], str], list[Rates]]

UNSURE = 0.3, 3.0  # least and greatest ratio of a measured to a predicted effect


@dataclass
class Patient:
    """A card that is to be changed."""

    index: int
    card: Any
    stronger: bool  # the direction it has to move
    start: float  # its strength as it was
    now: Recipe = ()
    effects: dict[str, float] = field(default_factory=dict)  # of one point, by field; only those that help
    measured: dict[Recipe, Estimate] = field(default_factory=dict)
    trust: float = 1.0  # measured effect / predicted effect

    def expected(self, recipe: Recipe) -> float:
        """Return the strength after a change, measured or predicted."""
        if recipe in self.measured:
            return self.measured[recipe].value
        return self.start + self.trust * predicted(recipe, self.effects)

    def learn(self, strength: Estimate) -> None:
        """Record the measured strength of the current change."""
        self.measured[self.now] = strength
        promised = predicted(self.now, self.effects)
        if promised:
            ratio = (strength.value - self.start) / promised
            self.trust = min(max(ratio, UNSURE[0]), UNSURE[1])


@dataclass(frozen=True)
class Balanced:
    """Result of balancing a card list."""

    cards: list[Any]
    patients: list[Patient]  # cards that were outside the band, changed or not
    rounds: list[tuple[str, int]]  # what was measured, and how many cards were surely outside
    first: list[Rates]  # of the list as it was


def balance(cards: list[Any], band: Limits, most: int, rounds: int, measure: Measure, design: Any) -> Balanced:
    """Balance a card list by the smallest changes.

    Args:
        cards: the list as it is.
        band: acceptable win rates.
        most: maximum number of points by which one card may change.
        rounds: maximum number of rounds of changing and measuring.
        measure: plays games on a list and returns the rates of its cards.
        design: the game's functions for designers.
    """
    log: list[tuple[str, int]] = []
    patients: dict[int, Patient] = {}

    def current_list(trial: dict[int, Recipe] | None = None) -> list[Any]:
        chosen = {index: patient.now for index, patient in patients.items()} | (trial or {})
        return [cooked(card, chosen.get(index, ())) for index, card in enumerate(cards)]

    def measure_list(trial: dict[int, Recipe] | None, what: str) -> list[Rates]:
        rates = measure(current_list(trial), what)
        log.append((what, sum(verdict in (STRONG, WEAK) for verdict in verdicts(rates, band))))
        return rates

    first = rates = measure_list(None, "the list as it is")
    for number in range(1, rounds + 1):
        new = _admit(patients, cards, rates, band)
        helpless = _scout(new, 1, rates, measure_list, design)
        _scout(helpless, most, rates, measure_list, design)  # far outside, one point may not be felt
        if not _prescribe(patients, rates, band, most, design):
            break
        rates = measure_list(None, f"round {number}")
        for patient in patients.values():
            patient.learn(rates[patient.index].power)
    return Balanced(current_list(), [patients[index] for index in sorted(patients)], log, first)


def _admit(patients: dict[int, Patient], cards: list[Any], rates: list[Rates], band: Limits) -> list[Patient]:
    """Register cards that are surely outside the band and were not before; return them."""
    new = []
    for index, verdict in enumerate(verdicts(rates, band)):
        if verdict in (STRONG, WEAK) and index not in patients:
            power = rates[index].power
            patients[index] = Patient(index, cards[index], verdict == WEAK, power.value, measured={(): power})
            new.append(patients[index])
    return new


def _scout(new: list[Patient], points: int, rates: list[Rates], surveyed: Surveyed, design: Any) -> list[Patient]:
    """Measure a change of `points` points (or as many as are legal) of each field, for all these cards at once.

    Plays one survey per field. Returns the cards that no field helped.
    """
    for name in design.NUMBERS:
        trial: dict[int, Recipe] = {}
        for patient in new:
            sign = directions(patient.card, patient.stronger, design).get(name, 0)
            legal = [k for k in range(1, points + 1) if sign and can_move(patient.card, name, sign * k, design)]
            if legal:
                trial[patient.index] = ((name, sign * legal[-1]),)
        if not trial:
            continue
        measured = surveyed(trial, f"{count(points, 'point')} of {name} on {count(len(trial), 'card')}")
        for patient in new:
            if patient.index in trial:
                recipe, power = trial[patient.index], measured[patient.index].power
                patient.measured[recipe] = power
                effect = (power.value - rates[patient.index].power.value) / size(recipe)
                if effect > 0 if patient.stronger else effect < 0:
                    patient.effects[name] = effect
    return [patient for patient in new if not patient.effects]


def _prescribe(patients: dict[int, Patient], rates: list[Rates], band: Limits, most: int, design: Any) -> bool:
    """Choose the next change of every card; return whether any card got a new one."""
    moved = False
    for patient in patients.values():
        power = rates[patient.index].power
        if patient.now and power.value in band:
            continue
        error = (power.high - power.low) / (2 * NormalDist().inv_cdf(0.975))
        best = min(
            (recipe for recipe in recipes(patient.card, patient.stronger, most, design)),
            key=lambda recipe: _price(patient, recipe, band, error),
        )
        moved |= best != patient.now
        patient.now = best
    return moved


def _price(patient: Patient, recipe: Recipe, band: Limits, error: float) -> tuple[float, ...]:
    """Sort key of a change: inside the band first, then few points, then close to 50 %; outside: close to the band.

    A prediction has to be inside by a standard error, a measurement only inside.
    """
    value = patient.expected(recipe)
    margin = 0.0 if recipe in patient.measured else min(error, (band.high - band.low) / 4)
    missing = max(band.low + margin - value, value - band.high + margin, 0.0)
    if missing == 0.0:
        return 0.0, size(recipe), abs(value - 0.5)
    return 1.0, missing, size(recipe)
