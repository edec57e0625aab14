"""Notation of moves (the buttons held in a tick, such as "right+jump", or "rest") and of whole runs as key presses."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ludus.core.game import Content
from ludus.games.platformer.constants import DOWN, JUMP, LEFT, MOVES, RIGHT
from ludus.util.errors import NotationError

BUTTONS = {"left": LEFT, "right": RIGHT, "jump": JUMP, "down": DOWN}
NO_BUTTONS = "rest"

Press = tuple[int, int]  # buttons, and for how many ticks they are held


def write_buttons(buttons: int) -> str:
    return "+".join(name for name, bit in BUTTONS.items() if buttons & bit) or NO_BUTTONS


_MOVE_BY_TEXT = {write_buttons(buttons): buttons for buttons in MOVES}


def read_buttons(text: str) -> int:
    """Read buttons in any order, each at most once; raise NotationError if the text is not a move."""
    names = [name.strip() for name in text.strip().split("+")]
    if names == [NO_BUTTONS]:
        return 0
    wrong = next((name for name in names if name not in BUTTONS), None)
    if wrong is not None or len({*names}) < len(names) or {"left", "right"} <= {*names}:
        raise NotationError(
            f"a move is {NO_BUTTONS}, or some of left, right, jump and down with + between them "
            f"(left and right not at once), not {text!r}"
        )
    return sum(BUTTONS[name] for name in names)


def write_move(content: Content, state: Any, move: int) -> str:
    return write_buttons(move)


def read_move(content: Content, state: Any, text: str) -> int:
    known = _MOVE_BY_TEXT.get(text)
    return read_buttons(text) if known is None else known


def write_presses(moves: Iterable[int]) -> str:
    """Write moves as key presses: number of ticks, then buttons, as in "13 right, 24 right+jump, 2 rest"."""
    return ", ".join(f"{ticks} {write_buttons(buttons)}" for buttons, ticks in to_presses(moves))


def read_presses(text: str) -> list[int]:
    """Read key presses and return the move of every tick; raise NotationError if the text is invalid."""
    moves: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,6})\s+(\S+)\s*", part)
        if not match:
            raise NotationError(f"key presses are ticks and buttons with commas between them, not {part.strip()!r}")
        moves += [read_buttons(match[2])] * int(match[1])
    return moves


def to_presses(moves: Iterable[int]) -> list[Press]:
    """Group the moves of every tick into presses."""
    return [(buttons, len([*run])) for buttons, run in itertools.groupby(moves)]


def to_moves(pressed: Sequence[Press]) -> list[int]:
    """Expand presses into the move of every tick."""
    return [buttons for buttons, ticks in pressed for _ in range(ticks)]
