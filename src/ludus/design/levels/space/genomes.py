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
from ludus.design.levels.levels import LevelOrder, Made, NoLevel, make_level
from ludus.design.levels.trapping.traps import PLACEABLE, SETS, TrapOrder
from ludus.evolve import Choices
from ludus.evolve.space import GenomeError

Recipe = tuple[int, tuple[str, ...]]  # a seed, and values in the order of GENE_CHOICES

SEEDS = 1 << 31
FRESH = 4  # the seed mutates this many times as often as a choice: with the same seed, rooms stay the same
ATTEMPTS = 12  # attempts before a requirement is relaxed
CYCLES = {"fast": (60, 80), "usual": (72, 120), "slow": (110, 160)}  # ticks
KINDS = {**SETS, "all": PLACEABLE}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "rooms": ("8x1", "5x1", "3x1", "4x2", "3x2", "2x2", "2x4", "1x4", "3x3", "4x3"),
    "fill": ("solid", "airy", "open"),
    "alpha": ("0.05", "0.1", "0.2", "0.35", "0.5", "0.7"),
    "loops": ("0", "0.3", "0.6", "1"),
    "branching": ("0", "0.3", "0.7"),
    "mines": ("0", "1", "2"),
    "doubles": ("no", "yes"),
    "cycle": tuple(CYCLES),
    "kinds": tuple(KINDS),
    "challenges": ("0", "2", "4", "6"),
}
WISHES = {"challenges": "0", "kinds": "simple", "alpha": "0.35", "fill": "solid"}  # relaxed values, in this order


class RecipeSpace:
    """Space of level genomes, restricted to these rooms and to `limits` of other choices."""

    def __init__(
        self, rooms: Sequence[str] = CHOICES["rooms"], limits: Mapping[str, Sequence[str]] = MappingProxyType({})
    ) -> None:
        for values in rooms:
            read_rooms(values)
        options = {**CHOICES, **limits, "rooms": rooms}
        self.fixed = {name: values[0] for name, values in options.items() if len(values) == 1}
        self.choices = Choices({name: values for name, values in options.items() if len(values) > 1})

    def draw(self, rng: np.random.Generator) -> Recipe:
        return int(rng.integers(SEEDS)), self._whole(self.choices.draw(rng))

    def mutate(self, genome: Recipe, rng: np.random.Generator, rate: float) -> Recipe:
        seed = int(rng.integers(SEEDS)) if rng.random() < FRESH * rate else genome[0]
        return seed, self._whole(self.choices.mutate(self._part(genome[1]), rng, rate))

    def cross(self, a: Recipe, b: Recipe, rng: np.random.Generator) -> Recipe:
        seed = a[0] if rng.random() < 0.5 else b[0]
        return seed, self._whole(self.choices.cross(self._part(a[1]), self._part(b[1]), rng))

    def to_data(self, genome: Recipe) -> dict[str, Any]:
        return {"seed": genome[0], **dict(zip(CHOICES, genome[1], strict=True))}

    def from_data(self, data: Any) -> Recipe:
        if not isinstance(data, dict) or set(data) != {"seed", *CHOICES}:
            raise GenomeError(f"a recipe is a dict with the keys seed, {', '.join(CHOICES)}, not {data!r:.80}")
        seed = data["seed"]
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
            raise GenomeError(f"the seed of a recipe is a whole number from 0 to {SEEDS - 1}, not {seed!r}")
        for name, value in self.fixed.items():
            if data[name] != value:
                raise GenomeError(f"{name} is {data[name]!r}, not {value}")
        chosen = self.choices.from_data({name: value for name, value in data.items() if name in self.choices.options})
        return seed, self._whole(chosen)

    def describe(self, genome: Recipe) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.to_data(genome).items())

    def _whole(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        named = {**dict(zip(self.choices.options, chosen, strict=True)), **self.fixed}
        return tuple(named[name] for name in CHOICES)

    def _part(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        named = dict(zip(CHOICES, chosen, strict=True))
        return tuple(named[name] for name in self.choices.options)


def bake(recipe: Recipe) -> Made:
    """Generate the level of a genome, with requirements relaxed as far as needed."""
    seed, chosen = recipe
    for order in _orders(dict(zip(CHOICES, chosen, strict=True))):
        try:
            return make_level(seed, order, attempts=ATTEMPTS)
        except NoLevel:
            continue
    return make_level(seed, order)  # the most relaxed parameters, with all attempts


def read_rooms(text: str) -> tuple[int, int]:
    """Parse `5x1` as columns and rows."""
    columns, cross, rows = text.partition("x")
    if not cross or not (columns.isdecimal() and rows.isdecimal()):
        raise OptionError(f"rooms are columns x rows, such as 5x1, not {text!r}")
    return int(columns), int(rows)


def order_of(named: Mapping[str, str]) -> LevelOrder:
    """Generator parameters of a genome."""
    return LevelOrder(
        rooms=read_rooms(named["rooms"]),
        fill=named["fill"],
        loops=float(named["loops"]),
        branching=float(named["branching"]),
        traps=TrapOrder(
            alpha=float(named["alpha"]),
            cycle=CYCLES[named["cycle"]],
            kinds=KINDS[named["kinds"]],
            mines=int(named["mines"]),
            doubles=named["doubles"] == "yes",
            challenges=int(named["challenges"]),
        ),
    )


def _orders(named: dict[str, str]) -> Iterator[LevelOrder]:
    """Parameters of a genome, then with one requirement relaxed each time."""
    yield order_of(named)
    for name, plain in WISHES.items():
        if named[name] != plain:
            named = {**named, name: plain}
            yield order_of(named)
