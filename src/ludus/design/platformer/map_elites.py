"""MAP-Elites for levels: genomes, quality, measures and the archive.

    space = LevelGenomeSpace()
    genome = space.draw(rng)
    generate_from_genome(genome)    # the same level for the same genome
    archive = LevelArchive(find_map("linearity-difficulty"), space, seed=7)
    archive.step(backend)

A genome is a seed and one choice for each generator parameter. It may require more than fits, such as many challenges
in a hall. Then requirements are relaxed one after another until a level can be generated. The measures of the archives:

    linearity-difficulty    linearity of the path, and share of players that die at least once
    vertical-traps          vertical share of the path, and share of nodes with a trap
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from ludus.backends import Backend, split_range
from ludus.design import map_elites_archive as maps
from ludus.design.map_elites_archive import Axes, Axis
from ludus.design.platformer.difficulty.failure_model import FailureModel
from ludus.design.platformer.expressive_range import METRIC_LIMITS
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.platformer.generator.traps import PLACEABLE_TRAPS, TRAP_SETS, TrapParams
from ludus.design.platformer.level_metrics import METRIC_TITLES, LevelMetrics, LevelPath, metrics_of_path, shortest_path
from ludus.design.platformer.spec import LevelSpec
from ludus.evolve import Choices
from ludus.evolve.spaces import GenomeError
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.level import Level
from ludus.util.errors import OptionError, UnknownName

LevelGenome = tuple[int, tuple[str, ...]]  # a seed, and values in the order of GENE_CHOICES

SEED_RANGE = 1 << 31
SEED_MUTATION_FACTOR = 4  # the seed mutates this many times as often as a choice; it decides the rooms
ATTEMPTS_PER_SPEC = 12  # attempts before a requirement is relaxed
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
FULL_VARIETY = 3  # kinds of traps, equally frequent, for full variety
DIFFICULTY_TITLE = "difficulty"
BATCH_SIZE = 48  # levels per batch
LEVELS_PER_UNIT = 4  # levels per unit of work
MUTATION_RATE = 0.15  # mutation rate of each gene


class LevelGenomeSpace:
    """Space of level genomes, restricted to these rooms and to `limits` of other choices."""

    stored_name: ClassVar[str] = "RecipeSpace"  # in checkpoints

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
            raise GenomeError(f"a level genome has the keys seed, {', '.join(GENE_CHOICES)}; not {data!r:.80}")
        seed = data["seed"]
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_RANGE:
            raise GenomeError(f"the seed of a level genome is a whole number from 0 to {SEED_RANGE - 1}, not {seed!r}")
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
    for spec in _relaxed_specs(dict(zip(GENE_CHOICES, chosen, strict=True))):
        try:
            return generate_level(seed, spec, attempts=ATTEMPTS_PER_SPEC)
        except GenerationFailed:
            continue
    return generate_level(seed, spec)  # the most relaxed spec, with all attempts


def parse_rooms(text: str) -> tuple[int, int]:
    """Parse `5x1` as columns and rows."""
    columns, cross, rows = text.partition("x")
    if not cross or not (columns.isdecimal() and rows.isdecimal()):
        raise OptionError(f"rooms are columns x rows, such as 5x1, not {text!r}")
    return int(columns), int(rows)


def spec_of_genes(genes: Mapping[str, str]) -> LevelSpec:
    """Spec of a genome."""
    return LevelSpec(
        setup="thesis",
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


def _relaxed_specs(genes: dict[str, str]) -> Iterator[LevelSpec]:
    """Spec of a genome, then with one requirement relaxed each time."""
    yield spec_of_genes(genes)
    for name, plain in RELAXATIONS.items():
        if genes[name] != plain:
            genes = {**genes, name: plain}
            yield spec_of_genes(genes)


def level_quality(level: Level, path: LevelPath) -> float:
    """Mean of variety and evenness, from 0 to 1."""
    return (trap_variety(level) + trap_evenness(path.trapped)) / 2


def trap_variety(level: Level) -> float:
    """Entropy of the trap kinds, mines aside, relative to that of FULL_VARIETY kinds; 1 at most."""
    counts = Counter(trap.kind for trap in level.traps if trap.kind != MINE)
    shares = [count / sum(counts.values()) for _, count in sorted(counts.items())]
    return min(1.0, -math.fsum(share * math.log(share) for share in shares) / math.log(FULL_VARIETY))


def trap_evenness(trapped: np.ndarray) -> float:
    """1 minus the largest difference between the share of traps and the share of the path so far."""
    if not trapped.any():
        return 0.0
    trap_share = np.cumsum(trapped) / trapped.sum()
    path_share = np.arange(1, len(trapped) + 1) / len(trapped)
    return 1 - float(np.abs(trap_share - path_share).max())


@dataclass(frozen=True)
class MapDescriptors:
    """Descriptors of an archive: vertical axis, then horizontal axis."""

    name: str
    axes: Axes
    measure: Callable[[Level, LevelMetrics], tuple[float, float]]
    limits: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # limits of genomes; beyond them the measures are not valid

    def rate(self, level: Level) -> tuple[float, float, float]:
        """Quality of a level, then its two measures."""
        path = shortest_path(level)
        return level_quality(level, path), *self.measure(level, metrics_of_path(path))


def find_map(name: str) -> MapDescriptors:
    """Find an archive by its name."""
    if name not in MAPS:
        raise UnknownName("map of levels", name, list(MAPS))
    return MAPS[name]


def _by_difficulty(level: Level, shape: LevelMetrics) -> tuple[float, float]:
    return shape.linearity, FailureModel.load().failure(level)


def _by_traps(level: Level, shape: LevelMetrics) -> tuple[float, float]:
    return shape.vertical, shape.traps


def _axis(name: str, steps: int) -> Axis:
    return Axis(METRIC_TITLES[name], *METRIC_LIMITS[name], steps)


MAPS = {
    kind.name: kind
    for kind in (
        MapDescriptors(
            "linearity-difficulty",
            (_axis("linearity", 10), Axis(DIFFICULTY_TITLE, 0.0, 1.0, 10)),
            _by_difficulty,
            {"kinds": ["simple"], "doubles": ["no"]},  # the failure model is fitted to such traps only
        ),
        MapDescriptors("vertical-traps", (_axis("vertical", 12), _axis("traps", 10)), _by_traps),
    )
}


class LevelArchive(maps.EliteArchive[LevelGenome]):
    """MAP-Elites archive of levels."""

    def __init__(
        self,
        descriptors: MapDescriptors,
        space: LevelGenomeSpace,
        seed: int,
        batch: int = BATCH_SIZE,
        state: bytes | None = None,
    ) -> None:
        super().__init__(descriptors.axes, space, seed, batch, MUTATION_RATE, state)
        self.descriptors = descriptors

    def rate(
        self, genomes: list[LevelGenome], backend: Backend, on_progress: maps.ProgressListener
    ) -> list[maps.RatedMeasures]:
        rows: list[maps.RatedMeasures] = []
        for part in backend.run(
            partial(_rate, self.descriptors.name, genomes), split_range(len(genomes), LEVELS_PER_UNIT)
        ):
            rows += part
            on_progress(len(part))
        return rows


def _rate(map_name: str, genomes: list[LevelGenome], part: range) -> list[maps.RatedMeasures]:
    return [find_map(map_name).rate(generate_from_genome(genomes[number]).level) for number in part]
