"""`ludus rules`: the rules of a game, for people who never played it."""

from __future__ import annotations

from typing import Annotated

import typer

from ludus.cli.console import make_console
from ludus.cli.game_argument import GameArgument

TEXT_WIDTH = 100  # columns of text, so that lines are easy to read


def rules(
    game: GameArgument,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the text as Markdown, as it is stored.")] = False,
) -> None:
    """Explain the rules of a game on two pages, for people who never played it."""
    from ludus.core.game_registry import load_game
    from ludus.util.errors import OptionError

    chosen = load_game(game)
    if chosen.primer is None:
        raise OptionError(f"{chosen.name} has no text about its rules; `ludus games {game}` shows what is known")
    text = chosen.primer.read_text(encoding="utf-8")
    if markdown:
        print(text, end="")
        return
    from rich.markdown import Markdown

    console = make_console()
    console.print(Markdown(text), width=min(TEXT_WIDTH, console.width))
