"""`ludus make`: generate content that meets targets."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from os.path import isfile  # accepts any text, even one too long for a file name
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
        typer.Argument(metavar="TARGETS", help="What to aim at; `ludus make GAME` lists the targets."),
    ] = None,
    games: Games = None,
    seed: Seed = 1,
    to: WhereTo = None,
    place: Where = "threads",
    threads: Threads = None,
    option: GameOptions = None,
    json: Json = False,
) -> None:
    """Make content for a GAME that meets TARGETS, and validate it with games that were not used in the search. Without
    TARGETS, list what can be targeted.
    """
    from ludus.cli.asks import asks_table, read_asks
    from ludus.core.errors import OptionError
    from ludus.design.contract import find_designer

    designer = find_designer(game)
    if not words and to is None:
        screen().print(asks_table(designer.makes))
        screen().print(f"\nExample: {program()} make {game} {designer.target}")
        return
    positional, designer_options = read_asks(words or [], designer.makes, f"make {game}")
    if positional:
        raise OptionError(f"{positional[0]!r} is no target; targets are options such as {designer.target.split()[0]}")
    if to is None and not designer.on_screen:
        raise OptionError("name a folder for the new content: --to FOLDER")
    order = take_order(game, games, seed, to, place, threads, option or [])
    if to is not None:
        order = replace(order, kept=go_on(order, designer_options, to))
    try:
        answer(lambda: designer.make(designer_options, order), order, json)
    except KeyboardInterrupt:
        if order.kept.began:
            print(f"\n{to}: run the same command again to continue", file=sys.stderr)
        raise
    order.kept.forget()


def go_on(order: Order, asks: Asks, to: str) -> Unfinished:
    """The checkpoint of this work if it was stopped before; a new one otherwise."""
    from ludus.cli.findings import make_folder
    from ludus.design.unfinished import Unfinished, is_unfinished

    if not is_unfinished(Path(to)):
        make_folder(to)
    checkpoint = Unfinished.open(Path(to), _depends(order, asks))
    if checkpoint.began:
        print(f"{to}: continuing an earlier run", file=sys.stderr)
    return checkpoint


def _depends(order: Order, asks: Asks) -> dict[str, str]:
    """Everything the result depends on: options, files that they name, code."""
    from msgspec.structs import asdict

    from ludus.lab.versions import versions

    option_texts = {f"--{name.replace('_', '-')}": str(value) for name, value in asdict(asks).items()}
    option_texts |= {f"-o {name}": value for name, value in sorted(order.options.items())}
    files = {f"the file of {name}": _digest(Path(value)) for name, value in option_texts.items() if isfile(value)}
    current = versions(type(asks))
    versions_used = {"python": current["python"], "libraries": str(current["libraries"]), "code": current["source"]}
    return {
        "game": order.game.name,
        **option_texts,
        "-n": str(order.games),
        "--seed": str(order.seed),
        **files,
        **versions_used,
    }


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
