"""Designer of platformer levels: connects `ludus make`, `inspect`, `demo` and `bench` to this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludus.design.contract import Designer, Findings, Order
from ludus.design.levels.asks import CONTENT, EXAMPLE, TARGET, InspectAsks, MakeAsks

if TYPE_CHECKING:
    from ludus.arena.bench import Pieces, Task


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.levels.inspecting.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.levels.making.making import make

    return make(asks, order)


def _tour(order: Order) -> dict[str, Findings]:
    from ludus.design.levels.tour import tour

    return tour(order)


def _tasks() -> Sequence[Task | Pieces]:
    from ludus.design.levels.speed import tasks

    return tasks()


designer = Designer(
    *(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make, _tasks), on_screen=True, tour=_tour
)
