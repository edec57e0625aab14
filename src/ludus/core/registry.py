"""The games that are installed: found through entry points, so other people's games are found too."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from ludus.core.contract import Game
from ludus.core.errors import ContractError, UnknownName

GROUP = "ludus.games"
_added: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known in this process, without an installed entry point: notebooks, tests."""
    _added[game.name] = game
    return game


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
            game = entry.load()
            if not isinstance(game, Game):
                raise ContractError(f"the entry point {entry.value!r} is not a ludus Game")
            return game
    raise UnknownName("game", name, game_names())
