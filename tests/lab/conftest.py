import pytest

from ludus.backends import Threads
from ludus.core.game_registry import registered_game
from ludus.lab import registered as known
from ludus.lab import run
from ludus.testing.example_games import auction
from tests.lab.example_study import Breeding, Settings, study


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """Register the toy game and the example study; the digests of source files are fixed."""
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "0"})
    with registered_game(auction.game), known(study):
        yield


@pytest.fixture
def tiny():
    """Configuration of a very short run."""
    return Settings(generations=3, games=2, names=("red",), breeding=Breeding(population=3), figures=False)


@pytest.fixture
def begun(tmp_path, tiny):
    """Function that runs the tiny study up to a generation and stops there; it returns the folder."""

    def begin(name="run", generations=2):
        heard = 0

        def stop(update):
            nonlocal heard
            heard += "generation" in update.facts and update.facts["generation"] == heard
            if heard > generations:
                raise KeyboardInterrupt

        folder = tmp_path / name
        with pytest.raises(KeyboardInterrupt):
            run(study, tiny, folder, Threads(1), stop)
        return folder

    return begin


@pytest.fixture
def whole(tmp_path, tiny):
    """The folder of a tiny run that was never stopped."""
    return run(study, tiny, tmp_path / "whole", Threads(1)).folder
