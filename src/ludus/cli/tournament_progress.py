"""Progress bar of a tournament: the current pair, speed, and time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludus.cli.screen import PROGRESS_DELAY

if TYPE_CHECKING:
    from ludus.arena import Tournament
    from ludus.arena.tournament import TournamentProgress

NAMES_WIDTH = 30  # columns for the names of the pair


@contextmanager
def tournament_progress(tournament: Tournament) -> Iterator[Callable[[TournamentProgress], None]]:
    """A progress bar on stderr; it appears after a second, and only on a terminal."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda stage: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.fields[told]}")
    bar = Progress(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    began, shown = time.perf_counter(), False
    task = bar.add_task("", total=None, told="")

    def advance(stage: TournamentProgress) -> None:
        nonlocal shown
        spent = time.perf_counter() - began
        names = shortened(" – ".join(tournament.names[k] for k in stage.group), NAMES_WIDTH)
        bar.update(
            task,
            completed=stage.games,
            total=stage.max_games,
            description=f"{stage.pair}/{stage.pairs} {names}",
            told=tournament_progress_text(stage, spent),
        )
        if not shown and spent > PROGRESS_DELAY:
            bar.start()
            shown = True

    try:
        yield advance
    finally:
        if shown:
            bar.stop()


def tournament_progress_text(stage: TournamentProgress, spent: float) -> str:
    """`12,000 of 30,000 games, 4,100 a second, 0:04 left`; games of an earlier run do not count for the speed."""
    text = f"{stage.games:,} of {stage.max_games:,} games"
    speed = (stage.games - stage.known) / max(spent, 1e-9)
    if speed > 0:
        left = int((stage.max_games - stage.games) / speed)
        hours, minutes = divmod(left // 60, 60)
        clock = f"{hours}:{minutes:02}:{left % 60:02}" if hours else f"{minutes}:{left % 60:02}"
        text += f", {speed:,.0f} a second, {clock} left" if speed >= 1 else f", {60 * speed:.1f} a minute, {clock} left"
    return text


def shortened(text: str, most: int) -> str:
    """A text cut to `most` columns."""
    return text if len(text) <= most else text[: most - 1] + "…"
