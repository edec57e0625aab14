"""Configuration of the study, whose defaults are the numbers of the paper, and the evolutions that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.design.dominion.objectives import MaximiseMeasure, MinimiseMeasure, Objective
from ludus.design.dominion.predicted_lead_changes import MIN_TRAINING_GAMES
from ludus.lab import Config
from ludus.studies.config_checks import check_bot, check_unique
from ludus.util.errors import OptionError

GAME = "dominion"
FN_PLAYER = "fynbo-nellemann:networks=calibrated"  # never met Earl or Drew; as strong against Drew as the paper's

ExperimentName = Literal[
    "max-earl-drew",
    "max-drew-fn",
    "max-earl-fn",
    "min-earl-drew",
    "min-drew-fn",
    "min-earl-fn",
    "lead-drew",
    "lead-earl",
    "lead-fn",
]
AlgorithmForm = Literal["paper", "rescored", "set"]
ALL_EXPERIMENTS: tuple[ExperimentName, ...] = (
    "max-earl-drew",
    "max-drew-fn",
    "max-earl-fn",
    "min-earl-drew",
    "min-drew-fn",
    "min-earl-fn",
    "lead-drew",
    "lead-earl",
    "lead-fn",
)

SKILL_MEASURES = {"computed": "skill-computed", "printed": "skill"}  # names of measures by the setting `fitness`
LEAD_MEASURE = "lead"
OUTCOME_MEASURES = ("skill-computed", "skill", "wins")
LEAD_MEASURES = ("lead", "lead-changes", "decisiveness")


class DominionCardsConfig(Config, frozen=True, kw_only=True):
    """Nine experiments, each repeated: three objectives, three pairs of players."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2012
    experiments: Annotated[
        tuple[ExperimentName, ...],
        Meta(
            min_length=1,
            description="max: as much f_s as possible, min: as little, lead: as much f; then who plays, fn being "
            "Fynbo and Nellemann's player",
        ),
    ] = ALL_EXPERIMENTS
    forms: Annotated[
        tuple[AlgorithmForm, ...],
        Meta(
            min_length=1,
            description="paper: independent genes, double cards score 0, a score is measured once; rescored: the same, "
            "but measured again in every generation; set: a genome is a set of cards, measured again",
        ),
    ] = ("paper", "rescored", "set")
    fitness: Annotated[
        Literal["computed", "printed"],
        Meta(description="f_s, computed: difference of mean points over the higher mean; printed: mean of (h - l) / h"),
    ] = "computed"
    fn: Annotated[str, Meta(description="the bot in the role of Fynbo and Nellemann's player")] = FN_PLAYER
    repetitions: Annotated[int, Meta(ge=1, le=1000, description="runs of each max and min experiment, by form")] = 30
    few_repetitions: Annotated[int, Meta(ge=1, le=1000, description="runs of each lead experiment, by form")] = 5
    population: Annotated[int, Meta(ge=4, le=10_000, description="card sets in a generation")] = 100
    generations: Annotated[int, Meta(ge=2, le=1000, description="generations of a run")] = 30
    games: Annotated[int, Meta(ge=4, le=100_000, description="games on each card set; even, both seats")] = 1000
    again_games: Annotated[
        int, Meta(ge=4, le=1_000_000, description="games on held-out seeds for the best sets; an even number")
    ] = 10_000
    random_sets: Annotated[
        int, Meta(ge=10, le=1_000_000, description="random card sets for each pair of Table II, both seats")
    ] = 50_000

    def __post_init__(self) -> None:
        for key in ("experiments", "forms"):
            check_unique(key, getattr(self, key))
        for key in ("games", "again_games"):
            if getattr(self, key) % 2:
                raise OptionError(f"{key}={getattr(self, key)} is odd: every deal is played from both seats")
        if self.games < MIN_TRAINING_GAMES and any(name.startswith("lead") for name in self.experiments):
            raise OptionError(
                f"games={self.games}: who leads is learned from games; lead experiments need {MIN_TRAINING_GAMES}"
            )

    @property
    def paper_size(self) -> bool:
        """Whether runs are as large as in the paper; smaller ones say nothing about its numbers."""
        return self.population >= 100 and self.generations >= 30 and self.games >= 1000

    @property
    def main_form(self) -> AlgorithmForm:
        """Form of the algorithm whose numbers are compared with the paper."""
        return "paper" if "paper" in self.forms else self.forms[0]


def check_config(settings: DominionCardsConfig) -> None:
    """Raise OptionError for an unknown bot."""
    check_bot(load_game(GAME), "fn", settings.fn)


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "experiments": ("max-earl-drew", "min-earl-drew", "lead-drew"),
        "repetitions": 2,
        "few_repetitions": 2,
        "population": 12,
        "generations": 4,
        "games": 100,
        "again_games": 200,
        "random_sets": 300,
    },
    "earl-drew": {"experiments": ("max-earl-drew", "min-earl-drew")},
    "rescored": {"experiments": ALL_EXPERIMENTS[:6], "forms": ("paper", "rescored")},
    "printed": {"experiments": ALL_EXPERIMENTS[:6], "forms": ("paper",), "fitness": "printed"},
    "paper": {},
}


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
        return settings.few_repetitions if self.objective_kind == "lead" else settings.repetitions

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
