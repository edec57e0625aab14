"""Console helpers of all commands: tables, progress bars, formatted numbers, files, input lines."""

from __future__ import annotations

import shlex
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table


FIRST_LINE_SECONDS, MAX_SECONDS_BETWEEN_LINES = 2.0, 30.0  # lines of progress without a terminal
SILENCE_SECONDS = 1.5  # a command that shows nothing for so long says what it does
PATIENCE_SECONDS = 0.3  # longer than between two lines of progress
PROGRESS_DELAY = 1.0  # seconds before a progress bar appears
PIPE_WIDTH = 160  # columns without a terminal


class ProgressCallback(Protocol):
    """Reports how much is done, the total if it is known, and a remark such as `1 fault so far`."""

    def __call__(self, done: int, total: int | None, remark: str = "") -> None: ...


def make_console() -> Console:
    """Console on standard output: colours only on terminals that support them, brackets printed as they are."""
    from rich.console import Console

    class Screen(Console):
        def print(self, *objects: Any, **settings: Any) -> None:
            super().print(*objects, **settings)
            note_output()

        def on_broken_pipe(self) -> None:
            """Raise, so that our own error handling ends the command; Rich would exit with an error."""
            raise BrokenPipeError

    width = None if sys.stdout and sys.stdout.isatty() else PIPE_WIDTH
    return Screen(markup=False, highlight=False, emoji=False, width=width)


def program_name() -> str:
    """What to type for this command: the path it was called by if `ludus` alone would not find it."""
    called, installed = Path(sys.argv[0]), shutil.which("ludus")
    if called.stem != "ludus" or (installed is not None and Path(installed).resolve() == called.resolve()):
        return "ludus"
    return shlex.quote(str(called))


def make_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table without lines; the columns named in `right` are aligned right."""
    from rich.table import Table

    empty_table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in columns:
        empty_table.add_column(column, justify="right" if column in right else "left")
    return empty_table


def facts_table(rows: Mapping[str, Any]) -> Table:
    """A table of names and values."""
    from rich.table import Table

    names_and_values = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    names_and_values.add_column(style="dim", no_wrap=True)
    names_and_values.add_column()
    for name, value in rows.items():
        names_and_values.add_row(name, str(value))
    return names_and_values


class _Shown:
    """What the user last saw: when, how many progress bars are visible, and what the command does now."""

    last_time = 0.0
    bars = 0
    doing = ""


def note_output() -> None:
    """Note that the user just saw something."""
    _Shown.last_time = time.perf_counter()


def doing(text: str) -> None:
    """Say what the command does from now on; printed if it is silent for long: `starting the bots`."""
    _Shown.doing = text


def seconds_between_lines(spent: float) -> float:
    """How long to wait for the next line of progress, `spent` seconds after the beginning."""
    return max(FIRST_LINE_SECONDS, min(spent / 10, MAX_SECONDS_BETWEEN_LINES))


def breaks_silence(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a command: whenever it has shown nothing for some time, it says on stderr what it does.

    Lines of progress, progress bars, messages of the compiler and tables count as shown.
    """

    @wraps(command)
    def watched(*arguments: Any, **settings: Any) -> Any:
        ended = threading.Event()
        thread = threading.Thread(target=_break_silence, args=[ended], daemon=True)
        note_output()
        doing("loading")
        thread.start()
        try:
            return command(*arguments, **settings)
        finally:
            ended.set()
            thread.join()

    return watched


def _break_silence(ended: threading.Event) -> None:
    began = time.perf_counter()
    while not ended.wait(0.1):
        now = time.perf_counter()
        compiler = sys.modules.get("ludus.core.compile.progress")  # not imported here: that takes long
        last_message = getattr(compiler, "LastMessage", None)  # None also while it is being imported
        last_time = max(_Shown.last_time, last_message.time if last_message else 0.0)
        limit = SILENCE_SECONDS
        if last_time > began:  # something was shown: lines of progress that are due may come first
            limit = max(limit, seconds_between_lines(now - began) + PATIENCE_SECONDS)
        if not _Shown.bars and sys.stderr and now - last_time >= limit:
            clear = "\r\x1b[2K" if sys.stderr.isatty() else ""  # a line that was overwritten may be there
            print(f"{clear}ludus: {_Shown.doing}, {now - began:.0f} s so far", file=sys.stderr, flush=True)
            note_output()


@contextmanager
def visible_after(bar: Progress, seconds: float) -> Iterator[None]:
    """Context manager: show a progress bar after some seconds, and hide it at the end."""
    lock, ended = threading.Lock(), False

    def start() -> None:
        with lock:
            if not ended:
                _Shown.bars += 1
                bar.start()

    timer = threading.Timer(seconds, start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            ended = True
            if bar.live.is_started:
                _Shown.bars -= 1
                bar.stop()
        note_output()


@contextmanager
def progress_bar(what: str) -> Iterator[ProgressCallback]:
    """A progress bar on stderr that appears after a second; without a terminal, lines."""
    if not (sys.stderr and sys.stderr.isatty()):
        with ProgressLines(what).ticking() as lines:
            yield lambda done, total, remark="": lines.show(done, total, remark=remark)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)
    with visible_after(bar, PROGRESS_DELAY):
        yield lambda done, total, remark="": bar.update(
            task, completed=done, total=total, description=f"{what}, {remark}" if remark else what
        )


class ProgressLines:
    """Lines of progress on stderr, for output that is not a terminal: one every two seconds, later rarer ones.

    Args:
        what: what is done, at the beginning of each line.
        clock: seconds since some moment.
    """

    def __init__(self, what: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self._what, self._clock = what, clock
        self._began = self._next = clock()
        self._next += FIRST_LINE_SECONDS
        self._done, self._text, self._remark = 0, "", ""
        self._total: int | None = None

    def show(self, done: int, total: int | None, text: str = "", remark: str = "") -> None:
        """Note how much is done, and print a line if it is time for one.

        Args:
            done: what is done.
            total: what there is to do, if known.
            text: what to print instead of the share that is done and the time left.
            remark: what to print between the share that is done and the time left.
        """
        self._done, self._total, self._text, self._remark = done, total, text, remark
        self.print_if_due()

    def print_if_due(self) -> None:
        """Print a line if it is time for one."""
        now = self._clock()
        if not sys.stderr or now < self._next:
            return
        done, total, text, spent = self._done, self._total, self._text, now - self._began
        self._next = now + seconds_between_lines(spent)
        if not text and total:
            left = f", {duration_text(spent * (total - done) / done)} left" if done else ""
            text = ", ".join(filter(None, [f"{done:,} of {total:,}", self._remark])) + left
        text = text or (f"{done:,} done" if done else "begun")
        print(f"ludus: {self._what}: {text}", file=sys.stderr, flush=True)
        note_output()

    @contextmanager
    def ticking(self) -> Iterator[ProgressLines]:
        """Context manager: print lines also while nothing is reported."""
        ended = threading.Event()

        def tick() -> None:
            while not ended.wait(0.1):
                self.print_if_due()

        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            ended.set()
            thread.join()


def duration_text(seconds: float) -> str:
    """`12 s`, `3:05 min` or `1:12 h`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60}:{whole % 60:02} min" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02} h"


def overwrite_line(text: str) -> None:
    """Replace the current line of the terminal on stderr; cut, because a wrapped line could not be replaced."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\r\x1b[2K{text[:width]}", end="", file=sys.stderr, flush=True)
    note_output()


def size_text(number: int) -> str:
    """A number of bytes, rounded for people."""
    value, unit = float(number), "bytes"
    for larger in ("KB", "MB", "GB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"


def write_file(file: str | Path, text: str | bytes) -> None:
    """Write text or bytes to a file; raises OptionError if that is impossible."""
    from ludus.util.errors import OptionError

    try:
        Path(file).write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    except OSError as error:
        raise OptionError(f"{file}: cannot be written: {error.strerror}") from None


def print_json(data: Any) -> None:
    """Print plain data as JSON on standard output, keys in their given order."""
    import json

    print(json.dumps(data, indent=2, allow_nan=False, ensure_ascii=False))


def ask_line(prompt: str) -> str | None:
    """The next line; None at the end of input. A line from a pipe is echoed, so that the output is readable."""
    from ludus.util.errors import OptionError

    if sys.stdin is None:  # closed before the start
        return None
    live = sys.stdin.isatty()
    if live:
        with suppress(ImportError):
            import readline  # noqa: F401 - enables line editing and history
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    except UnicodeDecodeError as error:
        raise OptionError(f"standard input is not text: {error}") from None
    if not live:
        print("".join(letter if letter.isprintable() else "?" for letter in line))
    return line.strip()
