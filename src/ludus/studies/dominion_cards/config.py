"""Configuration of the study; the defaults are the numbers of the paper."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.core.registry import load_game
from ludus.design.kingdoms.leaders import MIN_TRAINING_GAMES
from ludus.lab import Config
from ludus.studies.named import check_unique, check_bot

GAME = "dominion"

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
AlgorithmForm = Literal["paper", "set"]
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


class DominionCardsConfig(Config, frozen=True, kw_only=True):
    """Nine experiments, each repeated: three objectives, three pairs of players."""

    seed: Annotated[int, Meta(description="everything random follows from it")] = 2012
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
        Meta(min_length=1, description="paper: independent genes, doubles score 0; set: genomes are sets of cards"),
    ] = ("paper", "set")
    fitness: Annotated[
        Literal["computed", "printed"],
        Meta(description="f_s: difference of mean points over the higher mean, or mean of (h - l) / h as printed"),
    ] = "computed"
    fn: Annotated[str, Meta(description="the player that stands for Fynbo and Nellemann's")] = "fynbo-nellemann"
    repetitions: Annotated[int, Meta(ge=1, le=1000, description="runs of max-earl-drew and min-earl-drew")] = 30
    few_repetitions: Annotated[int, Meta(ge=1, le=1000, description="runs of each experiment with fn, or for f")] = 5
    population: Annotated[int, Meta(ge=4, le=10_000, description="card sets in a generation")] = 100
    generations: Annotated[int, Meta(ge=2, le=1000, description="generations of a run")] = 30
    games: Annotated[int, Meta(ge=4, le=100_000, description="games on each card set; even, both seats")] = 1000
    again_games: Annotated[
        int, Meta(ge=4, le=1_000_000, description="games on fresh seeds for the sets that were found; even")
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
    "costly": {"experiments": ALL_EXPERIMENTS[1:3] + ALL_EXPERIMENTS[4:]},
    "paper": {},
}
