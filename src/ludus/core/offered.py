"""What a game offers beyond its rules: matches to measure its speed by, named players, help for searches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Benchmark:
    """A match whose speed `ludus bench` measures; the bar is for one core of the reference machine.

    It is counted in games a second; with `counting`, in whatever the players count in a field of their memory
    (iterations); with `program`, in microseconds a reply costs us when each seat is a program of its own.
    """

    name: str
    players: tuple[str, ...]
    options: dict[str, Any]
    bar: float | None = None
    counting: str = ""
    program: Path | None = None  # a Python file that speaks the game's protocol and needs nothing but Python


@dataclass(frozen=True)
class Named:
    """A player with a name of its own: a bot, or one for each phase, with its options."""

    text: str
    summary: str
    source: str = ""  # how it was made


@dataclass(frozen=True)
class Outlook:
    """What a game tells the searches about judging its positions.

    `foreseeable` promises that features, points and the end after one move follow from what the mover sees, so
    that looking one move ahead needs no redeal. The law for bots that they do not peek holds a game to it.
    """

    weights: Path | None = None  # a file with weights for the features, for whoever brings none
    foreseeable: bool = False
    blind: tuple[str, ...] = ()  # phases that the features tell nothing of: the game's partner plays them for searches
