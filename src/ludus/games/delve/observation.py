"""Observation of the player, and the content of a scenario for external bots, as JSON data.

The player sees everything except the order of the pile and future shuffles. The cards in the pile are counted by kind,
since they follow from the deck and the cards seen so far.

In scenarios that go beyond the thesis there are more keys: `block`, `strength`, `weak`, `vulnerable` and `poison` of
the player, the last three and the next `strike` of enemies, `effects` of cards, and `effect` and `text` of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.structured_records import snapshot
from ludus.games.delve.combat import card_damage, effect_amount, full_health, strike_of
from ludus.games.delve.constants import (
    CATEGORIES,
    DAMAGE_NODE,
    EFFECTS,
    ENERGY_RULE,
    HAND_RULE,
    MANA_RULE,
    NODE_EFFECTS,
    RESOURCES,
    TARGETS,
)
from ludus.games.delve.game_data import GameData
from ludus.games.delve.skill_tree import SkillNode, SkillTree, node_text
from ludus.games.delve.state import PICK, REASONS


def observation(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """Return the position as JSON-compatible data."""
    state, data, labels = snapshot(state), content.read(GameData), content.labels
    pile = [0] * data.kinds
    for kind in state.pile[: state.pile_size]:
        pile[kind] += 1
    obs = {
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
        "full_health": plain(full_health)(data, state),
        "energy": state.energy,
        "mana": state.mana,
        "full_energy": data.energy + state.rule_bonus[ENERGY_RULE],
        "full_mana": data.mana + state.rule_bonus[MANA_RULE],
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
    if data.extended:
        obs |= {
            "block": state.block,
            "strength": state.strength,
            **dict(zip(("weak", "vulnerable", "poison"), state.own, strict=True)),
            "hand_size": data.hand + state.rule_bonus[HAND_RULE],
            "added": _count_by_name(content, state.added),
        }
    return obs


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
            **{name: amount for name, amount in card.effects._asdict().items() if amount},
        }
        for kind, card in enumerate(labels.cards)
    ]
    nodes = [
        {
            "name": node.name,
            **_effect_fields(node),
            "parents": [labels.tree.nodes[parent].name for parent in node.parents],
            "price": node.price,
            **_extended_fields(labels.tree, node),
        }
        for node in labels.tree.nodes
    ]
    points = [encounter.points for encounter in labels.encounters]
    return {
        "deck": cards,
        "encounters": [
            [{"attack": attack, "health": health} for attack, health in encounter.enemies]
            for encounter in labels.encounters
        ],
        "nodes": nodes,
        **({"hand_size": data.hand} if data.extended else {}),
        **({"encounter_points": points} if any(number != 1 for number in points) else {}),
    }


def _enemies(data: Any, state: Any) -> list[dict[str, int]]:
    foes = data.foes[state.encounter]
    enemies = [
        {"attack": foes.attack[k], "health": state.enemies[k], "full_health": foes.health[k]} for k in range(foes.size)
    ]
    if data.extended:
        for k, enemy in enumerate(enemies):
            enemy |= {"weak": state.weak[k], "vulnerable": state.vulnerable[k], "poison": state.poison[k]}
            enemy["strike"] = plain(strike_of)(data, state, k) if enemy["health"] else 0
    return enemies


def _card(data: Any, state: Any, kind: int) -> dict[str, Any]:
    card = data.cards[kind]
    facts = {
        "category": CATEGORIES[card.category],
        "resource": RESOURCES[card.resource],
        "cost": card.cost,
        "damage": plain(card_damage)(data, state, kind),
        "printed_damage": card.damage,
        "copies": card.copies + state.added[kind],
    }
    if data.extended:
        amounts = {name: plain(effect_amount)(data, state, kind, k) for k, name in enumerate(EFFECTS)}
        facts["effects"] = {name: amount for name, amount in amounts.items() if amount}
    return facts


def _nodes(content: Content, state: Any) -> list[dict[str, Any]]:
    tree, had, unlocked = content.labels.tree, _bit_set(state.had), _bit_set(state.open)
    return [
        {
            "name": node.name,
            **_effect_fields(node),
            "price": node.price,
            "parents": [tree.nodes[parent].name for parent in node.parents],
            "had": bool(had >> k & 1),
            "open": bool(unlocked >> k & 1),
            "affordable": bool(unlocked >> k & 1) and state.asked == PICK and node.price <= state.points,
            **_extended_fields(tree, node),
        }
        for k, node in enumerate(tree.nodes)
    ]


def _effect_fields(node: SkillNode) -> dict[str, Any]:
    """Target and value of a node; a node that does not raise damage has no target."""
    return {"target": TARGETS[node.target] if node.effect == DAMAGE_NODE else None, "value": node.value}


def _extended_fields(tree: SkillTree, node: SkillNode) -> dict[str, Any]:
    """What a node does beyond the thesis; nothing for nodes of a tree of the thesis."""
    if not tree.is_extended:
        return {}
    fields: dict[str, Any] = {"effect": NODE_EFFECTS[node.effect], "text": node_text(tree, node)}
    if node.card is not None:
        fields["card"] = node.card.name
    if node.unlocks:
        fields["unlocks"] = [tree.nodes[k].name for k in node.unlocks]
    if node.gate:
        fields["gate"] = node.gate
    return fields


def _bit_set(words: Sequence[int]) -> int:
    """Return a bit set of nodes as one integer."""
    return sum(word << 64 * k for k, word in enumerate(words))


def _count_by_name(content: Content, counts: Sequence[int]) -> dict[str, int]:
    return {card.name: counts[kind] for kind, card in enumerate(content.labels.cards) if counts[kind]}
