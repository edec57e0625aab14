"""`ludus match`: play many games between bots; prints a table or JSON."""

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
from ludus.cli.console import doing, make_console, print_json, program_name, progress_bar
from ludus.cli.errors import NOTHING_WRITTEN
from ludus.cli.game_argument import GameArgument
from ludus.cli.match_recording import ReplayCapture, fault_text, hide_files, record_transcripts, saved_text
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.arena.kept_bots import KeptFolder
    from ludus.backends import Backend
    from ludus.cli.match_and_tournament_results import MatchReport
    from ludus.stats import Sprt, SprtVerdict


def match(
    game: GameArgument,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="A bot for each seat, or one for all seats; see `ludus bots GAME`. NAME=BOT gives one a name.",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            min=0,
            max=10**12,
            metavar="N",
            help="Number of games, rounded up to whole deals: each deal is played from every seat.",
        ),
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games.")] = 1,
    threads: ThreadsOption = None,
    backend: BackendOption = None,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON. With compiled bots, everything except `timing` depends only on the seed; games "
            "of programs and Python bots also depend on the time that they take.",
        ),
    ] = False,
    save_replay: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save one game as a replay; with -n 0, play only this game.")
    ] = None,
    logs: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Folder to store every game of Python bots and programs, with their logs."),
    ] = None,
    log_requests: Annotated[
        bool,
        typer.Option("--log-requests", help="With --logs: also store all that bots are sent, and all legal moves."),
    ] = False,
    in_process: Annotated[
        bool,
        typer.Option(
            "--in-process",
            help="Run Python bots inside this process: faster, but without limits; only for trusted bots.",
        ),
    ] = False,
    competition: Annotated[
        bool, typer.Option("--competition", help="Deal as in the official contests: several deals share a draft.")
    ] = False,
    in_a_row: Annotated[
        bool,
        typer.Option("--in-a-row", help="Game K uses the seed plus K; the first BOT always has the first seat."),
    ] = False,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Begin all games from a position in a file; resamples what its current player cannot see.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH[,ALPHA[,BETA]]",
            help="Stop as soon as a sequential test decides whether the lead of the first BOT in Elo is at most LOW "
            "or at least HIGH; 25 means -25,25.",
        ),
    ] = None,
    seconds: SecondsOption = None,
    turn_seconds: TurnSecondsOption = None,
    clock: ClockOption = "wall",
    cpu_seconds: CpuSecondsOption = None,
    memory: MemoryOption = None,
    freeze: Annotated[
        bool | None,
        typer.Option(
            "--freeze/--no-freeze",
            help="External bots stop while others decide, as in tournaments, or may go on computing (the default).",
        ),
    ] = None,
    hide: HideOption = None,
    pass_env: PassEnvOption = None,
    keep: KeepOption = False,
    number: Annotated[
        int | None,
        typer.Option(
            "--game",
            min=0,
            max=10**18,
            metavar="K",
            help="The game that --save-replay saves; default: 0, the first.",
        ),
    ] = None,
    transcript: Annotated[
        str | None,
        typer.Option(
            "--transcript",
            "--diary",
            metavar="p1|p2|both|none",
            help="Print a transcript of the first BOT (p1), the second (p2) or both: moves and logs with times.",
        ),
    ] = None,
    transcript_to: Annotated[
        str | None,
        typer.Option(
            "--transcript-to",
            "--diary-to",
            metavar="FOLDER",
            help="Write transcripts to files in this folder (SEED_p1.log, ...) instead of printing them.",
        ),
    ] = None,
    states: Annotated[
        bool, typer.Option("--states", help="With --transcript-to: also write the whole position after every move.")
    ] = False,
) -> None:
    """Play games between BOTS and show who wins, with intervals."""
    from ludus.util.errors import OptionError

    if games == 0 and save_replay is None:
        raise OptionError("a match needs at least one game; -n 0 goes with --save-replay")
    if number is not None and save_replay is None:
        raise OptionError(f"--game {number} needs --save-replay, which names the file")
    for value, name in (
        (save_replay, "save-replay"),
        (logs, "logs"),
        (competition, "competition"),
        (in_a_row, "in-a-row"),
    ):
        if begin is not None and value:
            raise OptionError(f"--{name} is for games that begin with a deal; leave out --from")
    if log_requests and logs is None:
        raise OptionError("--log-requests needs --logs FOLDER, which says where to store them")
    game_options = parse_game_options(option or [])
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.arena.kept_bots import KEPT_FOLDER, KeptFolder, check_keep
    from ludus.arena.player_names import read_named_bot
    from ludus.bots.external.surroundings import check_hidden, refuse_folder_with_bots
    from ludus.stats import Sprt

    parsed_backend = choose_backend(backend, threads, keep)
    limits = BotLimits(
        in_process,
        seconds,
        memory,
        turn_seconds,
        cpu_seconds,
        freeze=freeze,
        hide=tuple(hide or ()),
        log_requests=log_requests,
        pass_env=tuple(pass_env or ()),
        keep=keep,
        clock=parse_clock(clock),
    )
    if not bots:
        raise OptionError(missing_bots(game))
    named_bots = [read_named_bot(bot) for bot in bots]
    bots = [text for _, text in named_bots]
    check_hidden(limits.hide, bots)
    for folder, name in ((logs, "--logs"), (transcript_to, "--transcript-to")):
        if folder is not None:
            refuse_folder_with_bots(Path(folder), bots, name)
    hide_files({"--from": begin, "--save-replay": save_replay}, bots)
    test = Sprt.parse(sprt) if sprt else None
    if keep:
        check_keep(bots, competition)
    kept = KeptFolder(Path(KEPT_FOLDER)) if keep else None
    prepared, bots = make_match(
        game,
        bots,
        seed,
        game_options,
        replays=save_replay is not None,
        limits=limits,
        competition=competition,
        in_a_row=in_a_row,
        begin=begin,
        names=[name for name, _ in named_bots],
        kept=kept,
    )
    warn_of_unused_limits(limits, list(prepared.players))
    given = [name for name, _ in named_bots] * (len(bots) // len(named_bots))  # one bot may be for all seats
    names = [name or bot for name, bot in zip(given, bots, strict=True)]
    record_transcripts(prepared, names, parsed_backend, transcript, transcript_to, states, err=json)
    capture = ReplayCapture(prepared, names, logs, number or 0)
    try:
        doing("starting the bots")
        prepared.probe()
        doing("playing")
        if games:
            if kept is not None and in_a_row:
                kept.claim_seeds(seed, games)
            results, elapsed = play_match(prepared, bots, games, parsed_backend, game_options, test, names)
            if keep:
                close_players(prepared)  # their files are stored now
            if json:
                speed = round(len(results.outcomes) / max(elapsed, 1e-9), 1)
                timing = {
                    "seconds": round(elapsed, 6),
                    "seconds_per_game": round(elapsed / len(results.outcomes), 9),
                    "games_per_second": speed,
                    "place": str(parsed_backend),
                }
                print_json({**results.as_dict(), "timing": timing})
            else:
                results.show(make_console(), elapsed, parsed_backend)
            for line in capture.summary():
                typer.echo(line, err=json)
        if save_replay is not None:
            if not prepared.reproducible and not capture.captured:
                from ludus.arena.runner import play_game

                play_game(prepared, number or 0)  # a game that the match did not play is captured now
            message = (
                capture.save(save_replay)
                if capture.captured
                else save_replay_of(prepared, names, number or 0, save_replay)
            )
            typer.echo(message, err=json)
    except KeyboardInterrupt:
        if keep or any(place is not None for place in (logs, save_replay, transcript_to)):
            raise
        raise KeyboardInterrupt(NOTHING_WRITTEN) from None
    finally:
        close_players(prepared)
        if kept is not None:
            kept.close()


def missing_bots(game: str) -> str:
    """Say how many bots a match of a game needs, and where they are listed."""
    from ludus.core.game_registry import load_game

    fewest, most = load_game(game).seats
    if most == 1:
        number = "one bot"
    else:
        seats = f"{most}" if fewest == most else f"{fewest} to {most}"
        number = f"a bot for each of the {seats} seats, or one for all"
    return f"{game}: name {number}; `{program_name()} bots {game}` lists them"


def close_players(match: Match) -> None:
    """End all processes of a match."""
    for player in match.players:
        player.close()


def parse_game_options(texts: list[str]) -> dict[str, str]:
    """Parse `key=value` texts into a dict; the game interprets keys and values."""
    from ludus.util.errors import OptionError

    options: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(f"-o takes KEY=VALUE, not {text!r}")
        if key in options:
            raise OptionError(f"-o {key} is given twice")
        options[key] = value
    return options


def make_match(
    name: str,
    bots: list[str],
    seed: int,
    options: dict[str, Any],
    *,
    replays: bool,
    limits: BotLimits | None = None,
    competition: bool = False,
    in_a_row: bool = False,
    begin: str | None = None,
    names: list[str | None] | None = None,
    kept: KeptFolder | None = None,
) -> tuple[Match, list[str]]:
    """Make a match, compiled and ready (for `replays` too); returns it and the bots by player.

    `names` are those that the user gave; `kept` is the folder for the files of bots that are kept.
    """
    from ludus.arena.compiled_games import match_exports
    from ludus.bots.lookup import is_compiled_bot
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import get_engine
    from ludus.core.game_registry import load_game

    game = load_game(name)
    if "seats" in game.options.__struct_fields__ and len(bots) > 1:
        options.setdefault("seats", str(len(bots)))
    content = game.content(**options)
    seats = game.seat_count(content.data)
    if len(bots) == 1:
        bots, names = bots * seats, (names or []) * seats
    positions = replays or begin is not None or not all(map(is_compiled_bot, bots))
    with report_compilation(game, lambda: match_exports(game, bots, seats, positions)):
        from ludus.arena import Match
        from ludus.arena.external_bot_limits import BotLimits
        from ludus.arena.match_spec import FixedSeatMatch, PositionMatch
        from ludus.cli.position_file import read_position

        if positions:
            get_engine(game)
        limits, keep, session = limits or BotLimits(), kept is not None, 0
        folders = [""] * len(bots)
        if kept is not None:
            session = 0 if in_a_row else kept.begin_session()
            folders = kept.folders_of(names or [None] * len(bots), game.name, bots)
        players = [
            limits.load_bot(game, bot, content, kept_folder=folder) for bot, folder in zip(bots, folders, strict=True)
        ]
        if begin is not None:
            return PositionMatch(read_position(game, content, begin), players, seed, begin, keep, session), bots
        if in_a_row:
            return FixedSeatMatch(game, content, players, seed, competition=competition), bots
        return Match(game, content, players, seed, competition=competition, own_deals=keep, session=session), bots


def play_match(
    match: Match,
    bots: list[str],
    games: int,
    backend: Backend,
    options: dict[str, Any],
    test: Sprt | None = None,
    names: list[str] | None = None,
) -> tuple[MatchReport, float]:
    """Play a match; returns the results and the seconds. With a test, `games` is the maximum."""
    from ludus.arena import run_match, run_sequential_test
    from ludus.cli.match_and_tournament_results import MatchReport

    games += -games % match.per_deal  # whole deals: every player has every seat equally often
    done, verdict = 0, None
    began = time.perf_counter()
    with progress_bar(f"{match.game.name}: {plural(games, 'game')}") as advance:

        def on_unit(played: int) -> None:
            nonlocal done
            done += played
            advance(done, games)

        if test is None:
            outcomes = run_match(match, games, backend, on_unit)
        else:
            outcomes, verdict = run_sequential_test(match, test, games, backend, on_unit)
    extra_facts = {} if test is None or verdict is None else {"test": sprt_text(test, verdict, names or bots)}
    return MatchReport.of(match, outcomes, bots, options, extra_facts, names), time.perf_counter() - began


def sprt_text(test: Sprt, verdict: SprtVerdict, bots: list[str]) -> str:
    """The verdict of a sequential test as a sentence."""
    lead = f"{test.low:g} to {test.high:g} Elo, alpha {test.alpha:g}, beta {test.beta:g}"
    sentences = {
        "accept": f"{bots[0]} leads by {test.high:g} Elo rather than {test.low:g}",
        "reject": f"{bots[0]} leads by {test.low:g} Elo or less rather than {test.high:g}",
        "running": "not decided yet",
    }
    return f"{sentences[verdict.decision]} ({lead}; log-likelihood ratio {verdict.llr:.2f})"


def save_replay_of(match: Match, bots: list[str], number: int, file: str) -> str:
    """Play one game of a match again, save it as a replay, and return a message."""
    from ludus.arena.runner import game_replay
    from ludus.core.compile.progress import report_compilation
    from ludus.core.game_engine import engine_exports

    by_seat = [bots[player] for player in match.seating(number)]
    with report_compilation(match.game, lambda: engine_exports(match.game)):
        replay, episode = game_replay(match, number, by_seat)
    replay.save(file)
    if episode.fault:
        return fault_text(number, episode, by_seat, match.all_compiled, file)
    return saved_text(number, by_seat, episode.reason, episode.payoffs, len(replay.moves), file)
