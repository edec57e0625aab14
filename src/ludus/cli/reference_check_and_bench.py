"""`ludus check` checks the rules of a game, alone or against other engines; `ludus bench` measures speed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.backend_options import BackendOption
from ludus.cli.compile import compile_game
from ludus.cli.console import (
    doing,
    make_console,
    make_table,
    note_output,
    overwrite_line,
    print_json,
    progress_bar,
)
from ludus.cli.errors import EXIT_DIFFERENT
from ludus.cli.game_argument import GAME_HELP, GameArgument
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.arena.speed_benchmark import BenchmarkResult


REFERENCE_GAMES = 10_000  # our own games for each line of statistics
CHECKED_GAMES = 20_000  # games of a benchmark that another backend must play as threads do


def check(
    game: GameArgument,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]", help="Recorded games, or statistics of games, of another engine."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            metavar="N",
            help="Without a FILE: random games to look at; default: 20. With a FILE of statistics: our own games for "
            "each line; default: 10,000.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Without a FILE: seed of the random games.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("-o", "--option", metavar="KEY=VALUE", help="Without a FILE: an option of the game."),
    ] = None,
    only: Annotated[str | None, typer.Option(metavar="CHECK", help="Without a FILE: run only this check.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check that a GAME keeps the laws of every game; with FILES, compare it with other engines.

    Without a FILE, the conformance kit plays random games: moves are legal, games end, hidden things stay hidden, text
    reads back, compiled and plain rules agree. The first law that is broken is explained, with its seed and move.

    With FILES, recorded games are replayed move by move. If a FILE contains statistics of many games, Ludus plays its
    own games and compares the statistics. The exit code is 1 if a law is broken or anything differs.
    """
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_registry import load_game
    from ludus.util.errors import OptionError

    loaded = load_game(game)
    if not files:
        from ludus.cli.conformance import check_conformance
        from ludus.cli.match import parse_game_options

        check_conformance(loaded, games, seed, parse_game_options(option or []), only, json)
        return
    if option or only is not None:
        raise OptionError("-o and --only are for a check without files: leave them out, or leave out the files")
    if loaded.references.check_traces is None and loaded.references.statistics is None:
        raise OptionError(f"{game} has no recorded games of other engines to be compared with")
    with report_compilation(loaded), progress_bar(f"{game}: recorded games") as advance:
        if loaded.references.check_traces is not None:
            report = loaded.references.check_traces(files, progress=advance)
        else:
            from ludus.arena.reference_stats_check import check_reference

            report = check_reference(loaded, files, games or REFERENCE_GAMES, progress=advance)
    if json:
        print_json({name: value for name, value in report.as_dict().items() if name != "differences"})
    else:
        console = make_console()
        for difference in report.differences:
            console.print(str(difference), soft_wrap=True)
        if report.mismatches > len(report.differences):
            console.print(f"... and {plural(report.mismatches - len(report.differences), 'difference')} more")
        kind = "position" if loaded.references.check_traces is not None else "mean"
        summary = f"{plural(report.games, 'game')}, {plural(report.states, kind)} compared"
        console.print(f"{summary}: {plural(report.mismatches, 'difference') if report.mismatches else 'all agree'}")
    if report.mismatches:
        raise typer.Exit(EXIT_DIFFERENT)


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"{GAME_HELP} Default: all installed games.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    backend: BackendOption = None,
    check: Annotated[
        int | None,
        typer.Option(min=1, help=f"With --backend: games to compare with threads; default: {CHECKED_GAMES}."),
    ] = None,
    only: Annotated[str, typer.Option(help="With --backend: only benchmarks with this text in their name.")] = "",
) -> None:
    """Measure how fast a GAME runs on this machine, and compare with the required speed.

    With --backend, measure another backend, after a comparison of some games with the same games on threads.
    """
    from ludus.arena.speed_benchmark import measure_backend, run_benchmarks
    from ludus.backends import parse_backend
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_registry import game_names, game_reference, load_game
    from ludus.design.base.designer import find_benchmarks
    from ludus.util.errors import OptionError

    if backend is None and (check is not None or only):
        raise OptionError(f"{'--only' if only else '--check'} belongs to --backend: give a backend, or leave it out")
    console, measured = make_console(), {}
    parsed_backend = parse_backend(backend) if backend else None
    for loaded in [load_game(name) for name in ([game] if game else game_names())]:
        with report_compilation(loaded), _status_line() as say:
            report = partial(_print_step, say, loaded.name)
            if parsed_backend:
                rows = measure_backend(loaded, parsed_backend, check or CHECKED_GAMES, only, report)
            else:
                compile_game(game_reference(loaded))
                rows = run_benchmarks(loaded, report, find_benchmarks(loaded.name))
        measured[loaded.name] = [benchmark_data(row) for row in rows]
        if not json:
            console.print(loaded.title, style="bold")
            console.print(benchmark_table(rows))
            if not parsed_backend:
                console.print("\nThe bars are scaled to this machine; 1.00 or more reaches one.")
    if json:
        print_json(measured)


def _print_step(say: Any, game: str, what: str) -> None:
    say(f"{game}: measuring {what}")
    doing(f"{game}: measuring {what}")
    note_output()


def benchmark_data(row: BenchmarkResult) -> dict[str, Any]:
    values = {"name": row.name, "value": row.value, "unit": row.unit, "bar": row.bar, "ratio": row.ratio}
    return {**values, "higher_is_better": row.higher_is_better}


def benchmark_table(rows: list[BenchmarkResult]) -> Table:
    rows_table = make_table("what", "value", "unit", "bar", "reached", right=("value", "bar", "reached"))
    for row in rows:
        bar = "" if row.bar is None else ("at least " if row.higher_is_better else "at most ") + _rounded(row.bar)
        reached = "" if row.ratio is None else f"{row.ratio:.2f}"
        missed = row.ratio is not None and row.ratio < 1
        rows_table.add_row(row.name, _rounded(row.value), row.unit, bar, reached, style="yellow" if missed else "")
    return rows_table


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
