"""What a game does where it says nothing else: moves as numbers, all told to everybody, no picture, no bots."""

from __future__ import annotations

from typing import Any

from ludus.core.bot import Bot
from ludus.core.content import Content
from ludus.core.errors import LudusError, NotationError


def write_number(content: Content, state: Any, move: int) -> str:
    """A move is its number."""
    return str(move)


def read_number(content: Content, state: Any, text: str) -> int:
    """And a number is a move."""
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"a move of this game is a number, not {text!r}") from None


def tell_all(content: Content, state: Any, move: int, seat: int) -> bool:
    """Everybody sees every move."""
    return True


def accept(content: Content, state: Any) -> None:
    """Nothing to object to."""


def no_picture(content: Content, state: Any, seat: int | None) -> str:
    """Nothing to look at."""
    raise LudusError("this game has no picture")


def no_bots() -> tuple[Bot, ...]:
    """None of its own."""
    return ()


def nothing_to_conceal(content: Content) -> Content:
    """All may know everything."""
    return content
