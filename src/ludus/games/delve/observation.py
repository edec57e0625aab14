"""Observation of the player, and the content of a scenario for external bots, as JSON data.

The player sees everything except the order of the pile and future shuffles. The cards in the pile are counted by kind,
since they follow from the deck and the cards seen so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.delve.constants import CATEGORIES, RESOURCES, TARGETS
from ludus.games.delve.game_data import GameData
from ludus.games.delve.state import PICK, REASONS


def observation(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """Return the position as JSON-compatible data."""
    state, data, labels = snapshot(state), content.read(GameData), content.labels
    pile = [0] * data.kinds
    for kind in state.pile[: state.pile_size]:
        pile[kind] += 1
    return {
        "reason": REASONS[state.reason],
        "asked": None if state.reason else "pick" if state.asked == PICK else "fight",
        "encounter": state.encounter + 1,
        "first": data.first + 1,
        "last": data.last + 1,
        "won": state.won,
        "turn": state.turn,
        "turns": state.turns,
        "played": state.played,
        "health": state.health,
        "full_health": data.health,
        "energy": state.energy,
        "mana": state.mana,
        "full_energy": data.energy,
        "full_mana": data.mana,
        "enemies": _enemies(data, state),
        "hand": _count_by_name(content, state.hand),
        "discard": _count_by_name(content, state.discard),
        "pile": _count_by_name(content, pile),
        "cards": {card.name: _card(data, state, kind) for kind, card in enumerate(labels.cards)},
        "points": state.points,
        "bonus": dict(zip(TARGETS[4:], state.bonus, strict=True)),
        "nodes": _nodes(content, state),
        "to_come": [
            [{"attack": attack, "health": health} for attack, health in encounter.enemies]
            for encounter in labels.encounters[state.encounter + 1 : data.last + 1]
        ],
    }


def content_info(content: Content) -> dict[str, Any]:
    """Return deck, encounters and nodes, with the field names of the content files (content_files.py)."""
    data, labels = content.read(GameData), content.labels
    cards = [
        {
            "name": card.name,
            "category": CATEGORIES[card.category],
            "resource": RESOURCES[card.resource],
            "cost": card.cost,
            "damage": card.damage,
            "count": data.cards[kind].copies,
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


def _enemies(data: Any, state: Any) -> list[dict[str, int]]:
    foes = data.foes[state.encounter]
    return [
        {"attack": foes.attack[k], "health": state.enemies[k], "full_health": foes.health[k]} for k in range(foes.size)
    ]


def _card(data: Any, state: Any, kind: int) -> dict[str, Any]:
    card = data.cards[kind]
    return {
        "category": CATEGORIES[card.category],
        "resource": RESOURCES[card.resource],
        "cost": card.cost,
        "damage": card.damage + state.bonus[card.group],
        "printed_damage": card.damage,
        "copies": card.copies,
    }


def _nodes(content: Content, state: Any) -> list[dict[str, Any]]:
    tree, had, unlocked = content.labels.tree, _bit_set(state.had), _bit_set(state.open)
    return [
        {
            "name": node.name,
            "target": TARGETS[node.target],
            "value": node.value,
            "price": node.price,
            "parents": [tree.nodes[parent].name for parent in node.parents],
            "had": bool(had >> k & 1),
            "open": bool(unlocked >> k & 1),
            "affordable": bool(unlocked >> k & 1) and state.asked == PICK and node.price <= state.points,
        }
        for k, node in enumerate(tree.nodes)
    ]


def _bit_set(words: Sequence[int]) -> int:
    """Return a bit set of nodes as one integer."""
    return sum(word << 64 * k for k, word in enumerate(words))


def _count_by_name(content: Content, counts: Sequence[int]) -> dict[str, int]:
    return {card.name: counts[kind] for kind, card in enumerate(content.labels.cards) if counts[kind]}
