"""Pool of opponents for the evaluation of individuals: some are permanent, others enter and leave.

    pool = OpponentPool(permanent=("coac",), initial=("baseline2",), exit_win_rate=0.8, entry_interval=10, capacity=5)
    pool.after(records)        the opponents after these generations

The opponents depend only on the records of earlier generations, so a resumed run has the same opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.util.errors import OptionError


@dataclass(frozen=True)
class Opponent:
    """An opponent: a bot by its name, or the best individual of an earlier generation as data."""

    name: str
    data: Any = None
    permanent: bool = False


@dataclass(frozen=True)
class GenerationRecord:
    """Record of a generation: the win rates of its best individual by opponent, and the individual as data."""

    win_rates: Mapping[str, float]
    data: Any


@dataclass(frozen=True)
class OpponentPool:
    """Rules of entry and exit of opponents.

    Raises:
        OptionError: the first opponents are none, or more than `capacity`.
    """

    permanent: tuple[str, ...]  # opponents that never leave
    initial: tuple[str, ...]  # further opponents at the start
    exit_win_rate: float  # an opponent leaves when the best individual reaches this win rate against it
    entry_interval: int  # the best individual enters every so many generations
    capacity: int  # largest number of opponents

    def __post_init__(self) -> None:
        if len(self.permanent) + len(self.initial) > self.capacity:
            raise OptionError(
                f"{len(self.permanent) + len(self.initial)} opponents do not fit into a room for {self.capacity}"
            )
        if not self.permanent and not self.initial:
            raise OptionError("a portfolio begins with at least one opponent")

    def after(self, records: Sequence[GenerationRecord]) -> list[Opponent]:
        """Return the opponents after these generations. The last opponent never leaves.

        Args:
            records: records of all generations so far, in order.
        """
        opponents = [Opponent(name, permanent=True) for name in self.permanent] + [
            Opponent(name) for name in self.initial
        ]
        for generation, record in enumerate(records, 1):
            beaten = [
                one
                for one in opponents
                if not one.permanent and record.win_rates.get(one.name, 0.0) >= self.exit_win_rate
            ]
            for one in sorted(beaten, key=lambda one: -record.win_rates[one.name])[: len(opponents) - 1]:
                opponents.remove(one)
            if generation % self.entry_interval == 0 and self._make_room(opponents, record):
                opponents.append(Opponent(f"best of generation {generation - 1}", record.data))
        return opponents

    def _make_room(self, opponents: list[Opponent], record: GenerationRecord) -> bool:
        """If the pool is full, remove the most beaten opponent; return whether there is space."""
        if len(opponents) >= self.capacity:
            leaving = [one for one in opponents if not one.permanent]
            if not leaving:
                return False
            opponents.remove(max(leaving, key=lambda one: record.win_rates.get(one.name, 0.0)))
        return True
