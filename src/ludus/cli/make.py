"""`ludus make`: content that does what a designer wants."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from os.path import isfile  # any text may be asked of it, too long for a name or not
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.inspect import GameOptions, Games, Json, Seed, Threads, Where, WhereTo, answer, take_order
from ludus.cli.screen import program, screen

if TYPE_CHECKING:
    from ludus.design.contract import Asks, Order
    from ludus.design.unfinished import Unfinished


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
    if to is None and not designer.on_screen:
        raise OptionError("say where the new content goes: --to FOLDER")
    order = take_order(game, games, seed, to, place, threads, option or [])
    if to is not None:
        order = replace(order, kept=go_on(order, asks, to))
    try:
        answer(lambda: designer.make(asks, order), order, json)
    except KeyboardInterrupt:
        if order.kept.began:
            print(f"\n{to}: the same command will go on with this", file=sys.stderr)
        raise
    order.kept.forget()


def go_on(order: Order, asks: Asks, to: str) -> Unfinished:
    """What was kept of this work when it was stopped; nothing if it is new."""
    from ludus.cli.findings import make_folder
    from ludus.design.unfinished import Unfinished, is_unfinished

    if not is_unfinished(Path(to)):
        make_folder(to)
    kept = Unfinished.open(Path(to), _depends(order, asks))
    if kept.began:
        print(f"{to}: going on with what was stopped before", file=sys.stderr)
    return kept


def _depends(order: Order, asks: Asks) -> dict[str, str]:
    """All that the result depends on: options, files that they name, code."""
    from msgspec.structs import asdict

    from ludus.lab.versions import versions

    asked = {f"--{name.replace('_', '-')}": str(value) for name, value in asdict(asks).items()}
    asked |= {f"-o {name}": value for name, value in sorted(order.options.items())}
    files = {f"the file of {name}": _digest(Path(value)) for name, value in asked.items() if isfile(value)}
    now = versions(type(asks))
    made_with = {"python": now["python"], "libraries": str(now["libraries"]), "code": now["source"]}
    return {"game": order.game.name, **asked, "-n": str(order.games), "--seed": str(order.seed), **files, **made_with}


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
