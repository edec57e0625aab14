"""`ludus inspect` and `ludus make`: measure content, or generate content that meets targets."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from os.path import isfile  # accepts any text, even one too long for a file name
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from ludus.cli.console import doing, make_console, make_table, print_json, program_name, progress_bar
from ludus.cli.errors import NOTHING_WRITTEN
from ludus.cli.game_argument import GameArgument
from ludus.util.text import plural

if TYPE_CHECKING:
    from rich.table import Table

    from ludus.design.base.checkpoint import WorkCheckpoint
    from ludus.design.base.designer import DesignOptions, DesignRequest, ProgressStep
    from ludus.report.report_model import Report

DEFAULT_SEED = 1
GamesOption = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--games",
        min=2,
        max=10**7,
        metavar="N",
        help="Number of games for each measurement; each game has its own fixed default.",
    ),
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games and the same answer.")]
FolderOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FOLDER",
        help="Write a report, tables, pictures and new content into this folder, which must be new or empty.",
    ),
]
DesignBackendOption = Annotated[
    str,
    typer.Option(
        "--backend",
        "--place",
        metavar="BACKEND",
        help="Where games run: threads, threads:4, processes:2, ray. The results do not depend on it.",
    ),
]
DesignThreadsOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="Short for --backend threads:N.")]
GameOption = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print JSON; everything except `timing` depends only on the seed.")
]


def inspect(
    game: GameArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CONTENT", help="What to measure; `ludus inspect GAME` lists the possibilities."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = DEFAULT_SEED,
    to: FolderOption = None,
    backend: DesignBackendOption = "threads",
    threads: DesignThreadsOption = None,
    option: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Measure CONTENT of a GAME by playing it, and explain the results.

    Each game has more options: `ludus inspect GAME` lists them.
    """
    from ludus.cli.report_output import output_folder
    from ludus.core.game_registry import load_game
    from ludus.design.base.designer import find_designer

    designer = find_designer(load_game(game).name)
    if not words:
        console = make_console()
        console.print(f"CONTENT is {designer.content_help}.", soft_wrap=True)
        console.print()
        console.print(designer_options_table(designer.inspect_options))
        console.print(f"\nExample: {program_name()} inspect {game} {designer.inspect_example}")
        return
    content, designer_options = read_designer_options(words, designer.inspect_options, f"inspect {game}")
    order = design_request(game, games, seed, to, backend, threads, option or [])
    with output_folder(to):  # before hours of games are played
        try:
            run_and_report(lambda: designer.inspect(content, designer_options, order), order, json)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(NOTHING_WRITTEN) from None


def make(
    game: GameArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TARGETS", help="The targets; `ludus make GAME` lists them."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = DEFAULT_SEED,
    to: FolderOption = None,
    backend: DesignBackendOption = "threads",
    threads: DesignThreadsOption = None,
    option: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Make content for a GAME that meets TARGETS, and validate it with games that were not used in the search (a map of
    skill trees has the numbers of its search). Without TARGETS and other options, list the possible targets.
    """
    from ludus.cli.report_output import output_folder
    from ludus.core.game_registry import load_game
    from ludus.design.base.designer import find_designer
    from ludus.util.errors import OptionError

    designer = find_designer(load_game(game).name)
    if not (words or option or to or games or json) and seed == DEFAULT_SEED:
        make_console().print(designer_options_table(designer.make_options))
        make_console().print(f"\nExample: {program_name()} make {game} {designer.make_example}")
        return
    positional, designer_options = read_designer_options(words or [], designer.make_options, f"make {game}")
    if positional:
        raise OptionError(
            f"{positional[0]!r} is no target; targets are options such as {designer.make_example.split()[0]}"
        )
    designer.check_make(designer_options)
    order = design_request(game, games, seed, to, backend, threads, option or [])
    with output_folder(to, may_resume=True):
        if to is not None:
            order = replace(order, checkpoint=open_checkpoint(order, designer_options, to))
        try:
            run_and_report(lambda: designer.make(designer_options, order), order, json)
        except KeyboardInterrupt:
            if not order.checkpoint.exists:
                raise KeyboardInterrupt(NOTHING_WRITTEN) from None
            print(f"\n{to}: run the same command again to continue", file=sys.stderr)
            raise
        order.checkpoint.delete()
    if to is None and not json:
        make_console().print("Nothing was written: --to FOLDER keeps what was made, with a report.", soft_wrap=True)


def read_designer_options(words: list[str], kind: type[DesignOptions], command: str) -> tuple[list[str], Any]:
    """Read the options of a designer from command-line words.

    Args:
        words: The words after the game.
        kind: The struct that declares the options.
        command: The command, for error messages.

    Returns:
        The words that are not options, and the options. All options take a value, except booleans.
    """
    import msgspec

    from ludus.util.errors import OptionError, UnknownName
    from ludus.util.options import read_options

    fields, hints = {field.encode_name: field for field in msgspec.structs.fields(kind)}, get_type_hints(kind)
    positional: list[str] = []
    values: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if name not in fields or not word.startswith("--"):
            raise UnknownName(f"option of {command}", word.partition("=")[0], [f"--{field}" for field in fields])
        if name in values:
            raise OptionError(f"--{name} is given twice")
        if hints[fields[name].name] is bool:
            if equals:
                raise OptionError(f"--{name} takes no value")
            values[name] = True
            continue
        if not equals:
            value = next(rest, "")
        if not value:
            raise OptionError(f"--{name} needs a value after it")
        values[name] = value
    return positional, read_options(values, kind, command)


def designer_options_table(kind: type[DesignOptions]) -> Table:
    """A table of the options that a designer declares."""
    from ludus.cli.catalog import option_rows

    rows = make_table("option", "value", "default", "meaning")
    for name, value, default, meaning in option_rows(kind):
        is_flag = value == "true | false"
        rows.add_row(f"--{name.replace('_', '-')}", "" if is_flag else value, "" if is_flag else default, meaning)
    return rows


def design_request(
    name: str, games: int | None, seed: int, to: str | None, backend: str, threads: int | None, option: list[str]
) -> DesignRequest:
    """The request that `inspect` and `make` pass to a designer."""
    from ludus.backends import parse_backend, try_backend
    from ludus.cli.match import parse_game_options
    from ludus.core.game_registry import load_game
    from ludus.design.base.designer import DesignRequest
    from ludus.util.errors import OptionError

    if threads is not None:
        if backend != "threads":
            raise OptionError(f"--threads {threads} and --backend {backend} exclude each other: give only one of them")
        backend = f"threads:{threads}"
    if backend.partition(":")[0] == "cuda":
        raise OptionError("--backend cuda: inspect and make do not run on a GPU; choose threads, processes or ray")
    parsed_backend = parse_backend(backend)
    if to is not None:
        try_backend(parsed_backend)  # before the folder is made
    return DesignRequest(load_game(name), parse_game_options(option), games, seed, parsed_backend, to, _progress_bar)


def run_and_report(work: Callable[[], Report], order: DesignRequest, json: bool) -> None:
    """Run the designer, print the report and write it into the folder."""
    from ludus.cli.report_output import print_report, write_report_files
    from ludus.report.report_files import report_data

    start = time.perf_counter()
    doing("playing and computing")
    report = work()
    seconds = time.perf_counter() - start
    doing("writing the report")
    written = write_report_files(report, order.folder) if order.folder is not None else []
    if json:
        print_json({**report_data(report), "timing": {"seconds": round(seconds, 3)}})
        return
    print_report(report, make_console())
    for line in [f"It took {seconds:.1f} s.", *([f"Written: {', '.join(written)}"] if written else [])]:
        make_console().print(line, soft_wrap=True)


@contextmanager
def _progress_bar(what: str, games: int, thing: str = "game", /) -> Iterator[ProgressStep]:
    """A progress bar for games, or for other things counted."""
    done = 0
    with progress_bar(f"{what}: {plural(games, thing)}") as advance:

        def on_played(more: int, remark: str = "", /) -> None:
            nonlocal done
            done += more
            advance(done, games, remark)

        yield on_played


def open_checkpoint(order: DesignRequest, asks: DesignOptions, to: str) -> WorkCheckpoint:
    """The checkpoint of this work if it was stopped before; a new one otherwise."""
    from ludus.design.base.checkpoint import WorkCheckpoint

    checkpoint = WorkCheckpoint.open(Path(to), _dependencies(order, asks))
    if checkpoint.exists:
        print(f"{to}: continuing an earlier run", file=sys.stderr)
    return checkpoint


def _dependencies(order: DesignRequest, asks: DesignOptions) -> dict[str, str]:
    """Everything the result depends on: options, files that they name, code."""
    from msgspec.structs import asdict

    from ludus.lab.provenance import current_versions

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
