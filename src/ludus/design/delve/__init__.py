"""Designer for skill trees of Delve: generation, variation, rating, simulation, search, inspection.

    space = TreeSpace(nodes=15, depth=5)
    rng = np.random.default_rng(7)
    tree = space.draw(rng)
    svg = tree_chart(tree)

variation     random trees, mutation, crossover, pruning: the genome space of ludus.evolve
builds        which sets of nodes a player can have at each encounter
rating        the thesis's approximating simulation and its ratings: `Rater`
playtest      simulated fights with given builds, win rates with intervals, comparison of bots
charts        trees, Pareto fronts and curves as SVG
search        search methods, tuning by play, MAP-Elites; encounters, and trees that adapt during play
inspection    `ludus inspect delve`
editing       hand-edited trees: drafts, and immediate feedback on an edit
generation    `ludus make delve`
demo_and_speed_benchmarks    `ludus demo delve`, `ludus bench delve`

`options` has the options of the commands, `tree_writer` trees as text. Each package imports only those above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.design.base.designer import Converter, Designer, DesignRequest
from ludus.design.delve.options import CONTENT, CONVERT_HELP, EXAMPLE, DelveInspectOptions, DelveMakeOptions
from ludus.report.report_model import Report
from ludus.util.extras import require_extra

if TYPE_CHECKING:
    from ludus.arena.speed_benchmark import ThroughputTask
    from ludus.games.delve.options import Options

TARGET = "--nodes 15 --target-win 0.7 --method nsga2 --to trees"


def _inspect(content: list[str], options: DelveInspectOptions, request: DesignRequest) -> Report:
    from ludus.design.delve.inspection.inspect import inspect

    return inspect(content, options, request)


def _make(options: DelveMakeOptions, request: DesignRequest) -> Report:
    from ludus.design.delve.generation.make import make

    return make(options, request)


def _benchmarks() -> Sequence[ThroughputTask]:
    from ludus.design.delve.demo_and_speed_benchmarks import rating_benchmarks

    return rating_benchmarks()


def _demo(request: DesignRequest) -> dict[str, Report]:
    from ludus.design.delve.demo_and_speed_benchmarks import make_demo

    return make_demo(request)


def _convert(content: str, file: Path, options: Options) -> list[str]:
    from ludus.design.delve.tree_writer import convert_tree

    return convert_tree(content, file, options)


def _check_make(options: DelveMakeOptions) -> None:
    if options.map:
        require_extra("studies", "make delve --map", "ribs")
    elif options.method == "nsga3":
        require_extra("studies", "make delve --method nsga3", "pymoo")


designer = Designer(
    *(CONTENT, EXAMPLE, DelveInspectOptions, _inspect, TARGET, DelveMakeOptions, _make, _benchmarks),
    demo=_demo,
    convert=Converter(CONVERT_HELP, "wheel wheel.graphml", _convert),
    check_make=_check_make,
)
