"""A bot of ours under somebody else's referee: texts in, replies out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludus.core.contract import Content, Game
from ludus.core.errors import OptionError
from ludus.players.seat import Sitter, Sitting


def speak(
    game: Game, content: Content, player: Sitter, seed: int, lines: Iterator[str], reply: Callable[[str], None]
) -> None:
    """Play one match: read what the referee sends until it ends, and give each reply as a line of text."""
    if game.interpret is None:
        raise OptionError(f"{game.name} has no text protocol that other referees speak")
    interpreter = game.interpret(content)
    sitting: Sitting | None = None
    try:
        while (position := interpreter.read(lines)) is not None:
            assert interpreter.seat is not None
            if sitting is None:
                sitting = player.sit(position, interpreter.seat, seed)
            moves, walk = [], position.copy()
            while not walk.ended and walk.decider == interpreter.seat:
                move = sitting.choose(walk)
                sitting.watch(walk, move)
                walk.play(move)
                moves.append(move)
            reply(interpreter.write(position, moves))
    finally:
        if sitting is not None:
            sitting.end(None)
