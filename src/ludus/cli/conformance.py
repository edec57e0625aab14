"""`ludus check GAME` without files: run the conformance kit on a game."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import typer

from ludus.cli.console import doing, make_console, overwrite_line, print_json
from ludus.cli.errors import EXIT_DIFFERENT
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.core.game import Game

DEFAULT_GAMES = 20  # random games that the checks look at


def check_conformance(
    game: Game, games: int | None, seed: int, options: dict[str, Any], only: str | None, json: bool
) -> None:
    """Run the checks of the kit on a game, or only one; the first that fails is printed and sets the exit code."""
    from ludus.core.compile.progress import report_compilation
    from ludus.testing import CHECKS, Case, CheckFailed
    from ludus.util.errors import UnknownName

    if only is not None and only not in CHECKS:
        raise UnknownName("check", only, list(CHECKS))
    count = DEFAULT_GAMES if games is None else games
    names = [only] if only is not None else list(CHECKS)
    passed: list[str] = []
    failure, began = None, time.perf_counter()
    with report_compilation(game):
        case = Case(game, count, seed, options)
        for name in names:
            _say(f"{game.name}: check {len(passed) + 1} of {len(names)}, {name}")
            try:
                CHECKS[name](case)
            except CheckFailed as error:
                failure = error
                break
            passed.append(name)
    _say("")
    if json:
        failed = None if failure is None else {"check": failure.check, "seed": failure.seed, "move": failure.move}
        if failure is not None and failed is not None:
            failed |= {"what": failure.what, "meaning": failure.meaning}
        print_json({"game": game.name, "games": count, "seed": seed, "passed": passed, "failed": failed})
    else:
        _print_result(game, names, passed, failure, count, seed, time.perf_counter() - began)
    if failure is not None:
        raise typer.Exit(EXIT_DIFFERENT)


def _print_result(
    game: Game, names: list[str], passed: list[str], failure: Any, games: int, seed: int, seconds: float
) -> None:
    console = make_console()
    if failure is not None:
        console.print(str(failure), soft_wrap=True, highlight=False)
        rest = len(names) - len(passed) - 1
        after = f"; {plural(rest, 'check')} after it did not run" if rest else ""
        console.print(f"\n{len(passed)} of {plural(len(names), 'check')} passed before this one{after}.")
        return
    what = f"passes {plural(len(names), 'check')}" if len(names) > 1 else f"passes the check {names[0]}"
    console.print(f"{game.name} {what} in {plural(games, 'random game')}, seed {seed} ({seconds:.1f} s).")


def _say(text: str) -> None:
    """Show what is checked now on a terminal; elsewhere it is shown if it takes long."""
    doing(text)
    if sys.stderr and sys.stderr.isatty():
        overwrite_line(text)
