"""Skill trees: drawn at random, varied, rated, played, looked for, explained and made to targets.

    space = TreeSpace(nodes=15, depth=5)
    rng = np.random.default_rng(7)
    tree = space.draw(rng)
    svg = picture(tree)

changing      drawn at random, varied, crossed, pruned: the trees as a space of ludus.evolve
picking       which nodes can be had when, by the rules of the game: builds, and the ways to them
rating        the thesis's approximating simulation and its ratings: `Rater`
playing       real play: fights with given builds, win ratios with intervals, players compared
pictures      trees, fronts and curves as SVG
searching     methods that look for good trees, tuning by play, maps; encounters, and trees that grow on the way
explaining    `ludus inspect delve`
editing       trees changed by hand: drafts, and what follows from an edit at once
making        `ludus make delve`
tour.py       `ludus demo delve`

Each knows only those above it.
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
