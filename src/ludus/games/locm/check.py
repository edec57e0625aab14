"""`ludus check locm FILE...`: replay recorded games of other engines with our rules and compare them.

A file has one game per line and may be compressed with gzip. The fields of a line determine its format:

    steps             the state after every action
    errors, outputs   a match of the official referee 1.2: all inputs and replies
    bots, turns       a game of bots with a given draft; our own versions of these bots must reply the same
    transcript        a match in our own format: parameters, inputs, replies
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.check import CheckReport, TraceComparison, Progress
from ludus.core.errors import ContentError, LudusError
from ludus.games.locm import traces, transcripts

GZIP_MAGIC = b"\x1f\x8b"
FORMATS = (  # the fields that identify a format, its struct, its replay function
    ({"steps"}, traces.StateTrace, traces.replay_trace),
    ({"errors", "outputs"}, transcripts.RefereeLog, transcripts.replay_referee_log),
    ({"bots", "turns"}, transcripts.BotGame, transcripts.replay_bot_game),
    ({"transcript"}, transcripts.MatchTranscript, transcripts.replay_transcript),
)


@dataclass(frozen=True)
class RecordedLine:
    """One line of a file: one recorded game."""

    file: str
    number: int
    text: str

    def error(self, what: object) -> ContentError:
        return ContentError(str(what), self.file, self.number)


def check_traces(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game of every file.

    Returns:
        A report of all differences.

    Raises:
        ContentError: a file or line cannot be read.
    """
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


def _lines(file: Path) -> list[RecordedLine]:
    """Return the non-blank lines of a file; raise ContentError if there is none."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP_MAGIC) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    lines = [RecordedLine(str(file), number, text) for number, text in enumerate(text.split("\n"), 1) if text.strip()]
    if not lines:
        raise ContentError("contains no game", file)
    return lines


def _replay(line: RecordedLine, report: CheckReport) -> None:
    end = line.text.rfind("}") + 1
    try:
        data, tail = msgspec.json.decode(line.text[:end], type=dict[str, Any]), line.text[end:].strip()
    except msgspec.DecodeError as error:
        raise ContentError(f"not a whole JSON object: {error}") from None
    match = next((entry for entry in FORMATS if entry[0] <= data.keys()), None)
    if match is None:
        raise ContentError(f"not a recorded game of a known format; its fields are {', '.join(data) or 'none'}")
    _, struct, replay = match
    if struct is transcripts.RefereeLog:
        data["tail"] = tail  # scores and parameters
    elif tail:
        raise ContentError(f"{tail[:40]!r} follows the JSON object")
    game: Any = msgspec.convert(data, struct)
    replay(game, TraceComparison(report, line.file, line.number, data.get("game", line.number)))
