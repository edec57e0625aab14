"""Moves, positions and whole games survive being written down."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ludus.core.position import Position
from ludus.core.registry import registered
from ludus.core.replay import Replay
from ludus.testing.case import Case, Play, law


@law
def moves_round_trip(case: Case) -> None:
    """Every legal move has a text of its own, on one line, that reads back as the same move."""
    for position in case.some(10):
        writer: dict[str, int] = {}
        for move in position.moves():
            text = position.write(move)
            case.require(isinstance(text, str) and text.strip() == text != "", f"move {move} is written {text!r}")
            case.require(len(text.splitlines()) == 1, f"move {move} is written on several lines: {text!r}")
            other = writer.setdefault(text, move)
            case.require(other == move, f"moves {other} and {move} are both written {text!r}")
            case.same(move, position.read_move(text), f"{text!r} reads back as another move")


@law
def positions_round_trip(case: Case) -> None:
    """A position as text is one line and reads back byte for byte."""
    for play in case.plays:
        for number, position in enumerate(case.walk(play)):
            if number % 5 and not position.ended:
                continue
            text = position.text()
            case.require(len(text.splitlines()) == 1, "a position takes several lines")
            again = Position.read(case.game, position.content, text)
            case.same_bytes(position.bytes(), again.bytes(), "a position does not read back")
            case.same(position.moves(), again.moves(), "other moves are legal in a position that was read")


@law
def replays_round_trip(case: Case) -> None:
    """A replay file leads through the same positions to the same result; so does one of half a game."""
    with registered(case.game), tempfile.TemporaryDirectory() as folder:
        for play in case.plays[:6]:
            for length in (len(play.moves) // 2, len(play.moves)):
                _replay(case, Play(play.seed, play.moves[:length], False), Path(folder) / "replay.json")


def _replay(case: Case, play: Play, file: Path) -> None:
    passed = []
    for position in case.walk(play):
        passed.append(position.bytes())
    written = Replay.of(position)
    written.save(file)
    replay = Replay.load(file)
    case.same(written, replay, "a replay does not read back")
    found = replay.positions()
    case.same(len(passed), len(found), "a replay has another number of positions")
    for number, (one, other) in enumerate(zip(passed, found, strict=True)):
        case.place = play.seed, number
        case.same_bytes(one, other.bytes(), "a replay leads elsewhere")
    case.same(position.result, found[-1].result, "a replay has another result")
