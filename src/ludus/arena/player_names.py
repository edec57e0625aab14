"""Names of players: `fast=cmd:./bot --fast` gives a bot a name; long names are shortened so that they differ.

A name is what tables, pages and errors show. Without one, the text of the bot is its name. The dice of a bot in a
tournament are derived from the names of the players, so another name gives other random numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from ludus.arena.pairing import unique_names
from ludus.bots.lookup import PYTHON_BOT_PATTERN
from ludus.util.errors import OptionError

MAX_NAME_LENGTH = 40
_NAMED = re.compile(r"(?P<name>[^=:+/\\]*)=(?P<bot>.*)", re.DOTALL)


def read_named_bot(text: str) -> tuple[str | None, str]:
    """Split `fast=cmd:./bot` into the name and the text of the bot.

    A file whose own path has an equals sign, such as `a=b.py:Rusher`, is not taken apart.

    Args:
        text: NAME=BOT, or a bot.

    Returns:
        The name, or None if there is none, and the text of the bot.

    Raises:
        OptionError: the name is not one.
    """
    named = _NAMED.fullmatch(text)
    python_bot = PYTHON_BOT_PATTERN.fullmatch(text)
    if named is None or (python_bot is not None and Path(python_bot["file"]).is_file()):
        return None, text
    name, bot = named["name"].strip(), named["bot"].strip()
    check_name(name, text)
    if not bot:
        raise OptionError(f"{text!r}: the bot is missing after the name, as in {name}=cmd:./bot")
    return name, bot


def check_name(name: str, where: str) -> None:
    """Raise OptionError if a text cannot be the name of a player.

    Args:
        name: The name.
        where: What the message begins with.
    """
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable() or set(name) & set('=:+/\\,"'):
        raise OptionError(
            f'{where!r}: a name has 1 to {MAX_NAME_LENGTH} printable characters and none of = : + / \\ , "; '
            f"not {name!r}"
        )


def player_names(texts: Sequence[str], given: Sequence[str | None]) -> list[str]:
    """The name of every player: the given one, or the text, with a number if several without a name have the same.

    Args:
        texts: Texts of the bots.
        given: Their names, None for those without.
    """
    unnamed = iter(unique_names([text for text, name in zip(texts, given, strict=True) if name is None]))
    return [next(unnamed) if name is None else name for name in given]


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Names of at most `width` characters for tables. Different names stay different: the part that differs is kept.

    Args:
        names: The names; equal ones stay equal.
        width: Most characters, at least 8.
    """
    short: dict[str, str] = {}
    for name in names:
        if name in short:
            continue
        others = [other for other in names if other != name]
        candidates = [name] if len(name) <= width else _cuts(name, others, width)
        candidates += [f"{name[: width - 1 - len(str(k))]}…{k}" for k in range(1, len(names) + 1)]
        taken = {*short.values(), *(other for other in others if len(other) <= width)}
        short[name] = next(text for text in candidates if text not in taken)
    return [short[name] for name in names]


def _cuts(name: str, others: Sequence[str], width: int) -> list[str]:
    """Ways to shorten a name, the best first: its beginning, or its beginning and the part where it differs."""
    same = max((_common_length(name, other) for other in others), default=0)
    if same < width - 1:
        return [f"{name[: width - 1]}…"]
    head = max(2, width // 3)
    room = width - head - 1  # for the part that differs
    start = len(name) - room
    if same < start:  # the end is further away than the difference
        start = max(head, same - room // 4)
        return [f"{name[:head]}…{name[start : start + room - 1]}…", f"{name[:head]}…{name[-room:]}"]
    return [f"{name[:head]}…{name[start:]}"]


def _common_length(one: str, other: str) -> int:
    """The number of characters with which two texts begin in the same way."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
