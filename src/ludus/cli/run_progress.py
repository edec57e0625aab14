"""Progress of a running study: stage, games, speed and time left; a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludus.cli.screen import PATIENCE
from ludus.cli.tournament_progress import shortened

if TYPE_CHECKING:
    from ludus.lab.progress import Told

TITLE, NARROW_TITLE = 34, 24  # columns for the stage
BAR, NARROW_BAR = 20, 8  # for the bar
WIDE = 110  # columns of a terminal with space for everything
SURE = 3.0  # seconds before the time left is shown: the first games wait for the compiler
PAUSE = 30.0  # seconds between lines without a terminal


class Speed:
    """Games per second, and an estimate of the time left."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._began = self._stage_began = clock()
        self._stage, self._stage_base, self._base = "", 0, 0

    def hear(self, told: Told) -> None:
        played = told.done - told.known  # games of earlier processes do not count for the speed
        if told.stage != self._stage:
            self._stage, self._stage_began, self._stage_base = told.stage, self._clock(), played

    def of(self, told: Told) -> float:
        """Games per second of this stage; of the whole run if the stage has none yet."""
        now, played = self._clock(), told.done - told.known
        here = (played - self._stage_base) / max(now - self._stage_began, 1e-9)
        return here if here > 0 else played / max(now - self._began, 1e-9)

    def left(self, told: Told) -> float | None:
        """Seconds to the end of the run: this stage at its own speed, the others at the speed of the run so far."""
        here, whole = self.of(told), (told.done - told.known) / max(self._clock() - self._began, 1e-9)
        if here <= 0 or whole <= 0 or self._clock() - self._began < SURE:
            return None
        stage = told.most - told.games
        return stage / here + (told.planned - told.done - stage) / whole


@contextmanager
def run_progress() -> Iterator[Callable[[Told], None]]:
    """Show the progress it receives on stderr."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True, markup=False, highlight=False)
    title, wide = (TITLE, BAR) if console.width >= WIDE else (NARROW_TITLE, NARROW_BAR)
    columns = TextColumn("{task.description}"), BarColumn(bar_width=wide), TextColumn("{task.fields[told]}")
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=True)
    speed, began, shown = Speed(), time.perf_counter(), False
    task = bar.add_task("", total=None, told="")

    def listen(told: Told) -> None:
        nonlocal shown
        speed.hear(told)
        stage = f"{told.number}/{told.stages} {shortened(told.stage, title)}"
        room = console.width - len(stage) - wide - 2
        bar.update(task, completed=told.done, total=told.planned, description=stage, told=words(told, speed, room))
        if not shown and time.perf_counter() - began > PATIENCE:
            bar.start()
            shown = True

    try:
        yield listen
    finally:
        if shown:
            bar.stop()


@contextmanager
def compiling() -> Iterator[None]:
    """Print on stderr, once, that rules are being compiled, if that takes longer than a second."""
    from ludus.core.store import compilations

    began, printed = time.perf_counter(), False

    def hear(name: str) -> None:
        nonlocal printed
        if not printed and time.perf_counter() - began > PATIENCE:
            printed = True
            print("ludus: compiling new rules, once; games are fast afterwards ...", file=sys.stderr, flush=True)

    with compilations(hear):
        yield


def words(told: Told, speed: Speed, room: int | None = None) -> str:
    """`generation 12, best 0.61, 1,200 of 9,800 games, 4,100 a second, 3:12 min left`.

    With limited space the last parts are kept first, because the time left matters most.
    """
    from ludus.lab.times import clock

    facts = [
        f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in told.facts.items()
    ]
    parts = [*facts, f"{told.games:,} of {told.most:,} games"]
    pace, left = speed.of(told), speed.left(told)
    if pace > 0:
        parts.append(f"{pace:,.0f} a second" if pace >= 1 else f"{60 * pace:.1f} a minute")
    if left is not None and told.done < told.planned:
        parts.append(f"{clock(left)} left")
    text = ""
    for part in reversed(parts):
        longer = f"{part}, {text}" if text else part
        if room is None or not text or len(longer) <= room:
            text = longer
    return text


def _lines() -> Callable[[Told], None]:
    """Print a line when a stage begins, and one every half minute."""
    speed, shown, stage = Speed(), time.perf_counter(), ""

    def listen(told: Told) -> None:
        nonlocal shown, stage
        speed.hear(told)
        if told.stage == stage and time.perf_counter() - shown < PAUSE:
            return
        shown, stage = time.perf_counter(), told.stage
        print(f"ludus: {told.number}/{told.stages} {told.stage}: {words(told, speed)}", file=sys.stderr, flush=True)

    return listen
