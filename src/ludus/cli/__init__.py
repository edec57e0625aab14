"""The command `ludus`. Modules that are slow to import are imported where they are used."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli import (
    catalog,
    compile,
    demo,
    inspect_and_make,
    match,
    play,
    reference_check_and_bench,
    replay,
    run,
    tournament,
)
from ludus.cli.errors import CommandGroup, run_app

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help answers in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with: ludus demo. Each command has its own help: ludus match -h",
)
app.command(epilog="Example: ludus games locm", short_help="List the installed games, or show one in detail")(
    catalog.games
)
app.command(epilog="Example: ludus bots locm", short_help="List the bots of a game")(catalog.bots)
app.command(
    epilog="Example: ludus match locm random random -n 10000 --seed 7 -o version=1.5",
    short_help="Play many games and show who wins, with intervals",
)(match.match)
app.command(
    epilog="Example: ludus tournament locm random baseline1 baseline2 -n 2000 --seed 7",
    short_help="Play every pair of bots and rate them",
)(tournament.tournament)
app.command(
    epilog="Example: ludus play locm --against coac --save game.json",
    short_help="Play a game yourself against bots",
)(play.play)
app.command(
    epilog="Example: ludus replay game.json --move 40 --svg board.svg",
    short_help="Show one game from a file, move by move",
)(replay.replay)
app.command(
    epilog="Example: ludus check locm recorded.jsonl.gz",
    short_help="Compare recorded games of other engines with our rules",
)(reference_check_and_bench.check)
_OWN_OPTIONS = {"ignore_unknown_options": True}  # a game's designer declares more options than the command line knows
app.command(
    epilog="Example: ludus inspect locm official --to report",
    short_help="Measure cards, decks and other content, and explain the results",
    context_settings=_OWN_OPTIONS,
)(inspect_and_make.inspect)
app.command(
    epilog="Example: ludus make locm --balance --to balanced",
    short_help="Make content that meets targets, and validate it",
    context_settings=_OWN_OPTIONS,
)(inspect_and_make.make)
app.command(epilog="Example: ludus studies NAME", short_help="List the studies, or show one in detail")(catalog.studies)
app.command(
    epilog="Example: ludus run NAME --preset quick --set seed=7",
    short_help="Run a study; it writes tables and a report",
)(run.run)
app.command(epilog="Example: ludus resume runs/NAME-1a2b", short_help="Continue a run that was stopped")(run.resume)
app.command(epilog="Example: ludus runs", short_help="List runs with their state and progress")(run.runs)
app.command(epilog="Example: ludus report runs/NAME-1a2b", short_help="Write the report of a run again")(run.report)
app.command(epilog="Example: ludus studio --port 8642", short_help="Play, watch and design in the browser")(play.studio)
app.command(
    name="compile", epilog="Example: ludus compile locm", short_help="Compile games ahead of time, or empty the cache"
)(compile.compile_games)
app.command(
    name="locm-bot",
    epilog="Example: ludus locm-bot coac -o version=1.2",
    short_help="Run a bot as a program for another referee of LOCM",
)(play.locm_bot)
app.command(epilog="Example: ludus bench locm --json", short_help="Measure how fast games run on this machine")(
    reference_check_and_bench.bench
)
app.command(epilog="Example: ludus demo --out demo", short_help="A short demo that ends with a report")(demo.demo)


def main() -> int:
    """Entry point of the console command; returns its exit code."""
    return run_app(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        from ludus import __version__

        print(f"ludus {__version__}")
        raise typer.Exit()


@app.callback()
def _ludus(
    version: Annotated[
        bool, typer.Option("--version", help="Show the release and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Playtest games by simulation: find out who wins and why, how hard a game is, and how fair."""
