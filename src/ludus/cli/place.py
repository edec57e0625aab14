"""Where a command plays its games: `--place`, and `--threads` for short."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludus.arena.house import House
    from ludus.compute import Place
    from ludus.players import Sitter

HELP = "Where games run: threads, threads:4, processes:2, ray, ray:ADDRESS, cuda; no result depends on it."
Where = Annotated[str | None, typer.Option("--place", metavar="PLACE", help=HELP)]
HowMany = Annotated[
    int | None,
    typer.Option("--threads", min=1, metavar="N", help="Short for --place threads:N; all cores if not given."),
]


def choose_place(place: str | None, threads: int | None) -> Place:
    """The place that the options of a command name."""
    from ludus.compute import Threads, find_place
    from ludus.core.errors import OptionError

    if place is None:
        warn_of_many(threads)
        return Threads(threads)
    if threads is not None:
        raise OptionError(f"--threads {threads} and --place {place} do not go together: say one of them")
    return find_place(place)


def warn_of_many(threads: int | None) -> None:
    """More threads than cores help nobody who computes; bots outside may wait for other things."""
    cores = os.cpu_count() or 1
    if threads is not None and threads > cores:
        more = "they take turns, and limits of time are reached sooner"
        typer.echo(f"ludus: warning: {threads} threads on {cores} cores: {more}", err=True)


def warn_of_limits(house: House, players: list[Sitter]) -> None:
    """Limits hold bots from outside; where none plays, nobody keeps to them."""
    from ludus.players import Player

    given = {"seconds": house.seconds, "turn-seconds": house.turn_seconds, "memory": house.memory}
    named = " and ".join(f"--{name}" for name, value in given.items() if value is not None)
    if named and all(isinstance(player, Player) for player in players):
        typer.echo(f"ludus: warning: {named}: for bots from outside, and all of these are compiled", err=True)


def in_words(place: Place) -> str:
    """A place as people say it: 2 threads."""
    one = {"threads": "thread", "processes": "process"}
    kind = str(place).partition(":")[0]
    if kind not in one:
        return str(place)
    return f"{place.count:,} {one[kind] if place.count == 1 else kind}"
