"""Parsing of a person's input: moves by number or in notation, several in a row, repeated moves, commands."""

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
ARGUMENTS = ("moves", "save")  # commands that take an argument
TIMES = re.compile(r"(?P<times>[0-9]{1,6})\s+(?:x\s+(?P<number>[0-9]{1,6})|(?:x\s+)?(?P<what>\D.*))")


@dataclass(frozen=True)
class TypedCommand:
    name: str
    rest: str = ""


@dataclass(frozen=True)
class TypedMove:
    """A move to make when it is the person's turn, in notation; `times` in a row, across moves of others."""

    text: str
    times: int = 1


class InputError(Exception):
    """A message for the person: why an input or a move does not work here."""


def read_line(line: str, position: Position, listed: list[str]) -> TypedCommand | list[TypedMove]:
    """A command, or moves to make. Moves win over commands of the same name; a colon always means a command."""
    text = line.strip()
    if is_move(position, text):
        return [TypedMove(text)]
    word, _, rest = text.removeprefix(":").strip().partition(" ")
    name = COMMANDS.get(word.casefold())
    if name is not None and (not rest or name in ARGUMENTS):
        return TypedCommand(name, rest.strip())
    if text.startswith(":"):
        raise InputError(f"{text!r} is no command; ? lists them")
    return [_read_typed_move(part.strip(), position, listed) for part in text.split(";") if part.strip()]


def _read_typed_move(text: str, position: Position, listed: list[str]) -> TypedMove:
    if is_move(position, text):
        return TypedMove(text)
    if re.fullmatch("[0-9]{1,6}", text) and listed:
        return TypedMove(_numbered(text, listed))
    if match := TIMES.fullmatch(text):
        if int(match["times"]) < 1:
            raise InputError(f"{text!r}: how many times? At least once")
        move_text = match["what"] or (_numbered(match["number"], listed) if listed else match["number"])
        return TypedMove(move_text, int(match["times"]))
    return TypedMove(text)


def _numbered(text: str, listed: list[str]) -> str:
    number = int(text)
    if not 1 <= number <= len(listed):
        raise InputError(f"there is no move {number}; the last list goes from 1 to {len(listed)}")
    return listed[number - 1]


def is_move(position: Position, text: str) -> bool:
    """Whether a text is exactly the notation of a legal move."""
    return text in position.legal_move_texts()


def find_move(position: Position, text: str) -> int:
    """The legal move that a text means. Case matters only in games where both spellings are moves."""
    from ludus.util.errors import NotationError

    with suppress(NotationError):
        return _read_legal(position, text)
    same_text = [move for move in position.legal_moves if _plain(position.write_move(move)) == _plain(text)]
    if len(same_text) == 1:
        return same_text[0]
    try:
        return _read_legal(position, _match_letter_case(position, text))
    except NotationError as error:
        raise InputError(str(error)) from None


def _read_legal(position: Position, text: str) -> int:
    """A legal move from its notation; raises NotUnderstood for an illegal one, NotationError for other text."""
    from ludus.util.errors import IllegalMove

    try:
        move = position.read_move(text)
    except IllegalMove as error:
        raise InputError(str(error)) from None
    if move in position.legal_moves:
        return _without_remark(position, move, text)
    explain = position.game.notation.explain_illegal
    reason = explain(position.content, position.state, text) if explain is not None else ""
    raise InputError(reason or f"{text!r} is not legal here; `moves` lists what is")


def _without_remark(position: Position, move: int, text: str) -> int:
    """The move. Some notations ignore what stands behind a move; typed by a person, it is a mistake."""
    written = position.write_move(move)
    if remark := " ".join(text.split()[len(written.split()) :]):
        raise InputError(f"{remark!r} does not belong to the move; did you mean {written}?")
    return move


def _match_letter_case(position: Position, text: str) -> str:
    """The text in upper or lower case if all moves are; so the game can explain other errors in it."""
    texts = position.legal_move_texts()
    if all(move_text == move_text.upper() for move_text in texts):
        return text.upper()
    return text.lower() if all(move_text == move_text.lower() for move_text in texts) else text


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
