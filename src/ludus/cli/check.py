"""`ludus check`: replay recorded games of other engines with our rules."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.ending import EXIT_DIFFERENT
from ludus.cli.screen import count_text, print_json, progress_bar, make_console


def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Recorded games of another engine.")],
    games: Annotated[
        int, typer.Option("--games", "-n", help="Our games for each line, where a file holds statistics of many games.")
    ] = 10_000,
    json: Annotated[bool, typer.Option("--json", help="Print only the counts, as JSON.")] = False,
) -> None:
    """Compare games of other engines with our rules; the exit code is 1 if anything differs.

    Recorded games are replayed move by move. Statistics are compared with those of as many games of our own.
    """
    from ludus.core.errors import OptionError
    from ludus.core.progress import report_compilation
    from ludus.core.registry import load_game

    loaded = load_game(game)
    if loaded.references.check_traces is None and loaded.references.statistics is None:
        raise OptionError(f"{game} has no recorded games of other engines to be compared with")
    with report_compilation(loaded), progress_bar(f"{game}: recorded games") as advance:
        if loaded.references.check_traces is not None:
            report = loaded.references.check_traces(files, progress=advance)
        else:
            from ludus.arena.reference import check_reference

            report = check_reference(loaded, files, games, progress=advance)
    if json:
        print_json({name: value for name, value in report.as_dict().items() if name != "differences"})
    else:
        console = make_console()
        for difference in report.differences:
            console.print(str(difference), soft_wrap=True)
        if report.mismatches > len(report.differences):
            console.print(f"... and {count_text(report.mismatches - len(report.differences), 'difference')} more")
        kind = "position" if loaded.references.check_traces is not None else "mean"
        summary = f"{count_text(report.games, 'game')}, {count_text(report.states, kind)} compared"
        console.print(f"{summary}: {count_text(report.mismatches, 'difference') if report.mismatches else 'all agree'}")
    if report.mismatches:
        raise typer.Exit(EXIT_DIFFERENT)
