"""One family of errors: whatever a user gets wrong is a `LudusError` that says what and where."""

from __future__ import annotations

from pathlib import Path


class LudusError(Exception):
    """Anything wrong that the user of Ludus can put right. The message is for reading."""


class UnknownName(LudusError):
    """A game, bot or option that nobody registered; the message offers what there is."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        close = _closest(name, known)
        hint = f"; did you mean {close!r}?" if close else ""
        super().__init__(f"there is no {kind} named {name!r}{hint} (known: {', '.join(sorted(known)) or 'none'})")


class OptionError(LudusError):
    """An option of a game, a player or a command has a value that makes no sense."""


class ContentError(LudusError):
    """A content file (cards, levels, ...) is wrong; names file, line and field."""

    def __init__(self, what: str, file: str | Path | None = None, line: int | None = None, field: str | None = None):
        self.what = what
        self.file, self.line, self.field = (str(file) if file is not None else None), line, field
        place = ", ".join(
            part
            for part in (self.file, f"line {line}" if line is not None else "", f"field {field!r}" if field else "")
            if part
        )
        super().__init__(f"{place}: {what}" if place else what)


class NotationError(LudusError):
    """A text that is not a move or a position of this game."""


class IllegalMove(LudusError):
    """A well-formed move that is not legal here."""


class GameOver(IllegalMove):
    """A move after the end of the game."""


class ReplayError(LudusError):
    """A replay that cannot be read or does not lead where it says."""


class RecordError(LudusError, TypeError):
    """A record is declared in a way that cannot work compiled and plain alike."""


class RuleError(LudusError, TypeError):
    """A rule uses something that the compiled-code cache could not see change."""


class ContractError(LudusError):
    """A game breaks the contract: a rule is missing, a buffer overflows, a move is not what it says."""


def _closest(name: str, known: list[str]) -> str | None:
    import difflib

    return next(iter(difflib.get_close_matches(name, known, 1)), None)
