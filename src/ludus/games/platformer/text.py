"""Moves as text: the buttons held in a tick, such as "right+jump", or "rest"; and whole runs as key presses."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from ludus.core.contract import Content
from ludus.core.errors import NotationError
from ludus.games.platformer.units import DOWN, JUMP, LEFT, MOVES, RIGHT

BUTTONS = {"left": LEFT, "right": RIGHT, "jump": JUMP, "down": DOWN}
REST = "rest"

Press = tuple[int, int]  # buttons, and for how many ticks they are held


def write_buttons(buttons: int) -> str:
    return "+".join(name for name, bit in BUTTONS.items() if buttons & bit) or REST


_NUMBERS = {write_buttons(buttons): buttons for buttons in MOVES}


def read_buttons(text: str) -> int:
    """Buttons in any order; each once."""
    names = [name.strip() for name in text.strip().split("+")]
    if names == [REST]:
        return 0
    wrong = next((name for name in names if name not in BUTTONS), None)
    if wrong is not None or len({*names}) < len(names) or {"left", "right"} <= {*names}:
        raise NotationError(
            f"a move is {REST}, or some of left, right, jump and down with + between them "
            f"(left and right not at once), not {text!r}"
        )
    return sum(BUTTONS[name] for name in names)


def write_move(content: Content, state: Any, move: int) -> str:
    return write_buttons(move)


def read_move(content: Content, state: Any, text: str) -> int:
    known = _NUMBERS.get(text)
    return read_buttons(text) if known is None else known


def write_presses(moves: Iterable[int]) -> str:
    """A run as key presses: how many ticks, then the buttons, as in "13 right, 24 right+jump, 2 rest"."""
    return ", ".join(f"{ticks} {write_buttons(buttons)}" for buttons, ticks in presses(moves))


def read_presses(text: str) -> list[int]:
    """The move of every tick."""
    moves: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]{1,6})\s+(\S+)\s*", part)
        if not found:
            raise NotationError(f"key presses are ticks and buttons with commas between them, not {part.strip()!r}")
        moves += [read_buttons(found[2])] * int(found[1])
    return moves


def presses(moves: Iterable[int]) -> list[Press]:
    """Moves tick by tick, gathered into presses."""
    return [(buttons, len([*run])) for buttons, run in itertools.groupby(moves)]


def ticks_of(pressed: Sequence[Press]) -> list[int]:
    """Presses, tick by tick."""
    return [buttons for buttons, ticks in pressed for _ in range(ticks)]
