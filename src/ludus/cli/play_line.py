"""What a person typed, taken apart: moves by number or in notation, several in a row, one many times over, commands."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludus.core.position import Position

COMMANDS = {
    **dict.fromkeys(("?", "h", "help"), "help"),
    **dict.fromkeys(("moves", "m"), "moves"),
    **dict.fromkeys(("board", "b"), "board"),
    **dict.fromkeys(("hint",), "hint"),
    **dict.fromkeys(("undo", "u"), "undo"),
    **dict.fromkeys(("log", "history"), "log"),
    **dict.fromkeys(("save",), "save"),
    **dict.fromkeys(("quit", "q", "exit"), "quit"),
}
ARGUMENTS = ("moves", "save")  # commands that something may follow
TIMES = re.compile(r"(?P<times>[0-9]{1,6})\s+(?:x\s+(?P<number>[0-9]{1,6})|(?:x\s+)?(?P<what>\D.*))")


@dataclass(frozen=True)
class Command:
    name: str
    rest: str = ""


@dataclass(frozen=True)
class Order:
    """A move to make as soon as the person decides, in notation; `times` in a row, whatever others do meanwhile."""

    text: str
    times: int = 1


class NotUnderstood(Exception):
    """Words for the person: why a line or a move does not work here."""


def read_line(line: str, position: Position, listed: list[str]) -> Command | list[Order]:
    """A command, or moves to make. Moves win over commands of the same name; a colon always means a command."""
    text = line.strip()
    if is_move(position, text):
        return [Order(text)]
    word, _, rest = text.removeprefix(":").strip().partition(" ")
    name = COMMANDS.get(word.casefold())
    if name is not None and (not rest or name in ARGUMENTS):
        return Command(name, rest.strip())
    if text.startswith(":"):
        raise NotUnderstood(f"{text!r} is no command; ? lists them")
    return [_read_order(part.strip(), position, listed) for part in text.split(";") if part.strip()]


def _read_order(text: str, position: Position, listed: list[str]) -> Order:
    if is_move(position, text):
        return Order(text)
    if re.fullmatch("[0-9]{1,6}", text) and listed:
        return Order(_numbered(text, listed))
    if match := TIMES.fullmatch(text):
        if int(match["times"]) < 1:
            raise NotUnderstood(f"{text!r}: how many times? At least once")
        what = match["what"] or (_numbered(match["number"], listed) if listed else match["number"])
        return Order(what, int(match["times"]))
    return Order(text)


def _numbered(text: str, listed: list[str]) -> str:
    number = int(text)
    if not 1 <= number <= len(listed):
        raise NotUnderstood(f"there is no move {number}; the last list goes from 1 to {len(listed)}")
    return listed[number - 1]


def is_move(position: Position, text: str) -> bool:
    """Whether a text is the notation of a legal move, letter by letter."""
    return text in position.texts()


def find_move(position: Position, text: str) -> int:
    """The legal move that a text means. Capitals matter only to games in which both ways of writing are moves."""
    from ludus.core.errors import NotationError

    with suppress(NotationError):
        return _read_legal(position, text)
    alike = [move for move in position.moves() if _plain(position.write(move)) == _plain(text)]
    if len(alike) == 1:
        return alike[0]
    try:
        return _read_legal(position, _in_usual_letters(position, text))
    except NotationError as error:
        raise NotUnderstood(str(error)) from None


def _read_legal(position: Position, text: str) -> int:
    """A legal move from its notation; another one is explained. Text that is no notation raises NotationError."""
    from ludus.core.errors import IllegalMove

    try:
        move = position.read_move(text)
    except IllegalMove as error:
        raise NotUnderstood(str(error)) from None
    if move in position.moves():
        return move
    explain = position.game.explain
    reason = explain(position.content, position.state, text) if explain is not None else ""
    raise NotUnderstood(reason or f"{text!r} is not legal here; `moves` lists what is")


def _in_usual_letters(position: Position, text: str) -> str:
    """In capitals or small letters, if all moves are; so the game can say what else is wrong with a text."""
    texts = position.texts()
    if all(each == each.upper() for each in texts):
        return text.upper()
    return text.lower() if all(each == each.lower() for each in texts) else text


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
