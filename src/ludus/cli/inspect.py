"""`ludus inspect`: measure content that somebody designed, and explain it."""

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
        typer.Argument(metavar="CONTENT", help="What to look at; `ludus inspect GAME` tells what that may be."),
    ] = None,
    games: Games = None,
    seed: Seed = 1,
    to: WhereTo = None,
    place: Where = "threads",
    threads: Threads = None,
    option: GameOptions = None,
    json: Json = False,
) -> None:
    """Measure CONTENT of a GAME by playing it, and explain what came out. Games have options of their own: `ludus
    inspect GAME` lists them."""
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
    content, asks = read_asks(words, designer.inspects, f"inspect {game}")
    order = take_order(game, games, seed, to, place, threads, option or [])
    if to is not None:
        make_folder(to)  # before hours of games are played for nothing
    answer(lambda: designer.inspect(content, asks, order), order, json)


def take_order(
    name: str, games: int | None, seed: int, to: str | None, place: str, threads: int | None, option: list[str]
) -> Order:
    """What both commands hand to a designer."""
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
        raise OptionError(
            "--place cuda: inspect and make do not play on a graphics card; choose threads, processes or ray"
        )
    return Order(find_game(name), read_options(option), games, seed, find_place(place), to, _bar)


def answer(work: Callable[[], Findings], order: Order, json: bool) -> None:
    """Do the work, show what came out and put it into the folder."""
    from ludus.cli.findings import as_data, show, write

    began = time.perf_counter()
    found = work()
    seconds = time.perf_counter() - began
    written = write(found, order.folder) if order.folder is not None else []
    if json:
        print_json({**as_data(found), "timing": {"seconds": round(seconds, 3)}})
        return
    show(found, screen())
    for line in [f"It took {seconds:.1f} s.", *([f"Written: {', '.join(written)}"] if written else [])]:
        screen().print(line, soft_wrap=True)


@contextmanager
def _bar(what: str, games: int, thing: str = "game") -> Iterator[Callable[[int], None]]:
    """A progress bar that is told of games played, or of other things done."""
    done = 0
    with progress(f"{what}: {count(games, thing)}") as advance:

        def played(more: int) -> None:
            nonlocal done
            done += more
            advance(done, games)

        yield played
