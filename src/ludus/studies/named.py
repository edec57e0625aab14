"""Checks of configurations, before anything is played: the bots, searches and drafts that they name must exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ludus.core.contract import Game
from ludus.core.errors import LudusError, OptionError
from ludus.design.evaluation import Linear, player
from ludus.players import find_compiled
from ludus.players.find import find_member, split_options


def check_player(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no compiled bot."""
    with _at(key):
        find_compiled(game, text, compiled=False)


def check_players(game: Game, key: str, texts: Sequence[str]) -> None:
    """Check a list of bots; the error names the position in the list."""
    for number, text in enumerate(texts):
        check_player(game, f"{key}[{number}]", text)


def check_draft(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no bot whose draft can be used."""
    with _at(key):
        find_member(game, text, compiled=False)


def check_search(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no search that takes an evolved evaluation."""
    with _at(key):
        name, options = search_of(text)
        player(game, Linear((0.0,) * len(game.features)), name, compiled=False, **options)


def check_once(key: str, values: Sequence[str]) -> None:
    """Raise OptionError if a list contains a value twice."""
    for value in values:
        if values.count(value) > 1:
            raise OptionError(f"{key}: {value!r} is there twice; name it once")


def search_of(text: str) -> tuple[str, dict[str, Any]]:
    """Split `mcts:iterations=400` into the name of a search and its options."""
    name, _, rest = text.partition(":")
    return name, dict(split_options(rest, text))


@contextmanager
def _at(key: str) -> Iterator[None]:
    try:
        yield
    except LudusError as error:
        raise OptionError(f"{key}: {error}") from None
