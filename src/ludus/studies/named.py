"""Players, searches and drafts that a configuration names, checked by key before anything is made or played."""

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
    """Refuse a text that names no compiled player."""
    with _at(key):
        find_compiled(game, text, compiled=False)


def check_players(game: Game, key: str, texts: Sequence[str]) -> None:
    """The same for a list: the complaint names the place in it."""
    for number, text in enumerate(texts):
        check_player(game, f"{key}[{number}]", text)


def check_draft(game: Game, key: str, text: str) -> None:
    """Refuse a text that names nobody whose draft can be taken."""
    with _at(key):
        find_member(game, text, compiled=False)


def check_search(game: Game, key: str, text: str) -> None:
    """Refuse a text that names no search that evolved evaluations can be put into."""
    with _at(key):
        name, options = search_of(text)
        player(game, Linear((0.0,) * len(game.features)), name, compiled=False, **options)


def check_once(key: str, values: Sequence[str]) -> None:
    """Refuse a list that names something twice."""
    for value in values:
        if values.count(value) > 1:
            raise OptionError(f"{key}: {value!r} is there twice; name it once")


def search_of(text: str) -> tuple[str, dict[str, Any]]:
    """`mcts:iterations=400` as the name of a search and its options."""
    name, _, rest = text.partition(":")
    return name, dict(split_options(rest, text))


@contextmanager
def _at(key: str) -> Iterator[None]:
    try:
        yield
    except LudusError as error:
        raise OptionError(f"{key}: {error}") from None
