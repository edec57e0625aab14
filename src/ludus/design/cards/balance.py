"""The smallest changes that bring outliers into a band.

1. Measure the list. Cards that are surely outside the band are to be changed.
2. Scout: for each field (cost, attack, ...) move all of these cards by one point at once and measure them again on the
   same deals. Cards hardly touch each other, so one survey tells the effect of a point on all of them. Cards that no
   point helps are tried with as many points as are allowed.
3. For every card take the change of fewest points that was measured inside the band or should be, if points add up.
   Measure the new list; what a card did then corrects what is expected of it. Again, until all are inside, nothing new
   is left to try, or the rounds are used up. Cards that newly turn out to be outside are scouted and changed, too.

All surveys of one balancing have the same deals. What they say of the final list is therefore a little too good: it was
chosen by them. Fresh deals and players that took no part must confirm it, see making.py.
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

Measure = Callable[[list[Any], str], list[Rates]]  # of a card list; what for, in words
Surveyed = Callable[[dict[int, Recipe], str], list[Rates]]

UNSURE = 0.3, 3.0  # an effect in company is taken to be so many times the effect alone, not less, not more


@dataclass
class Patient:
    """A card that is to be changed."""

    index: int
    card: Any
    stronger: bool  # the way it has to go
    start: float  # its strength as it was
    now: Recipe = ()
    effects: dict[str, float] = field(default_factory=dict)  # of one point, by field; only those that help
    measured: dict[Recipe, Estimate] = field(default_factory=dict)
    trust: float = 1.0  # how much of what points promise comes true

    def expected(self, recipe: Recipe) -> float:
        """The strength after a change, measured or predicted."""
        if recipe in self.measured:
            return self.measured[recipe].value
        return self.start + self.trust * predicted(recipe, self.effects)

    def learn(self, strength: Estimate) -> None:
        """What the present change led to."""
        self.measured[self.now] = strength
        promised = predicted(self.now, self.effects)
        if promised:
            came = (strength.value - self.start) / promised
            self.trust = min(max(came, UNSURE[0]), UNSURE[1])


@dataclass(frozen=True)
class Balanced:
    """What came of it."""

    cards: list[Any]
    patients: list[Patient]  # cards that were outside, changed or not
    rounds: list[tuple[str, int]]  # what was measured, and how many cards were surely outside then
    first: list[Rates]  # of the list as it was


def balance(cards: list[Any], band: Limits, most: int, rounds: int, measure: Measure, design: Any) -> Balanced:
    """Change as little as possible. `most` points for each card; `measure` plays games and tells rates of cards."""
    log: list[tuple[str, int]] = []
    patients: dict[int, Patient] = {}

    def listed(trial: dict[int, Recipe] | None = None) -> list[Any]:
        chosen = {index: patient.now for index, patient in patients.items()} | (trial or {})
        return [cooked(card, chosen.get(index, ())) for index, card in enumerate(cards)]

    def surveyed(trial: dict[int, Recipe] | None, what: str) -> list[Rates]:
        rates = measure(listed(trial), what)
        log.append((what, sum(said in (STRONG, WEAK) for said in verdicts(rates, band))))
        return rates

    first = rates = surveyed(None, "the list as it is")
    for number in range(1, rounds + 1):
        new = _admit(patients, cards, rates, band)
        helpless = _scout(new, 1, rates, surveyed, design)
        _scout(helpless, most, rates, surveyed, design)  # far outside, one point may not be felt
        if not _prescribe(patients, rates, band, most, design):
            break
        rates = surveyed(None, f"round {number}")
        for patient in patients.values():
            patient.learn(rates[patient.index].power)
    return Balanced(listed(), [patients[index] for index in sorted(patients)], log, first)


def _admit(patients: dict[int, Patient], cards: list[Any], rates: list[Rates], band: Limits) -> list[Patient]:
    """Cards that are surely outside the band, and were not before."""
    new = []
    for index, said in enumerate(verdicts(rates, band)):
        if said in (STRONG, WEAK) and index not in patients:
            power = rates[index].power
            patients[index] = Patient(index, cards[index], said == WEAK, power.value, measured={(): power})
            new.append(patients[index])
    return new


def _scout(new: list[Patient], points: int, rates: list[Rates], surveyed: Surveyed, design: Any) -> list[Patient]:
    """What so many points of each field do to these cards, or as many as are legal: a survey for each field, all cards
    at once. Cards that nothing helped are given back."""
    for name in design.NUMBERS:
        trial: dict[int, Recipe] = {}
        for patient in new:
            sign = directions(patient.card, patient.stronger, design).get(name, 0)
            legal = [k for k in range(1, points + 1) if sign and can_move(patient.card, name, sign * k, design)]
            if legal:
                trial[patient.index] = ((name, sign * legal[-1]),)
        if not trial:
            continue
        found = surveyed(trial, f"{count(points, 'point')} of {name} on {count(len(trial), 'card')}")
        for patient in new:
            if patient.index in trial:
                recipe, power = trial[patient.index], found[patient.index].power
                patient.measured[recipe] = power
                effect = (power.value - rates[patient.index].power.value) / size(recipe)
                if effect > 0 if patient.stronger else effect < 0:
                    patient.effects[name] = effect
    return [patient for patient in new if not patient.effects]


def _prescribe(patients: dict[int, Patient], rates: list[Rates], band: Limits, most: int, design: Any) -> bool:
    """The next change of every card; whether any card got another one."""
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
    """What is preferred: inside the band, then few points, then close to the middle. Outside: close to the band.

    A prediction has to be inside by a standard error, a measurement only inside.
    """
    value = patient.expected(recipe)
    margin = 0.0 if recipe in patient.measured else min(error, (band.high - band.low) / 4)
    missing = max(band.low + margin - value, value - band.high + margin, 0.0)
    if missing == 0.0:
        return 0.0, size(recipe), abs(value - 0.5)
    return 1.0, missing, size(recipe)
