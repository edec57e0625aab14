"""Genomes of levels: a seed, and one choice for each generator parameter.

    space = LevelGenomeSpace()
    genome = space.draw(rng)
    generate_from_genome(genome)    # the same level for the same genome

A genome may require more than fits, such as many challenges in a hall. Then requirements are relaxed one after another
until a level can be generated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ludus.core.errors import OptionError
from ludus.design.levels.levels import GeneratorParams, GeneratedLevel, GenerationFailed, generate_level
from ludus.design.levels.trapping.traps import PLACEABLE_TRAPS, TRAP_SETS, TrapParams
from ludus.evolve import Choices
from ludus.evolve.space import GenomeError

LevelGenome = tuple[int, tuple[str, ...]]  # a seed, and values in the order of GENE_CHOICES

SEED_RANGE = 1 << 31
SEED_MUTATION_FACTOR = (
    4  # the seed mutates this many times as often as a choice: with the same seed, rooms stay the same
)
ATTEMPTS_PER_PARAMS = 12  # attempts before a requirement is relaxed
PERIOD_CHOICES = {"fast": (60, 80), "usual": (72, 120), "slow": (110, 160)}  # ticks
TRAP_KIND_CHOICES = {**TRAP_SETS, "all": PLACEABLE_TRAPS}
GENE_CHOICES: Mapping[str, tuple[str, ...]] = {
    "rooms": ("8x1", "5x1", "3x1", "4x2", "3x2", "2x2", "2x4", "1x4", "3x3", "4x3"),
    "fill": ("solid", "airy", "open"),
    "alpha": ("0.05", "0.1", "0.2", "0.35", "0.5", "0.7"),
    "loops": ("0", "0.3", "0.6", "1"),
    "branching": ("0", "0.3", "0.7"),
    "mines": ("0", "1", "2"),
    "doubles": ("no", "yes"),
    "cycle": tuple(PERIOD_CHOICES),
    "kinds": tuple(TRAP_KIND_CHOICES),
    "challenges": ("0", "2", "4", "6"),
}
RELAXATIONS = {"challenges": "0", "kinds": "simple", "alpha": "0.35", "fill": "solid"}  # relaxed values, in this order


class LevelGenomeSpace:
    """Space of level genomes, restricted to these rooms and to `limits` of other choices."""

    def __init__(
        self, rooms: Sequence[str] = GENE_CHOICES["rooms"], limits: Mapping[str, Sequence[str]] = MappingProxyType({})
    ) -> None:
        for values in rooms:
            parse_rooms(values)
        options = {**GENE_CHOICES, **limits, "rooms": rooms}
        self.fixed = {name: values[0] for name, values in options.items() if len(values) == 1}
        self.choices = Choices({name: values for name, values in options.items() if len(values) > 1})

    def draw(self, rng: np.random.Generator) -> LevelGenome:
        return int(rng.integers(SEED_RANGE)), self._all_genes(self.choices.draw(rng))

    def mutate(self, genome: LevelGenome, rng: np.random.Generator, rate: float) -> LevelGenome:
        seed = int(rng.integers(SEED_RANGE)) if rng.random() < SEED_MUTATION_FACTOR * rate else genome[0]
        return seed, self._all_genes(self.choices.mutate(self._free_genes(genome[1]), rng, rate))

    def cross(self, a: LevelGenome, b: LevelGenome, rng: np.random.Generator) -> LevelGenome:
        seed = a[0] if rng.random() < 0.5 else b[0]
        return seed, self._all_genes(self.choices.cross(self._free_genes(a[1]), self._free_genes(b[1]), rng))

    def to_data(self, genome: LevelGenome) -> dict[str, Any]:
        return {"seed": genome[0], **dict(zip(GENE_CHOICES, genome[1], strict=True))}

    def from_data(self, data: Any) -> LevelGenome:
        if not isinstance(data, dict) or set(data) != {"seed", *GENE_CHOICES}:
            raise GenomeError(f"a recipe is a dict with the keys seed, {', '.join(GENE_CHOICES)}, not {data!r:.80}")
        seed = data["seed"]
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_RANGE:
            raise GenomeError(f"the seed of a recipe is a whole number from 0 to {SEED_RANGE - 1}, not {seed!r}")
        for name, value in self.fixed.items():
            if data[name] != value:
                raise GenomeError(f"{name} is {data[name]!r}, not {value}")
        chosen = self.choices.from_data({name: value for name, value in data.items() if name in self.choices.options})
        return seed, self._all_genes(chosen)

    def describe(self, genome: LevelGenome) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.to_data(genome).items())

    def _all_genes(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        named = {**dict(zip(self.choices.options, chosen, strict=True)), **self.fixed}
        return tuple(named[name] for name in GENE_CHOICES)

    def _free_genes(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        named = dict(zip(GENE_CHOICES, chosen, strict=True))
        return tuple(named[name] for name in self.choices.options)


def generate_from_genome(genome: LevelGenome) -> GeneratedLevel:
    """Generate the level of a genome, with requirements relaxed as far as needed."""
    seed, chosen = genome
    for order in _relaxed_params(dict(zip(GENE_CHOICES, chosen, strict=True))):
        try:
            return generate_level(seed, order, attempts=ATTEMPTS_PER_PARAMS)
        except GenerationFailed:
            continue
    return generate_level(seed, order)  # the most relaxed parameters, with all attempts


def parse_rooms(text: str) -> tuple[int, int]:
    """Parse `5x1` as columns and rows."""
    columns, cross, rows = text.partition("x")
    if not cross or not (columns.isdecimal() and rows.isdecimal()):
        raise OptionError(f"rooms are columns x rows, such as 5x1, not {text!r}")
    return int(columns), int(rows)


def params_of_genes(genes: Mapping[str, str]) -> GeneratorParams:
    """Generator parameters of a genome."""
    return GeneratorParams(
        rooms=parse_rooms(genes["rooms"]),
        fill=genes["fill"],
        loops=float(genes["loops"]),
        branching=float(genes["branching"]),
        traps=TrapParams(
            density=float(genes["alpha"]),
            periods=PERIOD_CHOICES[genes["cycle"]],
            kinds=TRAP_KIND_CHOICES[genes["kinds"]],
            mines=int(genes["mines"]),
            doubles=genes["doubles"] == "yes",
            challenges=int(genes["challenges"]),
        ),
    )


def _relaxed_params(genes: dict[str, str]) -> Iterator[GeneratorParams]:
    """Parameters of a genome, then with one requirement relaxed each time."""
    yield params_of_genes(genes)
    for name, plain in RELAXATIONS.items():
        if genes[name] != plain:
            genes = {**genes, name: plain}
            yield params_of_genes(genes)
