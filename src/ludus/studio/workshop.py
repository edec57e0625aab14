"""All work that is going on, and what has ended; a server that is killed finds it again."""

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
from msgspec import structs

from ludus.studio.archive import FORMAT, Archive, Findings, KeptWork
from ludus.studio.home import NotThere
from ludus.studio.labour import orders
from ludus.studio.protocol.work import Found, Progress, Result, Step, Told, WorkKind, WorkRow, WorkState
from ludus.studio.table import NotAllowed
from ludus.util.errors import LudusError

MOST_AT_ONCE = 3
MOST_KEPT = 50  # pieces of work that have ended
LINES = 20  # the last ones of what it said
LONGEST_REPORT = 64 << 20  # bytes: pictures and files of many trees
GRACE = 10.0  # seconds to end by itself when it is stopped
REPORTS = msgspec.json.Decoder(orders.AnyReport)


class Work:
    """One piece of work in its own process."""

    def __init__(self, kind: WorkKind, subject: str, target: str, order: orders.AnyOrder, archive: Archive) -> None:
        self.id, self.kind, self.subject, self.target = secrets.token_hex(6), kind, subject, target
        self.order, self.archive = order, archive
        self.began = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.state: WorkState = "working"
        self.message = ""
        self.steps: dict[int, Step] = {}
        self.lines: deque[str] = deque(maxlen=LINES)
        self.told: list[Told] = []
        self.shown: dict[str, Any] = {}  # results on the way
        self.found: Found | None = None
        self.listeners: dict[Any, Callable[[], None]] = {}
        self._start, self._end = time.monotonic(), 0.0
        self._pace: deque[tuple[float, int]] = deque(maxlen=40)  # when how many games were done
        self._process: asyncio.subprocess.Process | None = None
        self._stopped = False
        self._asleep = False  # of an earlier server: what it found is still on the disk alone

    @classmethod
    def back(cls, kept: KeptWork, archive: Archive) -> Work:
        """Work of an earlier server. What was going on then has been stopped with it."""
        row = kept.row
        work = cls(row.kind, row.subject, row.target, kept.order, archive)
        work.id, work.began, work.state, work.message = row.id, row.began, row.state, row.message
        work.steps, work.told = dict(enumerate(kept.steps)), list(kept.told)
        work.lines.extend(kept.lines)
        work._end, work._asleep = work._start + kept.seconds, True
        if work.state == "working":
            work.state, work.message = "stopped", "the server ended before this was done"
        return work

    def row(self) -> WorkRow:
        return WorkRow(self.id, self.kind, self.subject, self.target, self.state, self.began, self.message)

    def progress(self) -> Progress:
        steps = [self.steps[number] for number in sorted(self.steps)]
        pace = self._games_a_second()
        main = steps[0] if steps and not steps[0].what else steps[-1] if steps else None
        left = (main.total - main.done) / pace if main and pace and self.state == "working" else None
        seconds = (self._end or time.monotonic()) - self._start
        lines, told = list(self.lines), list(self.told)
        return Progress(self.row(), steps, lines, round(seconds, 1), left, pace, told, self.shown)

    async def last_word(self) -> Progress | Result:
        """What there is to say now: what was found, or how far it is."""
        if self._asleep:
            self._asleep = False
            try:
                findings = await asyncio.to_thread(self.archive.findings, self.id)
                self.found, self.shown = findings.found, findings.shown
            except LudusError as error:
                self.state, self.message = "failed", str(error)
        return Result(self.row(), self.found, self.shown) if self.found is not None else self.progress()

    def kept(self) -> KeptWork:
        """As the archive has it."""
        now = self.progress()
        return KeptWork(FORMAT, self.row(), self.order, now.steps, now.lines, now.told, now.seconds)

    def changed(self) -> None:
        for wake in self.listeners.values():
            wake()

    async def run(self, folder: Path) -> None:
        """From the beginning to the end; files without a path are those of the user's own."""
        try:
            await self._keep()
            await self._run(folder)
        except (LudusError, OSError) as error:  # a full disk, no process: whoever waits is told
            self.state, self.message = "failed", str(error)
        self._end = time.monotonic()
        with contextlib.suppress(LudusError):
            await self._keep()
        self.changed()

    async def _run(self, folder: Path) -> None:
        command = (sys.executable, "-P", "-m", "ludus.studio.labour")
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, limit=LONGEST_REPORT, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(_last_lines(process.stderr))
        process.stdin.write(msgspec.json.encode(self.order) + b"\n")
        async for line in process.stdout:
            report = REPORTS.decode(line)
            if isinstance(report, orders.Ended):
                await self._keep(report)  # before anybody is told that it is there
            self._hear(report)
        code = await process.wait()
        if self.state == "working":
            self.state = "stopped" if self._stopped else "failed"
            self.message = "" if self._stopped else (await said) or f"it ended with code {code}"
        said.cancel()

    async def _keep(self, end: orders.Ended | None = None) -> None:
        kept, found = self.kept(), self.found
        if end is not None:
            kept = structs.replace(kept, row=structs.replace(kept.row, state="done"))
            found = end.found
        await asyncio.to_thread(self.archive.keep, kept, Findings(found, dict(self.shown)))

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
            case orders.Heard():
                self.told.append(report.told)
            case orders.Shown():
                self.shown[report.name] = report.data
            case orders.Ended():
                self.state, self.found = "done", report.found
            case orders.Failed():
                self.state, self.message = "failed", report.message
        self.changed()

    def _games(self) -> int:
        whole = self.steps.get(0)
        if whole is not None and not whole.what:
            return whole.done - int(whole.facts.get("known", 0))  # an earlier process played those
        return sum(step.done for step in self.steps.values() if step.thing == "game")

    def _games_a_second(self) -> float | None:
        if len(self._pace) < 2 or self.state != "working":
            return None
        (first, before), (last, after) = self._pace[0], self._pace[-1]
        return (after - before) / (last - first) if last > first and after > before else None


class Workshop:
    def __init__(self, folder: Path, archive: Archive) -> None:
        self.folder, self.archive = folder, archive
        self.works: dict[str, Work] = {kept.row.id: Work.back(kept, archive) for kept in archive.listed()}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, kind: WorkKind, subject: str, target: str, order: orders.AnyOrder) -> Work:
        """Begin a piece of work."""
        if sum(work.state == "working" for work in self.works.values()) >= MOST_AT_ONCE:
            raise NotAllowed(f"{MOST_AT_ONCE} pieces of work are going on; stop one, or wait for it")
        if target and self.on(target) is not None:
            raise NotAllowed(f"{target} is being worked on already")
        work = Work(kind, subject, target, order, self.archive)
        self.works[work.id] = work
        ended = [each.id for each in self.works.values() if each.state != "working"]
        for id in ended[:-MOST_KEPT]:
            del self.works[id]
            self.archive.forget(id)
        task = asyncio.get_running_loop().create_task(work.run(self.folder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return work

    def again(self, id: str) -> Work:
        """The same once more: a run or a tournament goes on where it was stopped, a designer begins anew."""
        work = self.find(id)
        if work.state == "working":
            raise NotAllowed("this is being worked on already")
        return self.start(work.kind, work.subject, work.target, work.order)

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
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GRACE)  # until what became of it is on the disk


async def _last_lines(stream: asyncio.StreamReader) -> str:
    """What a process said before it failed."""
    found: deque[bytes] = deque(maxlen=5)
    while line := await stream.readline():
        found.append(line[:500])
    return b"".join(found).decode(errors="replace").strip()
