"""Validation of positions read from text, so that no rule meets an impossible position."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.core.serialization import check_between, check_equal
from ludus.core.structured_records import Record, snapshot
from ludus.games.dominion import state as s
from ludus.games.dominion.game_data_records import DEAR_TREASURE, THIS_CARD, TO_DECK, TREASURE, GameData
from ludus.games.dominion.moves import MAX_MOVES, legal_moves
from ludus.games.dominion.state import CARD, CARDS, FRAMES, ROOM, SEEN, SLOTS, UNSEEN
from ludus.games.dominion.turns import lay_out_supply, rank_value
from ludus.util.errors import NotationError

MOST = 30_000  # far above values reached in play, far below the limits of the fields


def validate(content: Content, state: Any) -> None:
    """Check the fields of a state.

    Raises:
        NotationError: at the first field that is out of range or inconsistent with others.
    """
    data = content.read(GameData)
    if isinstance(state, Record):
        state = snapshot(state)  # a snapshot is faster: every number is read several times
    for name, high in (
        ("reason", len(s.REASONS) - 1),
        ("active", data.seats - 1),
        ("chooser", data.seats - 1),
        ("aside_of", data.seats - 1),
        ("phase", s.BUY),
        ("asked", s.ORDER_CARDS),
        ("depth", FRAMES - 1),
        ("lowest", CARDS if state.asked == s.SORT_CARD else SLOTS),
        ("what", DEAR_TREASURE),
        ("to", TO_DECK),
        ("least", CARDS),
        ("most", CARDS),
        ("actions", MOST),
        ("buys", MOST),
        ("coins", MOST),
        ("merchants", MOST),
        ("limit", MOST),
    ):
        check_between(name, getattr(state, name), 0, high)
    _zone("aside", state.aside, state.aside_size, CARD | UNSEEN)
    _zone("played", state.played, state.played_size, CARD)
    for seat in range(s.SEATS):
        _player(f"players[{seat}]", data, state, seat)
    _supply(data, state)
    for k in range(state.depth):
        _frame(f"frames[{k}]", data, state.frames[k])
    if state.reason:
        _result(data, state)
    else:
        _question(data, state)


def _player(name: str, data: Any, state: Any, seat: int) -> None:
    player = state.players[seat]
    check_between(f"{name}.turns", player.turns, 0, data.turn_cap)
    _zone(f"{name}.hand", player.hand, player.hand_size, CARD | SEEN)
    check_between(f"{name}.bag_size", player.bag_size, 0, CARDS)
    check_between(f"{name}.top_size", player.top_size, 0, CARDS)
    _zone(f"{name}.deck", player.deck, player.bag_size + player.top_size, CARD | UNSEEN)
    for k in range(player.bag_size):
        if player.deck[k] & UNSEEN:
            raise NotationError(f"{name}.deck[{k}]: {player.deck[k]} is no card here")
    _zone(f"{name}.discard", player.discard, player.discard_size, CARD | UNSEEN)
    if state.phase == s.BUY and state.active == seat:
        for k in range(player.hand_size):
            if data.cards[player.hand[k] & CARD].types & TREASURE:
                raise NotationError(
                    f"{name}.hand[{k}]: a Treasure in hand in the buy phase; all Treasures must be in play"
                )
    hand = Counter(player.hand[k] & CARD for k in range(player.hand_size))
    owned = hand + Counter(player.deck[k] & CARD for k in range(player.bag_size + player.top_size))
    owned += Counter(player.discard[k] & CARD for k in range(player.discard_size))
    if state.active == seat:
        owned += Counter(state.played[k] for k in range(state.played_size))
    if state.aside_of == seat:
        owned += Counter(state.aside[k] & CARD for k in range(state.aside_size))
    for slot in range(SLOTS):
        check_equal(f"{name}.held[{slot}]", player.held[slot], hand[slot])
        check_equal(f"{name}.owned[{slot}]", player.owned[slot], owned[slot])
    if seat >= data.seats and owned.total():
        raise NotationError(f"{name}: only {data.seats} play")
    fixed = sum(owned[slot] * data.cards[slot].points for slot in range(SLOTS))
    growing = sum(
        owned[slot] * (owned.total() // data.cards[slot].points_per)
        for slot in range(SLOTS)
        if data.cards[slot].points_per
    )
    check_equal(f"{name}.cards", player.cards, owned.total())
    check_equal(f"{name}.fixed", player.fixed, fixed)
    check_equal(f"{name}.score", player.score, fixed + growing)


def _supply(data: Any, state: Any) -> None:
    """Check that no card is missing or surplus."""
    fresh = s.State.over(s.State.zeros())
    plain(lay_out_supply)(data, fresh)
    fresh.supply[s.COPPER] += 7 * data.seats
    fresh.supply[s.ESTATE] += 3 * data.seats
    in_play = Counter(state.played[k] for k in range(state.played_size))
    for slot in range(SLOTS):
        owned = sum(state.players[seat].owned[slot] for seat in range(s.SEATS))
        total = state.supply[slot] + state.trash[slot] + owned
        if total != fresh.supply[slot]:
            raise NotationError(f"supply[{slot}]: {total} cards of this kind in all; there are {fresh.supply[slot]}")
        check_equal(f"in_play[{slot}]", state.in_play[slot], in_play[slot])
        check_between(f"loot[{slot}]", state.loot[slot], 0, state.trash[slot])
    check_equal("empty", state.empty, sum(state.supply[slot] == 0 for slot in range(SLOTS)))


def _frame(name: str, data: Any, frame: Any) -> None:
    check_between(f"{name}.card", frame.card, s.KINGDOM, SLOTS - 1)
    check_between(f"{name}.step", frame.step, -1, data.cards[frame.card].step_count)
    check_between(f"{name}.again", frame.again, 0, 20)
    check_between(f"{name}.gone", frame.gone, 0, 1)
    check_between(f"{name}.around", frame.around, 0, data.seats)
    check_between(f"{name}.immune", frame.immune, 0, (1 << data.seats) - 1)
    check_between(f"{name}.count", frame.count, 0, CARDS)
    check_between(f"{name}.cost", frame.cost, 0, MOST)


def _question(data: Any, state: Any) -> None:
    """Check that the open question exists and can be answered."""
    if state.asked == s.NOTHING:
        raise NotationError("asked: there is no open question, but the game is not over")
    if (state.asked in (s.PLAY_ACTION, s.BUY_CARD)) != (state.depth == 0):
        raise NotationError(f"asked: {state.asked} does not go with {state.depth} cards being played")
    if state.depth == 0:
        check_equal("chooser", state.chooser, state.active)
        check_equal("phase", state.phase, s.ACTION if state.asked == s.PLAY_ACTION else s.BUY)
    else:
        frame = state.frames[state.depth - 1]
        if (state.asked == s.REVEAL_CARD) != (frame.step < 0):
            raise NotationError(f"asked: {state.asked} does not go with step {frame.step} of the card being played")
        if frame.step >= data.cards[frame.card].step_count:
            raise NotationError(f"frames[{state.depth - 1}].step: the card has no step {frame.step}")
    aside = {s.JUDGE_CARD: 1, s.TRASH_ASIDE: 1, s.SET_ASIDE: 1, s.SORT_CARD: state.lowest + 1, s.ORDER_CARDS: 2}
    check_between("aside_size", state.aside_size, aside.get(state.asked, 0), CARDS)
    if state.asked == s.MAY_PLAY_CARD:
        check_between("discard_size", state.players[state.chooser].discard_size, 1, CARDS)
    if not THIS_CARD <= state.what < THIS_CARD + SLOTS and not 0 <= state.what < THIS_CARD:
        check_equal("what", state.what, DEAR_TREASURE)
    if plain(legal_moves)(data, state, [0] * MAX_MOVES) == 0:
        raise NotationError("asked: the question has no answer")


def _result(data: Any, state: Any) -> None:
    best = max(plain(rank_value)(data, state.players[seat]) for seat in range(data.seats))
    winners = sum(1 << seat for seat in range(data.seats) if plain(rank_value)(data, state.players[seat]) == best)
    check_equal("winners", state.winners, winners)


def _zone(name: str, cards: Any, count: int, bits: int) -> None:
    check_between(f"{name}_size", count, 0, CARDS)
    for k in range(ROOM):
        if k >= count and cards[k]:
            raise NotationError(f"{name}[{k}]: there are only {count} cards")
        if k < count and (cards[k] & ~bits or cards[k] & CARD >= SLOTS):
            raise NotationError(f"{name}[{k}]: {cards[k]} is no card here")
