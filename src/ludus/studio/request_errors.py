"""Errors of requests to the Studio: something does not exist, or an action is not allowed."""

from __future__ import annotations

from ludus.util.errors import LudusError


class NotFound(LudusError):
    """A requested thing does not exist."""


class NotAllowed(LudusError):
    """An action that this connection, or any connection, may not do."""
