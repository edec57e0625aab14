"""Observations of a seat, visibility of moves, and the card list for external bots.

This is the only information given to bots, people and the web. All resampled positions of a seat have the same
observation, and resampling depends only on the observation.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.locm.card_list import AREAS, KINDS, write_keywords
from ludus.games.locm.game_data_records import PICKED, GameData
from ludus.games.locm.instance_id_lookup import card_id, hand_ids
from ludus.games.locm.notation import PHASES, picked_count
from ludus.games.locm.state import (
    ATTACKED,
    BATTLE,
    CONSTRUCT,
    DECK,
    DRAFT,
    LANE,
    OFFERED,
    PICKS,
    READY,
    REASONS,
    TOUCHED,
)


def observation(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """Return the position as JSON-compatible data for one seat."""
    state = snapshot(state)
    data = content.read(GameData)
    seen = {
        "version": content.options.version,  # type: ignore[attr-defined]
        "phase": PHASES[state.phase],
        "seat": seat,
        "to_move": state.mover if not state.reason else None,
        "reason": REASONS[state.reason],
        "winner": state.winner if state.winner >= 0 else None,
    }
    if state.phase == BATTLE:
        seen["turn"] = state.turn // 2 + 1
        seen["me"] = _player(content, data, state, seat) | _own_cards(content, data, state, seat)
        seen["opponent"] = _player(content, data, state, 1 - seat)
    else:
        mine = state.players[seat]
        seen["picked"] = [_number(data, mine.deck[k]) for k in range(picked_count(state, seat))]
        seen["opponent_picked"] = picked_count(state, 1 - seat)
    if state.phase == CONSTRUCT:
        seen["cards"] = [card_fields(content, data, index) for index in range(data.card_count)]
    elif data.setup == PICKED and not data.construct:
        if state.phase == DRAFT:
            seen["offer"] = [card_fields(content, data, state.offers[state.picks, j]) for j in range(OFFERED)]
        count = min(state.picks + 1, PICKS)  # the current offer is the last one seen
        seen["offers"] = [[_number(data, state.offers[k, j]) for j in range(OFFERED)] for k in range(count)]
    return seen


def is_move_visible(content: Content, state: Any, move: int, seat: int) -> bool:
    """Return whether a seat sees a move: all moves except the opponent's picks."""
    return bool(state.phase == BATTLE or state.mover == seat)


def content_info(content: Content) -> dict[str, Any]:
    """Return all cards by their number."""
    data = content.read(GameData)
    views = [card_fields(content, data, index) for index in range(data.card_count)]
    return {"cards": {str(card["number"]): card for card in views}}


def card_fields(content: Content, data: Any, index: int) -> dict[str, Any]:
    """Return the fields of a card by name."""
    card = data.cards[index]
    return {
        "number": card.number,
        "name": content.labels.name(index),
        "kind": KINDS[card.kind],
        "cost": card.cost,
        "attack": card.attack,
        "defense": card.defense,
        "keywords": write_keywords(card.keywords),
        "my_health": card.my_health,
        "opp_health": card.opp_health,
        "draw": card.draw,
        "area": AREAS[card.area],
    }


def _player(content: Content, data: Any, state: Any, seat: int) -> dict[str, Any]:
    """Return the public part of a player."""
    player = state.players[seat]
    hand = [player.hand[slot] for slot in range(player.hand_count)]
    played = [place for place in range(player.drawn) if place not in hand]
    seen = {
        "health": player.health,
        "mana": player.mana,
        "max_mana": player.max_mana,
        "bonus_mana": bool(player.bonus),
        "deck_size": DECK - player.drawn,
        "hand_size": player.hand_count,
        "next_draw": player.next_draw,
        "shown_draw": player.shown_draw,
        "board": [_creature(content, data, player.board[slot]) for slot in range(player.board_count)],
        "played": sorted(  # by id: the order of positions would reveal when a card was drawn
            ({"id": card_id(data, seat, player, k), "number": _number(data, player.deck[k])} for k in played),
            key=lambda card: card["id"],
        ),
    }
    return seen | ({"runes": player.runes} if data.runes else {"health_lost": player.lost})


def _own_cards(content: Content, data: Any, state: Any, seat: int) -> dict[str, Any]:
    """Return the own hand in its order, and the undrawn cards of the own deck, sorted to hide their order."""
    player = state.players[seat]
    undrawn = (_number(data, player.deck[place]) for place in range(player.drawn, DECK))
    return {
        "hand": [
            {"id": number, **card_fields(content, data, player.deck[player.hand[slot]])}
            for slot, number in enumerate(hand_ids(data, state, seat))
        ],
        "deck": sorted(undrawn),
    }


def _creature(content: Content, data: Any, creature: Any) -> dict[str, Any]:
    return {
        "id": creature.id,
        "number": _number(data, creature.card),
        "name": content.labels.name(creature.card),
        "lane": creature.status & LANE,
        "attack": creature.attack,
        "defense": creature.defense,
        "keywords": write_keywords(creature.keywords),
        "can_attack": bool(creature.status & READY),
        "has_attacked": bool(creature.status & ATTACKED),
        "touched": bool(creature.status & TOUCHED),  # took part in an attack or an item use
    }


def _number(data: Any, index: int) -> int:
    return data.cards[index].number
