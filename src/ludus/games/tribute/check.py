"""`ludus check tribute FILE...`: replay what the reference engine did with our rules and compare.

A file contains recorded games, one JSON object per line, or rule cases, one JSON object in all. It may be gzipped.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.check import CheckReport, TraceComparison, Progress
from ludus.core.errors import ContentError, LudusError
from ludus.games.tribute import cases, traces

GZIP = b"\x1f\x8b"


def check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game and case of every file.

    Raises:
        ContentError: a file cannot be read.
    """
    items = [piece for file in files for piece in _read_items(Path(file))]
    report = CheckReport()
    for done, (file, line, data) in enumerate(items, 1):
        try:
            _check_item(data, file, line, report)
        except (LudusError, OverflowError, KeyError, msgspec.MsgspecError) as error:
            raise ContentError(f"{type(error).__name__}: {error}", file, line) from None
        if progress:
            progress(done, len(items))
    return report


def _check_item(data: Any, file: str, line: int, report: CheckReport) -> None:
    if isinstance(data, dict):
        case = msgspec.convert(data, cases.RuleCase)
        cases.run_case(case, TraceComparison(report, file, line, case.id))
    else:
        trace = msgspec.json.decode(data, type=traces.RecordedTributeGame)
        traces.replay_game(trace, TraceComparison(report, file, line, line))


def _read_items(file: Path) -> Iterator[tuple[str, int, Any]]:
    """Items of a file: games as lines, cases as plain data."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    if '"cases"' in text[:20_000] and '"notes"' in text[:100]:
        try:
            cases_data = msgspec.json.decode(text)["cases"]
        except msgspec.DecodeError as error:
            raise ContentError(f"not a whole JSON object: {error}", file) from None
        yield from ((str(file), number, case) for number, case in enumerate(cases_data, 1))
        return
    lines = [(str(file), number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise ContentError("holds no game", file)
    yield from lines
