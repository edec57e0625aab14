"""`ludus check`: replay recorded games of other engines with our rules."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.ending import WRONG
from ludus.cli.screen import count, print_json, progress, screen


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
    from ludus.core.progress import first_use
    from ludus.core.registry import find_game

    loaded = find_game(game)
    if loaded.check is None and loaded.reference is None:
        raise OptionError(f"{game} has no recorded games of other engines to be compared with")
    with first_use(loaded), progress(f"{game}: recorded games") as advance:
        if loaded.check is not None:
            report = loaded.check(files, progress=advance)
        else:
            from ludus.arena.reference import check_reference

            report = check_reference(loaded, files, games, progress=advance)
    if json:
        print_json({name: value for name, value in report.as_dict().items() if name != "differences"})
    else:
        console = screen()
        for difference in report.differences:
            console.print(str(difference), soft_wrap=True)
        if report.mismatches > len(report.differences):
            console.print(f"... and {count(report.mismatches - len(report.differences), 'difference')} more")
        kind = "position" if loaded.check is not None else "mean"
        summary = f"{count(report.games, 'game')}, {count(report.states, kind)} compared"
        console.print(f"{summary}: {count(report.mismatches, 'difference') if report.mismatches else 'all agree'}")
    if report.mismatches:
        raise typer.Exit(WRONG)
