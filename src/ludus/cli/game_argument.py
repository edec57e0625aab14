"""The argument GAME, which every command reads in the same way: an installed game, or one from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ludus.core.game import Game

GAME_HELP = "A game, as in `ludus games`, or a file with one: letter.py:game."
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]


def game_file_words(game: Game) -> list[str]:
    """Words of `ludus replay` that name the file of a game; none for an installed game."""
    from ludus.core.game_registry import game_argument

    name = game_argument(game)
    return ["--game-file", name] if name != game.name else []
