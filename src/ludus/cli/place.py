"""The backend options of a command: `--place`, and `--threads` for short."""

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
    """The backend that the options name.

    Raises:
        OptionError: both options are given, or there is no such backend.
    """
    from ludus.compute import Threads, find_place
    from ludus.core.errors import OptionError

    if place is None:
        warn_of_many(threads)
        return Threads(threads)
    if threads is not None:
        raise OptionError(f"--threads {threads} and --place {place} exclude each other: give only one of them")
    return find_place(place)


def warn_of_many(threads: int | None) -> None:
    """Warn if there are more threads than cores: they slow each other down, unless external bots wait."""
    cores = os.cpu_count() or 1
    if threads is not None and threads > cores:
        effect = "they take turns, and limits of time are reached sooner"
        typer.echo(f"ludus: warning: {threads} threads on {cores} cores: {effect}", err=True)


def warn_of_limits(house: House, players: list[Sitter]) -> None:
    """Warn if limits are given but all bots are compiled: they apply to external bots only."""
    from ludus.players import Player

    options = {"seconds": house.seconds, "turn-seconds": house.turn_seconds, "memory": house.memory}
    names = " and ".join(f"--{name}" for name, value in options.items() if value is not None)
    if names and all(isinstance(player, Player) for player in players):
        typer.echo(f"ludus: warning: {names}: no effect, all bots are compiled; limits are for external bots", err=True)


def in_words(place: Place) -> str:
    """A backend as text for people: 2 threads."""
    singular = {"threads": "thread", "processes": "process"}
    kind = str(place).partition(":")[0]
    if kind not in singular:
        return str(place)
    return f"{place.count:,} {singular[kind] if place.count == 1 else kind}"
