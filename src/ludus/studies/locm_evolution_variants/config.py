"""Configuration of the study; the sizes are those of a progressive evolution of the thesis."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.evolve import OpponentPool
from ludus.lab import Config
from ludus.studies.config_checks import check_bot, check_bots, check_search, check_unique
from ludus.studies.locm_representation.config import GAME
from ludus.util.errors import OptionError

Method = Literal["progressive", "switch", "portfolio", "ensemble", "extended-linear", "extended-tree", "cma"]
ALL_METHODS: tuple[Method, ...] = (
    "progressive",
    "switch",
    "portfolio",
    "ensemble",
    "extended-linear",
    "extended-tree",
    "cma",
)


class LocmBeyondConfig(Config, frozen=True, kw_only=True):
    """Seven ways to spend the same number of games."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2027
    methods: Annotated[
        tuple[Method, ...], Meta(min_length=1, description="methods to compare; progressive is the baseline")
    ] = ALL_METHODS
    copies: Annotated[int, Meta(ge=1, le=100, description="evolutions of each method")] = 4
    generations: Annotated[int, Meta(ge=1, le=10_000, description="generations of each evolution")] = 50
    population: Annotated[int, Meta(ge=4, le=1000, description="individuals in a generation")] = 50
    elite: Annotated[
        int, Meta(ge=0, le=1000, description="best individuals that go unchanged into the next generation")
    ] = 5
    mutation_rate: Annotated[float, Meta(ge=0, le=1, description="probability that a gene or node mutates")] = 0.05
    drafts: Annotated[int, Meta(ge=1, le=1000, description="drafts in a generation")] = 10
    rounds: Annotated[int, Meta(ge=1, le=1000, description="games for each draft, side and pair")] = 10
    back: Annotated[
        int, Meta(ge=1, le=10_000, description="switch: progress is measured against the generation so many before")
    ] = 5
    stall_deals: Annotated[
        int, Meta(ge=2, le=1_000_000, description="switch: deals for the measurement of progress")
    ] = 500
    patience: Annotated[
        int, Meta(ge=1, le=10_000, description="switch: number of generations without progress that counts as a stall")
    ] = 3
    anchors: Annotated[tuple[str, ...], Meta(description="portfolio: opponents that always stay in the pool")] = (
        "baseline2",
    )
    guests: Annotated[tuple[str, ...], Meta(description="portfolio: first opponents")] = ("baseline1", "greedy")
    leaves: Annotated[
        float, Meta(ge=0.5, le=1, description="portfolio: win rate at which a beaten opponent leaves")
    ] = 0.8
    enters: Annotated[
        int, Meta(ge=1, le=10_000, description="portfolio: number of generations after which the best enters")
    ] = 5
    room: Annotated[int, Meta(ge=1, le=100, description="portfolio: largest number of opponents")] = 5
    step: Annotated[
        float, Meta(gt=0, le=1, description="cma: first step size, as a share of the range of the weights")
    ] = 0.25
    field: Annotated[tuple[str, ...], Meta(description="other bots in the tournament")] = (
        "baseline1",
        "baseline2",
        "coac",
        "onelane",
    )
    searches: Annotated[
        tuple[str, ...], Meta(min_length=1, description="searches that use the evolved evaluations")
    ] = (
        "agent",
        "beam",
        "mcts:scope=turn,backup=max,iterations=200",
    )
    rival: Annotated[str, Meta(description="opponent of these searches")] = "coac"
    tournament_rounds: Annotated[int, Meta(ge=2, le=10_000, description="deals for each pair, from both seats")] = 100

    def __post_init__(self) -> None:
        for key in ("methods", "field", "searches"):
            check_unique(key, getattr(self, key))
        check_unique("anchors and guests", (*self.anchors, *self.guests))
        if len(self.methods) == 1 and not self.field:
            raise OptionError("field=[]: a single method would meet nobody in the tournament; add a player")
        if self.elite >= self.population:
            raise OptionError(f"elite={self.elite} leaves no room for new individuals in population={self.population}")
        OpponentPool(self.anchors, self.guests, self.leaves, self.enters, self.room)

    @property
    def games(self) -> int:
        """Games in one generation of any method."""
        return self.population * (self.population - 1) // 2 * self.drafts * self.rounds * 2


def check_config(settings: LocmBeyondConfig) -> None:
    """Raise OptionError for unknown bots and searches."""
    game = load_game(GAME)
    for key in ("anchors", "guests", "field"):
        check_bots(game, key, getattr(settings, key))
    check_bot(game, "rival", settings.rival)
    for number, text in enumerate(settings.searches):
        check_search(game, f"searches[{number}]", text)


PRESETS = {
    "quick": {
        "copies": 1,
        "generations": 6,
        "population": 10,
        "elite": 2,
        "drafts": 2,
        "rounds": 2,
        "stall_deals": 20,
        "searches": ("agent", "beam"),
        "tournament_rounds": 10,
    }
}
