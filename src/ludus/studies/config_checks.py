"""Checks of configurations, before anything is played: the bots, searches and drafts that they name must exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ludus.bots import load_compiled_bot
from ludus.bots.lookup import load_phase_bot, parse_bot_options
from ludus.core.game import Game
from ludus.design.evaluation import LinearWeights, genome_bot
from ludus.util.errors import LudusError, OptionError


def check_bot(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no compiled bot."""
    with _naming_key(key):
        load_compiled_bot(game, text, compiled=False)


def check_bots(game: Game, key: str, texts: Sequence[str]) -> None:
    """Check a list of bots; the error names the position in the list."""
    for number, text in enumerate(texts):
        check_bot(game, f"{key}[{number}]", text)


def check_draft(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no bot whose draft can be used."""
    with _naming_key(key):
        load_phase_bot(game, text, compiled=False)


def check_search(game: Game, key: str, text: str) -> None:
    """Raise OptionError if a text names no search that takes an evolved evaluation."""
    with _naming_key(key):
        name, options = split_search(text)
        genome_bot(game, LinearWeights((0.0,) * len(game.features.names)), name, compiled=False, **options)


def check_unique(key: str, values: Sequence[str]) -> None:
    """Raise OptionError if a list contains a value twice."""
    for value in values:
        if values.count(value) > 1:
            raise OptionError(f"{key}: {value!r} is there twice; name it once")


def split_search(text: str) -> tuple[str, dict[str, Any]]:
    """Split `mcts:iterations=400` into the name of a search and its options."""
    name, _, rest = text.partition(":")
    return name, dict(parse_bot_options(rest, text))


@contextmanager
def _naming_key(key: str) -> Iterator[None]:
    try:
        yield
    except LudusError as error:
        raise OptionError(f"{key}: {error}") from None
