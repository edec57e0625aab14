"""One game between players of any kind, move by move: what a match falls back on when not everybody is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from ludus.core.position import Position, Result
from ludus.core.replay import Replay
from ludus.players.seat import Fault, Sitter, Sitting

LONGEST = 1_000_000  # decisions; a game that takes more never ends


@dataclass(frozen=True)
class Played:
    """One game that was played: enough to show it, and to tell whose fault it was."""

    number: int
    replay: Replay
    logs: list[str]  # by player
    fault: str  # in words, or empty


@dataclass(frozen=True)
class Course:
    """How a game went: the last position, and the fault that ended it, if one did."""

    position: Position
    shares: tuple[float, ...]
    reason: str  # of the rules, or one of FAULTS
    culprit: int | None  # the seat at fault
    fault: str  # in words, or empty
    logs: list[str]  # by seat


class Diary(Protocol):
    """Hears of a game as it goes on."""

    def note(self, position: Position, move: int) -> None:
        """A move about to be made."""
        ...

    def after(self, position: Position) -> None:
        """The position that a move led to."""
        ...

    def close(self, course: Course) -> None:
        """The game is over."""
        ...


def play_game(
    position: Position, sitters: Sequence[Sitter], seeds: Sequence[int], diary: Diary | None = None
) -> Course:
    """Play to the end; `sitters` and `seeds` are by seat. A player at fault loses, the others share the win."""
    sittings: list[Sitting] = []
    culprit, fault = None, None
    try:
        for seat, (sitter, seed) in enumerate(zip(sitters, seeds, strict=True)):
            culprit = seat
            sittings.append(sitter.sit(position, seat, seed))
        for _ in range(LONGEST):
            if position.ended:
                break
            culprit = position.decider
            _make_move(position, sittings, diary)
        else:
            culprit = None
            raise Fault("endless game", f"no end after {LONGEST:,} decisions")
    except Fault as error:
        fault = error
    finally:
        if fault is None:
            result = position.result
        else:
            result = Result(fault.reason, _shares(len(sitters), culprit), position.points)
        for sitting in sittings:
            sitting.end(result)
    logs = [sitting.log for sitting in sittings] + [""] * (len(sitters) - len(sittings))
    assert result is not None
    at_fault = (None, "") if fault is None else (culprit, str(fault))
    return Course(position, result.shares, result.reason, *at_fault, logs)


def _make_move(position: Position, sittings: list[Sitting], diary: Diary | None) -> None:
    move = sittings[position.decider].choose(position)
    if move not in position.moves():
        said = str(move)
        with suppress(Exception):  # it may be no move of any position
            said = position.write(move)
        raise Fault("illegal move", f"{said} is not legal here", position.texts())
    if diary is not None:
        diary.note(position, move)
    for sitting in sittings:
        sitting.watch(position, move)
    position.play(move)
    if diary is not None:
        diary.after(position)


def _shares(seats: int, culprit: int | None) -> tuple[float, ...]:
    """Whoever is at fault gets nothing; without a culprit all are equal."""
    if culprit is None:
        return (1.0 / seats,) * seats
    return tuple(0.0 if seat == culprit else 1.0 / (seats - 1) for seat in range(seats))
