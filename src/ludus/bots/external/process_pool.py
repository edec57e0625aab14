"""Processes of one bot for many games: idle ones wait for the next game, and what a kept bot leaves behind.

A process never plays the same deal twice, so it cannot know the cards from an earlier game. Games in parallel have one
process each. With `Limits.keep`, a bot is kept: its files are stored after every game, and a new process begins with
them. The first process uses the folder itself, the next one at the same time `FOLDER.worker-2`, and so on: each worker
has files of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from ludus.bots.external.limits import Limits
from ludus.bots.external.process import SandboxedProcess

MAX_GAMES_PER_PROCESS = 1000  # per process, unless it is kept
MAX_KEPT_GAMES = 10**6  # per kept process; the kernel's limit of CPU time is for all of them
IDLE_PER_PLAYING = 2  # idle processes for each that plays; all pairs of a tournament play the same deals, so without
# a limit, each pair would leave processes behind that wait for deals that never come
FINISH_SECONDS = 5.0  # seconds for a kept program to end by itself after the last game


class KeepRecord:
    """What became of a kept bot: its objects or processes, those that were lost, and the files it left.

    Attributes:
        folder: Where its files are stored; empty if it runs in this process and writes where it likes.
        noun: What plays all games of a worker, "object" or "process"; empty if every game has a process of its own.
        started: Objects or processes so far.
        lost: How many of them were lost before the last game.
        last_loss: Why the last of them was lost, in words.
    """

    def __init__(self, folder: str, noun: str) -> None:
        self.folder, self.noun = folder, noun
        self.started = self.lost = 0
        self.last_loss = ""
        self._reports: dict[int, dict[str, Any]] = {}
        self._lock = threading.Lock()

    def note_start(self) -> None:
        with self._lock:
            self.started += 1

    def note_loss(self, reason: str) -> None:
        with self._lock:
            self.lost, self.last_loss = self.lost + 1, reason

    def note_files(self, worker: int, report: dict[str, Any] | None) -> None:
        """Note the last report on the files of a worker; None: there is none, because its supervisor was killed."""
        if self.folder:
            with self._lock:
                self._reports[worker] = report or {"error": "they could not be read"}

    def total(self, name: str) -> int:
        """The sum of a number over the workers: "files", "bytes" or "left_out"."""
        with self._lock:
            return sum(report.get(name, 0) for report in self._reports.values())

    @property
    def workers(self) -> int:
        """How many workers had files of their own."""
        return len(self._reports)

    @property
    def error(self) -> str:
        """Why files could not be stored, in words; empty if they were."""
        with self._lock:
            return next((report["error"] for report in self._reports.values() if "error" in report), "")


class PooledProcess:
    """A running process and the deals it has played."""

    def __init__(self, process: SandboxedProcess, worker: int) -> None:
        self.process, self.worker = process, worker
        self.deals = set[int | None]()


class ProcessPool:
    """The processes of one bot."""

    def __init__(
        self,
        launch: Callable[[dict[str, Any]], SandboxedProcess],
        limits: Limits,
        one_game: bool,
        noun: str = "process",
    ) -> None:
        """Create an empty pool.

        Args:
            launch: Starts a process; gets what is added to its launch request.
            limits: The limits of the bot.
            one_game: A process plays one game.
            noun: What a process is for its author: a "process" or an "object".
        """
        self._launch, self._one_game = launch, one_game
        self.keep = KeepRecord(limits.keep, "" if one_game else noun) if limits.keep else None
        self.max_games = 1 if one_game else MAX_KEPT_GAMES if limits.keep else MAX_GAMES_PER_PROCESS
        self.started = 0  # processes so far
        self._max_playing = 1  # most processes that played at once
        self._lock, self._idle, self._workers = threading.Lock(), list[PooledProcess](), set[int]()

    def acquire(self, deal: int | None) -> PooledProcess:
        """An idle process that has not played this deal, or a new one.

        Raises:
            Fault: a new one could not start.
        """
        while True:
            with self._lock:
                candidates = [process for process in self._idle if self._may_play(process, deal)]
                if not candidates:
                    break
                self._idle.remove(candidates[0])
            candidates[0].process.begin_game()
            if candidates[0].process.is_idle():
                return candidates[0]
            self.discard(candidates[0], "it ended between two games")
        self._end_useless()
        return self.start()

    def start(self) -> PooledProcess:
        """Start a process.

        Raises:
            Fault: it could not start.
        """
        with self._lock:
            self.started += 1
            worker = next(k for k in range(1, len(self._workers) + 2) if k not in self._workers)
            self._workers.add(worker)
        try:
            process = PooledProcess(self._launch(self._request(worker)), worker)
        except BaseException:
            self._leave(worker)
            raise
        if self.keep is not None:
            self.keep.note_start()
        return process

    def release(self, process: PooledProcess) -> None:
        """Return a process after a game; it is ended if it is not ready for another one."""
        if self._one_game:
            self._end(process)
            return
        ready = process.process.end_game() and len(process.deals) < self.max_games
        if ready and self.keep is not None:
            process.process.store_files()
            self.keep.note_files(process.worker, process.process.kept)
        if ready:
            with self._lock:
                self._idle.append(process)
        else:
            self.discard(process, "it was not ready for another game")

    def discard(self, process: PooledProcess, reason: str) -> None:
        """End a process that cannot play another game."""
        self._end(process)
        if self.keep is not None and not self._one_game:
            self.keep.note_loss(reason)

    def put_back(self, process: PooledProcess) -> None:
        """Let a process wait that has not played."""
        with self._lock:
            self._idle.append(process)

    def close(self) -> None:
        """End all idle processes; kept programs may end by themselves first."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            if self.keep is not None:
                process.process.finish(FINISH_SECONDS)
            self._end(process)

    def _end_useless(self) -> None:
        """End the processes that have waited longest, if too many wait and one more starts; kept ones stay."""
        with self._lock:
            self._max_playing = max(self._max_playing, len(self._workers) - len(self._idle) + 1)
            too_many = len(self._idle) + 1 - IDLE_PER_PLAYING * self._max_playing
            useless = self._idle[: max(too_many, 0)] if self.keep is None else []
            del self._idle[: len(useless)]
        for process in useless:
            self._end(process)

    def _may_play(self, process: PooledProcess, deal: int | None) -> bool:
        """Whether a process has not played this deal; games without a number of a deal are all different if kept."""
        return self.keep is not None if deal is None else deal not in process.deals

    def _end(self, process: PooledProcess) -> None:
        process.process.kill()
        if self.keep is not None:
            self.keep.note_files(process.worker, process.process.kept)
        self._leave(process.worker)

    def _leave(self, worker: int) -> None:
        with self._lock:
            self._workers.discard(worker)

    def _request(self, worker: int) -> dict[str, Any]:
        request: dict[str, Any] = {} if self._one_game else {"games": self.max_games}
        if self.keep is not None:
            folder = self.keep.folder if worker == 1 else f"{self.keep.folder}.worker-{worker}"
            request["keep"] = [folder, folder if os.path.isdir(folder) else self.keep.folder]
        return request
