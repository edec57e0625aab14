"""Configuration of the study; the defaults are the complete study."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.lab import Config
from ludus.studies.config_checks import check_bots
from ludus.util.errors import OptionError

GAME = "dominion"
MIN_SAMPLE = 1000  # minimum sample; the model of all pairs has 300 parameters


class LandscapeConfig(Config, frozen=True, kw_only=True):
    """All kingdoms, two players."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2012
    edition: Annotated[Literal["first", "second"], Meta(description="edition: 25 or 26 kingdom cards")] = "first"
    players: Annotated[tuple[str, str], Meta(description="the two bots; win rates are those of the first")] = (
        "earl",
        "drew",
    )
    ties: Annotated[
        Literal["official", "points"],
        Meta(description="points: as in the engine of the paper, which counts only points"),
    ] = "points"
    declining: Annotated[bool, Meta(description="whether a gain may be declined, as in the paper's engine")] = True
    sample: Annotated[int, Meta(ge=0, description="number of random kingdoms; 0: all kingdoms")] = 0
    games: Annotated[int, Meta(ge=4, le=10_000, description="games on each kingdom; even, both seats")] = 100
    part: Annotated[int, Meta(ge=100, le=1_000_000, description="kingdoms between two stored results")] = 65_536
    shortlist: Annotated[
        int, Meta(ge=1, le=100_000, description="kingdoms at each end of a ranking that are measured again")
    ] = 5000
    shortlist_games: Annotated[
        int, Meta(ge=4, le=100_000, description="games of each of these kingdoms; an even number")
    ] = 1000
    finalists: Annotated[
        int, Meta(ge=1, le=10_000, description="the first of these kingdoms that are measured a third time")
    ] = 200
    final_games: Annotated[int, Meta(ge=4, le=1_000_000, description="games of each finalist; even")] = 10_000
    searches: Annotated[
        int,
        Meta(ge=0, le=100, description="runs of the genetic algorithm; their best sets are ranked among all kingdoms"),
    ] = 5
    population: Annotated[int, Meta(ge=4, le=1000, description="kingdoms in a generation of these runs")] = 100
    generations: Annotated[int, Meta(ge=1, le=1000, description="generations of these runs")] = 30
    search_games: Annotated[int, Meta(ge=4, le=100_000, description="games on each kingdom of a generation; even")] = (
        1000
    )

    def __post_init__(self) -> None:
        for key in ("games", "shortlist_games", "final_games", "search_games"):
            if getattr(self, key) % 2:
                raise OptionError(f"{key}={getattr(self, key)} is odd: every deal is played from both seats")
        if self.sample and self.sample < MIN_SAMPLE:
            raise OptionError(
                f"sample={self.sample}: pairs of cards need {MIN_SAMPLE} kingdoms or more to be told apart"
            )
        if self.finalists > self.shortlist:
            raise OptionError(f"finalists={self.finalists} come from a shortlist={self.shortlist}; take fewer")

    @property
    def options(self) -> dict[str, object]:
        """Game options."""
        return {"ties": self.ties, "declining": self.declining}


def check_config(settings: LandscapeConfig) -> None:
    """Raise OptionError for unknown bots."""
    check_bots(load_game(GAME), "players", settings.players)


PRESETS = {
    "quick": {
        "sample": 1500,
        "games": 100,
        "shortlist": 30,
        "shortlist_games": 100,
        "finalists": 10,
        "final_games": 400,
        "searches": 1,
        "population": 20,
        "generations": 6,
        "search_games": 40,
    },
    "full": {},
}
