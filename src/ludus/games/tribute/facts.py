"""Card and patron information for external bots at the start of a game: everything that the card file says."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus.core.contract import Content
from ludus.games.tribute.sayings import display_name


def content_info(content: Content) -> dict[str, Any]:
    """Cards and patrons by key, in the order of their numbers, with all fields of card files and display names."""
    file = content.labels.file
    return {"cards": _with_display_names(file.cards), "patrons": _with_display_names(file.patrons)}


def _with_display_names(things: Any) -> dict[str, Any]:
    return {key: {"name": display_name(key), **fields} for key, fields in msgspec.to_builtins(things).items()}
