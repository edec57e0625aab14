"""`ludus check tribute FILE...`: what the reference engine did, done again with our rules and compared.

A file holds recorded games, one JSON object a line (traces.py), or small cases, one JSON object in all (cases.py). It
may be gzip'ed.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.check import CheckReport, Comparison, Progress
from ludus.core.errors import ContentError, LudusError
from ludus.games.tribute import cases, traces

GZIP = b"\x1f\x8b"


def check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game and case of every file. What cannot be read raises ContentError."""
    work = [piece for file in files for piece in _work(Path(file))]
    report = CheckReport()
    for done, (file, line, data) in enumerate(work, 1):
        try:
            _replay(data, file, line, report)
        except (LudusError, OverflowError, KeyError, msgspec.MsgspecError) as error:
            raise ContentError(f"{type(error).__name__}: {error}", file, line) from None
        if progress:
            progress(done, len(work))
    return report


def _replay(data: Any, file: str, line: int, report: CheckReport) -> None:
    if isinstance(data, dict):
        case = msgspec.convert(data, cases.Case)
        cases.run(case, Comparison(report, file, line, case.id))
    else:
        trace = msgspec.json.decode(data, type=traces.Trace)
        traces.replay(trace, Comparison(report, file, line, line))


def _work(file: Path) -> Iterator[tuple[str, int, Any]]:
    """The games of a file as lines, its cases as plain data."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    if '"cases"' in text[:20_000] and '"notes"' in text[:100]:
        try:
            found = msgspec.json.decode(text)["cases"]
        except msgspec.DecodeError as error:
            raise ContentError(f"not a whole JSON object: {error}", file) from None
        yield from ((str(file), number, case) for number, case in enumerate(found, 1))
        return
    lines = [(str(file), number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise ContentError("holds no game", file)
    yield from lines
