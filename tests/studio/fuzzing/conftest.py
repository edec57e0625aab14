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

NO_WORK = "no work in this test"


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    fill(folder)
    opened = Studio(folder, share="127.0.0.1", uploads=True)
    yield opened
    opened.stop()


@pytest.fixture
def unbounded(studio, monkeypatch):
    """No limit of pace, so that every message is looked at, and no work, which would cost minutes."""
    monkeypatch.setattr(websocket_io, "MESSAGES", (1e9, 1e9))
    monkeypatch.setattr(studio.auth, "_buckets", dict.fromkeys(studio.auth._buckets, TokenBucket(1e9, 1e9)))
    monkeypatch.setattr(
        user_study_routes, "study_level", lambda session, step: tutorials()[0]
    )  # others have to be made

    def refuse(*_, **__):
        raise LudusError(NO_WORK)

    monkeypatch.setattr(JobManager, "start", refuse)


class Heard(logging.Handler):
    """Errors that a server logs. Those of uvicorn do not go further than its own logger."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.told = []

    def emit(self, record):
        if record.levelno >= logging.ERROR or record.exc_info:
            self.told.append(logging.Formatter().format(record))


@pytest.fixture
def calm(studio):
    """Fails a test in which the server logs an error, or a task of it ends in one that nobody asks for."""
    heard, loggers = Heard(), [logging.getLogger(name) for name in (None, "uvicorn")]
    for each in loggers:
        each.addHandler(heard)
    yield heard
    assert studio.owner.get("/api/hello")[0] == 200
    gc.collect(1)  # tasks that nobody waits for tell of their errors when they go
    for each in loggers:
        each.removeHandler(heard)
    assert not heard.told, "\n".join(heard.told)


def state(studio):
    """All that a request could change: files as they were written, tables and drafts among them, and work."""
    found = {}
    for folder, names, files in os.walk(studio.folder):
        for name in (*names, *files):
            facts = os.stat(os.path.join(folder, name))
            found[folder, name] = (facts.st_ino, facts.st_mtime_ns, facts.st_size) if name in files else None
    works = [work.row() for work in studio.auth.app.state.job_manager.jobs.values()]
    return found, works


def settle(studio):
    """Until no bot thinks and what is over is on the disk."""
    while any(live._task or live._is_storing for live in [*studio.session_manager._live.values()]):
        time.sleep(0.005)


def routes(studio, kind):
    """The addresses of an application: those of its own and of the rooms."""
    found = list(studio.auth.app.routes)
    for each in studio.auth.app.routes:
        found += getattr(getattr(each, "original_router", None), "routes", [])
    return [each for each in found if type(each).__name__ == kind]
