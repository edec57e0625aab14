"""Observation of a seat, and visibility of moves: the only information that bots, people and the web receive.

An observation is the same in every redeal for its seat, and determines all redeals. A card that the seat cannot see is
None; zones without a known order are sorted or counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.dominion import moves as m
from ludus.games.dominion import state as s
from ludus.games.dominion.game_data_records import TYPES, GameData
from ludus.games.dominion.notation import QUESTIONS
from ludus.games.dominion.options import DominionLabels
from ludus.games.dominion.state import CARD, REASONS, SEEN, SLOTS, UNSEEN

PHASES = ("action", "buy")


def observation(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """Observation of a seat as plain data, ready for JSON."""
    state, data = snapshot(state), content.read(GameData)
    names = [content.labels.name(data, slot) for slot in range(SLOTS)]
    over = bool(state.reason)
    obs = {
        "edition": content.labels.edition,
        "seat": seat,
        "turn_of": state.active,
        "to_move": None if over else state.chooser,
        "phase": PHASES[state.phase],
        "reason": REASONS[state.reason],
        "winners": [k for k in range(data.seats) if state.winners >> k & 1],
        "actions": state.actions,
        "buys": state.buys,
        "coins": state.coins,
        "merchants": state.merchants,
        "supply": {names[slot]: state.supply[slot] for slot in range(SLOTS)},
        "trash": _counted(names, state.trash),
        "played": [names[card] for card in state.played[: state.played_size]],
        "playing": [_frame(names, state.frames[k]) for k in range(state.depth)],
        "aside": _zone(names, state.aside[: state.aside_size], state.aside_of == seat),
        "aside_of": state.aside_of,
        "loot": _counted(names, state.loot),
        "players": [_player(names, state.players[k], k == seat) for k in range(data.seats)],
        "cards": {names[slot]: card_observation(content.labels, data, slot) for slot in range(SLOTS)},
    }
    if not over:
        obs["asked"] = {
            "what": QUESTIONS[state.asked],
            "least": state.least,
            "most": state.most,
            "from": state.lowest,
            "kind": state.what,
            "limit": state.limit,
            "to": state.to,
        }
    return obs


def is_move_visible(content: Content, state: Any, move: int, seat: int) -> bool:
    """Whether a seat sees a move about to be made: all moves except secret ones of other players."""
    if state.chooser == seat:
        return True
    if state.asked == s.PUT_HAND:
        frame = state.frames[state.depth - 1]
        return bool(
            GameData.over(content.data).cards[frame.card].steps[frame.step].who
        )  # for opponents the move is public
    if state.asked == s.REVEAL_CARD:
        return move != m.STOP
    if state.asked in (s.SET_ASIDE, s.SORT_CARD):
        return move >> m.VERB << m.VERB != m.KEEP
    if state.asked == s.RECALL_CARD:  # visible if all cards of the pile are
        mine = state.players[state.chooser]
        return not any(mine.discard[k] & UNSEEN for k in range(mine.discard_size))
    return bool(state.asked != s.ORDER_CARDS)


def card_observation(labels: DominionLabels, data: Any, slot: int) -> dict[str, Any]:
    """Card facts by name."""
    card = data.cards[slot]
    known = labels.card(data, slot)
    return {
        "cost": card.cost,
        "types": [name for k, name in enumerate(TYPES) if card.types >> k & 1],
        "cards": card.cards,
        "actions": card.actions,
        "buys": card.buys,
        "coins": card.coins,
        "points": card.points,
        "points_per": card.points_per or None,
        "do": list(known.facts.do) if known else [],
    }


def _player(names: list[str], player: Any, own: bool) -> dict[str, Any]:
    hand, deck = player.hand[: player.hand_size], player.deck[: player.bag_size + player.top_size]
    bag = Counter(deck[: player.bag_size])
    return {
        "points": player.score,
        "turns": player.turns,
        "owned": _counted(names, player.owned),
        "hand": [names[card & CARD] if own or card & SEEN else None for card in hand],
        "shown": [k for k, card in enumerate(hand) if card & SEEN],  # known to all, shown or by counting
        "deck": len(deck),
        "bag": _counted(names, bag) if own else player.bag_size,
        "top": _zone(names, deck[player.bag_size :], own),  # the last card is drawn first
        "discard": _zone(names, player.discard[: player.discard_size], own),
        "unseen": [k for k in range(player.discard_size) if player.discard[k] & UNSEEN],  # unknown to the others
    }


def _zone(names: list[str], cards: Iterable[int], own: bool) -> list[str | None]:
    return [names[card & CARD] if own or not card & UNSEEN else None for card in cards]


def _counted(names: list[str], counts: Any) -> dict[str, int]:
    return {names[slot]: counts[slot] for slot in range(SLOTS) if counts[slot]}


def _frame(names: list[str], frame: Any) -> dict[str, Any]:
    return {
        "card": names[frame.card],
        "step": frame.step,
        "again": frame.again,
        "gone": bool(frame.gone),
        "around": frame.around,
        "immune": frame.immune,
        "count": frame.count,
        "cost": frame.cost,
    }
