"""Errors of requests to the Studio: something does not exist, or an action is not allowed."""

from __future__ import annotations

from ludus.util.errors import LudusError

MAX_NAME = 60  # characters of a name in a message


class NotFound(LudusError):
    """A requested thing does not exist. All such answers have the same wording, also those of `UnknownName`.

    Args:
        kind: what it should be, such as "game".
        name: its name or id, as the client wrote it.
        hint: what else may help, such as what such names look like.
    """

    def __init__(self, kind: str, name: str, hint: str = "") -> None:
        super().__init__(f"there is no {kind} named {name[:MAX_NAME]!r}{f'; {hint}' if hint else ''}")


class NotAllowed(LudusError):
    """An action that this connection, or any connection, may not do."""
