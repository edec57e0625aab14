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
from ludus.core.position import Position, GameResult
from ludus.players.outside.allowance import TimeBudget
from ludus.players.outside.child import SandboxedProcess
from ludus.players.outside.launch import SandboxClient, make_launch_request
from ludus.players.outside.limits import Limits
from ludus.players.outside.lines import JsonLinesProtocol
from ludus.players.outside.program import read_reply, read_command
from ludus.players.seat import Fault

MAX_GAMES_PER_PROCESS = 1000  # per process
END_MESSAGE_SECONDS = 1.0  # seconds for a program to read that a game is over
EXIT_FAULTS = ("crashed", "closed its pipes")  # faults of a program that plays one game and exits


class PersistentProgramBot:
    """An external program as a bot, one process for many games."""

    reproducible = False  # unknown for an external program

    def __init__(self, game: Game, command: str, limits: Limits | None = None) -> None:
        self.game, self.name, self.limits = game, f"lines:{command}", limits or Limits()
        self.command, self.program = read_command(command, "lines:")
        self._cwd, self._warden = os.getcwd(), SandboxClient()
        self._lock, self._idle = threading.Lock(), list[PooledProcess]()
        self.started = 0  # processes so far

    def join(self, position: Position, seat: int, seed: int) -> SeatedPersistentProgram:
        return SeatedPersistentProgram(self, position, seat)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.process.kill()
        self._warden.stop()

    def acquire(self, deal: int | None) -> PooledProcess:
        """An idle process that has not played this deal, or a new one."""
        while True:
            with self._lock:
                candidates = [process for process in self._idle if deal is not None and deal not in process.deals]
                if not candidates:
                    break
                self._idle.remove(candidates[0])
            child = candidates[0].process
            child.begin_game()
            if child.is_idle():
                return candidates[0]
            child.kill()
        return self.start()

    def start(self) -> PooledProcess:
        order = make_launch_request(
            self.limits, program=self.program, command=self.command, cwd=self._cwd, games=MAX_GAMES_PER_PROCESS
        )
        self.started += 1
        return PooledProcess(SandboxedProcess(self._warden, order, self.limits))

    def release(self, process: PooledProcess) -> None:
        """Return a process to the pool if it is ready for another game; end it otherwise."""
        if process.process.end_game() and len(process.deals) < MAX_GAMES_PER_PROCESS:
            with self._lock:
                self._idle.append(process)
        else:
            process.process.kill()


class PooledProcess:
    """A running program and the deals it has played."""

    def __init__(self, child: SandboxedProcess) -> None:
        self.process, self.deals = child, set[int | None]()


class SeatedPersistentProgram:
    """A persistent program during one of its games."""

    def __init__(self, player: PersistentProgramBot, position: Position, seat: int) -> None:
        self._player, self._position, self._seat = player, position, seat
        self._process = player.acquire(position.seed)
        self._fresh = not self._process.deals
        self._process.deals.add(position.seed)
        self._log, self._time = self._process.process.log, TimeBudget(player.game, player.limits)
        self._talk, self._decisions, self._sound = JsonLinesProtocol(seat, self._time), 0, True

    def choose(self, position: Position) -> int:
        self._position, self._decisions = position, self._decisions + 1
        self._log.begin_turn(self._decisions)
        seconds, began, self._sound = self._time.remaining(), monotonic(), False
        question = self._talk.ask(position)
        if self._decisions > 1:
            data = self._process.process.request(question.encode(), seconds, self._time.limit_text())
        else:
            data = self._ask_first((self._talk.begin(position) + question).encode(), seconds)
        self._time.spend(monotonic() - began)
        self._log.add_line("out", data.decode(errors="backslashreplace"))
        read_reply(self._talk, position, data)
        self._sound = True
        return self._talk.move(position)

    def watch(self, position: Position, move: int) -> None:
        self._position = position
        if position.current_player != self._seat:
            self._time.reset()
        self._talk.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        if self._sound and self._decisions:
            self._sound = False
            with suppress(Fault):
                self._process.process.send(self._talk.end(self._position, result).encode(), END_MESSAGE_SECONDS)
                self._sound = True
        if self._sound:
            self._player.release(self._process)
        else:
            self._process.process.kill()

    @property
    def log(self) -> str:
        return self._log.text()

    def _ask_first(self, text: bytes, seconds: float) -> bytes:
        """The first request of a game; a program that exited after its last game is started again."""
        try:
            return self._process.process.request(text, seconds, self._time.limit_text())
        except Fault as fault:
            if self._fresh or fault.reason not in EXIT_FAULTS:
                raise
        self._process.process.kill()
        self._process = self._player.start()
        self._process.deals.add(self._position.seed)
        self._process.process.log = self._log
        return self._process.process.request(text, seconds, self._time.limit_text())
