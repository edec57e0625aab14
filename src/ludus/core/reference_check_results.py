"""Results of `ludus check`: traces recorded on other engines are replayed with our rules and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Progress = Callable[[int, int | None], None]  # games done, total number of games if known
MAX_LISTED_DIFFERENCES = 20  # listed in full; all are counted


@dataclass(frozen=True)
class TraceDifference:
    """One difference between our rules and a recorded trace."""

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
    """Counts of what was compared and what differed, with the first differences."""

    games: int = 0
    states: int = 0  # positions compared, each in every recorded field
    moves: int = 0  # replayed moves; 0 for traces that do not count moves
    mismatches: int = 0  # differing positions and results
    differences: list[TraceDifference] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return self.mismatches == 0

    def add(self, difference: TraceDifference) -> None:
        self.mismatches += 1
        if len(self.differences) < MAX_LISTED_DIFFERENCES:
            self.differences.append(difference)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data, for printing and for programs."""
        return {
            "games": self.games,
            "states": self.states,
            **({"moves": self.moves} if self.moves else {}),
            "mismatches": self.mismatches,
            "differences": [str(difference) for difference in self.differences],
        }


@dataclass(frozen=True)
class ReferenceSample:
    """Statistics of many games of another engine on one content: mean and standard deviation of each measure."""

    line: int
    name: str
    options: dict[str, Any]
    players: tuple[str, ...]
    games: int
    expected: dict[str, tuple[float, float | None]]  # None: deviation unknown; ours is used for both


class TraceComparison:
    """Comparison of one recorded game; differences go into the report with file, line and step."""

    def __init__(self, report: CheckReport, file: str, line: int, game: object) -> None:
        self.report, self.file, self.line, self.game = report, file, line, str(game)
        report.games += 1

    def compare_state(self, step: str, expected: Any, got: Any) -> bool:
        """Compare a position given as plain data; return whether it agrees."""
        self.report.states += 1
        return self.compare(step, expected, got)

    def compare(self, step: str, expected: Any, got: Any) -> bool:
        """Compare any other value, such as the winner; return whether it agrees."""
        if difference := first_difference(expected, got):
            self.report.add(TraceDifference(self.file, self.line, self.game, step, *difference))
        return difference is None


def first_difference(expected: Any, got: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Return path, expected and actual value of the first difference between two pieces of plain data, or None."""
    if expected == got:
        return None
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in [*expected, *(key for key in got if key not in expected)]:
            where = f"{path}.{key}" if path else str(key)
            if key not in expected or key not in got:
                return where, expected.get(key, "nothing"), got.get(key, "nothing")
            if difference := first_difference(expected[key], got[key], where):
                return difference
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return next(difference for k, pair in pairs if (difference := first_difference(*pair, f"{path}[{k}]")))
    return path, expected, got
