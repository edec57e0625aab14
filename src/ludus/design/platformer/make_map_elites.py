"""`ludus make platformer --map`: fill an archive, measure its levels on held-out players, report it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ludus.backends import split_range
from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.pipeline import DesignRun
from ludus.design.base.report_parts import game_fact
from ludus.design.map_elites_archive import (
    MAX_SCREEN_ROWS,
    ArchiveProgress,
    archive_svg,
    axis_columns,
    best_elite,
    elite_file,
    fill_archive,
    progress_table,
    rank_elites,
    summarize_archive,
)
from ludus.design.platformer.difficulty_search import compile_simulation
from ludus.design.platformer.expressive_range import NEAR_DUPLICATE, ExpressiveRange, expressive_range
from ludus.design.platformer.generator.decoration import decorate
from ludus.design.platformer.level_metrics import METRIC_NAMES, METRIC_TITLES
from ludus.design.platformer.map_elites import (
    BATCH_SIZE,
    DIFFICULTY_TITLE,
    GENE_CHOICES,
    LevelArchive,
    LevelGenome,
    LevelGenomeSpace,
    MapDescriptors,
    find_map,
    generate_from_genome,
)
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.recordings import Respawn
from ludus.design.platformer.render import draw_level
from ludus.evolve import Elite
from ludus.games.platformer.level import Level, write_level
from ludus.report.report_model import Command, Figure, File, Report
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate, mean
from ludus.stats.intervals import SHARE_BOUNDS
from ludus.stats.rank_correlation_and_trend import MIN_PAIRS, rank_correlation
from ludus.util.text import plural

BATCHES = 40
PLAYERS_PER_LEVEL = 100  # held-out players per level
HELD_OUT_LABEL = "proof"  # name in the checkpoint and seed label
MAP_NOTES = [
    "The number of a level is the mean of two: how many kinds of traps it has, as often as each other, and how "
    "evenly traps are spread over its shortest path; 1 is best. Difficulty is the prediction of the failure "
    "model: the share of players that die at least once. A missing kind has no level, or none was found.",
    "Two levels differ in the share of cells that are not the same, if both are aligned at their "
    f"lower left corners; they are nearly the same up to {100 * NEAR_DUPLICATE:g} %. The earth mover's "
    "distance is how far open cells have to be carried to turn one into the other.",
]
_file = partial(elite_file, noun="level", suffix="level")


def make_map(
    name: str,
    request: DesignRequest,
    rooms: Sequence[str] = GENE_CHOICES["rooms"],
    respawn: Respawn = "checkpoint",
    decoration: float = 0.0,
    batches: int = BATCHES,
) -> Report:
    """Fill an archive of levels, by its name, and report it."""
    return _LevelMapRun(name, request, rooms, respawn, decoration, batches).run()


class _LevelMapRun(DesignRun[list[Elite[LevelGenome]], list[Level], list[Estimate], Report]):
    """One archive, and the validation of its levels on held-out players."""

    def __init__(
        self,
        name: str,
        request: DesignRequest,
        rooms: Sequence[str],
        respawn: Respawn,
        decoration: float,
        batches: int,
    ) -> None:
        self.request, self.respawn, self.decoration, self.batches = request, respawn, decoration, batches
        self.descriptors = find_map(name)
        self.space = LevelGenomeSpace(rooms, self.descriptors.limits)
        self.elites: list[Elite[LevelGenome]] = []
        self.steps: list[ArchiveProgress] = []

    def search(self) -> list[Elite[LevelGenome]]:
        """Fill the archive; return the best genome of every cell."""
        compile_simulation(self.request.game)
        seed = derive(self.request.seed, "map", self.descriptors.name)
        archive, self.steps = fill_archive(
            lambda state: LevelArchive(self.descriptors, self.space, seed, state=state),
            *(self.batches, self.request, "level"),
        )
        self.elites = archive.elites
        return self.elites

    def select(self, candidates: list[Elite[LevelGenome]]) -> list[Level]:
        """Make the levels of all elites; the archive has selected the best of every cell."""
        return [_level(elite, self.decoration) for elite in candidates]

    def validate(self, selection: list[Level]) -> list[Estimate]:
        """Measure the share of held-out players that die, for each level."""
        request, failures = self.request, self._saved_failures()
        players = PLAYERS_PER_LEVEL if request.games is None else request.games
        work = partial(_play, selection, players, derive(request.seed, HELD_OUT_LABEL), self.respawn)
        with request.progress("playing", len(selection), "level") as on_progress:
            on_progress(len(failures))
            for part in request.backend.run(work, split_range(len(selection), 1, len(failures))):
                failures += part
                on_progress(len(part))
                request.checkpoint.save(HELD_OUT_LABEL, [(row.value, row.low, row.high, row.count) for row in failures])
        return failures

    def report(self, selection: list[Level], validated: list[Estimate]) -> Report:
        request, descriptors, elites, steps = self.request, self.descriptors, self.elites, self.steps
        levels, failures = selection, validated
        down, across = descriptors.axes
        top, diversity = best_elite(elites), expressive_range(levels) if len(levels) > 1 else None
        svg = archive_svg(elites, descriptors.axes, "level", _file)
        return Report(
            title=f"{request.game.title}: {plural(len(elites), 'kind')} of levels, by {down.title} and {across.title}",
            answer=[
                *summarize_archive(steps, elites, descriptors.axes, "level"),
                *([] if diversity is None else [_diversity_sentence(diversity)]),
                *_model_agreement(descriptors, elites, failures),
            ],
            parts=[
                _elites_table(descriptors, elites, self.space, failures, diversity),
                progress_table(steps),
                *([] if diversity is None else [_range_table(diversity)]),
                Figure("map", svg, "Each cell is a level: the best of its kind."),
                Figure("best", draw_level(levels[elites.index(top)]), "The best level of the map."),
                *_inspect_command(request, top),
                *(File(_file(elite), write_level(level)) for elite, level in zip(elites, levels, strict=True)),
                *MAP_NOTES,
            ],
            facts={
                "game": game_fact(request),
                "search": f"MAP-Elites, {len(steps)} batches of {BATCH_SIZE}",
                "proof": f"{failures[0].count} held-out synthetic players per level",
                "seed": str(request.seed),
            },
        )

    def _saved_failures(self) -> list[Estimate]:
        rows = self.request.checkpoint.load(HELD_OUT_LABEL, list[tuple[float, float, float, int]]) or []
        return [Estimate(*row) for row in rows]


def _play(levels: list[Level], players: int, seed: int, respawn: Respawn, part: range) -> list[Estimate]:
    return [simulate(levels[k], players, derive(seed, k), respawn).failure_rate for k in part]


def _level(elite: Elite[LevelGenome], decoration: float) -> Level:
    level = replace(generate_from_genome(elite.genome).level, name=f"Map {elite.cell[0] + 1} {elite.cell[1] + 1}")
    return decorate(level, elite.genome[0], decoration)


def _diversity_sentence(diversity: ExpressiveRange) -> str:
    near, (_, moved) = mean(diversity.nearest_distances, bounds=SHARE_BOUNDS), diversity.pair_distances
    near_duplicates = round(diversity.near_duplicate_share * len(diversity.metrics))
    return (
        f"{diversity.duplicates} of {plural(len(diversity.metrics), 'level')} are the same as another one, "
        f"{near_duplicates} nearly; a level differs from the one that it is most like in {near.in_percent()} of all "
        f"cells, and the earth mover's distance of two is {moved.mean():.1f} cells on average."
    )


def _model_agreement(
    descriptors: MapDescriptors, elites: Sequence[Elite[LevelGenome]], failures: Sequence[Estimate]
) -> list[str]:
    """Agreement of the model's difficulty with play, if the archive uses it."""
    titles = [axis.title for axis in descriptors.axes]
    if DIFFICULTY_TITLE not in titles or len(elites) < MIN_PAIRS:
        return []
    predicted = np.array([elite.measures[titles.index(DIFFICULTY_TITLE)] for elite in elites])
    played = np.array([estimate.value for estimate in failures])
    mean_error = mean(np.abs(predicted - played), bounds=SHARE_BOUNDS)
    return [
        f"In play the share of players that die is {mean_error.in_percent()} off what the model says, level by level; "
        f"rank correlation {rank_correlation(predicted.tolist(), played.tolist()):.2f}."
    ]


def _inspect_command(request: DesignRequest, elite: Elite[LevelGenome]) -> list[Command]:
    if request.folder is None:
        return []
    words = ["ludus", "inspect", "platformer", f"{request.folder}/{_file(elite)}"]
    return [Command(shlex.join(words), "look into the best one")]


def _elites_table(
    descriptors: MapDescriptors,
    elites: list[Elite[LevelGenome]],
    space: LevelGenomeSpace,
    failures: list[Estimate],
    diversity: ExpressiveRange | None,
) -> Table:
    columns = [Column.text("file"), *axis_columns(descriptors.axes), Column.number("quality")]
    columns += [Column.share("failure", "players that die")]
    columns += [
        Column.number("differs", "differs from the nearest", on_screen=False),
        Column.text("recipe", on_screen=False),
    ]
    rows = []
    for elite in rank_elites(elites):
        k = elites.index(elite)
        differs = None if diversity is None else round(float(diversity.nearest_distances[k]), 4)
        numbers = [*(round(x, 4) for x in elite.measures), round(elite.score, 4)]
        rows.append([_file(elite), *numbers, failures[k], differs, space.describe(elite.genome)])
    return Table(
        "map", columns, rows, "The best level of every kind", screen_rows=range(min(MAX_SCREEN_ROWS, len(rows)))
    )


def _range_table(diversity: ExpressiveRange) -> Table:
    """Table of the expressive range."""
    columns = [Column.text("measure"), *(Column.number(name) for name in ("least", "median", "most"))]
    rows = [
        [METRIC_TITLES[name], *(round(float(np.quantile(diversity.column(name), at)), 4) for at in (0, 0.5, 1))]
        for name in METRIC_NAMES
    ]
    return Table("range", columns, rows, "What the levels are like")
