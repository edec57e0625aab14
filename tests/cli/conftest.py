import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.core.game_registry import GAMES, registered_game
from ludus.testing.example_games import auction, magpies, realtime_runner


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The toy games, alone known by name while a test runs; after it, they and games from files are forgotten."""
    monkeypatch.setattr(GAMES, "added", {})
    with registered_game(auction.game), registered_game(realtime_runner.game), registered_game(magpies.game):
        yield


@pytest.fixture(autouse=True)
def quiet_on_busy_machines(monkeypatch):
    """A command that is slow because other tests run says nothing about that."""
    monkeypatch.setattr("ludus.cli.console.SILENCE_SECONDS", 1e9)


@pytest.fixture
def ludus():
    """Calls the command: ludus("games", "locm") gives exit_code, stdout and stderr. `lines` are typed, one by one."""
    runner = CliRunner()

    def call(*words, lines=()):
        typed = "".join(f"{line}\n" for line in lines)
        result = runner.invoke(app, [str(word) for word in words], input=typed, prog_name="ludus")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def refused(ludus, monkeypatch):
    """Calls the command, expects it to refuse in one line, and gives that line.

    No progress is shown: on a slow machine its lines would come before the error.
    """
    monkeypatch.setattr("ludus.cli.console.FIRST_LINE_SECONDS", 1e9)

    def call(*words):
        result = ludus(*words)
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith("ludus: ")
        assert result.stderr.count("\n") == 1
        assert "Traceback" not in result.output
        return result.stderr.strip()

    return call
