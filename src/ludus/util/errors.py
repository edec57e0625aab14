"""Exceptions of Ludus. Every mistake of a user raises a `LudusError` whose message says what is wrong and where."""

from __future__ import annotations

from pathlib import Path

from ludus.util.text import did_you_mean


class LudusError(Exception):
    """Base of all errors that a user can correct. The message is meant for people."""


class UnknownName(LudusError):
    """An unknown game, bot, option or other name; the message lists the known names.

    Args:
        kind: what the name should be, e.g. "game".
        name: the unknown name.
        known: all valid names.
    """

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        hint = did_you_mean(name, known)
        super().__init__(f"there is no {kind} named {name!r}{hint} (known: {', '.join(sorted(known)) or 'none'})")


class OptionError(LudusError):
    """An option of a game, a bot or a command has an invalid value."""


class ContentError(LudusError):
    """A content file (cards, levels, ...) is invalid; the message names file, line and field.

    Args:
        what: what is wrong.
        file: the file.
        line: the line, from 1.
        field: the field.
        other_lines: further lines that the fault is about; `what` names them.
        entry: number of the entry in the list of the file, from 1.
    """

    def __init__(
        self,
        what: str,
        file: str | Path | None = None,
        line: int | None = None,
        field: str | None = None,
        other_lines: tuple[int, ...] = (),
        entry: int | None = None,
    ):
        self.what, self.entry = what, entry
        self.file, self.line, self.field = (str(file) if file is not None else None), line, field
        self.other_lines = other_lines
        location = ", ".join(
            part
            for part in (self.file, f"line {line}" if line is not None else "", f"field {field!r}" if field else "")
            if part
        )
        super().__init__(f"{location}: {what}" if location else what)


class NotationError(LudusError):
    """A text is not a move or a position of this game."""


class IllegalMove(LudusError):
    """A well-formed move is not legal in this position."""


class GameOver(IllegalMove):
    """A move after the end of the game."""


class ReplayError(LudusError):
    """A replay cannot be read, or its moves do not lead to its recorded result."""


class RecordError(LudusError, TypeError):
    """A record is declared in a way that does not work both compiled and as plain Python."""


class RuleError(LudusError, TypeError):
    """A rule does not compile, or uses a value whose changes the compile cache cannot detect."""


class ContractError(LudusError):
    """A game violates the game interface: a rule is missing, a buffer overflows, a declaration is inconsistent."""
