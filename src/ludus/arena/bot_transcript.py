"""Transcripts of games: what each bot did and wrote, with time, turn and move number.

    p1 12:00:01.123 turn 3 move 2: BUY tithe#98
    p1 12:00:01.123 turn 3 move 2: err: what the bot wrote for its author

The moves and the log of one bot, in order. Turns are those of the game if it counts them (`Game.turn_number`);
otherwise a turn is every decision that one seat makes in a row. Times are for authors: nothing depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ludus.arena.episode import Episode
from ludus.core.position import Position
from ludus.core.rule import plain

DECISION_MARK = re.compile(r"--- (\d+)")  # in logs of external bots: the lines after it belong to this decision


@dataclass(frozen=True)
class TranscriptEntry:
    """A move of a seat."""

    seat: int
    time: str
    where: str  # turn 3 move 2
    text: str


class Transcript:
    """The transcript of one game.

    Args:
        done: Called with the transcript at the end of the game.
        states: Also record every position, including hidden information.
    """

    def __init__(self, done: Callable[[Transcript], None], states: bool = False) -> None:
        self.entries: list[TranscriptEntry] = []
        self.positions: list[str] = []
        self.episode: Episode | None = None
        self._done, self._states = done, states
        self._turn, self._passed, self._number = "", 0, 0
        self._last: int | None = None

    def before_move(self, position: Position, move: int) -> None:
        if self._states and not self.positions:
            self.positions.append(position.text())
        where = self._where(position)
        time = datetime.now().isoformat(timespec="milliseconds")[11:]
        self.entries.append(TranscriptEntry(position.current_player, time, where, position.write_move(move)))

    def after_move(self, position: Position) -> None:
        if self._states:
            self.positions.append(position.text())

    def on_end(self, episode: Episode) -> None:
        self.episode = episode
        self._done(self)

    def lines(self, seat: int, name: str) -> list[str]:
        """The moves and log lines of a seat; `name` is the prefix of every line."""
        assert self.episode is not None
        own = [entry for entry in self.entries if entry.seat == seat]
        log_lines = _log_lines_by_decision(self.episode.logs[seat])
        lines = [f"{name} {line}" for line in log_lines.get(0, [])]
        for number in range(1, max([len(own), *log_lines]) + 1):
            entry = own[number - 1] if number <= len(own) else None  # None: the decision at which it failed
            head = f"{name} {entry.time} {entry.where}" if entry else name
            lines += [f"{head}: {line}" for line in log_lines.get(number, [])]
            if entry:
                lines.append(f"{head}: {entry.text}")
        if self.episode.culprit == seat:
            lines.append(f"{name} lost: {self.episode.fault}")
        return lines

    def _where(self, position: Position) -> str:
        """The turn and the number of the move in it, both from 1."""
        seat, state, phases = position.current_player, position.state, position.game.phases
        self._passed += self._last is not None and seat != self._last
        count = position.game.turn_number
        turn = f"turn {count(state) if count else self._passed + 1}"
        if phases and (phase := int(plain(position.game.rules.phase)(state))) < len(phases) - 1:
            turn = phases[phase]
        same_turn = (turn, seat) == (self._turn, self._last)
        self._turn, self._last, self._number = turn, seat, self._number + 1 if same_turn else 1
        return f"{turn} move {self._number}"


def _log_lines_by_decision(log: str) -> dict[int, list[str]]:
    """The lines of a bot's log by the number of the decision they belong to; 0: before the first."""
    by_decision: dict[int, list[str]] = {}
    number = 0
    for line in log.splitlines():
        if mark := DECISION_MARK.fullmatch(line):
            number = int(mark[1])
        elif not line.startswith("fault: "):  # the last line of a transcript says so
            by_decision.setdefault(number, []).append(line)
    return by_decision
