"""What a program is told of cards and patrons when a game begins: all that their file says."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.games.tribute.sayings import name_of


def facts(content: Content) -> dict[str, Any]:
    """Cards and patrons by their key, in the words of card files (see cards.py) and with the name that people call
    them by, in the order of their numbers."""
    file = content.labels.file
    return {"cards": _named(file.cards), "patrons": _named(file.patrons)}


def _named(things: Any) -> dict[str, Any]:
    return {key: {"name": name_of(key), **told} for key, told in msgspec.to_builtins(things).items()}
