"""Card list as JSON data, sent to external bots when a game begins."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.games.locm.table import GameData
from ludus.games.locm.view import card_fields


def content_info(content: Content) -> dict[str, Any]:
    """Return all cards by their number."""
    table = content.read(GameData)
    views = [card_fields(content, table, index) for index in range(table.card_count)]
    return {"cards": {str(card["number"]): card for card in views}}
