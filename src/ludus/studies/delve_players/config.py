"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.core.registry import find_game
from ludus.design.trees.playing.skill import Decks
from ludus.lab import Config
from ludus.studies.named import check_once, check_player, check_players

GAME = "delve"
NAMES = ("RandomBot", "RouletteBot", "GreedyBot", "BestTurnBot", "LuckyBot")

Five = tuple[str, str, str, str, str]


class Settings(Config, frozen=True, kw_only=True):
    """Bots, trees, decks and orders of cards."""

    seed: Annotated[int, Meta(description="everything random follows from it")] = 2019
    urgent: Annotated[
        Five, Meta(description=f"the thesis's bots, each aiming at the most urgent: {', '.join(NAMES)}")
    ] = (
        "thesis-random",
        "roulette",
        "greedy-card",
        "best-turn",
        "lucky",
    )
    first: Annotated[Five, Meta(description="the same, each aiming at the first in line")] = (
        "thesis-random",
        "roulette:aim=first",
        "greedy-card:aim=first",
        "best-turn:aim=first",
        "lucky:aim=first",
    )
    ours: Annotated[str, Meta(description="who is to beat BestTurnBot without cheating")] = "strategist"
    others: Annotated[tuple[str, ...], Meta(description="who else fights")] = ("lucky:outcome=after",)
    decks: Annotated[Decks, Meta(description="reference decks of the thesis, held-out ones, or all")] = "all"
    trees: Annotated[int, Meta(ge=2, le=1000, description="random trees")] = 20
    nodes: Annotated[int, Meta(ge=5, le=100, description="nodes of each")] = 15
    walks: Annotated[int, Meta(ge=1, le=1000, description="random ways through each tree, whose nodes are had")] = 12
    orders: Annotated[int, Meta(ge=1, le=1000, description="orders of cards for each deck")] = 10
    runners: Annotated[tuple[str, ...], Meta(min_length=1, description="who picks nodes in whole runs")] = (
        "greedy-card",
        "best-turn",
        "strategist",
    )
    picks: Annotated[tuple[str, ...], Meta(min_length=2, description="ways to pick, the poorest first")] = (
        "random",
        "greedy",
        "lookahead",
    )
    runs: Annotated[int, Meta(ge=1, le=1000, description="whole runs with each deck and tree")] = 10

    def __post_init__(self) -> None:
        check_once("urgent", self.urgent)
        check_once("first", self.first)
        check_once("runners", self.runners)
        check_once("picks", self.picks)
        for key, texts in (("ours", (self.ours,)), ("others", self.others)):
            for text in texts:
                if text in (*self.urgent, *self.first):
                    raise OptionError(f"{key}: {text!r} is one of the thesis's bots")


def fighters(settings: Settings) -> tuple[str, ...]:
    """All bots that fight, without duplicates."""
    return tuple(dict.fromkeys((*settings.urgent, *settings.first, settings.ours, *settings.others)))


def runner(text: str, way: str) -> str:
    """Text of a bot that picks nodes in the given way."""
    return f"{text}{',' if ':' in text else ':'}picks={way}"


def runners(settings: Settings) -> tuple[str, ...]:
    """Every runner with every way to pick nodes."""
    return tuple(runner(text, way) for text in settings.runners for way in settings.picks)


def check(settings: Settings) -> None:
    """Raise OptionError for unknown bots."""
    game = find_game(GAME)
    for key in ("urgent", "first", "others"):
        check_players(game, key, getattr(settings, key))
    check_player(game, "ours", settings.ours)
    for text in runners(settings):
        check_player(game, "runners", text)


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
