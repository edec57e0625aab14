"""Validation of positions read from text, so that the rules only meet possible positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.core.game import Content
from ludus.core.serialization import check_between, check_equal
from ludus.core.structured_records import Record, snapshot
from ludus.games.delve import state as s
from ludus.games.delve.constants import CLASSES, DECK, HAND, MAX_ENEMIES, MAX_KINDS, TURN_CAP
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
    if state.asked == s.PICK and state.encounter == data.first:
        _check_not_dealt(data, state)
        return
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
    check_equal("points", state.points, data.points + state.won - (state.reason == s.WON) - spent)
    reach = set(tree.roots).union(*(tree.children[node] for node in had))
    if orphans := [node for node in had if node not in reach]:
        raise NotationError(f"had: {tree.nodes[orphans[0]].name} without any of its parents")
    if _members(state.open) != sorted(reach - set(had)):
        raise NotationError("open: these are not the nodes that can be picked next")
    bonus = tree.bonuses[had].sum(axis=0) if had else np.zeros(CLASSES, np.int64)
    for group in range(CLASSES):
        check_equal(f"bonus[{group}]", state.bonus[group], int(bonus[group]))
    affordable = any(tree.nodes[node].price <= state.points for node in reach - set(had))
    if state.asked == s.PICK:
        check_equal("reason", state.reason, s.RUNNING)
        if not affordable:
            raise NotationError("asked: there is no node that can be picked")
    elif affordable and not data.priced and not state.reason:
        raise NotationError("asked: a node must be picked before the fight")


def _check_not_dealt(data: Any, state: Any) -> None:
    """Check that nothing is dealt before the first encounter."""
    for name in ("turn", "turns", "played", "health", "energy", "mana", "pile_size"):
        check_equal(name, getattr(state, name), 0)
    for name, size in (("enemies", MAX_ENEMIES), ("hand", MAX_KINDS), ("discard", MAX_KINDS), ("pile", DECK)):
        for k in range(size):
            check_equal(f"{name}[{k}]", getattr(state, name)[k], 0)


def _check_cards(data: Any, state: Any) -> None:
    """Check that every card of the deck is in hand, discarded or in the pile, and that five are drawn per turn."""
    check_between("turn", state.turn, 1, TURN_CAP)
    drawn = HAND * ((state.turn - 1) % (DECK // HAND) + 1)
    check_equal("pile_size", state.pile_size, DECK - drawn)
    for k in range(DECK):
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
    if state.reason == s.DIED:
        check_between("health", state.health, 1 - struck, 0)
    else:
        check_between("health", state.health, 1, data.health)
    if state.reason == s.TIRED:
        check_equal("turn", state.turn, TURN_CAP)


def _members(words: list[int]) -> list[int]:
    return [k for k in range(NODE_WORDS * 64) if words[k >> 6] >> (k & 63) & 1]
