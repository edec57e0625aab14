"""Instance ids: the numbers by which the official referees and their bots name cards and creatures [2.7, 9.6].

All functions are plain Python on records.
"""

from __future__ import annotations

from typing import Any

from ludus.core import plain
from ludus.games.locm import action_effects

card_id = plain(action_effects.card_id)  # (data, seat, player, position in the deck) -> id


def hand_ids(data: Any, state: Any, seat: int) -> list[int]:
    """Return the ids of a hand, in its order."""
    player = state.players[seat]
    return [card_id(data, seat, player, player.hand[slot]) for slot in range(player.hand_count)]


def hand_card(data: Any, state: Any, seat: int, slot: int) -> Any:
    """Return the card in a slot of a hand."""
    player = state.players[seat]
    return data.cards[player.deck[player.hand[slot]]]


def find_in_hand(data: Any, state: Any, seat: int, number: int) -> int | None:
    """Return the slot of the hand with the card of this id, or None."""
    return _place(hand_ids(data, state, seat), number)


def find_on_board(state: Any, seat: int, number: int) -> int | None:
    """Return the slot of the board with the creature of this id, or None."""
    player = state.players[seat]
    return _place([player.board[slot].id for slot in range(player.board_count)], number)


def _place(ids: list[int], number: int) -> int | None:
    return ids.index(number) if number in ids else None
