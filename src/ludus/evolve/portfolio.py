"""A portfolio of opponents that individuals are measured against: some stay, others enter and leave.

    portfolio = Portfolio(stay=("coac",), guests=("baseline2",), leaves=0.8, enters=10, room=5)
    portfolio.after(records)        who is there after these generations

Nothing but the records of earlier generations decides who is there, so a run that goes on finds the same opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludus.core.errors import OptionError


@dataclass(frozen=True)
class Opponent:
    """A player by its name, or an earlier best as data."""

    name: str
    data: Any = None
    stays: bool = False


@dataclass(frozen=True)
class Record:
    """What a generation leaves behind: how the best one did against each opponent by name, and who may enter."""

    beaten: Mapping[str, float]
    data: Any


@dataclass(frozen=True)
class Portfolio:
    """The rules of entry and exit."""

    stay: tuple[str, ...]  # opponents that never leave
    guests: tuple[str, ...]  # opponents to begin with
    leaves: float  # an opponent that the best one beats in so many games leaves
    enters: int  # every so many generations the best one enters
    room: int  # opponents at a time

    def __post_init__(self) -> None:
        if len(self.stay) + len(self.guests) > self.room:
            raise OptionError(f"{len(self.stay) + len(self.guests)} opponents do not fit into a room for {self.room}")
        if not self.stay and not self.guests:
            raise OptionError("a portfolio begins with at least one opponent")

    def after(self, records: Sequence[Record]) -> list[Opponent]:
        """Who is there after these generations. The last one never leaves."""
        there = [Opponent(name, stays=True) for name in self.stay] + [Opponent(name) for name in self.guests]
        for generation, record in enumerate(records, 1):
            beaten = [one for one in there if not one.stays and record.beaten.get(one.name, 0.0) >= self.leaves]
            for one in sorted(beaten, key=lambda one: -record.beaten[one.name])[: len(there) - 1]:
                there.remove(one)
            if generation % self.enters == 0 and self._make_room(there, record):
                there.append(Opponent(f"best of generation {generation - 1}", record.data))
        return there

    def _make_room(self, there: list[Opponent], record: Record) -> bool:
        """Let the most beaten leave if it is full; where all stay, nobody enters."""
        if len(there) >= self.room:
            leaving = [one for one in there if not one.stays]
            if not leaving:
                return False
            there.remove(max(leaving, key=lambda one: record.beaten.get(one.name, 0.0)))
        return True
