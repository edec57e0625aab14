import pytest

from ludus.backends import Threads
from ludus.core.registry import registered_game
from ludus.lab import registered as known
from ludus.lab import run
from ludus.testing.example_games import auction
from tests.lab.example_study import Breeding, Settings, study


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The toy game and the toy study, known by name while a test runs; nobody edits the package meanwhile."""
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "0"})
    with registered_game(auction.game), known(study):
        yield


@pytest.fixture
def tiny():
    """Settings of a run that takes a moment."""
    return Settings(generations=3, games=2, names=("red",), breeding=Breeding(population=3), figures=False)


@pytest.fixture
def begun(tmp_path, tiny):
    """Runs the tiny study in a folder until its so-many-th generation, and stops there; gives the folder."""

    def begin(name="run", generations=2):
        heard = 0

        def stop(told):
            nonlocal heard
            heard += "generation" in told.facts and told.facts["generation"] == heard
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
