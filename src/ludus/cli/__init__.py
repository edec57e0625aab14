"""The command `ludus`. Only the module of the called command is imported; slow modules are imported where used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from ludus.cli.console import breaks_silence
from ludus.cli.errors import CommandGroup, run_app


@dataclass(frozen=True)
class Command:
    """A command: the module under `ludus.cli` and the function that runs it, a summary and an example for the help."""

    module: str
    function: str
    summary: str
    example: str
    own_options: bool = False  # a game's designer declares more options than the command line knows
    runs_script: bool = False  # what follows the first argument belongs to a script


COMMANDS = {
    "games": Command("catalog", "games", "List the installed games, or show one in detail", "ludus games locm"),
    "rules": Command("rules", "rules", "Explain the rules of a game to newcomers", "ludus rules dominion"),
    "bots": Command("catalog", "bots", "List the bots of a game", "ludus bots locm"),
    "match": Command(
        "match",
        "match",
        "Play many games and show who wins, with intervals",
        "ludus match locm random random -n 10000 --seed 7 -o version=1.5",
    ),
    "tournament": Command(
        "tournament",
        "tournament",
        "Play every pair of bots and rate them",
        "ludus tournament locm random baseline1 baseline2 -n 2000 --seed 7",
    ),
    "contest": Command(
        "contest",
        "contest",
        "Play a tournament by a rules file: field, limits, tie-breaks, disqualification",
        "ludus contest --example > rules.toml; ludus contest rules.toml --out cup",
    ),
    "publish": Command(
        "contest", "publish", "Write the results of a tournament as static pages", "ludus publish cup --to site"
    ),
    "check-bot": Command(
        "check_bot",
        "check_bot",
        "Check that a bot is ready for a contest: start, ten games, faults, times",
        'ludus check-bot locm "cmd:./my-bot"',
    ),
    "play": Command(
        "play", "play", "Play a game yourself against bots", "ludus play locm --against coac --save game.json"
    ),
    "replay": Command(
        "replay",
        "replay",
        "Show one game from a file, move by move",
        "ludus replay game.json --move 40 --svg board.svg",
    ),
    "check": Command(
        "reference_check_and_bench",
        "check",
        "Check that a game keeps the laws of every game, or compare it with other engines",
        "ludus check locm; ludus check locm recorded.jsonl.gz",
    ),
    "new-game": Command(
        "new_game", "new_game", "Make a folder with a small game, to change into your own", "ludus new-game my-game"
    ),
    "new-bot": Command("new_bot", "new_bot", "Make a folder with a small C# bot and its host", "ludus new-bot my-bot"),
    "inspect": Command(
        "inspect_and_make",
        "inspect",
        "Measure cards, decks and other content, and explain the results",
        "ludus inspect locm official --to report",
        own_options=True,
    ),
    "make": Command(
        "inspect_and_make",
        "make",
        "Make content that meets targets, and validate it",
        "ludus make locm --balance --to balanced",
        own_options=True,
    ),
    "convert": Command(
        "convert",
        "convert",
        "Write content in another format: skill trees as GraphML, DOT, JSON, CSV, TOML",
        "ludus convert delve wheel wheel.graphml",
    ),
    "export": Command(
        "export_and_import",
        "export_content",
        "Write content for other tools: levels for Tiled, LDtk, Godot and spreadsheets",
        "ludus export platformer trap-school --to school.tmx",
    ),
    "import": Command(
        "export_and_import",
        "import_content",
        "Read content from a file of another tool, check it and rate it",
        "ludus import platformer school.tmx --to school.level",
    ),
    "studies": Command("catalog", "studies", "List the studies, or show one in detail", "ludus studies NAME"),
    "run": Command(
        "run", "run", "Run a study; it writes tables and a report", "ludus run NAME --preset quick --set seed=7"
    ),
    "resume": Command("run", "resume", "Continue a run that was stopped", "ludus resume runs/NAME-1a2b"),
    "runs": Command("run", "runs", "List runs with their state and progress", "ludus runs"),
    "report": Command("run", "report", "Write the report of a run again", "ludus report runs/NAME-1a2b"),
    "studio": Command("play", "studio", "Play, watch and design in the browser", "ludus studio --port 8642"),
    "compile": Command("compile", "compile_games", "Compile games ahead of time", "ludus compile locm"),
    "cache": Command(
        "compile", "cache", "Show where compiled rules are kept and how large they are, or remove them", "ludus cache"
    ),
    "doctor": Command(
        "doctor", "doctor", "Show what this machine offers and which protections hold on it", "ludus doctor --json"
    ),
    "locm-bot": Command(
        "play",
        "locm_bot",
        "Run a bot as a program for another referee of LOCM",
        "ludus locm-bot coac -o version=1.2",
    ),
    "tribute-train": Command(
        "tribute_training",
        "tribute_train",
        "Run a training script for the Python package scripts-of-tribute",
        "ludus tribute-train train.py",
        runs_script=True,
    ),
    "bench": Command(
        "reference_check_and_bench", "bench", "Measure how fast games run on this machine", "ludus bench locm --json"
    ),
    "demo": Command("demo", "demo", "A short demo that ends with a report", "ludus demo --out demo"),
}


# Commands that work for seconds and ask nothing: they say what they do if they show nothing for long.
WORKING = {
    "match",
    "tournament",
    "check",
    "check-bot",
    "inspect",
    "make",
    "import",
    "run",
    "resume",
    "report",
    "compile",
    "bench",
    "demo",
}


def main() -> int:
    """Entry point of the console command; returns its exit code."""
    called = sys.argv[1] if len(sys.argv) > 1 else ""
    return run_app(make_app([called] if called in COMMANDS else tuple(COMMANDS)))


def make_app(names: Sequence[str]) -> typer.Typer:
    """Return the command line with the named commands; their modules are imported."""
    app = typer.Typer(
        cls=CommandGroup,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,  # plain help answers in half the time
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Begin with: ludus demo. Each command has its own help: ludus match -h",
    )
    for name in names:
        command = COMMANDS[name]
        run = getattr(import_module(f"ludus.cli.{command.module}"), command.function)
        if name in WORKING:
            run = breaks_silence(run)
        settings = {"ignore_unknown_options": True} if command.own_options else None
        if command.runs_script:
            settings = {"allow_interspersed_args": False}
        example = f"Example: {command.example}"
        app.command(name, epilog=example, short_help=command.summary, context_settings=settings)(run)
    app.callback()(_ludus)
    return app


@cache
def _whole_app() -> typer.Typer:
    return make_app(tuple(COMMANDS))


def __getattr__(name: str) -> Any:
    """`app` is the command line with all commands, made on first use."""
    if name == "app":
        return _whole_app()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _show_version(wanted: bool) -> None:
    if wanted:
        from ludus import __version__

        print(f"ludus {__version__}")
        raise typer.Exit()


def _ludus(
    version: Annotated[
        bool, typer.Option("--version", help="Show the release and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Playtest games by simulation: find out who wins and why, how hard a game is, and how fair."""
