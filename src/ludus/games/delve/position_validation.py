"""Validation of positions read from text, so that the rules only meet possible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.game import Content
from ludus.core.serialization import check_between, check_equal
from ludus.core.structured_records import Record, snapshot
from ludus.games.delve import state as s
from ludus.games.delve.constants import (
    CLASSES,
    DECK,
    EFFECTS,
    ENERGY_RULE,
    HAND,
    HIT_POINTS_RULE,
    MANA_RULE,
    MAX_BLOCK,
    MAX_CARDS,
    MAX_ENEMIES,
    MAX_HAND,
    MAX_KINDS,
    MAX_RESOURCE,
    MAX_STATUS,
    MAX_TURN_CARDS,
    RULES,
    STATUSES,
    TURN_CAP,
)
from ludus.games.delve.game_data import NODE_WORDS, GameData
from ludus.util.errors import NotationError


def validate(content: Content, state: Any) -> None:
    """Check a position.

    Raises:
        NotationError: names the first field that is out of range or contradicts another field.
    """
    data = content.read(GameData)
    if isinstance(state, Record):
        state = snapshot(state)
    check_between("reason", state.reason, 0, len(s.REASONS) - 1)
    check_between("asked", state.asked, 0, s.PICK)
    check_between("encounter", state.encounter, data.first, data.last)
    check_equal("won", state.won, state.encounter - data.first + (state.reason == s.WON))
    for name in ("stream", "deal"):
        if not getattr(state, name):
            raise NotationError(f"{name}: a stream is never 0")
    _check_nodes(content, data, state)
    if data.extended:
        _check_gains(content, data, state)
    else:
        _check_thesis_fields(state)
    if state.asked == s.PICK and state.encounter == data.first:
        _check_not_dealt(data, state)
        return
    if data.extended:
        _check_extended_cards(data, state)
    else:
        _check_cards(data, state)
    _check_fight(data, state)


def _check_nodes(content: Content, data: Any, state: Any) -> None:
    """Check that the owned nodes are connected, and that unlocked nodes, bonus and points follow from them."""
    tree = content.labels.tree
    had, initial = _members(state.had), _members(data.had)
    if had and had[-1] >= len(tree):
        raise NotationError(f"had: node {had[-1]}; the tree has nodes 0 to {len(tree) - 1}")
    if missing := set(initial) - set(had):
        raise NotationError(f"had: {tree.nodes[min(missing)].name} is owned from the beginning")
    spent = sum(tree.nodes[node].price for node in had if node not in initial)
    earned = sum(data.reward[data.first : data.first + state.won - (state.reason == s.WON)])
    check_equal("points", state.points, data.points + earned - spent)
    if (orphan := tree.first_unreachable(had)) is not None:
        raise NotationError(f"had: {tree.nodes[orphan].name} without any of its parents")
    available = tree.available(set(had))
    if _members(state.open) != sorted(available):
        raise NotationError("open: these are not the nodes that can be picked next")
    bonus = tree.bonuses[had].sum(axis=0) if had else np.zeros(CLASSES, np.int64)
    for group in range(CLASSES):
        check_equal(f"bonus[{group}]", state.bonus[group], int(bonus[group]))
    affordable = any(tree.nodes[node].price <= state.points for node in available)
    if state.asked == s.PICK:
        check_equal("reason", state.reason, s.RUNNING)
        if not affordable:
            raise NotationError("asked: there is no node that can be picked")
    elif affordable and not data.priced and not state.reason:
        raise NotationError("asked: a node must be picked before the encounter")


def _check_not_dealt(data: Any, state: Any) -> None:
    """Check that nothing is dealt before the first encounter."""
    for name in ("turn", "turns", "played", "health", "energy", "mana", "pile_size"):
        check_equal(name, getattr(state, name), 0)
    for name, size in (("enemies", MAX_ENEMIES), ("hand", MAX_KINDS), ("discard", MAX_KINDS), ("pile", MAX_CARDS)):
        for k in range(size):
            check_equal(f"{name}[{k}]", getattr(state, name)[k], 0)


def _check_cards(data: Any, state: Any) -> None:
    """Check that every card of the deck is in hand, discarded or in the pile, and that five are drawn per turn."""
    check_between("turn", state.turn, 1, TURN_CAP)
    drawn = HAND * ((state.turn - 1) % (DECK // HAND) + 1)
    check_equal("pile_size", state.pile_size, DECK - drawn)
    for k in range(MAX_CARDS):
        check_between(f"pile[{k}]", state.pile[k], 0, data.kinds - 1 if k < state.pile_size else 0)
    pile = state.pile[: state.pile_size]
    for kind in range(MAX_KINDS):
        copies = data.cards[kind].copies if kind < data.kinds else 0
        check_equal(f"copies of kind {kind}", state.hand[kind] + state.discard[kind] + pile.count(kind), copies)
    check_between("cards in hand", sum(state.hand), 0, HAND)
    check_between("energy", state.energy, 0, data.energy)
    check_between("mana", state.mana, 0, data.mana)
    in_turn = HAND - sum(state.hand) if state.reason not in (s.DIED, s.TIRED) else 0
    check_between("played", state.played, in_turn, HAND * state.turn)
    _check_turns(state)


def _check_turns(state: Any) -> None:
    fights = state.won + (state.asked != s.PICK and state.reason != s.WON)
    check_between("turns", state.turns, state.turn + fights - 1, state.turn + TURN_CAP * (fights - 1))


def _check_fight(data: Any, state: Any) -> None:
    """Check the hit points of enemies and player against the end reason."""
    fought = state.encounter - (state.asked == s.PICK)  # while a node is picked, `encounter` is already the next one
    foes = data.foes[fought]
    for k in range(MAX_ENEMIES):
        check_between(f"enemies[{k}]", state.enemies[k], 0, foes.health[k] if k < foes.size else 0)
    alive = any(state.enemies)
    if (state.asked == s.PICK or state.reason == s.WON) == alive:
        raise NotationError("enemies: " + ("some live although the encounter is won" if alive else "all are dead"))
    struck = sum(foes.attack[: foes.size])
    if state.reason == s.DIED and not data.extended:
        check_between("health", state.health, 1 - struck, 0)
    elif state.reason == s.DIED:  # vulnerable: half more; then poison
        check_between("health", state.health, 1 - struck * 3 // 2 - MAX_STATUS, 0)
    else:
        # a node that was picked after the last fight counts from the next one on
        check_between("health", state.health, 1, data.health + state.rule_bonus[HIT_POINTS_RULE])
    if state.reason == s.TIRED:
        check_equal("turn", state.turn, TURN_CAP)


# Beyond the thesis


def _check_thesis_fields(state: Any) -> None:
    """Check that everything that the thesis does not have is zero."""
    for name in ("turn_played", "block", "strength"):
        check_equal(name, getattr(state, name), 0)
    for name, size in (
        *(("added", MAX_KINDS), ("own", STATUSES), ("weak", MAX_ENEMIES), ("vulnerable", MAX_ENEMIES)),
        *(("poison", MAX_ENEMIES), ("rule_bonus", len(RULES)), ("effect_bonus", len(EFFECTS))),
    ):
        for k in range(size):
            check_equal(f"{name}[{k}]", getattr(state, name)[k], 0)


def _check_gains(content: Content, data: Any, state: Any) -> None:
    """Check that changed rules, raised effects and added cards follow from the owned nodes."""
    tree, had = content.labels.tree, _members(state.had)
    gained = tree.gains[had].sum(axis=0).tolist() if had else [0] * tree.gains.shape[1]
    for k in range(len(EFFECTS)):
        check_equal(f"effect_bonus[{k}]", state.effect_bonus[k], gained[k])
    for k in range(len(RULES)):
        check_equal(f"rule_bonus[{k}]", state.rule_bonus[k], gained[len(EFFECTS) + k])
    added = [0] * MAX_KINDS
    for node in had:
        if tree.nodes[node].card is not None:
            added[data.node_effects[node].card] += tree.nodes[node].value
    for k in range(MAX_KINDS):
        check_equal(f"added[{k}]", state.added[k], added[k])


def _check_extended_cards(data: Any, state: Any) -> None:
    """Check cards, resources and statuses in a fight with effects: cards may be drawn at any time."""
    check_between("turn", state.turn, 1, TURN_CAP)
    check_between("pile_size", state.pile_size, 0, MAX_CARDS)
    for k in range(MAX_CARDS):
        check_between(f"pile[{k}]", state.pile[k], 0, data.kinds - 1 if k < state.pile_size else 0)
    # while nodes are picked, cards that they have just added are not dealt yet
    fresh = state.added if state.asked == s.PICK else [0] * MAX_KINDS
    pile = state.pile[: state.pile_size]
    for kind in range(MAX_KINDS):
        most = data.cards[kind].copies + state.added[kind] if kind < data.kinds else 0
        held = state.hand[kind] + state.discard[kind] + pile.count(kind)
        check_between(f"copies of kind {kind}", held, most - fresh[kind], most)
    check_between("cards in hand", sum(state.hand), 0, MAX_HAND)
    check_between("turn_played", state.turn_played, 0, MAX_TURN_CARDS)
    check_between("played", state.played, state.turn_played, MAX_TURN_CARDS * state.turn)
    check_between("energy", state.energy, 0, max(MAX_RESOURCE, data.energy + state.rule_bonus[ENERGY_RULE]))
    check_between("mana", state.mana, 0, max(MAX_RESOURCE, data.mana + state.rule_bonus[MANA_RULE]))
    check_between("block", state.block, 0, MAX_BLOCK)
    check_between("strength", state.strength, 0, MAX_STATUS)
    for k in range(STATUSES):
        check_between(f"own[{k}]", state.own[k], 0, MAX_STATUS)
    for name in ("weak", "vulnerable", "poison"):
        for k in range(MAX_ENEMIES):
            check_between(f"{name}[{k}]", getattr(state, name)[k], 0, MAX_STATUS if state.enemies[k] else 0)
    _check_turns(state)


def _members(words: list[int]) -> list[int]:
    return [k for k in range(NODE_WORDS * 64) if words[k >> 6] >> (k & 63) & 1]
