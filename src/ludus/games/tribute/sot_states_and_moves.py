"""Positions in the format of the reference engine: zones, legal moves with every combination, and playing its moves.

The reference engine answers a choice of cards in one move. Our choices are one card at a time, so the list of
combinations is computed from the offer, and a combination is played card by card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ludus.core.position import Position
from ludus.core.rule import plain
from ludus.core.structured_records import copy_record, snapshot
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.choices import list_offer
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.moves import MAX_MOVES
from ludus.util.errors import IllegalMove

SEATS = ("p1", "p2")
FREE_MOVES = {m.PLAY: "play", m.ACTIVATE: "activate", m.ATTACK: "attack", m.BUY: "buy"}
EFFECTS = {
    t.COIN: "gain_coin",
    t.POWER: "gain_power",
    t.PRESTIGE: "gain_prestige",
    t.DEFAME: "opp_lose_prestige",
    t.CALL: "patron_call",
    t.DRAW: "draw",
    t.HEAL: "heal",
    t.REPLACE_ROW: "replace_tavern",
    t.ACQUIRE_CARD: "acquire_tavern",
    t.DESTROY_CARD: "destroy_card",
    t.RECALL_CARD: "return_top",
    t.RECALL_AGENTS: "return_agent_top",
    t.TOSS_CARDS: "toss",
    t.KNOCKOUT: "knockout",
    t.KNOCKOUT_ALL: "knockout_all",
    t.DONATE_CARDS: "donate",
    t.CREATE: "create_summerset_sacking",
    t.RIVAL_DISCARD: "opp_discard",
}
FOLLOW_UPS = {
    s.CHOOSE_SIDE: "enact_chosen_effect",
    s.REPLACE: "replace_cards_in_tavern",
    s.ACQUIRE: "acquire_cards",
    s.DESTROY: "destroy_cards",
    s.RECALL: "refresh_cards",
    s.RECALL_AGENT: "refresh_cards",
    s.TOSS: "toss_cards",
    s.KNOCK_OUT: "knockout_agents",
    s.DONATE: "donate",
    s.DISCARD: "discard_cards",
    s.BANISH: "complete_psijic",
    s.SELL: "complete_hlaalu",
    s.RALLY: "complete_pellin",
    s.MINT: "complete_treasury",
}
ENDS = {
    s.PRESTIGE_40: "prestige_over_40_not_matched",
    s.PRESTIGE_80: "prestige_over_80",
    s.FAVOUR: "patron_favor",
    s.TURN_LIMIT: "turn_limit_exceeded",
}
PieceNamer = Callable[[int], str]


def zones(state: Any, seat: int) -> dict[str, list[int]]:
    """Physical cards of a player by zone, top card first."""
    player = state.players[seat]
    return {
        "hand": player.hand[: player.hand_size],
        "draw": player.pile[: player.pile_size][::-1],
        "cooldown": player.cooldown[: player.cooldown_size],
        "played": state.played[: state.played_size] if state.active == seat else [],
        "agents": player.agents[: player.agent_count],
    }


def all_pieces(state: Any) -> Iterator[int]:
    """All physical cards, zone by zone."""
    for seat in range(s.SEATS):
        for pieces in zones(state, seat).values():
            yield from pieces
    yield from state.row[: state.row_size]
    yield from tavern_deck(state)


def tavern_deck(state: Any) -> list[int]:
    """The tavern deck, top card first."""
    return [state.tavern[(state.tavern_first + k) % s.TAVERN] for k in range(state.tavern_size)]


def reference_state(position: Position, name: PieceNamer) -> dict[str, Any]:
    """The whole position as in the recordings."""
    state, patrons = snapshot(position.state), position.content.labels.patrons
    favour = ("none", *SEATS)
    return {
        "current": SEATS[state.active],
        "p1": _player(state, 0, name),
        "p2": _player(state, 1, name),
        "tavern": [name(piece) for piece in state.row[: state.row_size]],
        "tavern_deck": [name(piece) for piece in tavern_deck(state)],
        "patrons": {patrons[state.patrons[k]]: favour[state.favour[k]] for k in range(state.patron_count)},
        "state": _mode(state),
        "pending_effects": [_effect(position, number) for number in state.queue[: state.queue_size]],
        "next_turn_effects": [_effect(position, number) for number in state.coming[: state.coming_size]],
        "choice": open_choice(position, name),
    }


def open_choice(position: Position, name: PieceNamer) -> dict[str, Any] | None:
    """The open question with all offered cards or effects; None if there is none."""
    state = position.state
    if state.asked == s.FREE:
        return None
    question = {"min": state.least, "max": state.most, "follow_up": FOLLOW_UPS[state.asked]}
    if state.asked == s.CHOOSE_SIDE:
        return question | {"effects": _sides(position)}
    return question | {"cards": [name(piece) for piece in offered_pieces(position)]}


def offered_pieces(position: Position) -> list[int]:
    """Physical cards of a choice without picks yet."""
    state = s.State.over(copy_record(_array(position)))
    state.least = 0
    buffer = [0] * MAX_MOVES
    return buffer[: plain(list_offer)(position.content.read(GameData), state, buffer, 0, 0)]


def count_legal(position: Position) -> int:
    """Number of moves that the reference engine lists here."""
    state = position.state
    if state.asked in (s.FREE, s.CHOOSE_SIDE) or state.reason:
        return len(position.legal_moves)
    size = len(offered_pieces(position))
    return sum(comb(size, n) for n in range(state.least, state.most + 1))


def legal_move_texts(position: Position, name: PieceNamer) -> list[str]:
    """Moves that the reference engine lists here, in its order."""
    state = position.state
    if state.reason:
        return []
    if state.asked == s.CHOOSE_SIDE:
        return [f"choose_effect {side}" for side in _sides(position)]
    if state.asked == s.FREE:
        return [_free_move(position, move, name) for move in position.legal_moves]
    names = [name(piece) for piece in offered_pieces(position)]
    sizes = range(state.least, state.most + 1)
    return [" ".join(("choose", *chosen)) for n in sizes for chosen in combinations(names, n)]


def play_free(position: Position, text: str, find_piece: Callable[[str], int]) -> None:
    """Make a move that is not a choice of cards; `find_piece` returns the physical card of a name."""
    word, _, thing = text.partition(" ")
    if word == "end_turn":
        position.play(m.END_TURN)
    elif word == "patron":
        position.play(m.CALL | position.content.labels.patrons.index(thing))
    elif word == "choose_effect":
        position.play(m.SIDE | _sides(position).index(thing))
    else:
        verb = next(verb for verb, known in FREE_MOVES.items() if known == word)
        position.play(m.card_move(verb, find_piece(thing)))


def play_choice(position: Position, pieces: list[int], checked: bool = True) -> None:
    """Choose these cards, in this order.

    The reference engine accepts cards in any order and checks neither their number nor whether they were offered; with
    `checked` off, neither does this function.

    Raises:
        IllegalMove: the cards are not a legal choice.
    """
    state = position.state
    question, least, most, offered = state.asked, state.least, state.most, offered_pieces(position)
    if question in (s.FREE, s.CHOOSE_SIDE, s.DRAFT_PATRON):
        raise IllegalMove("no cards are to be chosen here")
    if checked and not (least <= len(pieces) <= most and set(pieces) <= set(offered)):
        raise IllegalMove(f"{len(pieces)} cards, between {least} and {most} of those on offer are to be chosen")
    if not checked:
        state.least, state.most = min(least, len(pieces)), len(pieces)
    listed = [piece for piece in offered if piece in pieces] == pieces
    for left in range(len(pieces), 0, -1):
        if not (checked and listed):
            state.lowest = 0
            state.least = 0 if checked else min(state.least, 1)
        if not checked and question == s.ACQUIRE:
            state.offered = (1 << state.row_size) - 1
        position.play(m.card_move(m.PICK, pieces[-left]))
    if (len(pieces) < most and checked) or not pieces:
        position.play(m.STOP)


def _player(state: Any, seat: int, name: PieceNamer) -> dict[str, Any]:
    player, cards = state.players[seat], zones(state, seat)
    agents = [
        {"card": name(piece), "hp": health & s.HEALTH, "activated": bool(health & s.ACTIVATED)}
        for piece, health in zip(cards["agents"], player.health, strict=False)
    ]
    return {
        "coins": player.coins,
        "power": player.power,
        "prestige": player.prestige,
        "patron_calls": player.calls,
        **{zone: [name(piece) for piece in pieces] for zone, pieces in cards.items() if zone != "agents"},
        "agents": agents,
        "known_draws": player.counted,
    }


def _mode(state: Any) -> str:
    if state.asked == s.FREE:
        return "normal"
    if state.opening:
        return "start_of_turn_choice_pending"
    return "patron_choice_pending" if state.asked >= s.BANISH else "choice_pending"


def _effect(position: Position, number: int) -> str:
    effect = position.content.read(GameData).effects[number]
    return f"{EFFECTS[effect.op]}:{effect.n}"


def _sides(position: Position) -> list[str]:
    effect = position.content.read(GameData).effects[position.state.effect]
    return [f"{EFFECTS[effect.op]}:{effect.n}", f"{EFFECTS[effect.other_op]}:{effect.other_n}"]


def _free_move(position: Position, move: int, name: PieceNamer) -> str:
    verb, thing = m.split_move(move)
    if verb == m.END_TURN:
        return "end_turn"
    if verb == m.CALL:
        return f"patron {position.content.labels.patrons[thing]}"
    return f"{FREE_MOVES[verb]} {name(thing)}"


def _array(position: Position) -> Any:
    return np.frombuffer(position.bytes(), s.State.dtype)
