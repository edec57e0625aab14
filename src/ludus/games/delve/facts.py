"""Content of a scenario as JSON data, sent to external bots when a game begins: deck, encounters, skill tree."""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.games.delve.kinds import CATEGORIES, RESOURCES, TARGETS
from ludus.games.delve.table import GameData


def content_info(content: Content) -> dict[str, Any]:
    """Return deck, encounters and nodes, with the field names of the content files (content_files.py)."""
    table, labels = content.read(GameData), content.labels
    cards = [
        {
            "name": card.name,
            "category": CATEGORIES[card.category],
            "resource": RESOURCES[card.resource],
            "cost": card.cost,
            "damage": card.damage,
            "count": table.cards[kind].copies,
        }
        for kind, card in enumerate(labels.cards)
    ]
    nodes = [
        {
            "name": node.name,
            "target": TARGETS[node.target],
            "value": node.value,
            "parents": [labels.tree.nodes[parent].name for parent in node.parents],
            "price": node.price,
        }
        for node in labels.tree.nodes
    ]
    return {
        "deck": cards,
        "encounters": [
            [{"attack": attack, "health": health} for attack, health in encounter.enemies]
            for encounter in labels.encounters
        ],
        "nodes": nodes,
    }
