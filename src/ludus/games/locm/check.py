"""`ludus check locm FILE...`: recorded games of other engines, replayed with our rules and compared.

A file has one game a line and may be gzip'ed. Every line is recognised by what it holds:

    steps             the state after every action (traces.py)
    errors, outputs   a match of the official referee 1.2: all that was sent and answered (transcripts.py)
    bots, turns       a game of bots with a given draft, and what those of them that we have would do (transcripts.py)
    transcript        a match in our own form: parameters, inputs, replies (transcripts.py)
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.check import CheckReport, Comparison, Progress
from ludus.core.errors import ContentError, LudusError
from ludus.games.locm import traces, transcripts

GZIP = b"\x1f\x8b"
FORMATS = (  # the fields that give a form away, its shape, how it is replayed
    ({"steps"}, traces.Trace, traces.replay),
    ({"errors", "outputs"}, transcripts.RefereeLog, transcripts.replay_log),
    ({"bots", "turns"}, transcripts.BotGame, transcripts.replay_bots),
    ({"transcript"}, transcripts.Transcript, transcripts.replay),
)


@dataclass(frozen=True)
class Line:
    """One recorded game as it stands in a file."""

    file: str
    number: int
    text: str

    def error(self, what: object) -> ContentError:
        return ContentError(str(what), self.file, self.number)


def check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game of every file. What cannot be read raises ContentError; what differs is in the report."""
    lines = [line for file in files for line in _lines(Path(file))]
    report = CheckReport()
    for done, line in enumerate(lines, 1):
        try:
            _replay(line, report)
        except (LudusError, OverflowError, msgspec.MsgspecError) as error:
            raise line.error(error) from None
        if progress:
            progress(done, len(lines))
    return report


def _lines(file: Path) -> list[Line]:
    """The lines of a file that hold something; a file without any is an error."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    lines = [Line(str(file), number, text) for number, text in enumerate(text.split("\n"), 1) if text.strip()]
    if not lines:
        raise ContentError("holds no game", file)
    return lines


def _replay(line: Line, report: CheckReport) -> None:
    end = line.text.rfind("}") + 1
    try:
        data, tail = msgspec.json.decode(line.text[:end], type=dict[str, Any]), line.text[end:].strip()
    except msgspec.DecodeError as error:
        raise ContentError(f"not a whole JSON object: {error}") from None
    form = next((form for form in FORMATS if form[0] <= data.keys()), None)
    if form is None:
        raise ContentError(f"not a recorded game of a known form; its fields are {', '.join(data) or 'none'}")
    _, shape, replay = form
    if shape is transcripts.RefereeLog:
        data["tail"] = tail  # scores and parameters
    elif tail:
        raise ContentError(f"{tail[:40]!r} follows the JSON object")
    game: Any = msgspec.convert(data, shape)
    replay(game, Comparison(report, line.file, line.number, data.get("game", line.number)))
