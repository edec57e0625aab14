"""`ludus make`: content that does what a designer wants."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.inspect import GameOptions, Games, Json, Seed, Threads, Where, WhereTo, answer, take_order
from ludus.cli.screen import program, screen


def make(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TARGETS", help="What to aim at; `ludus make GAME` lists what there is."),
    ] = None,
    games: Games = None,
    seed: Seed = 1,
    to: WhereTo = None,
    place: Where = "threads",
    threads: Threads = None,
    option: GameOptions = None,
    json: Json = False,
) -> None:
    """Make content for a GAME that meets TARGETS, and prove it with players that took no part. Without TARGETS, tell
    what there is to aim at."""
    from ludus.cli.asks import asks_table, read_asks
    from ludus.core.errors import OptionError
    from ludus.design.contract import find_designer

    designer = find_designer(game)
    if not words and to is None:
        screen().print(asks_table(designer.makes))
        screen().print(f"\nExample: {program()} make {game} {designer.target}")
        return
    plain, asks = read_asks(words or [], designer.makes, f"make {game}")
    if plain:
        raise OptionError(f"{plain[0]!r} is no target; targets are options such as {designer.target.split()[0]}")
    if to is None:
        raise OptionError("say where the new content goes: --to FOLDER")
    order = take_order(game, games, seed, to, place, threads, option or [])
    answer(lambda: designer.make(asks, order), order, json)
