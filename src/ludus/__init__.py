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
    from ludus.bots.python import Bot
    from ludus.core.game import Game
    from ludus.core.position import Position
    from ludus.core.replay import Replay
    from ludus.util.errors import LudusError

__all__ = ["Bot", "LudusError", "game", "game_names", "load_replay", "read", "register", "save_replay", "start"]


def start(name: str, seed: int = 0, *, compiled: bool = True, **options: Any) -> Position:
    """Deal a new game: `start("locm", seed=7, version="1.5")`. `compiled=False` runs the rules as plain Python."""
    from ludus.core.compile.progress import report_compilation
    from ludus.core.position import Position

    found = game(name)
    with report_compilation(found):
        return Position.start(found, found.content(**options), seed, compiled)


def read(name: str, text: str, **options: Any) -> Position:
    """A position from the text that `position.text()` wrote."""
    from ludus.core.compile.progress import report_compilation
    from ludus.core.position import Position

    found = game(name)
    with report_compilation(found):
        return Position.read(found, found.content(**options), text)


def game(name: str) -> Game:
    """An installed game by its name."""
    from ludus.core.registry import load_game

    return load_game(name)


def game_names() -> list[str]:
    """The names of the installed games."""
    from ludus.core import registry

    return registry.game_names()


def load_replay(path: str) -> Replay:
    """A replay file."""
    from ludus.core.replay import Replay

    return Replay.load(path)


def save_replay(position: Position, path: str) -> None:
    """Write the game that led to a position to a file."""
    from ludus.core.replay import Replay

    Replay.from_position(position).save(path)


def register(found: Game) -> Game:
    """Make a game known by its name in this process, without installing it."""
    from ludus.core import registry

    return registry.register_game(found)


def __getattr__(name: str) -> Any:
    """`ludus.LudusError` and `ludus.Bot`, without loading the compiler for `import ludus`."""
    if name == "LudusError":
        from ludus.util.errors import LudusError

        return LudusError
    if name == "Bot":
        from ludus.bots.python import Bot

        return Bot
    raise AttributeError(f"module 'ludus' has no attribute {name!r}")
