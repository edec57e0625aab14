"""Evolutions of the study."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.kingdoms.objectives import MaximiseMeasure, MinimiseMeasure, Objective
from ludus.studies.dominion_cards.config import DominionCardsConfig

SKILL_MEASURES = {"computed": "skill-computed", "printed": "skill"}  # names of measures by the setting `fitness`
LEAD_MEASURE = "lead"
OUTCOME_MEASURES = ("skill-computed", "skill", "wins")
LEAD_MEASURES = ("lead", "lead-changes", "decisiveness")


@dataclass(frozen=True)
class CardSetExperiment:
    """One row of Table I."""

    name: str
    players: tuple[str, str]

    @property
    def objective_kind(self) -> str:
        """Objective: max, min or lead."""
        return self.name.partition("-")[0]

    def measure(self, settings: DominionCardsConfig) -> str:
        """Measure from which the fitness is computed."""
        return LEAD_MEASURE if self.objective_kind == "lead" else SKILL_MEASURES[settings.fitness]

    @property
    def measures(self) -> tuple[str, ...]:
        """Measures that are reported for its card sets."""
        return LEAD_MEASURES if self.objective_kind == "lead" else OUTCOME_MEASURES

    def objective(self, settings: DominionCardsConfig) -> Objective:
        measure = self.measure(settings)
        return MinimiseMeasure(measure) if self.objective_kind == "min" else MaximiseMeasure(measure)

    def repetitions(self, settings: DominionCardsConfig) -> int:
        costly = self.objective_kind == "lead" or settings.fn in self.players
        return settings.few_repetitions if costly else settings.repetitions

    def fitness(self, value: float) -> float:
        """Fitness from the value of the measure."""
        return 1 - value if self.objective_kind == "min" else value


@dataclass(frozen=True)
class EvolutionRun:
    """One evolution."""

    experiment: CardSetExperiment
    form: str
    number: int  # from 1

    @property
    def name(self) -> str:
        return f"{self.experiment.name}/{self.form}-{self.number:02}"

    @property
    def stage(self) -> str:
        """Each run is a separate stage, so that its time is reported."""
        return f"{self.experiment.name}, {self.form} {self.number}"


def find_experiment(settings: DominionCardsConfig, name: str) -> CardSetExperiment:
    """Experiment by name: max-earl-drew, lead-fn."""
    texts = [settings.fn if part == "fn" else part for part in name.split("-")[1:]]
    return CardSetExperiment(name, (texts[0], texts[-1]))


def chosen_experiments(settings: DominionCardsConfig) -> list[CardSetExperiment]:
    """All chosen experiments."""
    return [find_experiment(settings, name) for name in settings.experiments]


def evolution_runs(settings: DominionCardsConfig) -> list[EvolutionRun]:
    """All evolutions."""
    return [
        EvolutionRun(chosen, form, number)
        for chosen in chosen_experiments(settings)
        for form in settings.forms
        for number in range(1, chosen.repetitions(settings) + 1)
    ]
