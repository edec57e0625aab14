"""Options that several commands share: where games run (`--backend`, `--threads`), and the limits of external bots."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludus.arena.external_bot_limits import BotLimits
    from ludus.backends import Backend
    from ludus.bots import BotFactory
    from ludus.bots.external.limits import Clock

BACKEND_HELP = (
    "Where games run: threads, threads:4, processes:2, ray, ray:ADDRESS, cuda; the results do not depend on it."
)
BackendOption = Annotated[str | None, typer.Option("--backend", "--place", metavar="BACKEND", help=BACKEND_HELP)]
ThreadsOption = Annotated[
    int | None,
    typer.Option("--threads", min=1, metavar="N", help="Short for --backend threads:N; default: all cores."),
]

SecondsOption = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        min=0.001,
        metavar="S",
        help="Time limit for a reply of an external bot; default: the limit of the game.",
    ),
]
TurnSecondsOption = Annotated[
    float | None,
    typer.Option("--turn-seconds", min=0.001, metavar="S", help="Time limit for a whole turn of an external bot."),
]
ClockOption = Annotated[
    str,
    typer.Option(
        "--clock",
        metavar="wall|cpu",
        help="What time limits of replies and turns count: real time, or with cpu the processor time of the bot, so "
        "that a busy machine costs it nothing; a bot that sleeps loses after ten times its limit.",
    ),
]
CpuSecondsOption = Annotated[
    float | None,
    typer.Option(
        "--cpu-seconds",
        min=0.001,
        metavar="S",
        help="Processor time of an external bot in a whole game; default: 300.",
    ),
]
MemoryOption = Annotated[
    int | None,
    typer.Option("--memory", min=1, metavar="MB", help="Memory limit of an external bot; default: 2048."),
]
HideOption = Annotated[
    list[str] | None,
    typer.Option(
        "--hide",
        metavar="PATH",
        help="A file or folder that external bots must not see; give it several times for more. Folders of "
        "tournaments, runs and the Studio are always hidden.",
    ),
]
PassEnvOption = Annotated[
    list[str] | None,
    typer.Option(
        "--pass-env",
        metavar="NAME",
        help="An environment variable that external bots get; give it several times for more. Without it they get "
        "only PATH, LANG, TZ and a few others.",
    ),
]
KeepOption = Annotated[
    bool,
    typer.Option(
        "--keep",
        help="For training: one object of a Python bot, and one process of a lines: program, plays all games, and "
        "files that bots write stay, in kept-files. Each game has a deal of its own. One thread, unless --threads "
        "says otherwise: then one object per thread.",
    ),
]


def parse_clock(text: str) -> Clock:
    """The value of `--clock`.

    Raises:
        OptionError: it is neither wall nor cpu.
    """
    from ludus.util.errors import OptionError

    clocks: dict[str, Clock] = {"wall": "wall", "cpu": "cpu"}
    if text not in clocks:
        raise OptionError(f"--clock is wall or cpu, not {text!r}")
    return clocks[text]


def choose_backend(backend: str | None, threads: int | None, keep: bool = False) -> Backend:
    """The backend that the options name. Kept bots play on one thread, unless an option says otherwise.

    Raises:
        OptionError: both options are given, or there is no such backend.
    """
    from ludus.backends import Threads, parse_backend
    from ludus.util.errors import OptionError

    if backend is None:
        threads = 1 if keep and threads is None else threads
        warn_of_too_many_threads(threads)
        return Threads(threads)
    if threads is not None:
        raise OptionError(f"--threads {threads} and --backend {backend} exclude each other: give only one of them")
    return parse_backend(backend)


def warn_of_too_many_threads(threads: int | None) -> None:
    """Warn if there are more threads than cores: they slow each other down, unless external bots wait."""
    cores = os.cpu_count() or 1
    if threads is not None and threads > cores:
        effect = "they take turns, and limits of time are reached sooner"
        typer.echo(f"ludus: warning: {threads} threads on {cores} cores: {effect}", err=True)


def warn_of_unused_limits(limits: BotLimits, bots: list[BotFactory]) -> None:
    """Warn if limits are given but all bots are compiled: they apply to external bots only."""
    from ludus.bots import CompiledBot

    options = {
        "seconds": limits.seconds,
        "turn-seconds": limits.turn_seconds,
        "cpu-seconds": limits.cpu_seconds,
        "clock": None if limits.clock == "wall" else limits.clock,
        "memory": limits.memory,
        "freeze" if limits.freeze else "no-freeze": limits.freeze,
        "hide": limits.hide or None,
        "pass-env": limits.pass_env or None,
    }
    names = " and ".join(f"--{name}" for name, value in options.items() if value is not None)
    if names and all(isinstance(player, CompiledBot) for player in bots):
        typer.echo(f"ludus: warning: {names}: no effect, all bots are compiled; limits are for external bots", err=True)


def backend_text(backend: Backend) -> str:
    """A backend as text for people: 2 threads."""
    singular = {"threads": "thread", "processes": "process"}
    kind = str(backend).partition(":")[0]
    if kind not in singular:
        return str(backend)
    return f"{backend.count:,} {singular[kind] if backend.count == 1 else kind}"
