"""`ludus export` and `ludus import`: content in files of other tools, such as levels as Tiled maps."""

from __future__ import annotations

from os.path import exists  # accepts any text, even one too long for a file name
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.console import doing, make_console, program_name
from ludus.cli.game_argument import GameArgument

if TYPE_CHECKING:
    from ludus.design.base.designer import ContentExchange

OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")]


def export_content(
    game: GameArgument,
    content: Annotated[
        str | None,
        typer.Argument(metavar="CONTENT", help="What to export; `ludus export GAME` says what is possible."),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="FILE", help="The file to write; its suffix names the format.")
    ] = None,
    overwrite: OverwriteOption = False,
) -> None:
    """Write CONTENT of a GAME as a file of another tool, in the format that the suffix of FILE names.

    `ludus import` reads such files, also after they were edited there.
    """
    from ludus.util.errors import OptionError

    exchange = _exchange_of(game)
    if content is None:
        _print_usage(f"CONTENT is {exchange.export_help}", f"export {game} {exchange.export_example}")
        return
    if to is None:
        raise OptionError(f"name the file to write with --to, as in: export {game} {exchange.export_example}")
    _refuse_existing(to, overwrite)
    console = make_console()
    for line in exchange.export_content(content, Path(to)):
        console.print(line, soft_wrap=True)
    console.print(f"Written: {to}", soft_wrap=True)


def import_content(
    game: GameArgument,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A file of another tool; `ludus import GAME` lists the formats."),
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="FILE", help="The file of content to write.")] = None,
    overwrite: OverwriteOption = False,
) -> None:
    """Read content of a GAME from a FILE of another tool, check it and rate it.

    What was found is printed; with --to it is also written as content that every command takes.
    """
    from ludus.util.errors import OptionError
    from ludus.util.files import atomic_write

    exchange = _exchange_of(game)
    if file is None:
        _print_usage(f"FILE is {exchange.import_help}", f"import {game} {exchange.import_example}")
        return
    if to is not None:
        if Path(to).suffix.lower() != exchange.suffix:
            raise OptionError(
                f"--to {to}: name a file with the suffix {exchange.suffix}, as in: {exchange.import_example}"
            )
        _refuse_existing(to, overwrite)
    console = make_console()
    doing("reading, checking and rating")
    text = exchange.import_content(Path(file), lambda line: console.print(line, soft_wrap=True))
    if to is None:
        console.print(f"Nothing was written: --to NAME{exchange.suffix} keeps it.", soft_wrap=True)
        return
    atomic_write(Path(to), text.encode())
    console.print(f"Written: {to}", soft_wrap=True)


def _exchange_of(game: str) -> ContentExchange:
    """Export and import of the content of a game."""
    from ludus.core.game_registry import load_game
    from ludus.design.base.designer import find_exchange

    return find_exchange(load_game(game).name)


def _print_usage(what: str, example: str) -> None:
    console = make_console()
    console.print(f"{what}.", soft_wrap=True)
    console.print(f"\nExample: {program_name()} {example}")


def _refuse_existing(file: str, overwrite: bool) -> None:
    from ludus.util.errors import OptionError

    if exists(file) and not overwrite:
        raise OptionError(f"{file} exists; name another file, or add --overwrite")
