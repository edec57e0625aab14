import pytest


@pytest.fixture(autouse=True)
def quiet_on_busy_machines(monkeypatch):
    """A page shows what a command prints on a quiet machine: without lines of progress."""
    monkeypatch.setattr("ludus.cli.console.SILENCE_SECONDS", 1e9)
    monkeypatch.setattr("ludus.cli.console.FIRST_LINE_SECONDS", 1e9)
    monkeypatch.setattr("ludus.core.compile.progress.QUIET_SECONDS", 1e6)
