"""Validation of positions read from text, so that the rules only meet possible positions."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.serialization import check_between
from ludus.games.locm.battle_turns import MAX_MANA, MAX_TURNS, START_RUNES
from ludus.games.locm.deck_building import POOL_SIZE
from ludus.games.locm.game_data_records import PICKED, GameData
from ludus.games.locm.state import BATTLE, BOARD, CONSTRUCT, DECK, DRAFT, HAND, KEYWORDS, LANE, OFFERED, PICKS, REASONS
from ludus.util.errors import NotationError

MAX_STRENGTH = 99 * (1 + DECK)  # the strongest creature under every strongest item
MAX_HEALTH = 9999  # far above the values in games, far below the limits of the fields


def validate(content: Content, state: Any) -> None:
    """Check a position.

    Raises:
        NotationError: names the first field that is out of range or contradicts another field.
    """
    data = GameData.over(content.data)
    check_between("phase", state.phase, DRAFT, BATTLE)
    check_between("mover", state.mover, 0, 1)
    check_between("reason", state.reason, 0, len(REASONS) - 1)
    check_between("winner", state.winner, -1, 1)
    check_between("turn", state.turn, -1, MAX_TURNS)
    if state.phase != BATTLE:
        expected = CONSTRUCT if data.construct else DRAFT
        if data.setup != PICKED or state.phase != expected:
            raise NotationError(f"phase: with its options this game has no phase {state.phase}")
        check_between("picks", state.picks, 0, PICKS - 1)
        if state.phase == DRAFT and not data.offered:
            _check_offers(state)
    for k in range(PICKS):
        for j in range(OFFERED):
            check_between(f"offers[{k}][{j}]", state.offers[k, j], 0, data.card_count - 1)
    for seat in range(2):
        _check_player(f"players[{seat}]", data, state.players[seat], state.phase == BATTLE)


def _check_offers(state: Any) -> None:
    """Check that each offer has three different cards, all from a pool of at most 60 [2.1, 2.2]."""
    offers = [{state.offers[k, j] for j in range(OFFERED)} for k in range(PICKS)]
    for k, offer in enumerate(offers):
        if len(offer) < OFFERED:
            raise NotationError(f"offers[{k}]: the same card twice")
    if len(set().union(*offers)) > POOL_SIZE:
        raise NotationError(f"offers: {len(set().union(*offers))} different cards; a draft has a pool of {POOL_SIZE}")


def _check_player(name: str, data: Any, player: Any, battle: bool) -> None:
    check_between(f"{name}.health", player.health, -MAX_HEALTH, MAX_HEALTH)
    check_between(f"{name}.next_draw", player.next_draw, 0, MAX_STRENGTH)
    check_between(f"{name}.lost", player.lost, 0, MAX_STRENGTH)
    check_between(f"{name}.mana", player.mana, 0, MAX_MANA + 1)
    check_between(f"{name}.max_mana", player.max_mana, 0, MAX_MANA + 1)
    check_between(f"{name}.bonus", player.bonus, 0, 1)
    check_between(f"{name}.runes", player.runes, 0, START_RUNES if data.runes else 0)
    check_between(f"{name}.drawn", player.drawn, 0, DECK)
    check_between(f"{name}.hand_count", player.hand_count, 0, HAND)
    check_between(f"{name}.board_count", player.board_count, 0, BOARD)
    for k in range(DECK):
        check_between(f"{name}.deck[{k}]", player.deck[k], 0, data.card_count - 1)
        check_between(f"{name}.order[{k}]", player.order[k], 0, DECK - 1)
    if battle and data.construct and len({player.order[k] for k in range(DECK)}) < DECK:
        raise NotationError(f"{name}.order: two cards cannot have been chosen at the same time")
    hand = [player.hand[k] for k in range(player.hand_count)]
    for k, place in enumerate(hand):
        check_between(f"{name}.hand[{k}]", place, 0, player.drawn - 1)
    if len(set(hand)) < len(hand):
        raise NotationError(f"{name}.hand: the same card twice")
    lanes, ids = [0, 0], {player.board[k].id for k in range(player.board_count)}
    if len(ids) < player.board_count:
        raise NotationError(f"{name}.board: two creatures with one id")
    for k in range(BOARD):
        creature = player.board[k]
        if k >= player.board_count:
            if any((creature.id, creature.card, creature.attack, creature.defense, creature.keywords, creature.status)):
                raise NotationError(f"{name}.board[{k}]: there are only {player.board_count} creatures")
            continue
        _check_creature(f"{name}.board[{k}]", data, creature)
        lanes[creature.status & LANE] += 1
    if max(lanes) > data.lane_room or (data.lanes == 1 and lanes[1]):
        raise NotationError(f"{name}.board: {lanes} creatures do not fit {data.lanes} lanes of {data.lane_room}")


def _check_creature(name: str, data: Any, creature: Any) -> None:
    check_between(f"{name}.id", creature.id, 0, 4 * DECK)
    check_between(f"{name}.card", creature.card, 0, data.card_count - 1)
    check_between(f"{name}.attack", creature.attack, 0, MAX_STRENGTH)
    check_between(f"{name}.defense", creature.defense, 1, MAX_STRENGTH)
    check_between(f"{name}.keywords", creature.keywords, 0, (1 << len(KEYWORDS)) - 1)
    check_between(f"{name}.status", creature.status, 0, 15)
