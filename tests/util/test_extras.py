"""Optional dependencies: errors before any work, with a command that installs what is missing."""

import importlib.metadata
import json
import sys

import pytest
from typer.testing import CliRunner

from ludus.cli import app
from ludus.evolve import CmaEs, MapElites, Neat, Network, Nsga2, Nsga3, Reals
from ludus.lab import find_study, run
from ludus.util.extras import EXTRAS, MissingExtra, install_hint, require_extra


class Installed:
    """A distribution with the origin that pip records."""

    version = "0.2.0"

    def __init__(self, origin):
        self.origin = origin

    def read_text(self, name):
        assert name == "direct_url.json"
        return json.dumps(self.origin) if self.origin else None


@pytest.fixture
def install(monkeypatch):
    def pretend(origin):
        monkeypatch.setattr(importlib.metadata, "distribution", lambda name: Installed(origin))

    return pretend


@pytest.fixture
def plain_install(monkeypatch):
    for module in EXTRAS["studies"]:
        monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed


def test_nothing_happens_where_the_modules_are_installed():
    require_extra("studies", "this test", "json")
    require_extra("studies", "this test")


def test_the_error_names_the_extra_and_only_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "neat", None)
    with pytest.raises(MissingExtra) as caught:
        require_extra("studies", "this test", "neat", "json")
    assert (caught.value.extra, caught.value.modules) == ("studies", ("neat",))
    assert "neat-python" in str(caught.value)
    assert install_hint("studies") in str(caught.value)


def test_the_hint_installs_from_the_repository_or_from_the_wheel_that_was_used(install, tmp_path):
    wheel = tmp_path / "ludus-0.2.0-py3-none-any.whl"
    install({"url": tmp_path.as_uri(), "dir_info": {"editable": True}})
    assert "pip install -e '.[studies]'" in install_hint("studies")
    install({"url": wheel.as_uri(), "archive_info": {}})
    assert install_hint("studies") == "pip install 'ludus-0.2.0-py3-none-any.whl[studies]'"
    wheel.touch()
    assert install_hint("cuda", "more") == f"pip install '{wheel}[cuda]' 'more'"
    install(None)
    assert "ludus-0.2.0-py3-none-any.whl[studies]" in install_hint("studies")


def test_optimisers_of_libraries_refuse_to_begin_without_them(plain_install):
    space, network = Reals(3, 0.0, 1.0), Network(("a",), ("b",))
    makers = (
        lambda: CmaEs(space, seed=1),
        lambda: Nsga2(space, population=8, objectives=2, mutation_rate=0.1, seed=1),
        lambda: Nsga3(space, objectives=3, mutation_rate=0.1, seed=1),
        lambda: MapElites(space, cells=[2], ranges=[(0, 1)], seed=1),
        lambda: Neat(network, population=4, seed=1),
    )
    for make in makers:
        with pytest.raises(MissingExtra):
            make()


def test_a_study_ends_before_its_folder_is_made(plain_install, tmp_path):
    study = find_study("delve-players")
    with pytest.raises(MissingExtra) as caught:
        run(study, study.config(), tmp_path / "run")
    assert study.name in caught.value.user
    assert not (tmp_path / "run").exists()


def test_modes_of_make_that_need_an_optimiser_end_before_their_folder_is_made(plain_install, tmp_path):
    calls = (
        ("dominion", "--map", "skill-computed"),
        ("delve", "--map", "size"),
        ("delve", "--method", "nsga3"),
        ("platformer", "--map", "vertical-traps"),
    )
    for game, *options in calls:
        result = CliRunner().invoke(app, ["make", game, *options, "--to", str(tmp_path / "made")])
        assert (result.exit_code, "the extra 'studies'" in result.output) == (2, True), result.output
        assert not (tmp_path / "made").exists()
