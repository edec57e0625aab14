"""Which evolutions the study consists of."""

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
    """One line of Table I."""

    name: str
    players: tuple[str, str]

    @property
    def kind(self) -> str:
        """max, min or lead."""
        return self.name.partition("-")[0]

    def measure(self, settings: Settings) -> str:
        """What its fitness is made from."""
        return LEAD if self.kind == "lead" else SKILL[settings.fitness]

    @property
    def measures(self) -> tuple[str, ...]:
        """What is reported of its card sets."""
        return LEADERS if self.kind == "lead" else OUTCOMES

    def objective(self, settings: Settings) -> Objective:
        measure = self.measure(settings)
        return Minimise(measure) if self.kind == "min" else Maximise(measure)

    def repetitions(self, settings: Settings) -> int:
        costly = self.kind == "lead" or settings.fn in self.players
        return settings.few_repetitions if costly else settings.repetitions

    def fitness(self, value: float) -> float:
        """What evolution makes of the measure."""
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
        """Each run is a stage of its own, so that its time is told."""
        return f"{self.experiment.name}, {self.form} {self.number}"


def experiment(settings: Settings, name: str) -> Experiment:
    """An experiment by its name: max-earl-drew, lead-fn."""
    texts = [settings.fn if each == "fn" else each for each in name.split("-")[1:]]
    return Experiment(name, (texts[0], texts[-1]))


def experiments(settings: Settings) -> list[Experiment]:
    """All that are asked for."""
    return [experiment(settings, name) for name in settings.experiments]


def runs(settings: Settings) -> list[Run]:
    """All evolutions."""
    return [
        Run(each, form, number)
        for each in experiments(settings)
        for form in settings.forms
        for number in range(1, each.repetitions(settings) + 1)
    ]
