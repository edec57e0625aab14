"""Card list as JSON data, sent to external bots when a game begins."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.games.locm.table import Table
from ludus.games.locm.view import card_view


def facts(content: Content) -> dict[str, Any]:
    """Return all cards by their number."""
    table = content.read(Table)
    views = [card_view(content, table, index) for index in range(table.card_count)]
    return {"cards": {str(card["number"]): card for card in views}}
