"""`ludus tournament`: every bot against every other, with ratings, tables in a folder and a page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.backend_options import (
    BackendOption,
    ClockOption,
    CpuSecondsOption,
    HideOption,
    KeepOption,
    MemoryOption,
    PassEnvOption,
    SecondsOption,
    ThreadsOption,
    TurnSecondsOption,
    choose_backend,
    parse_clock,
    warn_of_unused_limits,
)
from ludus.cli.console import doing, make_console, print_json, program_name
from ludus.cli.game_argument import GAME_HELP
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Tournament
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.arena.tournament_session import TournamentProgress
    from ludus.backends import Backend

TOURNAMENTS_FOLDER = "tournaments"  # parent of folders without a given name
BOTS_HELP = (
    "The bots; see `ludus bots GAME`. NAME=BOT gives one a name for tables and pages: 'fast=cmd:./bot --fast'. The "
    "dice of a bot depend on its name."
)


def tournament(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", help=BOTS_HELP)] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            min=1,
            max=10**9,
            metavar="N",
            help="Number of games for each pair, rounded up to whole deals: each deal is played from every seat. With "
            "--resume: extend the tournament to so many games. Default: 1000.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same seed gives the same games. Default: 1.")
    ] = None,
    threads: ThreadsOption = None,
    backend: BackendOption = None,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help=f"Folder for the tables; default: a folder in ./{TOURNAMENTS_FOLDER}."),
    ] = None,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder", help="Each BOT starts at the bottom and climbs as long as a sequential test finds it stronger."
        ),
    ] = False,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first BOT plays against all others.")] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH[,ALPHA[,BETA]]",
            help="End a pair as soon as a sequential test decides whether the lead in Elo is at most LOW or at "
            "least HIGH; 25 means -25,25.",
        ),
    ] = None,
    until_rating: Annotated[
        float | None,
        typer.Option(
            "--until-rating",
            min=0.1,
            metavar="ELO",
            help="The last BOT (with --gauntlet: the first) is new: it plays where a game says most, until the 95 % "
            "interval of its rating is plus or minus ELO, or all its pairs have -n games.",
        ),
    ] = None,
    competition: Annotated[
        bool, typer.Option("--competition", help="Deal as in the official contests of the game.")
    ] = False,
    in_process: Annotated[
        bool,
        typer.Option(
            "--in-process",
            help="Run Python bots inside this process: faster, but without limits; only for trusted bots.",
        ),
    ] = False,
    seconds: SecondsOption = None,
    turn_seconds: TurnSecondsOption = None,
    clock: ClockOption = "wall",
    cpu_seconds: CpuSecondsOption = None,
    memory: MemoryOption = None,
    freeze: Annotated[
        bool | None,
        typer.Option(
            "--freeze/--no-freeze",
            help="External bots stop while others decide (the default), or may go on computing.",
        ),
    ] = None,
    hide: HideOption = None,
    pass_env: PassEnvOption = None,
    keep: KeepOption = False,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Continue the tournament in this folder. With -n or --add-bot, extend it: all rows stay, and only "
            "what is new is played.",
        ),
    ] = None,
    add_bot: Annotated[
        list[str] | None,
        typer.Option(
            "--add-bot",
            metavar="BOT",
            help="With --resume: one more bot, which plays against all others; may be given several times. With "
            "--until-rating, until its rating is known.",
        ),
    ] = None,
    verify: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER [DIGEST]",
            help="Check that a folder is as it was written: all rows, deals, tables and stored games. DIGEST is the "
            "one that was printed at the end of the tournament.",
        ),
    ] = None,
    json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON. With compiled bots, everything except `folder` and `timing` depends only on the seed; "
            "games of programs and Python bots also depend on the time that they take.",
        ),
    ] = False,
) -> None:
    """Play every pair of BOTS on the same deals and rate them. The same command continues a stopped tournament.

    Every game of a Python bot or a cmd: program starts from its folder as submitted, unless --keep is given.

    Extend a tournament: `ludus tournament --resume cup -n 2000` plays more games, `ludus tournament --resume cup
    --add-bot me=cmd:./bot` adds a bot. Rules with tie-breaks and disqualification: `ludus contest`.
    """
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.arena.player_names import read_named_bot
    from ludus.bots.external.surroundings import check_hidden
    from ludus.core.game_registry import load_game
    from ludus.util.errors import OptionError

    if add_bot and resume is None:
        raise OptionError("--add-bot extends a tournament: name its folder, --resume FOLDER --add-bot BOT")
    if verify is not None:
        words = [word for word in (game, *(bots or [])) if word]
        files, digests = [word for word in words if ".py" in word], [word for word in words if ".py" not in word]
        if len(files) > 1 or len(digests) > 1 or out is not None or resume is not None:
            raise OptionError(
                "--verify takes a folder and the digest to compare it with; for a game from a file, also this file: "
                "ludus tournament letter.py:game --verify FOLDER DIGEST"
            )
        if files:
            load_game(files[0])
        verify_folder(verify, digests[0] if digests else "", json)
        return
    if resume is not None:
        if bots or out is not None or not (game is None or ".py" in game):
            raise OptionError(
                "--resume reads everything from its folder; leave out the bots, --out and the game, unless the game "
                "comes from a file: letter.py:game"
            )
        refuse_given_with_resume(
            {
                "--seed": seed,
                "--seconds": seconds,
                "--turn-seconds": turn_seconds,
                "--clock": None if clock == "wall" else clock,
                "--cpu-seconds": cpu_seconds,
                "--memory": memory,
                "--freeze" if freeze else "--no-freeze": freeze,
                "--hide": hide or None,
                "--pass-env": pass_env or None,
                "--keep": keep or None,
                "--in-process": in_process or None,
                "--option": option or None,
                "--sprt": sprt,
                "--competition": competition or None,
                "--ladder": ladder or None,
                "--gauntlet": gauntlet or None,
            }
        )
        if game is not None:
            load_game(game)
        prepared, folder = open_tournament(resume), Path(resume)
        if games is not None or add_bot or until_rating is not None:
            prepared = prepared.extended(games, add_bot or [], until_rating)
    elif game is None or not bots:
        raise OptionError("name a game and its bots, or a folder to --resume")
    else:
        if ladder and gauntlet:
            raise OptionError("a tournament is a --ladder or a --gauntlet, not both")
        kind = "ladder" if ladder else "gauntlet" if gauntlet else "round robin"
        limits = BotLimits(
            in_process,
            seconds,
            memory,
            turn_seconds,
            cpu_seconds,
            freeze=freeze,
            hide=tuple(hide or ()),
            pass_env=tuple(pass_env or ()),
            keep=keep,
            clock=parse_clock(clock),
        )
        check_hidden(limits.hide, [read_named_bot(bot)[1] for bot in bots])
        options, seed = option or [], 1 if seed is None else seed
        prepared = make_tournament(
            game, bots, games or 1000, seed, options, kind, sprt, competition, limits, until_rating
        )
        folder = (
            Path(out) if out is not None else Path(TOURNAMENTS_FOLDER) / f"{prepared.game.name}-{prepared.digest()}"
        )
    parsed_backend = choose_backend(backend, threads, prepared.limits.keep)
    play_and_show(prepared, folder, parsed_backend, json, "--out" if resume is None else "--resume")


def play_and_show(
    prepared: Tournament, folder: Path, backend: Backend, json: bool, folder_option: str = "--out"
) -> None:
    """Play a tournament, write its tables and its page, and print the results."""
    from ludus.arena.bot_load import BotLoad
    from ludus.arena.compiled_games import match_exports
    from ludus.backends import try_backend
    from ludus.bots.external.surroundings import refuse_folder_with_bots
    from ludus.bots.lookup import is_compiled_bot
    from ludus.cli.match_and_tournament_results import print_tournament, tournament_data
    from ludus.cli.progress_bars import tournament_progress
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_registry import game_argument
    from ludus.report.tournament import write_tournament_page

    external = [text for text in prepared.texts if not is_compiled_bot(text)]
    if external:
        refuse_folder_with_bots(folder, external, folder_option)
        prepared.hide_secrets(folder)  # before the first bot starts
        warn_if_nothing_can_be_hidden(prepared.limits)
    with report_compilation(prepared.game, lambda: match_exports(prepared.game, prepared.texts, prepared.seats)):
        prepared.prepare()
    players = [prepared.player(number) for number in range(len(prepared.names))]
    load = BotLoad.of(players, prepared.seats, backend, prepared.limits)
    if load.too_many:
        fewer = max(1, load.cores * backend.count // load.bots)
        hint = f"; --threads {fewer} avoids it" if fewer < backend.count else ""
        typer.echo(f"ludus: warning: {load.warning()}{hint}", err=True)
    warn_of_unused_limits(prepared.limits, players)
    doing("starting the bots")
    try_backend(backend)  # before the folder is made
    began, known = time.perf_counter(), 0
    try:
        with tournament_progress(prepared) as advance:

            def listen(stage: TournamentProgress) -> None:
                nonlocal known
                known = stage.known
                if stage.games > stage.known:
                    advance(stage)

            results = prepared.run(folder, backend, listen)
        elapsed = time.perf_counter() - began
        doing("writing the report")
        write_tournament_page(folder, prepared, results)
    except KeyboardInterrupt:
        name = game_argument(prepared.game)
        file = f" {name}" if name != prepared.game.name else ""
        command = f"{program_name()} tournament{file} --resume {folder}"
        typer.echo(f"\nThe games played are stored. To continue: {command}", err=True)
        raise
    if known == results.games:
        typer.echo(f"ludus: {folder}: all {plural(known, 'game')} were there already; nothing was played", err=True)
    if json:
        timing = {"seconds": round(elapsed, 6), "place": str(backend)}
        print_json({**tournament_data(prepared, results), "folder": str(folder), "timing": timing})
    else:
        print_tournament(make_console(), prepared, results, folder, elapsed)


def warn_if_nothing_can_be_hidden(limits: BotLimits) -> None:
    """Warn if bots of a tournament could read its seed: neither mounts nor Landlock are possible here."""
    from ludus.bots.external.protection_report import can_hide_files

    if not limits.in_process and not can_hide_files():
        typer.echo(
            "ludus: warning: nothing can be hidden from bots on this machine: they can read the seed in the rules file "
            "and in the folder of the tournament. `ludus doctor` says why, and what to do",
            err=True,
        )


def refuse_given_with_resume(options: dict[str, Any]) -> None:
    """Raise OptionError if options that a stored tournament has in its plan are given again; None: not given."""
    from ludus.util.errors import OptionError

    given = [name for name, value in options.items() if value is not None]
    if given:
        raise OptionError(f"--resume reads {' and '.join(given)} from its folder; leave it out")


STATES = {True: "holds", False: "DOES NOT HOLD", None: "not checked"}


def verify_folder(folder: str, digest: str, json: bool) -> None:
    """Print what a check of a tournament folder found; exit code 1 if anything differs."""
    from ludus.arena.tournament_verification import DIGEST_STEP, verify_tournament
    from ludus.cli.console import facts_table

    steps = verify_tournament(folder, digest)
    differing = {step.what for step in steps if step.holds is False}
    changed = bool(differing)
    if json:
        checks = [{"check": step.what, "holds": step.holds, "detail": step.detail} for step in steps]
        print_json({"folder": folder, "unchanged": not changed, "checks": checks})
    else:
        console = make_console()
        unpublished = " since it got this digest" if digest and not changed else ""
        if differing == {DIGEST_STEP}:
            verdict = (
                "the digest that was given does not match. The folder agrees with itself: either this digest is of "
                "another tournament, or the folder was rewritten as a whole"
            )
        else:
            verdict = "was changed" if changed else f"no game and no table was changed{unpublished}"
        console.print(f"{folder}: {verdict}.", style="bold")
        console.print(facts_table({step.what: f"{STATES[step.holds]}: {step.detail}" for step in steps}))
    if changed:
        raise typer.Exit(1)


def make_tournament(
    name: str,
    bots: list[str],
    games: int,
    seed: int,
    options: list[str],
    kind: Any,
    sprt: str | None,
    competition: bool,
    limits: BotLimits,
    until_rating: float | None = None,
) -> Tournament:
    from ludus.arena import Tournament
    from ludus.arena.rating_target import RatingTarget
    from ludus.cli.match import parse_game_options
    from ludus.core.game_registry import load_game
    from ludus.stats import Sprt

    game = load_game(name)
    content = game.content(**parse_game_options(options))
    test = Sprt.parse(sprt) if sprt else None
    new = 0 if kind == "gauntlet" else len(bots) - 1
    targets = [] if until_rating is None else [RatingTarget(new, until_rating)]
    return Tournament(game, content, bots, games, seed, kind, test, competition, limits, rating_targets=targets)


def open_tournament(folder: str) -> Tournament:
    from ludus.arena import Tournament

    return Tournament.open(folder)
