"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.core.game_registry import load_game
from ludus.design.tribute.learned_patron_pick_order import MIN_CONFIDENCE, MIN_SUPPORT
from ludus.lab import Config
from ludus.studies.config_checks import check_bots, check_unique
from ludus.util.errors import OptionError

GAME = "tribute"


class TributeCardsConfig(Config, frozen=True, kw_only=True):
    """Players, and number of games."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2023
    players: Annotated[
        tuple[str, ...], Meta(min_length=1, description="bots; each plays against itself and all others")
    ] = ("decision-tree", "max-prestige", "shopper", "random-no-end")
    games: Annotated[
        int, Meta(ge=4, le=10_000_000, description="games of each pair; an even number, half from each seat")
    ] = 20_000
    part: Annotated[int, Meta(ge=2, le=1_000_000, description="games between two stored results; an even number")] = (
        2000
    )
    support: Annotated[
        int, Meta(ge=1, le=100_000, description="smallest number of won games of a set of patrons (apriori support)")
    ] = MIN_SUPPORT
    confidence: Annotated[
        float, Meta(ge=0, le=1, description="smallest confidence of a rule about patrons (apriori)")
    ] = MIN_CONFIDENCE
    cards: Annotated[str, Meta(description="path of a card file; empty: the game's own")] = ""

    def __post_init__(self) -> None:
        check_unique("players", self.players)
        for key in ("games", "part"):
            if getattr(self, key) % 2:
                raise OptionError(f"{key}={getattr(self, key)} is odd: every deal is played from both seats")


def check_config(settings: TributeCardsConfig) -> None:
    """Raise an error for unknown bots and an unreadable card file."""
    game = load_game(GAME)
    check_bots(game, "players", settings.players)
    game.content(**game_options(settings))


def game_options(settings: TributeCardsConfig) -> dict[str, object]:
    """Game options."""
    return {"cards": settings.cards} if settings.cards else {}


PRESETS = {
    "quick": {"players": ("decision-tree", "max-prestige", "shopper"), "games": 4000, "part": 1000},
    "full": {},
}
