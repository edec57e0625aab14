"""Evolutions of the study, in an order in which each finds what it starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludus.studies.locm_representation.config import Settings

SCHEMES = ("progressive", "weak-op", "from-linear", "strong-op")  # from-linear needs progressive, strong-op from-linear


@dataclass(frozen=True)
class Evolution:
    """One evolution; `base` names the evolution whose last agent it starts from."""

    representation: str
    scheme: str
    number: int
    base: str = ""

    @property
    def group(self) -> str:
        """Row of Table 5.1 that it belongs to."""
        return f"{self.representation}-{self.scheme}"

    @property
    def name(self) -> str:
        return f"{self.group}-{self.number}"

    def games(self, settings: Settings) -> int:
        """Games in one generation."""
        games_per_pair = settings.drafts * settings.rounds * 2
        if self.scheme in ("weak-op", "strong-op"):
            return settings.population * settings.population * games_per_pair
        return settings.population * (settings.population - 1) // 2 * games_per_pair


def evolutions(settings: Settings) -> list[Evolution]:
    """All evolutions."""
    return [evolution for scheme in SCHEMES if scheme in settings.schemes for evolution in _of_scheme(scheme, settings)]


def groups(settings: Settings) -> list[str]:
    """Rows of Table 5.1 that are evolved here, in the order of the evolutions."""
    return list(dict.fromkeys(evolution.group for evolution in evolutions(settings)))


def _of_scheme(scheme: str, settings: Settings) -> Iterator[Evolution]:
    for representation in settings.representations:
        if scheme != "from-linear":
            for number in range(1, settings.copies + 1):
                yield Evolution(representation, scheme, number)
        elif representation != "binary":  # the thesis continues with Linear and Tree only
            bases = [f"linear-progressive-{k}" for k in range(1, settings.copies + 1)]
            for number in range(settings.copies * settings.from_linear_copies):
                yield Evolution(representation, scheme, number + 1, bases[number // settings.from_linear_copies])
