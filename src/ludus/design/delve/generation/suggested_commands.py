"""Commands that a report suggests for what was made; they keep the decks, cards and encounters that it was made for."""

from __future__ import annotations

import shlex

from ludus.design.base.designer import DesignRequest
from ludus.design.delve.options import DelveMakeOptions
from ludus.util.text import option_words


def inspect_command(options: DelveMakeOptions, request: DesignRequest, file: str) -> str:
    """Return the command that inspects a tree of the output folder with the decks that it was made for."""
    decks = [] if options.decks is None else ["--decks", options.decks]
    return shlex.join(["ludus", "inspect", "delve", f"{request.folder}/{file}", *decks, *option_words(request.options)])


def game_command(words: list[str], options: DelveMakeOptions, request: DesignRequest, **content: str) -> str:
    """Return a command that plays the game with new content.

    Args:
        words: the command and its arguments, such as ["match", "delve", "greedy-card"].
        options: options of `make`; of a file of decks, the first is played.
        request: the request of `make`.
        content: options of the game for what was made, such as tree="FOLDER/tree.toml".
    """
    deck = {} if options.decks is None else {"deck": options.decks}
    return shlex.join(["ludus", *words, *option_words({**deck, **request.options, **content})])
