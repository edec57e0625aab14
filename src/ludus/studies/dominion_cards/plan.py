"""Evolutions of the study."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.kingdoms.objectives import Maximise, Minimise, Objective
from ludus.studies.dominion_cards.config import Settings

SKILL = {"computed": "skill-computed", "printed": "skill"}  # names of measures by the setting `fitness`
LEAD = "lead"
OUTCOMES = ("skill-computed", "skill", "wins")
LEADERS = ("lead", "lead-changes", "decisiveness")


@dataclass(frozen=True)
class Experiment:
    """One row of Table I."""

    name: str
    players: tuple[str, str]

    @property
    def kind(self) -> str:
        """Objective: max, min or lead."""
        return self.name.partition("-")[0]

    def measure(self, settings: Settings) -> str:
        """Measure from which the fitness is computed."""
        return LEAD if self.kind == "lead" else SKILL[settings.fitness]

    @property
    def measures(self) -> tuple[str, ...]:
        """Measures that are reported for its card sets."""
        return LEADERS if self.kind == "lead" else OUTCOMES

    def objective(self, settings: Settings) -> Objective:
        measure = self.measure(settings)
        return Minimise(measure) if self.kind == "min" else Maximise(measure)

    def repetitions(self, settings: Settings) -> int:
        costly = self.kind == "lead" or settings.fn in self.players
        return settings.few_repetitions if costly else settings.repetitions

    def fitness(self, value: float) -> float:
        """Fitness from the value of the measure."""
        return 1 - value if self.kind == "min" else value


@dataclass(frozen=True)
class Run:
    """One evolution."""

    experiment: Experiment
    form: str
    number: int  # from 1

    @property
    def name(self) -> str:
        return f"{self.experiment.name}/{self.form}-{self.number:02}"

    @property
    def stage(self) -> str:
        """Each run is a separate stage, so that its time is reported."""
        return f"{self.experiment.name}, {self.form} {self.number}"


def experiment(settings: Settings, name: str) -> Experiment:
    """Experiment by name: max-earl-drew, lead-fn."""
    texts = [settings.fn if part == "fn" else part for part in name.split("-")[1:]]
    return Experiment(name, (texts[0], texts[-1]))


def experiments(settings: Settings) -> list[Experiment]:
    """All chosen experiments."""
    return [experiment(settings, name) for name in settings.experiments]


def runs(settings: Settings) -> list[Run]:
    """All evolutions."""
    return [
        Run(chosen, form, number)
        for chosen in experiments(settings)
        for form in settings.forms
        for number in range(1, chosen.repetitions(settings) + 1)
    ]
