"""All work that is going on, and what has ended since the server began."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from ludus.studio.home import NotThere
from ludus.studio.labour import orders
from ludus.studio.protocol.work import Found, Progress, Result, Step, WorkKind, WorkRow, WorkState
from ludus.studio.table import NotAllowed

MOST_AT_ONCE = 3
MOST_KEPT = 50  # pieces of work that have ended
LINES = 20  # the last ones of what it said
LONGEST_REPORT = 64 << 20  # bytes: pictures and files of many trees
GRACE = 10.0  # seconds to end by itself when it is stopped
REPORTS = msgspec.json.Decoder(orders.AnyReport)


class Work:
    """One piece of work in its own process."""

    def __init__(self, kind: WorkKind, subject: str, target: str) -> None:
        self.id, self.kind, self.subject, self.target = secrets.token_hex(6), kind, subject, target
        self.began = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.state: WorkState = "working"
        self.message = ""
        self.steps: dict[int, Step] = {}
        self.lines: deque[str] = deque(maxlen=LINES)
        self.found: Found | None = None
        self.listeners: dict[Any, Callable[[], None]] = {}
        self._start, self._end = time.monotonic(), 0.0
        self._pace: deque[tuple[float, int]] = deque(maxlen=40)  # when how many games were done
        self._process: asyncio.subprocess.Process | None = None
        self._stopped = False

    def row(self) -> WorkRow:
        return WorkRow(self.id, self.kind, self.subject, self.target, self.state, self.began, self.message)

    def progress(self) -> Progress:
        steps = [self.steps[number] for number in sorted(self.steps)]
        pace = self._games_a_second()
        main = steps[0] if steps and not steps[0].what else steps[-1] if steps else None
        left = (main.total - main.done) / pace if main and pace and self.state == "working" else None
        seconds = (self._end or time.monotonic()) - self._start
        return Progress(self.row(), steps, list(self.lines), round(seconds, 1), left, pace)

    def last_word(self) -> Progress | Result:
        """What there is to say now: what was found, or how far it is."""
        return Result(self.row(), self.found) if self.found is not None else self.progress()

    def changed(self) -> None:
        for wake in self.listeners.values():
            wake()

    async def run(self, order: orders.AnyOrder, folder: Path) -> None:
        """From the beginning to the end; files without a path are those of the user's own."""
        command = (sys.executable, "-P", "-m", "ludus.studio.labour")
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, limit=LONGEST_REPORT, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(_last_lines(process.stderr))
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        async for line in process.stdout:
            self._hear(REPORTS.decode(line))
        code = await process.wait()
        if self.state == "working":
            self.state = "stopped" if self._stopped else "failed"
            self.message = "" if self._stopped else (await said) or f"it ended with code {code}"
        self._end = time.monotonic()
        said.cancel()
        self.changed()

    async def stop(self) -> None:
        """Ask it to end, and see that it does."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        self._stopped = True
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
            return
        process.kill()

    def _hear(self, report: orders.AnyReport) -> None:
        match report:
            case orders.Stepped():
                self.steps[report.number] = report.step
                if report.step.thing == "game":
                    self._pace.append((time.monotonic(), self._games()))
            case orders.Said():
                self.lines.append(report.line)
            case orders.Ended():
                self.state, self.found = "done", report.found
            case orders.Failed():
                self.state, self.message = "failed", report.message
        self.changed()

    def _games(self) -> int:
        whole = self.steps.get(0)
        if whole is not None and not whole.what:
            return whole.done
        return sum(step.done for step in self.steps.values() if step.thing == "game")

    def _games_a_second(self) -> float | None:
        if len(self._pace) < 2 or self.state != "working":
            return None
        (first, before), (last, after) = self._pace[0], self._pace[-1]
        return (after - before) / (last - first) if last > first and after > before else None


class Workshop:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.works: dict[str, Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, kind: WorkKind, subject: str, target: str, order: orders.AnyOrder) -> Work:
        """Begin a piece of work."""
        if sum(work.state == "working" for work in self.works.values()) >= MOST_AT_ONCE:
            raise NotAllowed(f"{MOST_AT_ONCE} pieces of work are going on; stop one, or wait for it")
        if target and self.on(target) is not None:
            raise NotAllowed(f"{target} is being worked on already")
        work = Work(kind, subject, target)
        self.works[work.id] = work
        ended = [each.id for each in self.works.values() if each.state != "working"]
        for id in ended[:-MOST_KEPT]:
            del self.works[id]
        task = asyncio.get_running_loop().create_task(work.run(order, self.folder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return work

    def find(self, id: str) -> Work:
        if id not in self.works:
            raise NotThere(f"there is no work {id[:40]!r}")
        return self.works[id]

    def on(self, target: str) -> Work | None:
        """The work that is going on with a run or a tournament here."""
        return next((work for work in self.works.values() if work.target == target and work.state == "working"), None)

    async def close(self) -> None:
        """The server leaves: everything is stopped, and can be resumed."""
        await asyncio.gather(*(work.stop() for work in self.works.values() if work.state == "working"))


async def _last_lines(stream: asyncio.StreamReader) -> str:
    """What a process said before it failed."""
    found: deque[bytes] = deque(maxlen=5)
    while line := await stream.readline():
        found.append(line[:500])
    return b"".join(found).decode(errors="replace").strip()
