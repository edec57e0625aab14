"""Store of background jobs on disk, so that a restart loses neither orders nor results.

work/ID.json         the order, the state and the progress of a job
work/ID.found.json   its result and its intermediate results
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from ludus.studio.protocol.jobs import DesignReportMessage, JobRow, JobStep, PartialResult
from ludus.studio.worker.job_messages import AnyJobOrder
from ludus.util.errors import LudusError
from ludus.util.files import atomic_write, file_errors

FORMAT = 1
ID = re.compile("[0-9a-f]{12}")
STATE_SUFFIX, RESULT_SUFFIX = ".json", ".found.json"


class StoredJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of ID.json."""

    studio: int  # the format
    row: JobRow
    order: AnyJobOrder
    steps: list[JobStep]
    lines: list[str]
    told: list[PartialResult]
    seconds: float


class StoredResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of ID.found.json."""

    found: DesignReportMessage | None = None
    shown: dict[str, Any] = {}  # intermediate results


class JobStore:
    """The folder of all jobs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self, job: StoredJob, results: StoredResults) -> None:
        """Store a job. Its results are written first, so that no state on disk refers to results that are missing."""
        id = job.row.id
        if results != StoredResults():
            atomic_write(self.folder / f"{id}{RESULT_SUFFIX}", msgspec.json.encode(results))
        atomic_write(self.folder / f"{id}{STATE_SUFFIX}", msgspec.json.encode(job))

    def load_all(self) -> list[StoredJob]:
        """All jobs that can be read, oldest first."""
        jobs = []
        with file_errors(self.folder, "read"):
            files = [file for file in self.folder.iterdir() if ID.fullmatch(file.name.removesuffix(STATE_SUFFIX))]
        for file in files:
            try:
                with file_errors(file, "read"):
                    jobs.append(msgspec.json.decode(file.read_bytes(), type=StoredJob))
            except (LudusError, msgspec.DecodeError):
                continue  # written by another release, or not a job
        return sorted(jobs, key=lambda job: (job.row.began, job.row.id))

    def load_results(self, id: str) -> StoredResults:
        """Results of a job; empty if it has none."""
        path = self.folder / f"{id}{RESULT_SUFFIX}"
        with file_errors(path, "read"):
            if not path.is_file():
                return StoredResults()
            data = path.read_bytes()
        try:
            return msgspec.json.decode(data, type=StoredResults)
        except msgspec.DecodeError as error:
            raise LudusError(f"{path.name}: cannot be read: {error}") from None

    def delete(self, id: str) -> None:
        """Delete the files of a job."""
        for suffix in (STATE_SUFFIX, RESULT_SUFFIX):
            path = self.folder / f"{id}{suffix}"
            with file_errors(path, "removed"):
                path.unlink(missing_ok=True)
