"""Programs that stay for many games: `lines:./my-bot`.

One process plays many games, one after another, over JSON lines (see `jsonl_protocol`). Games in parallel have one
process each. Several games of a match or tournament share a deal; no process ever plays the same deal twice, so it
cannot know the cards from an earlier game. A process is ended after a fault, after MAX_GAMES_PER_PROCESS games, and at
the end; one that exits by itself between two games is started again for the next.

The limits are those of all programs, counted per game.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from time import monotonic

from ludus.core.contract import Game
from ludus.core.position import Position, Result
from ludus.players.outside.allowance import Allowance
from ludus.players.outside.child import Child
from ludus.players.outside.launch import Warden, make_order
from ludus.players.outside.limits import Limits
from ludus.players.outside.lines import Lines
from ludus.players.outside.program import hear, read_command
from ludus.players.seat import Fault

GAMES = 1000  # per process
FAREWELL = 1.0  # seconds for a program to read that a game is over
GONE = ("crashed", "closed its pipes")  # faults of a program that plays one game and exits


class Resident:
    """An external program as a bot, one process for many games."""

    reproducible = False  # unknown for an external program

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"lines:{command}", limits or Limits()
        self.command, self.program = read_command(command, "lines:")
        self._cwd, self._warden = os.getcwd(), Warden()
        self._lock, self._idle = threading.Lock(), list[Process]()
        self.started = 0  # processes so far

    def sit(self, position: Position, seat: int, seed: int) -> ResidentSitting:
        return ResidentSitting(self, position, seat)

    def leave(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.child.end()
        self._warden.stop()

    def take(self, deal: int | None) -> Process:
        """An idle process that has not played this deal, or a new one."""
        while True:
            with self._lock:
                candidates = [process for process in self._idle if deal is not None and deal not in process.deals]
                if not candidates:
                    break
                self._idle.remove(candidates[0])
            child = candidates[0].child
            child.renew()
            if child.waits():
                return candidates[0]
            child.end()
        return self.start()

    def start(self) -> Process:
        order = make_order(self.limits, program=self.program, command=self.command, cwd=self._cwd, games=GAMES)
        self.started += 1
        return Process(Child(self._warden, order, self.limits))

    def give_back(self, process: Process) -> None:
        """Return a process to the pool if it is ready for another game; end it otherwise."""
        if process.child.rest() and len(process.deals) < GAMES:
            with self._lock:
                self._idle.append(process)
        else:
            process.child.end()


class Process:
    """A running program and the deals it has played."""

    def __init__(self, child: Child) -> None:
        self.child, self.deals = child, set[int | None]()


class ResidentSitting:
    """A persistent program during one of its games."""

    def __init__(self, player: Resident, position: Position, seat: int) -> None:
        self._player, self._position, self._seat = player, position, seat
        self._process = player.take(position.seed)
        self._fresh = not self._process.deals
        self._process.deals.add(position.seed)
        self._log, self._time = self._process.child.log, Allowance(player.game, player.limits)
        self._talk, self._decisions, self._sound = Lines(seat, self._time), 0, True

    def choose(self, position: Position) -> int:
        self._position, self._decisions = position, self._decisions + 1
        self._log.turn(self._decisions)
        seconds, began, self._sound = self._time.left(), monotonic(), False
        question = self._talk.ask(position)
        if self._decisions > 1:
            data = self._process.child.ask(question.encode(), seconds, self._time.words())
        else:
            data = self._ask_first((self._talk.begin(position) + question).encode(), seconds)
        self._time.spend(monotonic() - began)
        self._log.line("out", data.decode(errors="backslashreplace"))
        hear(self._talk, position, data)
        self._sound = True
        return self._talk.move(position)

    def watch(self, position: Position, move: int) -> None:
        self._position = position
        if position.decider != self._seat:
            self._time.renew()
        self._talk.watch(position, move)

    def end(self, result: Result | None) -> None:
        if self._sound and self._decisions:
            self._sound = False
            with suppress(Fault):
                self._process.child.say(self._talk.end(self._position, result).encode(), FAREWELL)
                self._sound = True
        if self._sound:
            self._player.give_back(self._process)
        else:
            self._process.child.end()

    @property
    def log(self) -> str:
        return self._log.text()

    def _ask_first(self, text: bytes, seconds: float) -> bytes:
        """The first request of a game; a program that exited after its last game is started again."""
        try:
            return self._process.child.ask(text, seconds, self._time.words())
        except Fault as fault:
            if self._fresh or fault.reason not in GONE:
                raise
        self._process.child.end()
        self._process = self._player.start()
        self._process.deals.add(self._position.seed)
        self._process.child.log = self._log
        return self._process.child.ask(text, seconds, self._time.words())
