"""Sets of small changes as genomes: so many steps of each number of the cards and patrons that are to be weaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.evolve import GenomeError

Thing = tuple[str, int]  # "cards" or "patrons", and a number
Genome = tuple[int, ...]  # steps, one for each gene


@dataclass(frozen=True)
class Gene:
    """A number that can be moved."""

    thing: Thing  # whose it is
    number: Any  # of the game's card file
    sign: int  # of the step that makes the thing weaker
    most: int  # steps


class Changes:
    """Genomes over these genes; `describe` tells which numbers move.

    What one thing has changes together: a child has all changes of a thing from the same parent.
    """

    def __init__(self, genes: Sequence[Gene]) -> None:
        self.genes = tuple(genes)
        self.things = tuple(dict.fromkeys(gene.thing for gene in genes))

    @property
    def nothing(self) -> Genome:
        return (0,) * len(self.genes)

    def own(self, genome: Genome, thing: Thing) -> Genome:
        """What changes of one thing."""
        return tuple(steps for gene, steps in zip(self.genes, genome, strict=True) if gene.thing == thing)

    def joined(self, parts: dict[Thing, Genome]) -> Genome:
        """A genome from what changes of each thing; nothing of those that are not named."""
        rest = {thing: iter(own) for thing, own in parts.items()}
        return tuple(next(rest[gene.thing]) if gene.thing in rest else 0 for gene in self.genes)

    # The space of ludus.evolve

    def draw(self, rng: np.random.Generator) -> Genome:
        """One step of one number for every other thing."""
        chosen = {}
        for thing in self.things:
            places = [k for k, gene in enumerate(self.genes) if gene.thing == thing]
            k = places[int(rng.integers(len(places)))]
            if rng.random() < 0.5:
                chosen[k] = 1
        return tuple(chosen.get(k, 0) for k in range(len(self.genes)))

    def mutate(self, genome: Genome, rng: np.random.Generator, rate: float) -> Genome:
        """A changed gene takes another of its values, all alike."""
        moved = rng.random(len(genome)) < rate
        others = [int(rng.integers(gene.most)) for gene in self.genes]
        return tuple(
            other + (other >= steps) if new else steps for steps, other, new in zip(genome, others, moved, strict=True)
        )

    def cross(self, a: Genome, b: Genome, rng: np.random.Generator) -> Genome:
        first = dict(zip(self.things, (rng.random(len(self.things)) < 0.5).tolist(), strict=True))
        return tuple(x if first[gene.thing] else y for gene, x, y in zip(self.genes, a, b, strict=True))

    def to_data(self, genome: Genome) -> dict[str, int]:
        return {str(gene.number): steps for gene, steps in zip(self.genes, genome, strict=True) if steps}

    def from_data(self, data: Any) -> Genome:
        places = {str(gene.number): k for k, gene in enumerate(self.genes)}
        if not isinstance(data, dict):
            raise GenomeError(f"changes are a dict of numbers and steps, not {data!r:.80}")
        found = [0] * len(self.genes)
        for name, steps in data.items():
            if name not in places:
                raise GenomeError(f"{name!r:.80} is none of the numbers that may change")
            most = self.genes[places[name]].most
            if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= most:
                raise GenomeError(f"{name} moves by 1 to {most} steps, not {steps!r:.80}")
            found[places[name]] = steps
        return tuple(found)

    def describe(self, genome: Genome) -> str:
        told = [f"{name} {steps} weaker" for name, steps in self.to_data(genome).items()]
        return ", ".join(told) or "no change"
