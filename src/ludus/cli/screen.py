"""What all commands share on the screen: tables, progress, numbers in words."""

from __future__ import annotations

import shlex
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


PATIENCE = 1.0  # seconds before a progress bar appears
UNBOUND = 160  # columns where no terminal sets a limit


class Advance(Protocol):
    """Tells how much is done by now, and of how much where that is known."""

    def __call__(self, done: int, total: int | None) -> None: ...


def screen() -> Console:
    """Standard output: colours only on a terminal that wants them, brackets taken as they are."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            """Leave the end to us; Rich would make it an error."""
            raise BrokenPipeError

    width = None if sys.stdout and sys.stdout.isatty() else UNBOUND
    return Screen(markup=False, highlight=False, emoji=False, width=width)


def program() -> str:
    """What to type for this command: its path, as it was called, where `ludus` alone would not find it."""
    called, found = Path(sys.argv[0]), shutil.which("ludus")
    if called.stem != "ludus" or (found is not None and Path(found).resolve() == called.resolve()):
        return "ludus"
    return shlex.quote(str(called))


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """An empty table without lines; the columns named in `right` hold numbers."""
    from rich.table import Table

    found = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in columns:
        found.add_column(column, justify="right" if column in right else "left")
    return found


def facts(rows: dict[str, Any]) -> Table:
    """A table of names and values."""
    from rich.table import Table

    found = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    found.add_column(style="dim", no_wrap=True)
    found.add_column()
    for name, value in rows.items():
        found.add_row(name, str(value))
    return found


@contextmanager
def progress(what: str) -> Iterator[Advance]:
    """A bar on stderr, once the work takes longer than a second and if somebody sits there."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task, began, shown = bar.add_task(what, total=None), time.perf_counter(), False

    def advance(done: int, total: int | None) -> None:
        nonlocal shown
        bar.update(task, completed=done, total=total)
        if not shown and time.perf_counter() - began > PATIENCE:
            bar.start()
            shown = True

    try:
        yield advance
    finally:
        if shown:
            bar.stop()


def overwrite(text: str) -> None:
    """A line of the terminal on stderr in place of the last one; cut, since one that wraps could not be taken back."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\r\x1b[2K{text[:width]}", end="", file=sys.stderr, flush=True)


def count(number: int, what: str) -> str:
    """A number of things: `1 game`, `20,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def size(number: int) -> str:
    """A number of bytes, rounded for people."""
    value, unit = float(number), "bytes"
    for larger in ("KB", "MB", "GB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"


def write_file(file: str | Path, text: str | bytes) -> None:
    """A text, or bytes, into a file, with a clear word where that is impossible."""
    from ludus.core.errors import OptionError

    try:
        Path(file).write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    except OSError as error:
        raise OptionError(f"{file}: cannot be written: {error.strerror}") from None


def print_json(data: Any) -> None:
    """Plain data on standard output, keys in their given order."""
    import json

    print(json.dumps(data, indent=2, allow_nan=False, ensure_ascii=False))
