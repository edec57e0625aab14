"""The games that are installed: found through entry points, so other people's games are found too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points

from ludus.core.contract import Game
from ludus.core.errors import ContractError, UnknownName

GROUP = "ludus.games"
_added: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known in this process, without an installed entry point: notebooks, tests."""
    if not isinstance(game, Game):
        raise ContractError(f"{game!r} is not a ludus Game")
    _added[game.name] = game
    return game


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """Make a game known for a while; one of the same name comes back afterwards."""
    before = _added.get(game.name)
    try:
        yield register(game)
    finally:
        del _added[game.name]
        if before is not None:
            _added[game.name] = before


def game_names() -> list[str]:
    return sorted({entry.name for entry in entry_points(group=GROUP)} | set(_added))


def find_game(name: str) -> Game:
    if name in _added:
        return _added[name]
    return _load(name)


@cache
def _load(name: str) -> Game:
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            try:
                game = entry.load()
            except Exception as error:  # anything at all can be wrong with somebody's module
                what = f"{type(error).__name__}: {error}"
                raise ContractError(f"the game {name!r} ({entry.value}) cannot be loaded: {what}") from error
            if not isinstance(game, Game):
                raise ContractError(f"the entry point {entry.value!r} is not a ludus Game")
            return game
    raise UnknownName("game", name, game_names())
