"""Card and patron information for external bots at the start of a game: everything that the card file says."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.games.tribute.sayings import name_of


def facts(content: Content) -> dict[str, Any]:
    """Cards and patrons by key, in the order of their numbers, with all fields of card files and display names."""
    file = content.labels.file
    return {"cards": _named(file.cards), "patrons": _named(file.patrons)}


def _named(things: Any) -> dict[str, Any]:
    return {key: {"name": name_of(key), **fields} for key, fields in msgspec.to_builtins(things).items()}
