"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.design.delve.playtest.bot_fights import DeckSet
from ludus.lab import Config
from ludus.studies.config_checks import check_bot, check_bots, check_unique
from ludus.util.errors import OptionError

GAME = "delve"
THESIS_BOTS = ("RandomBot", "RouletteBot", "GreedyBot", "BestTurnBot", "LuckyBot")

FiveBots = tuple[str, str, str, str, str]


class DelvePlayersConfig(Config, frozen=True, kw_only=True):
    """Bots, trees, decks and orders of cards."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2019
    urgent: Annotated[
        FiveBots, Meta(description=f"the thesis's bots, each aiming at the most urgent: {', '.join(THESIS_BOTS)}")
    ] = (
        "thesis-random",
        "roulette",
        "greedy-card",
        "best-turn",
        "lucky",
    )
    first: Annotated[FiveBots, Meta(description="the same bots, each aiming at the first enemy")] = (
        "thesis-random",
        "roulette:aim=first",
        "greedy-card:aim=first",
        "best-turn:aim=first",
        "lucky:aim=first",
    )
    ours: Annotated[str, Meta(description="our bot, which should beat BestTurnBot without cheating")] = "strategist"
    others: Annotated[tuple[str, ...], Meta(description="other bots")] = ("lucky:outcome=after",)
    decks: Annotated[DeckSet, Meta(description="reference decks of the thesis, held-out ones, or all")] = "all"
    trees: Annotated[int, Meta(ge=2, le=1000, description="random trees")] = 20
    nodes: Annotated[int, Meta(ge=5, le=100, description="nodes of each tree")] = 15
    walks: Annotated[int, Meta(ge=1, le=1000, description="random builds of each tree")] = 12
    orders: Annotated[int, Meta(ge=1, le=1000, description="orders of cards for each deck")] = 10
    runners: Annotated[tuple[str, ...], Meta(min_length=1, description="bots that pick nodes in whole runs")] = (
        "greedy-card",
        "best-turn",
        "strategist",
    )
    picks: Annotated[tuple[str, ...], Meta(min_length=2, description="strategies to pick nodes, the weakest first")] = (
        "random",
        "greedy",
        "lookahead",
    )
    runs: Annotated[int, Meta(ge=1, le=1000, description="whole runs with each deck and tree")] = 10

    def __post_init__(self) -> None:
        check_unique("urgent", self.urgent)
        check_unique("first", self.first)
        check_unique("runners", self.runners)
        check_unique("picks", self.picks)
        for key, texts in (("ours", (self.ours,)), ("others", self.others)):
            for text in texts:
                if text in (*self.urgent, *self.first):
                    raise OptionError(f"{key}: {text!r} is one of the thesis's bots")


def fighters(settings: DelvePlayersConfig) -> tuple[str, ...]:
    """All bots that fight, without duplicates."""
    return tuple(dict.fromkeys((*settings.urgent, *settings.first, settings.ours, *settings.others)))


def runner_text(text: str, way: str) -> str:
    """Text of a bot that picks nodes in the given way."""
    return f"{text}{',' if ':' in text else ':'}picks={way}"


def runner_texts(settings: DelvePlayersConfig) -> tuple[str, ...]:
    """Every runner with every way to pick nodes."""
    return tuple(runner_text(text, way) for text in settings.runners for way in settings.picks)


def check_config(settings: DelvePlayersConfig) -> None:
    """Raise OptionError for unknown bots."""
    game = load_game(GAME)
    for key in ("urgent", "first", "others"):
        check_bots(game, key, getattr(settings, key))
    check_bot(game, "ours", settings.ours)
    for text in runner_texts(settings):
        check_bot(game, "runners", text)


PRESETS = {
    "quick": {
        "ours": "strategist:ways=8,redeals=8",
        "trees": 3,
        "walks": 4,
        "orders": 3,
        "runners": ("greedy-card", "best-turn"),
        "runs": 4,
    },
    "full": {},
}
