"""Declarations of a game beyond its rules: benchmarks, bot presets, hints for evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Benchmark:
    """A match whose speed `ludus bench` measures; the bar is the required speed on one core of the reference machine.

    The unit is games per second. With `counting`, it is the sum of this field of the bots' memories (e.g. iterations)
    per second. With `program`, it is our overhead in microseconds per reply when each seat is an external program.
    """

    name: str
    players: tuple[str, ...]
    options: dict[str, Any]
    bar: float | None = None
    counting: str = ""
    program: Path | None = None  # Python file without dependencies that speaks the game's protocol


@dataclass(frozen=True)
class BotPreset:
    """A named bot preset: a bot, or one bot for each phase, with options."""

    text: str
    summary: str
    source: str = ""  # how it was made


@dataclass(frozen=True)
class EvaluationHints:
    """Hints of a game for searches that evaluate its positions.

    `predictable_moves` promises that features, score and end reason after one move follow from the mover's observation,
    so that one-ply search needs no resampling. The conformance check for hidden information verifies it.
    """

    weights: Path | None = None  # default file of feature weights
    predictable_moves: bool = False
    blind_phases: tuple[str, ...] = ()  # phases without useful features: the game's partner bot plays them for searches
