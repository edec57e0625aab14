"""`ludus convert`: content in another format of file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludus.cli.console import make_console, program_name
from ludus.cli.game_argument import GameArgument
from ludus.cli.inspect_and_make import GameOption


def convert(
    game: GameArgument,
    content: Annotated[
        str | None,
        typer.Argument(metavar="CONTENT", help="What to convert; `ludus convert GAME` says what is possible."),
    ] = None,
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file to write; its suffix names the format.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
    option: GameOption = None,
) -> None:
    """Write CONTENT of a GAME to FILE, in the format that its suffix names.

    Every command that takes a file of content takes all formats, so this works in both directions.
    """
    from ludus.cli.match import parse_game_options
    from ludus.core.game_registry import load_game
    from ludus.design.base.designer import find_converter
    from ludus.util.errors import OptionError

    loaded = load_game(game)
    converter = find_converter(loaded.name)
    console = make_console()
    if content is None:
        console.print(f"CONTENT is {converter.content_help}.", soft_wrap=True)
        console.print(f"\nExample: {program_name()} convert {game} {converter.example}")
        return
    if file is None:
        raise OptionError(f"name the file to write after {content!r}, as in: convert {game} {converter.example}")
    if Path(file).exists() and not overwrite:
        raise OptionError(f"{file} exists; name another file, or add --overwrite")
    for line in converter.convert(content, Path(file), loaded.parse_options(parse_game_options(option or []))):
        console.print(line, soft_wrap=True)
    console.print(f"Written: {file}", soft_wrap=True)
