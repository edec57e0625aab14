"""What a program is told of cards and patrons when a game begins: all that their file says."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.contract import Content


def facts(content: Content) -> dict[str, Any]:
    """Cards and patrons by their key, in the words of card files (see cards.py), in the order of their numbers."""
    file = content.labels.file
    return {"cards": msgspec.to_builtins(file.cards), "patrons": msgspec.to_builtins(file.patrons)}
