"""Skill trees: drawn at random, varied, crossed, pruned, measured and pictured.

    space = TreeSpace(nodes=15, depth=5)
    rng = np.random.default_rng(7)
    tree = space.draw(rng)
    svg = picture(tree)

`sprouts` has the form in which trees are changed, `operators` and `crossing` change them as Jaroschy's thesis does (its
chapter 5), `pruning` cuts and tidies them (7.6), and `space` is all of it as a space of ludus.evolve. `patterns`
measures the shape of a tree, `picture` shows it.

`fitness` rates trees by an approximating simulation, `methods` look for good ones, `generating` runs a method, `tuning`
brings its tree to a win ratio by real play, and `mapping` finds the best of every kind. `encounters` finds fights that
tell players apart, `online` grows a tree while it is played. making.py and inspecting.py answer designers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludus.design.contract import Designer, Findings, Order
from ludus.design.trees.asks import MakeAsks
from ludus.design.trees.inspect_asks import CONTENT, EXAMPLE, InspectAsks

if TYPE_CHECKING:
    from ludus.arena.bench import Task

TARGET = "--nodes 15 --target-win 0.7 --method nsga2 --to trees"


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.trees.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.trees.making import make

    return make(asks, order)


def _tasks() -> Sequence[Task]:
    from ludus.design.trees.speed import tasks

    return tasks()


designer = Designer(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make, _tasks)
