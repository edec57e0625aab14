"""Job manager: starts, finds and stops background jobs, each in its own worker process. Jobs survive a restart."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from ludus.arena.tournament_dir import read_plan
from ludus.core.game_registry import registered_game_files
from ludus.studio.bot_permissions import is_external
from ludus.studio.jobs.job_store import FORMAT, JobStore, StoredJob, StoredResults
from ludus.studio.protocol.jobs import (
    DesignReportMessage,
    JobKind,
    JobProgress,
    JobResult,
    JobRow,
    JobState,
    JobStep,
    PartialResult,
)
from ludus.studio.request_errors import NotAllowed, NotFound
from ludus.studio.uploaded_bots import UPLOADS_DISABLED
from ludus.studio.worker import job_messages
from ludus.util.errors import LudusError
from ludus.util.text import utc_timestamp

MAX_RUNNING_JOBS = 3
MAX_ENDED_JOBS = 50  # jobs in the list
MAX_LINES = 20  # last lines of output of a job
LONGEST_REPORT = 64 << 20  # bytes: pictures and files of many trees
EXIT_SECONDS = 10.0  # to exit after a stop request
REPORTS = msgspec.json.Decoder(job_messages.AnyReport)


class Job:
    """One background job in its own worker process."""

    def __init__(
        self, kind: JobKind, subject: str, target: str, order: job_messages.AnyJobOrder, store: JobStore
    ) -> None:
        self.id, self.kind, self.subject, self.target = secrets.token_hex(6), kind, subject, target
        self.order, self.store = order, store
        self.began = utc_timestamp()
        self.state: JobState = "working"
        self.message = ""
        self.steps: dict[int, JobStep] = {}
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self.results: list[PartialResult] = []
        self.previews: dict[str, Any] = {}  # intermediate results
        self.report: DesignReportMessage | None = None
        self.listeners: dict[Any, Callable[[], None]] = {}
        self._start, self._end = time.monotonic(), 0.0
        self._pace: deque[tuple[float, int]] = deque(maxlen=40)  # time and number of games, or of other units, done
        self._process: asyncio.subprocess.Process | None = None
        self._stopped = False
        self._result_on_disk = False  # restored job: its result is still only on disk

    @classmethod
    def restore(cls, stored: StoredJob, store: JobStore) -> Job:
        """Restore a job of an earlier server. A job that was running then counts as stopped."""
        row = stored.row
        job = cls(row.kind, row.subject, row.target, stored.order, store)
        job.id, job.began, job.state, job.message = row.id, row.began, row.state, row.message
        job.steps, job.results = dict(enumerate(stored.steps)), list(stored.told)
        job.lines.extend(stored.lines)
        job._end, job._result_on_disk = job._start + stored.seconds, True
        if job.state == "working":
            job.state, job.message = "stopped", "the server ended before this was done"
        return job

    def row(self) -> JobRow:
        return JobRow(self.id, self.kind, self.subject, self.target, self.state, self.began, self.message)

    def progress(self) -> JobProgress:
        steps = [self.steps[number] for number in sorted(self.steps)]
        pace = self._done_a_second()
        main = steps[0] if steps and not steps[0].what else steps[-1] if steps else None
        left = (main.total - main.done) / pace if main and pace and self.state == "working" else None
        seconds = (self._end or time.monotonic()) - self._start
        lines, results = list(self.lines), list(self.results)
        return JobProgress(self.row(), steps, lines, round(seconds, 1), left, pace, results, self.previews)

    async def current_message(self) -> JobProgress | JobResult:
        """Current message for the socket of the job: its result, or its progress."""
        if self._result_on_disk:
            self._result_on_disk = False
            try:
                results = await asyncio.to_thread(self.store.load_results, self.id)
                self.report, self.previews = results.found, results.shown
            except LudusError as error:
                self.state, self.message = "failed", str(error)
        return JobResult(self.row(), self.report, self.previews) if self.report is not None else self.progress()

    def stored(self) -> StoredJob:
        """State of the job for the job store."""
        progress = self.progress()
        return StoredJob(
            FORMAT, self.row(), self.order, progress.steps, progress.lines, progress.told, progress.seconds
        )

    def changed(self) -> None:
        for wake in self.listeners.values():
            wake()

    async def run(self, folder: Path) -> None:
        """Run the job to its end; `folder` is the working directory.

        It is the folder of the user's content files, so that relative paths refer to these.
        """
        try:
            await self._store()
            await self._run(folder)
        except (LudusError, OSError) as error:  # a full disk, no process: listeners must learn of it
            self.state, self.message = "failed", str(error)
        self._end = time.monotonic()
        with contextlib.suppress(LudusError):
            await self._store()
        self.changed()

    async def _run(self, folder: Path) -> None:
        command = (sys.executable, "-P", "-m", "ludus.studio.worker", *registered_game_files())
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, limit=LONGEST_REPORT, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        last_output = asyncio.create_task(_last_lines(process.stderr))
        process.stdin.write(msgspec.json.encode(self.order) + b"\n")
        async for line in process.stdout:
            report = REPORTS.decode(line)
            if isinstance(report, job_messages.EndReport):
                await self._store(report)  # before listeners are notified of the result
            self._handle(report)
        code = await process.wait()
        if self.state == "working":
            self.state = "stopped" if self._stopped else "failed"
            self.message = "" if self._stopped else (await last_output) or f"it ended with code {code}"
        last_output.cancel()

    async def _store(self, end: job_messages.EndReport | None = None) -> None:
        stored, result = self.stored(), self.report
        if end is not None:
            stored = structs.replace(stored, row=structs.replace(stored.row, state="done"))
            result = end.found
        await asyncio.to_thread(self.store.store, stored, StoredResults(result, dict(self.previews)))

    async def stop(self) -> None:
        """Ask the process to exit, and kill it after a grace period."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        self._stopped = True
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), EXIT_SECONDS)
            return
        process.kill()

    def _handle(self, report: job_messages.AnyReport) -> None:
        match report:
            case job_messages.StepReport():
                self.steps[report.number] = report.step
                if report.step.thing == "game" or not report.step.what:
                    self._pace.append((time.monotonic(), self._done()))
            case job_messages.LineReport():
                self.lines.append(report.line)
            case job_messages.ResultReport():
                self.results.append(report.told)
            case job_messages.PreviewReport():
                self.previews[report.name] = report.data
            case job_messages.EndReport():
                self.state, self.report = "done", report.found
            case job_messages.FailureReport():
                self.state, self.message = "failed", report.message
        self.changed()

    def _done(self) -> int:
        overall = self.steps.get(0)
        if overall is not None and not overall.what:
            return overall.done - int(overall.facts.get("known", 0))  # an earlier process did those
        return sum(step.done for step in self.steps.values() if step.thing == "game")

    def _done_a_second(self) -> float | None:
        if len(self._pace) < 2 or self.state != "working":
            return None
        (first, before), (last, after) = self._pace[0], self._pace[-1]
        return (after - before) / (last - first) if last > first and after > before else None


class JobManager:
    """Starts, finds and stops background jobs."""

    def __init__(self, folder: Path, store: JobStore, uploads: bool = False) -> None:
        """Restore the jobs of a store.

        Args:
            folder: working folder of the jobs.
            store: the store.
            uploads: whether uploaded bots may play in tournaments.
        """
        self.folder, self.store, self.uploads = folder, store, uploads
        self.jobs: dict[str, Job] = {stored.row.id: Job.restore(stored, store) for stored in store.load_all()}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, kind: JobKind, subject: str, target: str, order: job_messages.AnyJobOrder) -> Job:
        """Start a job.

        Raises NotAllowed if too many jobs are running, one is running for the same target, or the job would run
        uploaded bots, which are disabled.
        """
        if not self.uploads and any(map(is_external, _players(order))):
            raise NotAllowed(UPLOADS_DISABLED)
        if sum(job.state == "working" for job in self.jobs.values()) >= MAX_RUNNING_JOBS:
            raise NotAllowed(f"{MAX_RUNNING_JOBS} jobs are running; stop one, or wait for it")
        if target and self.running_on(target) is not None:
            raise NotAllowed(f"a job for {target} is running already")
        job = Job(kind, subject, target, order, self.store)
        self.jobs[job.id] = job
        ended = [job.id for job in self.jobs.values() if job.state != "working"]
        for id in ended[:-MAX_ENDED_JOBS]:
            del self.jobs[id]
            self.store.delete(id)
        task = asyncio.get_running_loop().create_task(job.run(self.folder))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def repeat(self, id: str) -> Job:
        """Repeat a job: a run or a tournament continues where it was stopped, a designer starts again."""
        job = self.find(id)
        if job.state == "working":
            raise NotAllowed("this job is running already")
        return self.start(job.kind, job.subject, job.target, job.order)

    def find(self, id: str) -> Job:
        if id not in self.jobs:
            raise NotFound("job", id)
        return self.jobs[id]

    def running_on(self, target: str) -> Job | None:
        """The running job of a run or a tournament, or None."""
        return next((job for job in self.jobs.values() if job.target == target and job.state == "working"), None)

    async def close(self) -> None:
        """Stop all jobs when the server shuts down; they can be resumed."""
        await asyncio.gather(*(job.stop() for job in self.jobs.values() if job.state == "working"))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=EXIT_SECONDS)  # until their final state is on disk


def _players(order: job_messages.AnyJobOrder) -> list[str]:
    """Texts of the bots that play in a tournament; other jobs play only with bots of the game."""
    match order:
        case job_messages.TournamentJob():
            return order.players
        case job_messages.ResumeTournamentJob():
            return [str(text) for text in read_plan(Path(order.folder)).get("players", [])]
    return []


async def _last_lines(stream: asyncio.StreamReader) -> str:
    """The last lines of the error output of a process."""
    lines: deque[bytes] = deque(maxlen=5)
    while line := await stream.readline():
        lines.append(line[:500])
    return b"".join(lines).decode(errors="replace").strip()
