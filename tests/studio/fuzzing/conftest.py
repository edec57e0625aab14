"""A Studio with an example of everything, whose error log is checked, and which starts no jobs."""

import gc
import logging
import os
import time

import pytest

from ludus.design.platformer.recordings.thesis_study_levels import tutorials
from ludus.studio import websocket_io
from ludus.studio.jobs.job_manager import JobManager
from ludus.studio.levels import user_study_routes
from ludus.studio.rate_limits import TokenBucket
from ludus.util.errors import LudusError
from tests.studio.conftest import Studio
from tests.studio.fuzzing.full_folder import fill

NO_JOBS = "no jobs in this test"


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    fill(folder)
    opened = Studio(folder, share="127.0.0.1", uploads=True)
    yield opened
    opened.stop()


@pytest.fixture
def unbounded(studio, monkeypatch):
    """Remove rate limits, so that every message is handled, and start no jobs, which would take minutes."""
    monkeypatch.setattr(websocket_io, "MESSAGES", (1e9, 1e9))
    monkeypatch.setattr(studio.auth, "_buckets", dict.fromkeys(studio.auth._buckets, TokenBucket(1e9, 1e9)))
    monkeypatch.setattr(
        user_study_routes, "study_level", lambda session, step: tutorials()[0]
    )  # others have to be made

    def refuse(*_, **__):
        raise LudusError(NO_JOBS)

    monkeypatch.setattr(JobManager, "start", refuse)


class ErrorLog(logging.Handler):
    """Collects errors that a server logs. Errors of uvicorn reach only its own logger."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.errors = []

    def emit(self, record):
        if record.levelno >= logging.ERROR or record.exc_info:
            self.errors.append(logging.Formatter().format(record))


@pytest.fixture
def no_server_errors(studio):
    """Fail a test if the server logs an error, or one of its tasks ends with an error that is never read."""
    log, loggers = ErrorLog(), [logging.getLogger(name) for name in (None, "uvicorn")]
    for logger in loggers:
        logger.addHandler(log)
    yield log
    assert studio.owner.get("/api/hello")[0] == 200
    gc.collect(1)  # tasks report errors that were never read when they are deleted
    for logger in loggers:
        logger.removeHandler(log)
    assert not log.errors, "\n".join(log.errors)


def state(studio):
    """Everything that a request could change: all files with their times and sizes, and jobs."""
    file_stats = {}
    for folder, names, files in os.walk(studio.folder):
        for name in (*names, *files):
            stats = os.stat(os.path.join(folder, name))
            file_stats[folder, name] = (stats.st_ino, stats.st_mtime_ns, stats.st_size) if name in files else None
    jobs = [job.row() for job in studio.auth.app.state.job_manager.jobs.values()]
    return file_stats, jobs


def settle(studio):
    """Wait until no bot searches and finished games are on disk."""
    while any(live._task or live._is_storing for live in [*studio.session_manager._live.values()]):
        time.sleep(0.005)


def routes(studio, kind):
    """Routes of an application, including those of its routers."""
    all_routes = list(studio.auth.app.routes)
    for route in studio.auth.app.routes:
        all_routes += getattr(getattr(route, "original_router", None), "routes", [])
    return [route for route in all_routes if type(route).__name__ == kind]
