"""Designer for skill trees of Delve: generation, variation, rating, simulation, search, inspection.

    space = TreeSpace(nodes=15, depth=5)
    rng = np.random.default_rng(7)
    tree = space.draw(rng)
    svg = picture(tree)

variation     random trees, mutation, crossover, pruning: the genome space of ludus.evolve
builds        which sets of nodes a player can have at each encounter
rating        the thesis's approximating simulation and its ratings: `Rater`
playtest      simulated fights with given builds, win rates with intervals, comparison of bots
charts        trees, Pareto fronts and curves as SVG
search        search methods, tuning by play, MAP-Elites; encounters, and trees that adapt during play
inspection    `ludus inspect delve`
editing       hand-edited trees: drafts, and immediate feedback on an edit
make          `ludus make delve`
demo          `ludus demo delve`

Each imports only those above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludus.design.contract import Designer, Findings, Order
from ludus.design.trees.explaining.asks import CONTENT, EXAMPLE, InspectAsks
from ludus.design.trees.making.asks import MakeAsks

if TYPE_CHECKING:
    from ludus.arena.bench import Task

TARGET = "--nodes 15 --target-win 0.7 --method nsga2 --to trees"


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.trees.explaining.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.trees.making.workshop import make

    return make(asks, order)


def _tasks() -> Sequence[Task]:
    from ludus.design.trees.rating.speed import tasks

    return tasks()


def _tour(order: Order) -> dict[str, Findings]:
    from ludus.design.trees.tour import tour

    return tour(order)


designer = Designer(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make, _tasks, tour=_tour)
