"""`ludus locm-bot`: run a bot as a program under an external referee."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def locm_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A player; see `ludus bots locm`.")],
    seed: Annotated[int, typer.Option(metavar="N", help="The dice of the bot.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
) -> None:
    """Play one match over standard input and output in the official text protocol.

    Give this command to a referee as the command of a player: it reads each turn from standard input and answers
    with one line. Set the version that the referee plays with -o version=1.5 (default 1.2).
    """
    from ludus.cli.match import parse_game_options
    from ludus.core.registry import load_game
    from ludus.players import load_bot
    from ludus.players.speak import play_under_referee

    game = load_game("locm")
    content = game.content(**parse_game_options(option or []))
    play_under_referee(game, content, load_bot(game, bot), seed, iter(sys.stdin.readline, ""), _reply)


def _reply(line: str) -> None:
    print(line, flush=True)
