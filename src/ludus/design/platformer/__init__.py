"""Level design for the platformer: levels are generated from a seed, checked, and played by an agent before release.

    generated = generate_level(3, LevelSpec(rooms=(5, 1)))
    write_level(generated.level)

The generator follows Koens' thesis (chapter 3); gaps in its description are filled.

    generator     mazes of rooms, built from building pieces proven in the physics, and traps along the routes
    level_graph   where a player can stand and hang, the moves between, shortest paths and detours
    verify        checks of a finished level, and an agent that plays it with the traps running
    players       synthetic players, single and in populations
    recordings    recorded key presses of people and synthetic players, their events and traces
    difficulty    challenges, models of their success, difficulty of levels, prediction of failures
    render        levels as SVG and PNG
    formats       levels in files of other tools: Tiled, LDtk, Godot, spreadsheets

`make` (a `DesignRun`, as in the designers of all games), `inspect` and `demo_and_speed_benchmarks` answer the commands
of these names; `options` reads their options.
`spec` and `difficulty_search` find levels of a given difficulty; `make_map_elites` and `make_campaign` make archives
and campaigns. `level_metrics`, `expressive_range`, `map_elites`, `campaign` and `skill_belief` measure levels, fill
archives and plan campaigns. `player_ratings` compares ratings by players with deaths and models. `level_io` serves
packages that must not import a game. `random_stream` draws random numbers in Python.

The functions of `designer` import their modules when they are called, since these are slow to import.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.design.base.designer import ContentExchange, Designer, DesignRequest
from ludus.design.platformer.options import InspectOptions, MakeOptions
from ludus.report.report_model import Report
from ludus.util.extras import require_extra

if TYPE_CHECKING:
    from ludus.arena.speed_benchmark import LatencyTask, ThroughputTask

CONTENT_HELP = (
    "a level: one of the game (`trap-school`) or a level file (`my.level`); several are compared. Or a file of "
    "sessions (`people.jsonl`), whose ratings by players are analysed"
)
INSPECT_EXAMPLE = "trap-school --to report"
EXPORT_HELP = (
    "a level: one of the game (`trap-school`) or a level file (`my.level`), written as .tmx or .tmj (Tiled), .ldtk "
    "(LDtk), .tscn (Godot 4.3 or later) or .csv (a spreadsheet), or drawn as .png"
)
EXPORT_EXAMPLE = "trap-school --to school.tmx"
IMPORT_HELP = (
    "a level as .tmx or .tmj (Tiled), .ldtk (LDtk), .tscn (Godot) or .csv (a spreadsheet), as `ludus export` writes "
    "them or edited there; an agent plays it there and back, and it is rated"
)
IMPORT_EXAMPLE = "school.tmx --to school.level"
MAKE_EXAMPLE = "--rooms 5x1 --difficulty 0.6 --to levels"


def _inspect(content: list[str], options: InspectOptions, request: DesignRequest) -> Report:
    from ludus.design.platformer.inspect import inspect

    return inspect(content, options, request)


def _make(options: MakeOptions, request: DesignRequest) -> Report:
    from ludus.design.platformer.make import make

    return make(options, request)


def _demo(request: DesignRequest) -> dict[str, Report]:
    from ludus.design.platformer.demo_and_speed_benchmarks import demo

    return demo(request)


def _benchmarks() -> Sequence[ThroughputTask | LatencyTask]:
    from ludus.design.platformer.demo_and_speed_benchmarks import benchmarks

    return benchmarks()


def _export(name: str, file: Path) -> list[str]:
    from ludus.design.platformer.formats.level_exchange import export_level

    return export_level(name, file)


def _import(file: Path, say: Callable[[str], None]) -> str:
    from ludus.design.platformer.formats.level_exchange import import_level

    return import_level(file, say)


def _check_make(options: MakeOptions) -> None:
    if options.map is not None:
        require_extra("studies", "make platformer --map", "ribs")


designer = Designer(
    *(CONTENT_HELP, INSPECT_EXAMPLE, InspectOptions, _inspect, MAKE_EXAMPLE, MakeOptions, _make, _benchmarks),
    demo=_demo,
    exchange=ContentExchange(EXPORT_HELP, EXPORT_EXAMPLE, _export, IMPORT_HELP, IMPORT_EXAMPLE, _import, ".level"),
    check_make=_check_make,
)
