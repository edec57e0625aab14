"""The steps of a `make` command: search, select, validate on held-out data, report.

A search tries many candidates with little data each, so its best are partly lucky. They are selected on fresh data, and
the reported numbers come from held-out data: deals, seeds, decks, bots or players that no choice depended on.

The designers of all games use it. Modes that search and validate are runs of their own (`ludus make GAME --map`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest

Candidates = TypeVar("Candidates")
Selection = TypeVar("Selection")
Validated = TypeVar("Validated")
Result = TypeVar("Result")
Measured = TypeVar("Measured")


class DesignRun(ABC, Generic[Candidates, Selection, Validated, Result]):
    """One run of a designer. A game adds its measures and moves."""

    def run(self) -> Result:
        """Search, select, validate, and report."""
        selection = self.select(self.search())
        return self.report(selection, self.validate(selection))

    @abstractmethod
    def search(self) -> Candidates:
        """Search for candidates."""

    @abstractmethod
    def select(self, candidates: Candidates) -> Selection:
        """Select from the candidates on data that the search has not used, or take what the search selected."""

    @abstractmethod
    def validate(self, selection: Selection) -> Validated:
        """Measure the selection on held-out data."""

    @abstractmethod
    def report(self, selection: Selection, validated: Validated) -> Result:
        """Describe the selection by its held-out measurements."""


@dataclass(frozen=True)
class BeforeAfter(Generic[Measured]):
    """The old and the new content, played by one bot or pair of bots on the same held-out deals."""

    validator: str
    before: Measured
    after: Measured

    @property
    def versions(self) -> tuple[tuple[str, Measured], ...]:
        """Both measurements with their names in tables."""
        return ("old", self.before), ("new", self.after)


def held_out_seed(request: DesignRequest, validator: str) -> int:
    """Return the seed of the deals of a validator, which no choice depends on."""
    return derive(request.seed, "judge", validator)


def seed_facts(request: DesignRequest, validations: Iterable[BeforeAfter[Any]]) -> dict[str, str]:
    """Return the seeds of validators as facts of a report."""
    return {
        f"seed of {validation.validator}": str(held_out_seed(request, validation.validator))
        for validation in validations
    }
