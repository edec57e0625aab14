"""What `ludus check` finds: recorded games of other engines, replayed with our rules and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Progress = Callable[[int, int | None], None]  # games done, games in all where known
MOST_DIFFERENCES = 20  # told in words; all are counted


@dataclass(frozen=True)
class Difference:
    """One place where our rules and a recording part."""

    file: str
    line: int
    game: str
    step: str
    field: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        where = f"{self.file}, line {self.line}, game {self.game}, {self.step}"
        return f"{where}: {self.field} should be {self.expected!r}, got {self.got!r}"


@dataclass
class CheckReport:
    """How much was compared, how much of it differed, and the first differences."""

    games: int = 0
    states: int = 0  # positions compared, each in all that its recording tells
    moves: int = 0  # of recorded games, made again; 0 where a recording is not counted so
    mismatches: int = 0  # of positions and results
    differences: list[Difference] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return self.mismatches == 0

    def add(self, difference: Difference) -> None:
        self.mismatches += 1
        if len(self.differences) < MOST_DIFFERENCES:
            self.differences.append(difference)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for printing and for programs."""
        return {
            "games": self.games,
            "states": self.states,
            **({"moves": self.moves} if self.moves else {}),
            "mismatches": self.mismatches,
            "differences": [str(difference) for difference in self.differences],
        }


@dataclass(frozen=True)
class Sampled:
    """Many games of another engine with one content, as statistics: the mean of each measure, and its spread."""

    line: int
    name: str
    options: dict[str, Any]
    players: tuple[str, ...]
    games: int
    expected: dict[str, tuple[float, float | None]]  # None: the spread is not told; ours serves for both


class Comparison:
    """One recorded game while it is replayed: what is compared goes into the report, with its place."""

    def __init__(self, report: CheckReport, file: str, line: int, game: object) -> None:
        self.report, self.file, self.line, self.game = report, file, line, str(game)
        report.games += 1

    def state(self, step: str, expected: Any, got: Any) -> bool:
        """Compare a position, as plain data; whether it agrees."""
        self.report.states += 1
        return self.same(step, expected, got)

    def same(self, step: str, expected: Any, got: Any) -> bool:
        """Compare anything else, such as the winner."""
        if found := first_difference(expected, got):
            self.report.add(Difference(self.file, self.line, self.game, step, *found))
        return found is None


def first_difference(expected: Any, got: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place where two pieces of plain data differ: its path and both values."""
    if expected == got:
        return None
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(key for key in got if key not in expected)]:
            where = f"{path}.{key}" if path else str(key)
            if key not in expected or key not in got:
                return where, expected.get(key, "nothing"), got.get(key, "nothing")
            if found := first_difference(expected[key], got[key], where):
                return found
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return next(found for k, pair in pairs if (found := first_difference(*pair, f"{path}[{k}]")))
    return path, expected, got
