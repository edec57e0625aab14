"""Genome space of card-file edits: steps of each number of the cards and patrons that are to be weakened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ludus.evolve import GenomeError
from ludus.games.tribute.card_edits import Number

Item = tuple[str, int]  # ("cards" or "patrons", number)
Genome = tuple[int, ...]  # steps, one for each gene


@dataclass(frozen=True)
class Gene:
    """A number of the card file that can be moved."""

    item: Item  # its card or patron
    number: Number
    sign: int  # of the step that weakens the card or patron
    max_steps: int  # maximum number of steps


class Changes:
    """Space of genomes over these genes.

    All changes of one card or patron are inherited from the same parent.
    """

    stored_name: ClassVar[str] = "Changes"  # in checkpoints

    def __init__(self, genes: Sequence[Gene]) -> None:
        self.genes = tuple(genes)
        self.items = tuple(dict.fromkeys(gene.item for gene in genes))

    @property
    def no_change(self) -> Genome:
        return (0,) * len(self.genes)

    def item_steps(self, genome: Genome, item: Item) -> Genome:
        """Return the steps of one card or patron."""
        return tuple(steps for gene, steps in zip(self.genes, genome, strict=True) if gene.item == item)

    def join_items(self, parts: dict[Item, Genome]) -> Genome:
        """Return the genome with these steps by card or patron; 0 for those that are not named."""
        rest = {item: iter(own) for item, own in parts.items()}
        return tuple(next(rest[gene.item]) if gene.item in rest else 0 for gene in self.genes)

    # Genome space protocol of ludus.evolve

    def draw(self, rng: np.random.Generator) -> Genome:
        """Return one step of one random number for about half of the cards and patrons."""
        chosen = {}
        for item in self.items:
            genes = [k for k, gene in enumerate(self.genes) if gene.item == item]
            k = genes[int(rng.integers(len(genes)))]
            if rng.random() < 0.5:
                chosen[k] = 1
        return tuple(chosen.get(k, 0) for k in range(len(self.genes)))

    def mutate(self, genome: Genome, rng: np.random.Generator, rate: float) -> Genome:
        """Give each mutated gene another value, uniformly."""
        moved = rng.random(len(genome)) < rate
        others = [int(rng.integers(gene.max_steps)) for gene in self.genes]
        return tuple(
            other + (other >= steps) if new else steps for steps, other, new in zip(genome, others, moved, strict=True)
        )

    def cross(self, a: Genome, b: Genome, rng: np.random.Generator) -> Genome:
        first = dict(zip(self.items, (rng.random(len(self.items)) < 0.5).tolist(), strict=True))
        return tuple(x if first[gene.item] else y for gene, x, y in zip(self.genes, a, b, strict=True))

    def to_data(self, genome: Genome) -> dict[str, int]:
        return {str(gene.number): steps for gene, steps in zip(self.genes, genome, strict=True) if steps}

    def from_data(self, data: Any) -> Genome:
        positions = {str(gene.number): k for k, gene in enumerate(self.genes)}
        if not isinstance(data, dict):
            raise GenomeError(f"changes are a dict of numbers and steps, not {data!r:.80}")
        genome = [0] * len(self.genes)
        for name, steps in data.items():
            if name not in positions:
                raise GenomeError(f"{name!r:.80} is none of the numbers that may change")
            most = self.genes[positions[name]].max_steps
            if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= most:
                raise GenomeError(f"{name} moves by 1 to {most} steps, not {steps!r:.80}")
            genome[positions[name]] = steps
        return tuple(genome)

    def describe(self, genome: Genome) -> str:
        parts = [f"{name} {steps} weaker" for name, steps in self.to_data(genome).items()]
        return ", ".join(parts) or "no change"
