"""`ludus match`: many games between players, with a table or JSON at the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.screen import count, print_json, progress, screen

if TYPE_CHECKING:
    from ludus.arena import Match
    from ludus.cli.results import Results


def match(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT", help="A player for each seat, or one that plays all; see `ludus bots GAME`."),
    ],
    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            min=0,
            max=10**12,
            metavar="N",
            help="Games to play, rounded up: each deal is played from every seat.",
        ),
    ] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games.")] = 1,
    threads: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many games at once; all cores if not given.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON; all but `timing` depends on the seed alone.")
    ] = False,
    save_replay: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep one game as a replay; with -n 0, play only that.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--game",
            min=0,
            max=10**12,
            metavar="K",
            help="The game that --save-replay keeps; 0, the first, if not given.",
        ),
    ] = None,
) -> None:
    """Play games between BOTS and tell who wins, with intervals."""
    from ludus.core.errors import OptionError

    if games == 0 and save_replay is None:
        raise OptionError("a match needs at least one game; -n 0 goes with --save-replay")
    if number is not None and save_replay is None:
        raise OptionError(f"--game {number} goes with --save-replay, which says where to keep it")
    chosen = read_options(option or [])
    contest, bots = prepare(game, bots, seed, chosen, replays=save_replay is not None)
    if games:
        results, seconds, threads = play(contest, bots, games, threads, chosen)
        if json:
            speed = round(len(results.outcomes) / max(seconds, 1e-9), 1)
            timing = {"seconds": round(seconds, 6), "games_per_second": speed, "threads": threads}
            print_json({**results.as_dict(), "timing": timing})
        else:
            results.show(screen(), seconds, threads)
    if save_replay is not None:
        told = keep(contest, bots, number or 0, save_replay)
        typer.echo(told, err=json)


def read_options(texts: list[str]) -> dict[str, str]:
    """`key=value` texts as a dict; what keys and values mean is the game's affair."""
    from ludus.core.errors import OptionError

    found: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(f"-o takes KEY=VALUE, not {text!r}")
        if key in found:
            raise OptionError(f"-o {key} is given twice")
        found[key] = value
    return found


def prepare(
    name: str, bots: list[str], seed: int, options: dict[str, Any], *, replays: bool
) -> tuple[Match, list[str]]:
    """A match, compiled and ready (for `replays` too), and its bots by player: one bot alone plays all seats."""
    from ludus.core.engine import engine
    from ludus.core.progress import first_use
    from ludus.core.registry import find_game

    game = find_game(name)
    if "seats" in game.options.__struct_fields__ and len(bots) > 1:
        options.setdefault("seats", str(len(bots)))
    content = game.content(**options)
    seats = game.seat_count(content.table)
    if len(bots) == 1:
        bots = bots * seats
    with first_use(game):
        from ludus.arena import Match
        from ludus.players import find_player

        if replays:
            engine(game)
        return Match(game, content, [find_player(game, bot) for bot in bots], seed), bots


def play(
    match: Match, bots: list[str], games: int, threads: int | None, options: dict[str, Any]
) -> tuple[Results, float, int]:
    """The results, the seconds they took and the threads that worked."""
    from ludus.cli.results import Results
    from ludus.compute import Threads

    games += -games % match.seats  # whole deals: nobody sits in a good seat more often than others
    place, done = Threads(threads), 0
    began = time.perf_counter()
    with progress(f"{match.game.name}: {count(games, 'game')}") as advance:

        def on_unit(played: int) -> None:
            nonlocal done
            done += played
            advance(done, games)

        outcomes = match.play(games, place, on_unit)
    return Results.of(match, outcomes, bots, options), time.perf_counter() - began, place.count


def keep(match: Match, bots: list[str], number: int, file: str) -> str:
    """Play one game of a match again, save it as a replay, and say so."""
    from ludus.core.progress import first_use
    from ludus.core.replay import Replay

    with first_use(match.game):
        position = match.replay(number)
    by_seat = [bots[(seat + match.first(number)) % match.seats] for seat in range(match.seats)]
    Replay.of(position, by_seat).save(file)
    result = position.result
    assert result is not None
    won = f"seat {result.winner} ({by_seat[result.winner]}) won" if result.winner is not None else "nobody won alone"
    if match.seats == 1:
        won = f"share {result.shares[0]:g}"
    return f"Game {number}: {won} after {count(len(position.history), 'move')} ({result.reason}); saved as {file}"
