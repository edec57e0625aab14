"""Play one of our bots under an external referee: requests in, replies out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludus.core.contract import Content, Game
from ludus.core.errors import OptionError
from ludus.players.seat import BotFactory, SeatedBot


def play_under_referee(
    game: Game, content: Content, bot: BotFactory, seed: int, lines: Iterator[str], reply: Callable[[str], None]
) -> None:
    """Play one match under an external referee, until its input ends.

    Args:
        game: The game; it must have a client of the referee's text protocol.
        content: The content that is played.
        player: The bot that decides.
        seed: Seed of the bot.
        lines: The referee's output.
        reply: Called with each reply, one line of text.

    Raises:
        OptionError: the game has no such protocol.
    """
    if game.protocols.client is None:
        raise OptionError(f"{game.name} has no text protocol that other referees speak")
    client = game.protocols.client(content)
    seated: SeatedBot | None = None
    try:
        while (position := client.read(lines)) is not None:
            assert client.seat is not None
            if seated is None:
                seated = bot.join(position, client.seat, seed)
            moves, ahead = [], position.copy()
            while not ahead.ended and ahead.decider == client.seat:
                move = seated.choose(ahead)
                seated.watch(ahead, move)
                ahead.play(move)
                moves.append(move)
            reply(client.write(position, moves))
    finally:
        if seated is not None:
            seated.end(None)
