"""Defaults of a game: moves written as numbers, all moves visible, no picture, no bots of its own."""

from __future__ import annotations

from typing import Any

from ludus.core.bot import BotSpec
from ludus.core.content import Content
from ludus.core.errors import LudusError, NotationError


def write_move_number(content: Content, state: Any, move: int) -> str:
    """Write a move as its number."""
    return str(move)


def read_move_number(content: Content, state: Any, text: str) -> int:
    """Read a move from its number."""
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"a move of this game is a number, not {text!r}") from None


def all_moves_visible(content: Content, state: Any, move: int, seat: int) -> bool:
    """Make every move visible to every seat."""
    return True


def accept_any_position(content: Content, state: Any) -> None:
    """Accept every position."""


def no_svg(content: Content, state: Any, seat: int | None) -> str:
    """Refuse to draw."""
    raise LudusError("this game has no picture")


def no_bots() -> tuple[BotSpec, ...]:
    """Return no bots."""
    return ()


def all_content_public(content: Content) -> Content:
    """Return the content unchanged: no part of it is secret."""
    return content
