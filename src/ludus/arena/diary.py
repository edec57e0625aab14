"""The diary of a game: who did and said what, when, in which turn and at which move of it.

    p1 12:00:01.123 turn 3 move 2: BUY tithe#98
    p1 12:00:01.123 turn 3 move 2: err: what the bot wrote for its author

The moves and the words of one player, in order. Where a game counts turns (`Game.turn_of`), these are meant; elsewhere
a turn is what one seat decides in a row. Times are for authors: nothing depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ludus.arena.sitting import Course
from ludus.core.position import Position
from ludus.core.rule import plain

MARK = re.compile(r"--- (\d+)")  # in logs of players outside: from here on it is about their so-manieth decision


@dataclass(frozen=True)
class Entry:
    """A move of a seat."""

    seat: int
    time: str
    where: str  # turn 3 move 2
    text: str


class GameDiary:
    """Of one game. `done` hears of it at the end; `states` keeps every position besides, hidden things included."""

    def __init__(self, done: Callable[[GameDiary], None], states: bool = False) -> None:
        self.entries: list[Entry] = []
        self.positions: list[str] = []
        self.course: Course | None = None
        self._done, self._states = done, states
        self._turn, self._passed, self._number = "", 0, 0
        self._last: int | None = None

    def note(self, position: Position, move: int) -> None:
        if self._states and not self.positions:
            self.positions.append(position.text())
        where = self._where(position)
        time = datetime.now().isoformat(timespec="milliseconds")[11:]
        self.entries.append(Entry(position.decider, time, where, position.write(move)))

    def after(self, position: Position) -> None:
        if self._states:
            self.positions.append(position.text())

    def close(self, course: Course) -> None:
        self.course = course
        self._done(self)

    def lines(self, seat: int, name: str) -> list[str]:
        """What a seat did and wrote; `name` stands before every line."""
        assert self.course is not None
        own = [entry for entry in self.entries if entry.seat == seat]
        words = _by_decision(self.course.logs[seat])
        found = [f"{name} {line}" for line in words.get(0, [])]
        for number in range(1, max([len(own), *words]) + 1):
            entry = own[number - 1] if number <= len(own) else None  # none: the decision that it failed at
            head = f"{name} {entry.time} {entry.where}" if entry else name
            found += [f"{head}: {line}" for line in words.get(number, [])]
            if entry:
                found.append(f"{head}: {entry.text}")
        if self.course.culprit == seat:
            found.append(f"{name} lost: {self.course.fault}")
        return found

    def _where(self, position: Position) -> str:
        """The turn and the number of the move in it, both from 1."""
        seat, state, phases = position.decider, position.state, position.game.phases
        self._passed += self._last is not None and seat != self._last
        count = position.game.turn_of
        turn = f"turn {count(state) if count else self._passed + 1}"
        if phases and (phase := int(plain(position.game.rules.phase)(state))) < len(phases) - 1:
            turn = phases[phase]
        same = (turn, seat) == (self._turn, self._last)
        self._turn, self._last, self._number = turn, seat, self._number + 1 if same else 1
        return f"{turn} move {self._number}"


def _by_decision(log: str) -> dict[int, list[str]]:
    """The lines of a player's log by the number of the decision that they belong to; 0: before the first."""
    found: dict[int, list[str]] = {}
    number = 0
    for line in log.splitlines():
        if mark := MARK.fullmatch(line):
            number = int(mark[1])
        else:
            found.setdefault(number, []).append(line)
    return found
