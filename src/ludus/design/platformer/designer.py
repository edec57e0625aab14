"""Designer of platformer levels: the functions behind the commands `make`, `inspect`, `demo` and `bench`.

The functions import their modules when they are called, since these are slow to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludus.design.base.designer import Designer, DesignReport, DesignRequest
from ludus.design.platformer.options import InspectOptions, MakeOptions

if TYPE_CHECKING:
    from ludus.arena.speed_benchmark import LatencyTask, ThroughputTask

CONTENT_HELP = "a level: one of the game (`trap-school`) or a level file (`my.level`); several are compared"
INSPECT_EXAMPLE = "trap-school --to report"
MAKE_EXAMPLE = "--rooms 5x1 --difficulty 0.6 --to levels"


def _inspect(content: list[str], options: InspectOptions, request: DesignRequest) -> DesignReport:
    from ludus.design.platformer.inspect import inspect

    return inspect(content, options, request)


def _make(options: MakeOptions, request: DesignRequest) -> DesignReport:
    from ludus.design.platformer.make import make

    return make(options, request)


def _demo(request: DesignRequest) -> dict[str, DesignReport]:
    from ludus.design.platformer.demo_and_speed_benchmarks import demo

    return demo(request)


def _benchmarks() -> Sequence[ThroughputTask | LatencyTask]:
    from ludus.design.platformer.demo_and_speed_benchmarks import benchmarks

    return benchmarks()


designer = Designer(
    *(CONTENT_HELP, INSPECT_EXAMPLE, InspectOptions, _inspect, MAKE_EXAMPLE, MakeOptions, _make, _benchmarks),
    fits_on_screen=True,
    demo=_demo,
)
