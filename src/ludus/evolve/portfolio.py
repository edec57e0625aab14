"""Pool of opponents for the evaluation of individuals: some are permanent, others enter and leave.

    pool = OpponentPool(permanent=("coac",), initial=("baseline2",), exit_win_rate=0.8, entry_interval=10, capacity=5)
    pool.after(records)        the opponents after these generations

The opponents depend only on the records of earlier generations, so a resumed run has the same opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.errors import OptionError


@dataclass(frozen=True)
class Opponent:
    """An opponent: a bot by its name, or the best individual of an earlier generation as data."""

    name: str
    data: Any = None
    stays: bool = False


@dataclass(frozen=True)
class Record:
    """Record of a generation: the win rates of its best individual by opponent, and the individual as data."""

    beaten: Mapping[str, float]
    data: Any


@dataclass(frozen=True)
class Portfolio:
    """Rules of entry and exit of opponents."""

    stay: tuple[str, ...]  # opponents that never leave
    guests: tuple[str, ...]  # further opponents at the start
    leaves: float  # an opponent leaves when the best individual reaches this win rate against it
    enters: int  # the best individual enters every so many generations
    room: int  # largest number of opponents

    def __post_init__(self) -> None:
        if len(self.stay) + len(self.guests) > self.room:
            raise OptionError(f"{len(self.stay) + len(self.guests)} opponents do not fit into a room for {self.room}")
        if not self.stay and not self.guests:
            raise OptionError("a portfolio begins with at least one opponent")

    def after(self, records: Sequence[Record]) -> list[Opponent]:
        """Return the opponents after these generations. The last opponent never leaves."""
        opponents = [Opponent(name, stays=True) for name in self.stay] + [Opponent(name) for name in self.guests]
        for generation, record in enumerate(records, 1):
            beaten = [one for one in opponents if not one.stays and record.beaten.get(one.name, 0.0) >= self.leaves]
            for one in sorted(beaten, key=lambda one: -record.beaten[one.name])[: len(opponents) - 1]:
                opponents.remove(one)
            if generation % self.enters == 0 and self._make_room(opponents, record):
                opponents.append(Opponent(f"best of generation {generation - 1}", record.data))
        return opponents

    def _make_room(self, there: list[Opponent], record: Record) -> bool:
        """If the pool is full, remove the most beaten opponent; return whether there is space."""
        if len(there) >= self.room:
            leaving = [one for one in there if not one.stays]
            if not leaving:
                return False
            there.remove(max(leaving, key=lambda one: record.beaten.get(one.name, 0.0)))
        return True
