"""`ludus inspect`: measure content and explain the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludus.cli.screen import count, print_json, program, progress, screen

if TYPE_CHECKING:
    from ludus.design.contract import Findings, Order

Games = Annotated[
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
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games and the same answer.")]
WhereTo = Annotated[
    str | None, typer.Option("--to", metavar="FOLDER", help="Write tables, pictures and a page into this new folder.")
]
Where = Annotated[
    str,
    typer.Option(
        metavar="PLACE", help="Where games run: threads, threads:4, processes:2, ray. No result depends on it."
    ),
]
Threads = Annotated[int | None, typer.Option(min=1, metavar="N", help="Short for --place threads:N.")]
GameOptions = Annotated[
    list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; all but `timing` depends on the seed alone.")]


def inspect(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `ludus games` lists them.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="CONTENT", help="What to look at; `ludus inspect GAME` lists the possibilities."),
    ] = None,
    games: Games = None,
    seed: Seed = 1,
    to: WhereTo = None,
    place: Where = "threads",
    threads: Threads = None,
    option: GameOptions = None,
    json: Json = False,
) -> None:
    """Measure CONTENT of a GAME by playing it, and explain the results. Games have their own options: `ludus inspect
    GAME` lists them.
    """
    from ludus.cli.asks import asks_table, read_asks
    from ludus.cli.findings import make_folder
    from ludus.design.contract import find_designer

    designer = find_designer(game)
    if not words:
        console = screen()
        console.print(f"CONTENT is {designer.content}.", soft_wrap=True)
        console.print()
        console.print(asks_table(designer.inspects))
        console.print(f"\nExample: {program()} inspect {game} {designer.example}")
        return
    content, designer_options = read_asks(words, designer.inspects, f"inspect {game}")
    order = take_order(game, games, seed, to, place, threads, option or [])
    if to is not None:
        make_folder(to)  # before hours of games are played
    answer(lambda: designer.inspect(content, designer_options, order), order, json)


def take_order(
    name: str, games: int | None, seed: int, to: str | None, place: str, threads: int | None, option: list[str]
) -> Order:
    """The request that `inspect` and `make` pass to a designer."""
    from ludus.cli.match import read_options
    from ludus.compute import find_place
    from ludus.core.errors import OptionError
    from ludus.core.registry import find_game
    from ludus.design.contract import Order

    if threads is not None:
        if place != "threads":
            raise OptionError(f"--threads {threads} and --place {place}: say one of them")
        place = f"threads:{threads}"
    if place.partition(":")[0] == "cuda":
        raise OptionError("--place cuda: inspect and make do not run on a GPU; choose threads, processes or ray")
    return Order(find_game(name), read_options(option), games, seed, find_place(place), to, _bar)


def answer(work: Callable[[], Findings], order: Order, json: bool) -> None:
    """Run the designer, print the report and write it into the folder."""
    from ludus.cli.findings import as_data, show, write

    start = time.perf_counter()
    report = work()
    seconds = time.perf_counter() - start
    written = write(report, order.folder) if order.folder is not None else []
    if json:
        print_json({**as_data(report), "timing": {"seconds": round(seconds, 3)}})
        return
    show(report, screen())
    for line in [f"It took {seconds:.1f} s.", *([f"Written: {', '.join(written)}"] if written else [])]:
        screen().print(line, soft_wrap=True)


@contextmanager
def _bar(what: str, games: int, thing: str = "game") -> Iterator[Callable[[int], None]]:
    """A progress bar for games, or for other things counted."""
    done = 0
    with progress(f"{what}: {count(games, thing)}") as advance:

        def on_played(more: int) -> None:
            nonlocal done
            done += more
            advance(done, games)

        yield on_played
