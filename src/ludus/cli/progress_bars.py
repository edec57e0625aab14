"""Progress of tournaments and studies: stage, games, speed and time left; a bar on a terminal, else lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludus.cli.console import PROGRESS_DELAY, ProgressLines, doing, note_output, visible_after
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.arena import Tournament
    from ludus.arena.tournament_session import TournamentProgress
    from ludus.lab.progress import ProgressUpdate


NAMES_WIDTH = 30  # columns for the names of the pair


@contextmanager
def tournament_progress(tournament: Tournament) -> Iterator[Callable[[TournamentProgress], None]]:
    """A progress bar on stderr that appears after a second; without a terminal, lines."""
    if not (sys.stderr and sys.stderr.isatty()):
        start = time.perf_counter()
        with ProgressLines("tournament").ticking() as lines:
            yield lambda stage: lines.show(
                stage.games, stage.max_games, tournament_progress_text(stage, time.perf_counter() - start)
            )
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.fields[status]}")
    bar = Progress(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    began, task = time.perf_counter(), bar.add_task("tournament", total=None, status="")

    def advance(stage: TournamentProgress) -> None:
        names = shortened(" – ".join(tournament.names[k] for k in stage.group), NAMES_WIDTH)
        bar.update(
            task,
            completed=stage.games,
            total=stage.max_games,
            description=f"{stage.pair}/{stage.pairs} {names}",
            status=tournament_progress_text(stage, time.perf_counter() - began),
        )

    with visible_after(bar, PROGRESS_DELAY):
        yield advance


def tournament_progress_text(stage: TournamentProgress, spent: float) -> str:
    """`12,000 of 30,000 games, 4,100 a second, 0:04 left`; games of an earlier run do not count for the speed."""
    text = f"{stage.games:,} of {plural(stage.max_games, 'game')}"
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


STAGE_WIDTH, NARROW_STAGE_WIDTH = 34, 24  # columns for the stage
BAR_WIDTH, NARROW_BAR_WIDTH = 20, 8  # for the bar
WIDE_TERMINAL = 110  # columns of a terminal with space for everything
MIN_SECONDS_FOR_ESTIMATE = 3.0  # seconds before the time left is shown: the first games wait for the compiler
SECONDS_BETWEEN_LINES = 30.0  # seconds between lines without a terminal, if the command is not silent
SECONDS_BETWEEN_TEXTS = 0.5  # seconds between updates of the text that a silent command shows
STORED_STAGE = "reading stored results, writing the report"  # shown until a resumed run plays its first game
MAX_GROWTH = 1.5  # the time left that is shown grows at most by this factor within one stage, ...
GROWTH_SECONDS = 5.0  # ... once in this many seconds


class SpeedEstimate:
    """Games per second, and an estimate of the time left."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._began = self._stage_began = clock()
        self._stage, self._stage_base = "", 0
        self._shown: float | None = None  # the time left that was shown last, and when
        self._shown_at = self._began

    def record(self, update: ProgressUpdate) -> None:
        played = update.games_done - update.earlier_games  # games of earlier processes do not count for the speed
        if update.stage != self._stage:
            self._stage, self._stage_began, self._stage_base = update.stage, self._clock(), played

    def games_per_second(self, update: ProgressUpdate) -> float:
        """Games per second of this stage; of the whole run if the stage has none yet."""
        now, played = self._clock(), update.games_done - update.earlier_games
        here = (played - self._stage_base) / max(now - self._stage_began, 1e-9)
        return here if here > 0 else played / max(now - self._began, 1e-9)

    def seconds_left(self, update: ProgressUpdate) -> float | None:
        """Seconds to the end of the run: this stage at its own speed, the others at the speed of the run so far."""
        here, whole = (
            self.games_per_second(update),
            (update.games_done - update.earlier_games) / max(self._clock() - self._began, 1e-9),
        )
        if here <= 0 or whole <= 0 or self._clock() - self._began < MIN_SECONDS_FOR_ESTIMATE:
            return None
        stage = update.stage_games - update.stage_games_done
        return self._steady(stage / here + (update.games_planned - update.games_done - stage) / whole)

    def _steady(self, left: float) -> float:
        """Limit how fast the time left grows: a pause of a busy machine says little about the rest of the run."""
        now = self._clock()
        if self._shown is not None and left > self._shown:
            if now - self._shown_at < GROWTH_SECONDS:
                return self._shown
            left = min(left, MAX_GROWTH * self._shown + (now - self._shown_at))
        self._shown, self._shown_at = left, now
        return left


@contextmanager
def run_progress(is_resumed: bool = False) -> Iterator[Callable[[ProgressUpdate], None]]:
    """Show the progress it receives on stderr.

    Args:
        is_resumed: The run continues: a stage is shown when it plays its first game, since its results may be stored.
    """
    stages = _PlayingStages(is_resumed)
    if not (sys.stderr and sys.stderr.isatty()):
        yield _print_lines(stages)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True, markup=False, highlight=False)
    title, wide = (STAGE_WIDTH, BAR_WIDTH) if console.width >= WIDE_TERMINAL else (NARROW_STAGE_WIDTH, NARROW_BAR_WIDTH)
    columns = TextColumn("{task.description}"), BarColumn(bar_width=wide), TextColumn("{task.fields[status]}")
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=True)
    speed, task = SpeedEstimate(), bar.add_task(STORED_STAGE if is_resumed else "starting", total=None, status="")

    def listen(update: ProgressUpdate) -> None:
        speed.record(update)
        if not stages.plays(update):
            return
        stage = f"{update.stage_number}/{update.stage_count} {shortened(update.stage, title)}"
        room = console.width - len(stage) - wide - 2
        bar.update(
            task,
            completed=update.games_done,
            total=update.games_planned,
            description=stage,
            status=progress_text(update, speed, room),
        )

    with visible_after(bar, PROGRESS_DELAY):
        yield listen


@contextmanager
def announce_compilation() -> Iterator[None]:
    """Print lines on stderr while rules are compiled; a progress bar may be drawn below them."""
    from ludus.core.compile.progress import report_progress

    with report_progress("", lines=True):
        yield


def progress_text(update: ProgressUpdate, speed: SpeedEstimate, room: int | None = None) -> str:
    """`generation 12, best 0.61, 1,200 of 9,800 games, 4,100 a second, 3:12 min left`.

    With limited space the last parts are kept first, because the time left matters most.
    """
    from ludus.lab.event_log import format_duration

    facts = [
        f"{name} {value:.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in update.facts.items()
    ]
    parts = [*facts, f"{update.stage_games_done:,} of {plural(update.stage_games, update.unit)}"]
    pace, left = speed.games_per_second(update), speed.seconds_left(update)
    if pace > 0:
        parts.append(f"{pace:,.0f} a second" if pace >= 1 else f"{60 * pace:.1f} a minute")
    if left is not None and update.games_done < update.games_planned:
        parts.append(f"{format_duration(left)} left")
    text = ""
    for part in reversed(parts):
        longer = f"{part}, {text}" if text else part
        if room is None or not text or len(longer) <= room:
            text = longer
    return text


class _PlayingStages:
    """Tells which stages play games in this process; those of a resumed run may have stored results."""

    def __init__(self, is_resumed: bool) -> None:
        self._is_resumed = is_resumed
        self._stage, self._games_before = "", 0

    def plays(self, update: ProgressUpdate) -> bool:
        played = update.games_done - update.earlier_games
        if update.stage != self._stage:
            self._stage, self._games_before = update.stage, played
        return not self._is_resumed or played > self._games_before


def _print_lines(stages: _PlayingStages) -> Callable[[ProgressUpdate], None]:
    """Print a line when a stage begins, and one every half minute; between them the same text is at hand."""
    speed, last_print, last_text, stage = SpeedEstimate(), time.perf_counter(), 0.0, ""

    def listen(update: ProgressUpdate) -> None:
        nonlocal last_print, last_text, stage
        speed.record(update)
        if not stages.plays(update):
            doing(STORED_STAGE)
            return
        now = time.perf_counter()
        is_due = update.stage != stage or now - last_print >= SECONDS_BETWEEN_LINES
        if not is_due and now - last_text < SECONDS_BETWEEN_TEXTS:
            return
        text = f"{update.stage_number}/{update.stage_count} {update.stage}: {progress_text(update, speed)}"
        doing(text)
        last_text, stage = now, update.stage
        if is_due:
            last_print = now
            print(f"ludus: {text}", file=sys.stderr, flush=True)
            note_output()

    return listen
