"""`ludus inspect`: measure content and explain the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.screen import count_text, print_json, program_name, progress_bar, make_console

if TYPE_CHECKING:
    from ludus.design.contract import DesignReport, DesignRequest

GamesOption = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--games",
        min=2,
        max=10**7,
        metavar="N",
        help="Games for each measurement; as many as needed if not given.",
    ),
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games and the same answer.")]
FolderOption = Annotated[
    str | None, typer.Option("--to", metavar="FOLDER", help="Write tables, pictures and a page into this new folder.")
]
DesignBackendOption = Annotated[
    str,
    typer.Option(
        metavar="PLACE", help="Where games run: threads, threads:4, processes:2, ray. No result depends on it."
    ),
]
DesignThreadsOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="Short for --place threads:N.")]
GameOption = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON; all but `timing` depends on the seed alone.")]


def inspect(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CONTENT", help="What to look at; `ludus inspect GAME` lists the possibilities."),
    ] = None,
    games: GamesOption = None,
    seed: SeedOption = 1,
    to: FolderOption = None,
    place: DesignBackendOption = "threads",
    threads: DesignThreadsOption = None,
    option: GameOption = None,
    json: JsonOption = False,
) -> None:
    """Measure CONTENT of a GAME by playing it, and explain the results. Games have their own options: `ludus inspect
    GAME` lists them.
    """
    from ludus.cli.asks import designer_options_table, read_designer_options
    from ludus.cli.findings import make_empty_folder
    from ludus.design.contract import find_designer

    designer = find_designer(game)
    if not words:
        console = make_console()
        console.print(f"CONTENT is {designer.content_help}.", soft_wrap=True)
        console.print()
        console.print(designer_options_table(designer.inspect_options))
        console.print(f"\nExample: {program_name()} inspect {game} {designer.inspect_example}")
        return
    content, designer_options = read_designer_options(words, designer.inspect_options, f"inspect {game}")
    order = design_request(game, games, seed, to, place, threads, option or [])
    if to is not None:
        make_empty_folder(to)  # before hours of games are played
    run_and_report(lambda: designer.inspect(content, designer_options, order), order, json)


def design_request(
    name: str, games: int | None, seed: int, to: str | None, place: str, threads: int | None, option: list[str]
) -> DesignRequest:
    """The request that `inspect` and `make` pass to a designer."""
    from ludus.cli.match import parse_game_options
    from ludus.compute import parse_backend
    from ludus.core.errors import OptionError
    from ludus.core.registry import load_game
    from ludus.design.contract import DesignRequest

    if threads is not None:
        if place != "threads":
            raise OptionError(f"--threads {threads} and --place {place}: say one of them")
        place = f"threads:{threads}"
    if place.partition(":")[0] == "cuda":
        raise OptionError("--place cuda: inspect and make do not run on a GPU; choose threads, processes or ray")
    return DesignRequest(
        load_game(name), parse_game_options(option), games, seed, parse_backend(place), to, _progress_bar
    )


def run_and_report(work: Callable[[], DesignReport], order: DesignRequest, json: bool) -> None:
    """Run the designer, print the report and write it into the folder."""
    from ludus.cli.findings import report_data, print_report, write_report_files

    start = time.perf_counter()
    report = work()
    seconds = time.perf_counter() - start
    written = write_report_files(report, order.folder) if order.folder is not None else []
    if json:
        print_json({**report_data(report), "timing": {"seconds": round(seconds, 3)}})
        return
    print_report(report, make_console())
    for line in [f"It took {seconds:.1f} s.", *([f"Written: {', '.join(written)}"] if written else [])]:
        make_console().print(line, soft_wrap=True)


@contextmanager
def _progress_bar(what: str, games: int, thing: str = "game") -> Iterator[Callable[[int], None]]:
    """A progress bar for games, or for other things counted."""
    done = 0
    with progress_bar(f"{what}: {count_text(games, thing)}") as advance:

        def on_played(more: int) -> None:
            nonlocal done
            done += more
            advance(done, games)

        yield on_played
