"""Progress messages while rules are compiled for the first time."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ludus.core.compile.cache import compile_listener
from ludus.core.game import Game

QUIET_SECONDS = 1.0  # seconds before the first message


@contextmanager
def report_compilation(game: Game) -> Iterator[None]:
    """Context manager: report on stderr what is compiled if it takes longer than a second; silent if all is cached."""
    began, count, said = time.perf_counter(), 0, False
    live = sys.stderr.isatty()

    def on_compile(name: str) -> None:
        nonlocal count, said
        count += 1
        if time.perf_counter() - began > QUIET_SECONDS:
            if not said and not live:
                text = f"ludus: compiling what is new of {game.name}, once (`ludus compile` does it ahead of time) ..."
                print(text, file=sys.stderr, flush=True)
            if live:
                text = f"ludus: compiling what is new of {game.name}, once: {count} done, now {name}"
                width = shutil.get_terminal_size().columns - 1
                print(f"\r\x1b[2K{text[:width]}", end="", file=sys.stderr, flush=True)
            said = True

    with compile_listener(on_compile):
        yield
    if said:
        start = "\r\x1b[2K" if live else ""
        seconds = time.perf_counter() - began
        print(f"{start}ludus: compiled {count} rules of {game.name} in {seconds:.1f} s", file=sys.stderr, flush=True)
