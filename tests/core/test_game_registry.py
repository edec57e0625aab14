"""Games are found by their names: installed ones through entry points, others for this process alone."""

import dataclasses
from importlib.metadata import EntryPoint

import pytest

import ludus
from ludus.core import game_registry
from ludus.core.game_registry import game_names, load_game_by_name, registered_game
from ludus.testing.example_games import auction
from ludus.util import plugins
from ludus.util.errors import ContractError, UnknownName
from tests.messages import mentions


@pytest.fixture(autouse=True)
def nothing_registered(monkeypatch):
    """Games that other tests of this process have registered are not known here."""
    monkeypatch.setattr(game_registry.GAMES, "added", {})


@pytest.fixture
def entry_points(monkeypatch):
    """Pretend that these entry points are installed."""

    def install(**entries):
        points = [EntryPoint(name, value, game_registry.GROUP) for name, value in entries.items()]
        monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == game_registry.GROUP else [])

    monkeypatch.setattr(game_registry.GAMES, "_loaded", {})
    return install


def test_an_installed_game_is_found_by_its_name(entry_points):
    entry_points(theirs="ludus.testing.example_games.auction:game")
    assert game_names() == ["theirs"]
    assert load_game_by_name("theirs") is auction.game
    assert ludus.load_game("theirs") is auction.game
    assert ludus.game_names() == ["theirs"]


def test_an_unknown_name_lists_the_known_ones(entry_points):
    entry_points(dominion="x:y", locm="x:z")
    with pytest.raises(UnknownName, match=mentions("'lcm'", "'locm'", "dominion")):
        load_game_by_name("lcm")


def test_an_entry_point_must_be_a_game(entry_points):
    entry_points(broken="math:pi")
    with pytest.raises(ContractError, match=r"'math:pi' is not a ludus Game"):
        load_game_by_name("broken")


def test_other_entry_points_are_not_loaded(entry_points):
    entry_points(fine="ludus.testing.example_games.auction:game", missing="no_such_module:game")
    assert load_game_by_name("fine") is auction.game


def test_a_game_can_be_registered_temporarily():
    assert "auction" not in game_names()
    with registered_game(auction.game) as game:
        assert game is auction.game is load_game_by_name("auction")
        assert "auction" in game_names()
    with pytest.raises(UnknownName):
        load_game_by_name("auction")


def test_a_previous_game_of_the_same_name_is_restored():
    other = dataclasses.replace(auction.game, title="Another")
    with registered_game(auction.game):
        with registered_game(other):
            assert load_game_by_name("auction") is other
        assert load_game_by_name("auction") is auction.game


def test_a_temporary_game_is_removed_even_after_an_error():
    def fail():
        with registered_game(auction.game):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert "auction" not in game_names()
