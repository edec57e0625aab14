"""`ludus make delve --map`: an archive of trees, the best of every cell, as a chart and as files."""

from __future__ import annotations

from functools import partial

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.report_parts import game_fact
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.generation.make_inputs import TreeInputs, make_tree_space
from ludus.design.delve.generation.suggested_commands import inspect_command
from ludus.design.delve.options import DelveMakeOptions, read_weights
from ludus.design.delve.rating.rater import Rater
from ludus.design.delve.search.tree_map_elites import BATCH_TREES, TreeArchive, TreeDescriptors, find_descriptors
from ludus.design.delve.tree_writer import tree_text
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
from ludus.evolve import Elite
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.report_model import Figure, Report, command_parts, file_parts
from ludus.report.table_model import Column, Table
from ludus.util.text import plural

BATCHES = 100
_elite_file = partial(elite_file, noun="tree", suffix="toml")


def make_tree_map(options: DelveMakeOptions, request: DesignRequest, inputs: TreeInputs, rater: Rater) -> Report:
    """Make the archive."""
    assert options.map is not None, "a map was asked for"
    kind = find_descriptors(options.map, options.nodes)
    # An archive by size holds trees of every size: none has the requested size.
    weights = read_weights(options.weights) | ({"NodeCount": 0.0} if options.map == "size" else {})
    space, seed = make_tree_space(options, inputs), derive(request.seed, "map", options.map)
    archive, steps = fill_archive(
        lambda state: TreeArchive(rater, space, kind, seed, weights, state=state),
        *(options.generations or BATCHES, request, "tree"),
    )
    return _map_report(options, request, inputs, kind, archive.elites, steps)


def _map_report(
    options: DelveMakeOptions,
    request: DesignRequest,
    inputs: TreeInputs,
    kind: TreeDescriptors,
    elites: list[Elite[SkillTree]],
    steps: list[ArchiveProgress],
) -> Report:
    down, across = kind.axes
    best = best_elite(elites)
    files = {_elite_file(elite): tree_text(SkillTree(_elite_file(elite)[:-5], elite.genome.nodes)) for elite in elites}
    measured = {"look into the best one": inspect_command(options, request, _elite_file(best))}
    return Report(
        title=f"{request.game.title}: {plural(len(elites), 'kind')} of skill trees, by {down.title} and {across.title}",
        answer=summarize_archive(steps, elites, kind.axes, "tree"),
        parts=[
            _map_table(kind, elites),
            progress_table(steps),
            Figure(
                "map",
                archive_svg(elites, kind.axes, "tree", _elite_file),
                "Each cell is a tree: the best of its kind, with its total of ratings.",
            ),
            Figure("best", tree_chart(best.genome), "The best tree of the map."),
            *(command_parts(measured) if request.folder else []),
            *file_parts(files),
            "The number of a tree is its weighted total of ratings, which come from the approximating simulation; 1 is "
            "best. A kind that is missing has no tree, or none was met. Trees of a map are not tuned by play.",
        ],
        facts={
            "game": game_fact(request),
            "search": f"MAP-Elites, {len(steps)} batches of {BATCH_TREES}",
            "made for": f"{inputs.deck_description}, win ratio {options.target_win:g}, turns {options.turns}",
            "seed": str(request.seed),
        },
    )


def _map_table(kind: TreeDescriptors, elites: list[Elite[SkillTree]]) -> Table:
    columns = [Column.text("file"), *axis_columns(kind.axes)]
    columns += [
        Column.integer("size", "nodes", on_screen=kind.axes[0].title != "nodes"),
        Column.number("total"),
    ]
    rows = [
        [_elite_file(elite), *(round(value, 4) for value in elite.measures), len(elite.genome), round(elite.score, 4)]
        for elite in rank_elites(elites)
    ]
    return Table(
        "map", columns, rows, "The best tree of every kind", screen_rows=range(min(MAX_SCREEN_ROWS, len(rows)))
    )
