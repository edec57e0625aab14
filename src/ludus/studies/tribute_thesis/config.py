"""Configuration of the study; the preset `paper` has the cards of the thesis and sizes from a power calculation."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.game import Content
from ludus.core.game_registry import load_game
from ludus.design.tribute.learned_patron_pick_order import MIN_CONFIDENCE, MIN_SUPPORT
from ludus.lab import Config
from ludus.studies.config_checks import check_bot, check_bots, check_unique
from ludus.studies.tribute_thesis.published import THESIS_BOTS
from ludus.util.errors import OptionError

GAME = "tribute"
EVEN_KEYS = ("games", "table_games", "learned_games", "tournaments", "block", "width_games", "backup_games")

FiveBots = tuple[str, str, str, str, str]


class TributeThesisConfig(Config, frozen=True, kw_only=True):
    """Five bots in two versions, tournaments, beams."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2023
    patch: Annotated[
        Literal["2025-10", "2023-02"],
        Meta(description="cards: 2023-02 are those of the thesis, with its eight patrons; 2025-10 are those of today"),
    ] = "2025-10"
    intended: Annotated[FiveBots, Meta(description=f"the five bots as intended: {', '.join(THESIS_BOTS)}")] = (
        "max-prestige",
        "beam",
        "mcts",
        "decision-tree",
        "random-simulation",
    )
    published: Annotated[FiveBots, Meta(description="the same five bots as published")] = (
        "max-prestige-2023:fresh=false",
        "beam-2023:fresh=false",
        "mcts-2023:fresh=false",
        "decision-tree-2023",
        "random-simulation-2023:fresh=false",
    )
    others: Annotated[tuple[str, ...], Meta(description="other bots in the round robin")] = (
        "random",
        "random-no-end",
        "patron-favors",
        "max-agents",
    )
    games: Annotated[int, Meta(ge=4, le=1_000_000, description="games of each pair; even, both seats")] = 400
    table_games: Annotated[
        int, Meta(ge=0, le=1_000_000, description="games of each pair of Table 7.1; even; 0: as many as other pairs")
    ] = 0
    entrants: Annotated[
        Literal["published", "intended"], Meta(description="the five bots of the tournaments of figure 7.1")
    ] = "published"
    tournaments: Annotated[
        int, Meta(ge=4, le=1_000_000, description="tournaments with random patrons, and as many with apriori; even")
    ] = 200
    repetitions: Annotated[
        int, Meta(ge=1, le=1_000, description="how often the tournaments are repeated, with other seeds")
    ] = 1
    learned_games: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000_000,
            description="games of a bot with learned patrons for each rival and repetition; even; 0: as of other pairs",
        ),
    ] = 0
    block: Annotated[
        int, Meta(ge=2, le=1_000_000, description="number of tournaments after which patrons are learned again; even")
    ] = 20
    support: Annotated[
        int, Meta(ge=1, le=100_000, description="smallest number of won games of a set of patrons (apriori support)")
    ] = MIN_SUPPORT
    confidence: Annotated[
        float, Meta(ge=0, le=1, description="smallest confidence of a rule about patrons (apriori)")
    ] = MIN_CONFIDENCE
    beam: Annotated[str, Meta(description="bot with a varied width, written as {width}")] = "beam:width={width}"
    rival: Annotated[str, Meta(description="opponent of the beam bots")] = "mcts"
    widths: Annotated[tuple[int, ...], Meta(min_length=2, description="widths of figure 7.2, in rising order")] = (
        1,
        2,
        5,
        10,
        20,
        40,
        80,
        160,
    )
    width_games: Annotated[int, Meta(ge=4, le=1_000_000, description="games of each width; even")] = 400
    maximum: Annotated[str, Meta(description="search that values a node by its best result")] = "mcts:backup=max"
    mean: Annotated[str, Meta(description="the same search with the mean result")] = "mcts:backup=mean"
    backup_games: Annotated[int, Meta(ge=4, le=1_000_000, description="games of maximum against mean; even")] = 1000

    def __post_init__(self) -> None:
        check_unique("players", all_bots(self))
        for key in EVEN_KEYS:
            if getattr(self, key) % 2:
                raise OptionError(f"{key}={getattr(self, key)} is odd: every deal is played from both seats")
        if self.tournaments % self.block:
            raise OptionError(f"block={self.block} does not divide tournaments={self.tournaments}")
        if list(self.widths) != sorted(set(self.widths)):
            raise OptionError("widths: each once, and rising")
        if "{width}" not in self.beam:
            raise OptionError("beam: {width} must stand where the width goes, as in beam:width={width}")


def all_bots(settings: TributeThesisConfig) -> tuple[str, ...]:
    """All bots of the round robin."""
    return (*settings.intended, *settings.published, *settings.others)


def tournament_bots(settings: TributeThesisConfig) -> FiveBots:
    """Bots of the tournaments."""
    return settings.published if settings.entrants == "published" else settings.intended


def pair_games(settings: TributeThesisConfig, one: str, other: str) -> int:
    """Number of games of a pair of the round robin; pairs of Table 7.1 are both as published or both as intended."""
    is_in_table = any({one, other} <= set(five) for five in (settings.published, settings.intended))
    return settings.table_games if is_in_table and settings.table_games else settings.games


def learned_games(settings: TributeThesisConfig) -> int:
    """Number of games of a bot with learned patrons against one rival, in one repetition."""
    return settings.learned_games or settings.games


def round_robin_games(settings: TributeThesisConfig) -> int:
    """Number of games of all pairs."""
    return sum(pair_games(settings, one, other) for one, other in combinations(all_bots(settings), 2))


def pair_deals(settings: TributeThesisConfig, one: str, other: str) -> int:
    """Number of deals of a pair of the round robin, each played from both seats."""
    return pair_games(settings, one, other) // 2


@cache
def patch_content(patch: str) -> Content:
    """Cards and patrons of a patch."""
    return load_game(GAME).content(patch=patch)


def check_config(settings: TributeThesisConfig) -> None:
    """Raise OptionError for unknown bots."""
    game = load_game(GAME)
    for key in ("intended", "published", "others"):
        check_bots(game, key, getattr(settings, key))
    for width in settings.widths:
        check_bot(game, "beam", settings.beam.format(width=width))
    for key in ("rival", "maximum", "mean"):
        check_bot(game, key, getattr(settings, key))


PRESETS = {
    "quick": {
        "patch": "2023-02",
        "intended": (
            "max-prestige",
            "beam:width=5",
            "mcts:iterations=50",
            "decision-tree",
            "random-simulation:iterations=50",
        ),
        "published": (
            "max-prestige-2023:fresh=false",
            "beam-2023:fresh=false",
            "mcts-2023:fresh=false,iterations=50",
            "decision-tree-2023",
            "random-simulation-2023:fresh=false,iterations=50",
        ),
        "games": 40,
        "tournaments": 20,
        "repetitions": 2,
        "block": 10,
        "widths": (1, 5, 20),
        "width_games": 40,
        "rival": "mcts:iterations=50",
        "maximum": "mcts:iterations=50,backup=max",
        "mean": "mcts:iterations=50,backup=mean",
        "backup_games": 40,
    },
    "paper": {
        "patch": "2023-02",
        "games": 100,
        "table_games": 1200,
        "repetitions": 4,
        "learned_games": 40,
        "widths": (1, 5, 20, 80),
        "width_games": 1600,
        "backup_games": 400,
    },
}
