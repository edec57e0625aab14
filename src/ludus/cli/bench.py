"""`ludus bench`: how fast the games run on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.compile import compile_game
from ludus.cli.place import BackendOption
from ludus.cli.screen import overwrite_line, print_json, make_console, make_table

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.arena.bench import BenchmarkResult


def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; all installed ones if none.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    place: BackendOption = None,
    check: Annotated[int, typer.Option(min=1, help="With --place: games to compare with threads.")] = 20_000,
    only: Annotated[str, typer.Option(help="With --place: benchmarks with this in their name.")] = "",
) -> None:
    """Measure how fast a GAME runs on this machine, compared with what it should reach; or on a backend, compared with
    threads.
    """
    from ludus.arena.bench import run_benchmarks
    from ludus.arena.place_bench import measure_backend
    from ludus.compute import parse_backend
    from ludus.core.progress import report_compilation
    from ludus.core.registry import load_game, game_names
    from ludus.design.contract import find_benchmarks

    console, measured = make_console(), {}
    backend = parse_backend(place) if place else None
    for loaded in [load_game(name) for name in ([game] if game else game_names())]:
        with report_compilation(loaded), _status_line() as say:
            report = partial(_print_step, say, loaded.name)
            if backend:
                rows = measure_backend(loaded, backend, check, only, report)
            else:
                compile_game(loaded.name)
                rows = run_benchmarks(loaded, report, find_benchmarks(loaded.name))
        measured[loaded.name] = [benchmark_data(row) for row in rows]
        if not json:
            console.print(loaded.title, style="bold")
            console.print(benchmark_table(rows))
            if not backend:
                console.print("\nThe bars are scaled to this machine; 1.00 or more reaches one.")
    if json:
        print_json(measured)


def _print_step(say: Any, game: str, what: str) -> None:
    say(f"{game}: measuring {what}")


def benchmark_data(row: BenchmarkResult) -> dict[str, Any]:
    values = {"name": row.name, "value": row.value, "unit": row.unit, "bar": row.bar, "ratio": row.ratio}
    return {**values, "higher_is_better": row.higher_is_better}


def benchmark_table(rows: list[BenchmarkResult]) -> Table:
    shown = make_table("what", "value", "unit", "bar", "reached", right=("value", "bar", "reached"))
    for row in rows:
        bar = "" if row.bar is None else ("at least " if row.higher_is_better else "at most ") + _rounded(row.bar)
        reached = "" if row.ratio is None else f"{row.ratio:.2f}"
        missed = row.ratio is not None and row.ratio < 1
        shown.add_row(row.name, _rounded(row.value), row.unit, bar, reached, style="yellow" if missed else "")
    return shown


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


@contextmanager
def _status_line() -> Iterator[Any]:
    """Print status on stderr: one line that is overwritten on a terminal, otherwise line by line."""
    live = sys.stderr.isatty()
    try:
        yield overwrite_line if live else lambda text: print(f"ludus: {text}", file=sys.stderr)
    finally:
        if live:
            overwrite_line("")
