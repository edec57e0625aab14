"""`ludus make`: generate content that meets targets."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from os.path import isfile  # accepts any text, even one too long for a file name
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.inspect import (
    GameOption,
    GamesOption,
    JsonOption,
    SeedOption,
    DesignThreadsOption,
    DesignBackendOption,
    FolderOption,
    run_and_report,
    design_request,
)
from ludus.cli.screen import program_name, make_console

if TYPE_CHECKING:
    from ludus.design.contract import DesignOptions, DesignRequest
    from ludus.design.unfinished import WorkCheckpoint


def make(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TARGETS", help="What to aim at; `ludus make GAME` lists the targets."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = 1,
    to: FolderOption = None,
    place: DesignBackendOption = "threads",
    threads: DesignThreadsOption = None,
    option: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Make content for a GAME that meets TARGETS, and validate it with games that were not used in the search. Without
    TARGETS, list what can be targeted.
    """
    from ludus.cli.asks import designer_options_table, read_designer_options
    from ludus.core.errors import OptionError
    from ludus.design.contract import find_designer

    designer = find_designer(game)
    if not words and to is None:
        make_console().print(designer_options_table(designer.make_options))
        make_console().print(f"\nExample: {program_name()} make {game} {designer.make_example}")
        return
    positional, designer_options = read_designer_options(words or [], designer.make_options, f"make {game}")
    if positional:
        raise OptionError(
            f"{positional[0]!r} is no target; targets are options such as {designer.make_example.split()[0]}"
        )
    if to is None and not designer.fits_on_screen:
        raise OptionError("name a folder for the new content: --to FOLDER")
    order = design_request(game, games, seed, to, place, threads, option or [])
    if to is not None:
        order = replace(order, checkpoint=resume_or_create(order, designer_options, to))
    try:
        run_and_report(lambda: designer.make(designer_options, order), order, json)
    except KeyboardInterrupt:
        if order.checkpoint.exists:
            print(f"\n{to}: run the same command again to continue", file=sys.stderr)
        raise
    order.checkpoint.delete()


def resume_or_create(order: DesignRequest, asks: DesignOptions, to: str) -> WorkCheckpoint:
    """The checkpoint of this work if it was stopped before; a new one otherwise."""
    from ludus.cli.findings import make_empty_folder
    from ludus.design.unfinished import WorkCheckpoint, has_checkpoint

    if not has_checkpoint(Path(to)):
        make_empty_folder(to)
    checkpoint = WorkCheckpoint.open(Path(to), _dependencies(order, asks))
    if checkpoint.exists:
        print(f"{to}: continuing an earlier run", file=sys.stderr)
    return checkpoint


def _dependencies(order: DesignRequest, asks: DesignOptions) -> dict[str, str]:
    """Everything the result depends on: options, files that they name, code."""
    from msgspec.structs import asdict

    from ludus.lab.versions import current_versions

    option_texts = {f"--{name.replace('_', '-')}": str(value) for name, value in asdict(asks).items()}
    option_texts |= {f"-o {name}": value for name, value in sorted(order.options.items())}
    files = {f"the file of {name}": _digest(Path(value)) for name, value in option_texts.items() if isfile(value)}
    current = current_versions(type(asks))
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
