"""Configuration of the study, whose defaults are the numbers of the thesis, and the evolutions that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.lab import Config
from ludus.studies.config_checks import check_bot, check_bots, check_unique
from ludus.util.errors import OptionError

GAME = "locm"

Representation = Literal["linear", "binary", "tree"]
Scheme = Literal["progressive", "weak-op", "from-linear", "strong-op"]
SCHEME_ORDER = (
    "progressive",
    "weak-op",
    "from-linear",
    "strong-op",
)  # from-linear needs progressive, strong-op from-linear


class RepresentationConfig(Config, frozen=True, kw_only=True):
    """Two experiments in one: which representation, and which training opponent."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2021
    representations: Annotated[tuple[Representation, ...], Meta(min_length=1, description="kinds of genomes")] = (
        "linear",
        "binary",
        "tree",
    )
    schemes: Annotated[
        tuple[Scheme, ...], Meta(min_length=1, description="opponents that individuals are measured with")
    ] = (
        "progressive",
        "weak-op",
        "from-linear",
        "strong-op",
    )
    copies: Annotated[int, Meta(ge=1, le=100, description="evolutions of each kind")] = 4
    from_linear_copies: Annotated[int, Meta(ge=1, le=100, description="evolutions from each finished linear agent")] = 2
    generations: Annotated[int, Meta(ge=1, le=10_000, description="generations of each evolution")] = 50
    population: Annotated[int, Meta(ge=2, le=1000, description="individuals in a generation")] = 50
    elite: Annotated[
        int, Meta(ge=0, le=1000, description="best individuals that go unchanged into the next generation")
    ] = 5
    mutation_rate: Annotated[float, Meta(ge=0, le=1, description="probability that a gene or node mutates")] = 0.05
    start_mutations: Annotated[
        int, Meta(ge=0, le=100, description="mutations of each copy of a linear agent at the start")
    ] = 5
    drafts: Annotated[
        int, Meta(ge=1, le=1000, description="drafts in a generation, the same for all its individuals")
    ] = 10
    rounds: Annotated[
        int, Meta(ge=1, le=1000, description="games on each draft and side, for each individual of the population")
    ] = 10
    weak_opponent: Annotated[str, Meta(description="opponent of the scheme weak-op")] = "baseline2"
    strong_opponent: Annotated[
        str, Meta(description="opponent of the scheme strong-op; empty: the best Tree-from-Linear agent of this run")
    ] = ""
    field: Annotated[tuple[str, ...], Meta(description="other bots in the tournament")] = (
        "baseline1",
        "baseline2",
        "chad",
        "coac",
        "onelane",
    )
    heat_games: Annotated[
        int, Meta(ge=2, le=100_000, description="games in a cell of a heat map; even, both seats")
    ] = 200
    tournament_rounds: Annotated[
        int, Meta(ge=1, le=10_000, description="deals for each pair in the tournament, each from both seats")
    ] = 100
    strength_deals: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000,
            description="deals of the best of a generation against each final agent of other bases, from both seats",
        ),
    ] = 20

    def __post_init__(self) -> None:
        for key in ("representations", "schemes", "field"):
            check_unique(key, getattr(self, key))
        if self.generations < 2:
            raise OptionError("generations=1: the study compares generations with each other; evolve 2 or more")
        if len(self.representations) == len(self.schemes) == 1 and not self.field:
            raise OptionError("field=[]: a single kind of agent would meet nobody in the tournament; add a player")
        if self.elite >= self.population:
            raise OptionError(f"elite={self.elite} leaves no room for new individuals in population={self.population}")
        if self.heat_games % 2:
            raise OptionError(f"heat_games={self.heat_games} is odd: every deal is played from both seats")
        if "from-linear" in self.schemes and not {"linear"} <= set(self.representations):
            raise OptionError("the scheme from-linear begins with linear agents: add linear to representations")
        if "from-linear" in self.schemes and "progressive" not in self.schemes:
            raise OptionError("the scheme from-linear begins with progressive agents: add progressive to schemes")
        if "strong-op" in self.schemes and not self.strong_opponent and not self._has_tree_from_linear():
            raise OptionError(
                "strong-op trains against a Tree-from-Linear agent: add from-linear to schemes and tree to "
                "representations, or name a player in strong_opponent"
            )

    def _has_tree_from_linear(self) -> bool:
        return "from-linear" in self.schemes and "tree" in self.representations


def check_config(settings: RepresentationConfig) -> None:
    """Raise OptionError for unknown bots."""
    game = load_game(GAME)
    check_bot(game, "weak_opponent", settings.weak_opponent)
    if settings.strong_opponent:
        check_bot(game, "strong_opponent", settings.strong_opponent)
    check_bots(game, "field", settings.field)


PRESETS = {
    "quick": {
        "copies": 1,
        "from_linear_copies": 1,
        "generations": 10,
        "population": 16,
        "elite": 2,
        "drafts": 4,
        "rounds": 2,
        "field": ("baseline1", "baseline2", "coac", "onelane"),
        "heat_games": 40,
        "tournament_rounds": 20,
        "strength_deals": 5,
    },
    "thesis": {},
}


@dataclass(frozen=True)
class AgentEvolution:
    """One evolution; `start_from` names the evolution whose last agent it starts from."""

    representation: str
    scheme: str
    number: int
    start_from: str = ""

    @property
    def row_name(self) -> str:
        """Row of Table 5.1 that it belongs to."""
        return f"{self.representation}-{self.scheme}"

    @property
    def name(self) -> str:
        return f"{self.row_name}-{self.number}"

    @property
    def base(self) -> str:
        """Evolution from scratch that it goes back to: itself, or the one that it starts from."""
        return self.start_from or self.name

    def games(self, settings: RepresentationConfig) -> int:
        """Games in one generation."""
        games_per_pair = settings.drafts * settings.rounds * 2
        if self.scheme in ("weak-op", "strong-op"):
            return settings.population * settings.population * games_per_pair
        return settings.population * (settings.population - 1) // 2 * games_per_pair


def all_evolutions(settings: RepresentationConfig) -> list[AgentEvolution]:
    """All evolutions."""
    return [
        evolution
        for scheme in SCHEME_ORDER
        if scheme in settings.schemes
        for evolution in _scheme_evolutions(scheme, settings)
    ]


def table_rows(settings: RepresentationConfig) -> list[str]:
    """Rows of Table 5.1 that are evolved here, in the order of the evolutions."""
    return list(dict.fromkeys(evolution.row_name for evolution in all_evolutions(settings)))


def _scheme_evolutions(scheme: str, settings: RepresentationConfig) -> Iterator[AgentEvolution]:
    for representation in settings.representations:
        if scheme != "from-linear":
            for number in range(1, settings.copies + 1):
                yield AgentEvolution(representation, scheme, number)
        elif representation != "binary":  # the thesis continues with Linear and Tree only
            bases = [f"linear-progressive-{k}" for k in range(1, settings.copies + 1)]
            for number in range(settings.copies * settings.from_linear_copies):
                yield AgentEvolution(representation, scheme, number + 1, bases[number // settings.from_linear_copies])
