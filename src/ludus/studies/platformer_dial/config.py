"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.design.platformer.make import level_spec
from ludus.design.platformer.options import DEFAULT_ROOMS, MakeOptions, Players, Setup
from ludus.design.platformer.spec import LevelSpec
from ludus.lab import Config
from ludus.util.errors import OptionError

Share = Annotated[float, Meta(gt=0, lt=1)]


class DialConfig(Config, frozen=True, kw_only=True):
    """Targets and levels."""

    seed: Annotated[int, Meta(description="seed of all random numbers")] = 2015
    targets: Annotated[
        tuple[Share, ...],
        Meta(min_length=1, description="target shares of players that die at least once, in rising order"),
    ] = (0.3, 0.5, 0.7, 0.9)
    levels: Annotated[int, Meta(ge=2, le=10_000, description="levels for each target")] = 50
    rooms: Annotated[str, Meta(description="rooms of a level, columns x rows")] = DEFAULT_ROOMS
    setup: Annotated[Setup, Meta(description="set-up of the levels")] = "thesis"
    players: Annotated[
        Players, Meta(description="kind of players for whom the levels are made; the other kind plays them, too")
    ] = "planner"


def base_level_spec(settings: DialConfig) -> LevelSpec:
    """Spec of the levels, as from the command with only these options."""
    return level_spec(MakeOptions(setup=settings.setup, rooms=settings.rooms, players=settings.players))


def check_config(settings: DialConfig) -> None:
    """Raise OptionError for unsorted targets and invalid rooms."""
    if list(settings.targets) != sorted(set(settings.targets)):
        raise OptionError(f"targets: name each once, the easiest first, not {list(settings.targets)}")
    base_level_spec(settings)


PRESETS = {"quick": {"levels": 6}, "full": {}}
