"""What one seat may see, and what it is told of a move: the only way out to bots, people and the web.

Everything in a view is the same in every redeal for that seat, and every redeal follows from the view.
"""

from __future__ import annotations

from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.games.locm.cards import AREAS, KINDS, write_keywords
from ludus.games.locm.ids import card_id, hand_ids
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
from ludus.games.locm.table import PICKED, Table
from ludus.games.locm.text import PHASES, picked_count


def view(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """The position as plain data for one seat; ready for JSON."""
    state = snapshot(state)
    table = content.read(Table)
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
        seen["me"] = _player(content, table, state, seat) | _own_cards(content, table, state, seat)
        seen["opponent"] = _player(content, table, state, 1 - seat)
    else:
        mine = state.players[seat]
        seen["picked"] = [_number(table, mine.deck[k]) for k in range(picked_count(state, seat))]
        seen["opponent_picked"] = picked_count(state, 1 - seat)
    if state.phase == CONSTRUCT:
        seen["cards"] = [card_view(content, table, index) for index in range(table.card_count)]
    elif table.setup == PICKED and not table.construct:
        if state.phase == DRAFT:
            seen["offer"] = [card_view(content, table, state.offers[state.picks, j]) for j in range(OFFERED)]
        shown = min(state.picks + 1, PICKS)  # the current offer is the last one seen
        seen["offers"] = [[_number(table, state.offers[k, j]) for j in range(OFFERED)] for k in range(shown)]
    return seen


def tell(content: Content, state: Any, move: int, seat: int) -> bool:
    """Whether a seat is told of a move about to be made: of all but the cards that the other one takes."""
    return bool(state.phase == BATTLE or state.mover == seat)


def card_view(content: Content, table: Any, index: int) -> dict[str, Any]:
    """The facts of a card by name."""
    card = table.cards[index]
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


def _player(content: Content, table: Any, state: Any, seat: int) -> dict[str, Any]:
    """What both players see of one of them."""
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
        "board": [_creature(content, table, player.board[slot]) for slot in range(player.board_count)],
        "played": sorted(  # by id: the order of places would tell when a card was drawn
            ({"id": card_id(table, seat, player, k), "number": _number(table, player.deck[k])} for k in played),
            key=lambda card: card["id"],
        ),
    }
    return seen | ({"runes": player.runes} if table.runes else {"health_lost": player.lost})


def _own_cards(content: Content, table: Any, state: Any, seat: int) -> dict[str, Any]:
    """The own hand in its order, and which cards are left in the own deck, but not in what order."""
    player = state.players[seat]
    left = (_number(table, player.deck[place]) for place in range(player.drawn, DECK))
    return {
        "hand": [
            {"id": number, **card_view(content, table, player.deck[player.hand[slot]])}
            for slot, number in enumerate(hand_ids(table, state, seat))
        ],
        "deck": sorted(left),
    }


def _creature(content: Content, table: Any, creature: Any) -> dict[str, Any]:
    return {
        "id": creature.id,
        "number": _number(table, creature.card),
        "name": content.labels.name(creature.card),
        "lane": creature.status & LANE,
        "attack": creature.attack,
        "defense": creature.defense,
        "keywords": write_keywords(creature.keywords),
        "can_attack": bool(creature.status & READY),
        "has_attacked": bool(creature.status & ATTACKED),
        "touched": bool(creature.status & TOUCHED),  # took part in an attack or an item use
    }


def _number(table: Any, index: int) -> int:
    return table.cards[index].number
