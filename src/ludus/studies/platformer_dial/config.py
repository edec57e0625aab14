"""Configuration of the study."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.design.levels.asks import ROOMS, MakeAsks
from ludus.design.levels.levels import LevelOrder
from ludus.design.levels.making.making import read_order
from ludus.lab import Config

Share = Annotated[float, Meta(gt=0, lt=1)]


class Settings(Config, frozen=True, kw_only=True):
    """Targets and levels."""

    seed: Annotated[int, Meta(description="everything random follows from it")] = 2015
    targets: Annotated[
        tuple[Share, ...], Meta(min_length=1, description="shares of players that die at least once, rising")
    ] = (0.3, 0.5, 0.7, 0.9)
    levels: Annotated[int, Meta(ge=2, le=10_000, description="levels for each target")] = 50
    rooms: Annotated[str, Meta(description="their rooms, in columns x rows")] = ROOMS


def order(settings: Settings) -> LevelOrder:
    """Level order for the generator, as from the command with only these rooms."""
    return read_order(MakeAsks(rooms=settings.rooms))


def check(settings: Settings) -> None:
    """Raise OptionError for unsorted targets and invalid rooms."""
    if list(settings.targets) != sorted(set(settings.targets)):
        raise OptionError(f"targets: name each once, the easiest first, not {list(settings.targets)}")
    order(settings)


PRESETS = {"quick": {"levels": 6}, "full": {}}
