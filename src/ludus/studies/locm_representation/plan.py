"""Evolutions of the study, in an order in which each finds what it starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludus.studies.locm_representation.config import RepresentationConfig

SCHEME_ORDER = (
    "progressive",
    "weak-op",
    "from-linear",
    "strong-op",
)  # from-linear needs progressive, strong-op from-linear


@dataclass(frozen=True)
class AgentEvolution:
    """One evolution; `base` names the evolution whose last agent it starts from."""

    representation: str
    scheme: str
    number: int
    start_from: str = ""

    @property
    def row_name(self) -> str:
        """Row of Table 5.1 that it belongs to."""
        return f"{self.representation}-{self.scheme}"

    @property
    def name(self) -> str:
        return f"{self.row_name}-{self.number}"

    def games(self, settings: RepresentationConfig) -> int:
        """Games in one generation."""
        games_per_pair = settings.drafts * settings.rounds * 2
        if self.scheme in ("weak-op", "strong-op"):
            return settings.population * settings.population * games_per_pair
        return settings.population * (settings.population - 1) // 2 * games_per_pair


def all_evolutions(settings: RepresentationConfig) -> list[AgentEvolution]:
    """All evolutions."""
    return [
        evolution
        for scheme in SCHEME_ORDER
        if scheme in settings.schemes
        for evolution in _scheme_evolutions(scheme, settings)
    ]


def table_rows(settings: RepresentationConfig) -> list[str]:
    """Rows of Table 5.1 that are evolved here, in the order of the evolutions."""
    return list(dict.fromkeys(evolution.row_name for evolution in all_evolutions(settings)))


def _scheme_evolutions(scheme: str, settings: RepresentationConfig) -> Iterator[AgentEvolution]:
    for representation in settings.representations:
        if scheme != "from-linear":
            for number in range(1, settings.copies + 1):
                yield AgentEvolution(representation, scheme, number)
        elif representation != "binary":  # the thesis continues with Linear and Tree only
            bases = [f"linear-progressive-{k}" for k in range(1, settings.copies + 1)]
            for number in range(settings.copies * settings.from_linear_copies):
                yield AgentEvolution(representation, scheme, number + 1, bases[number // settings.from_linear_copies])
