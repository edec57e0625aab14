"""Ludus playtests games by simulation.

    import ludus

    position = ludus.start("locm", seed=7)
    print(position.texts())
    position.play("PICK 1")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ludus.core.contract import Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay

__all__ = ["game", "games", "load_replay", "read", "start"]


def start(name: str, seed: int = 0, **options: Any) -> Position:
    """Deal a new game: `start("locm", seed=7, version="1.5")`."""
    from ludus.core.position import Position
    from ludus.core.progress import first_use

    found = game(name)
    with first_use(found):
        return Position.start(found, found.content(**options), seed)


def read(name: str, text: str, **options: Any) -> Position:
    """A position from the text that `position.text()` wrote."""
    from ludus.core.position import Position
    from ludus.core.progress import first_use

    found = game(name)
    with first_use(found):
        return Position.read(found, found.content(**options), text)


def game(name: str) -> Game:
    """An installed game by its name."""
    from ludus.core.registry import find_game

    return find_game(name)


def games() -> list[str]:
    """The names of the installed games."""
    from ludus.core.registry import game_names

    return game_names()


def load_replay(path: str) -> Replay:
    """A replay file."""
    from ludus.core.replay import Replay

    return Replay.load(path)
