"""Designer of platformer levels: connects `ludus make`, `inspect`, `demo` and `bench` to this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludus.design.contract import Designer, DesignReport, DesignRequest
from ludus.design.levels.asks import CONTENT_HELP, INSPECT_EXAMPLE, MAKE_EXAMPLE, InspectOptions, MakeOptions

if TYPE_CHECKING:
    from ludus.arena.bench import LatencyTask, ThroughputTask


def _inspect(content: list[str], options: InspectOptions, request: DesignRequest) -> DesignReport:
    from ludus.design.levels.inspecting.inspecting import inspect

    return inspect(content, options, request)


def _make(options: MakeOptions, request: DesignRequest) -> DesignReport:
    from ludus.design.levels.making.making import make

    return make(options, request)


def _demo(request: DesignRequest) -> dict[str, DesignReport]:
    from ludus.design.levels.tour import demo

    return demo(request)


def _benchmarks() -> Sequence[ThroughputTask | LatencyTask]:
    from ludus.design.levels.speed import benchmarks

    return benchmarks()


designer = Designer(
    *(CONTENT_HELP, INSPECT_EXAMPLE, InspectOptions, _inspect, MAKE_EXAMPLE, MakeOptions, _make, _benchmarks),
    fits_on_screen=True,
    demo=_demo,
)
