"""Validation of positions read from text, so that no rule meets an impossible position."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.serialization import check_between, check_equal
from ludus.core.structured_records import Record, snapshot
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.observation import write_effect_number
from ludus.games.tribute.sot_states_and_moves import all_pieces
from ludus.games.tribute.state import ACTIVATED, HEALTH, MAX_RESOURCE, NOBODY, OWNED
from ludus.util.errors import NotationError

# Patron effects that are never queued: those that ask for a card come first in a call.
NOT_QUEUED = {t.NOTHING, t.BANISH_AGENT, t.SELL_CARD, t.RALLY_AGENT, t.MINT_CARD, t.POWER_PAID}


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
        ("winner", s.SEATS),
        ("phase", s.BATTLE),
        ("active", 1),
        ("asked", s.MINT),
        ("turn", data.turn_limit + 1),
        ("opening", 1),
        ("patron_count", s.PATRONS),
        ("newest", NOBODY - 1),
        ("picked", s.OWNED),
        ("lowest", s.OWNED),
    ):
        check_between(name, getattr(state, name), 0, high)
    if (state.winner != 0) != (state.reason in (s.PRESTIGE_40, s.PRESTIGE_80, s.FAVOUR)):
        who = ("nobody", "p1", "p2")[state.winner]
        raise NotationError(f"winner: {who} does not go with the reason {s.REASONS[state.reason]!r}")
    _patrons(data, state)
    if state.phase == s.DRAFT:
        _draft(content, data, state)
        return
    for seat in range(s.SEATS):
        _player(f"players[{seat}]", data, state, seat)
    _common(data, state)
    _pieces(data, state)
    _effects(content, data, state)
    if state.reason == s.RUNNING:
        _question(data, state)


def _patrons(data: Any, state: Any) -> None:
    chosen = state.patrons[: state.patron_count]
    for k in range(s.PATRONS):
        if k >= state.patron_count and (state.patrons[k] or state.favour[k]):
            raise NotationError(f"patrons[{k}]: there are only {state.patron_count} patrons")
        check_between(f"patrons[{k}]", state.patrons[k], 0, data.patron_count - 1)
        check_between(f"favour[{k}]", state.favour[k], 0, s.SEATS)
    if len({*chosen}) < len(chosen):
        raise NotationError("patrons: one is in the game twice")


def _draft(content: Content, data: Any, state: Any) -> None:
    if data.setup != t.DRAFTED:
        chosen: Any = content.options
        raise NotationError(f"draft: there is none with patrons={chosen.patrons}; it needs patrons=draft")
    check_equal("asked", state.asked, s.DRAFT_PATRON)
    check_equal("reason", state.reason, s.RUNNING)
    if state.patron_count not in (0, 1, 3, 4):
        raise NotationError(f"patron_count: {state.patron_count} patrons are not a draft in progress")
    for k, number in enumerate(state.patrons[: state.patron_count]):
        if (k == 2 and number != data.treasury) or (k != 2 and not data.selectable[number]):
            known = content.labels.patrons
            offer = ", ".join(name for other, name in enumerate(known) if data.selectable[other])
            raise NotationError(f"draft: {known[number]} cannot be drafted here; there are {offer}")
    check_equal("active", state.active, int(state.patron_count in (1, 3)))
    fresh = s.State.zeros()
    plain = snapshot(s.State.over(fresh))
    for name in s.State.fields:
        if name in ("stream", "active", "asked", "least", "most", "patron_count", "patrons"):
            continue
        if repr(getattr(state, name)) != repr(getattr(plain, name)):
            raise NotationError(f"{name}: nothing is dealt before the draft is over")
    check_equal("least", state.least, 1)
    check_equal("most", state.most, 1)


def _player(name: str, data: Any, state: Any, seat: int) -> None:
    player = state.players[seat]
    for field in ("coins", "power", "prestige", "calls"):
        check_between(f"{name}.{field}", getattr(player, field), 0, MAX_RESOURCE)
    _zone(f"{name}.hand", player.hand, player.hand_size, s.HELD)
    _zone(f"{name}.pile", player.pile, player.pile_size, OWNED)
    _zone(f"{name}.cooldown", player.cooldown, player.cooldown_size, OWNED)
    _zone(f"{name}.agents", player.agents, player.agent_count, s.AGENTS - 1)
    check_between(f"{name}.known", player.known, 0, player.pile_size)
    check_between(f"{name}.counted", player.counted, 0, player.known)
    check_between(f"{name}.older", player.older, 0, player.pile_size)
    for k in range(s.AGENTS):
        if k >= player.agent_count and player.health[k]:
            raise NotationError(f"{name}.health[{k}]: there are only {player.agent_count} agents")
        if k < player.agent_count:
            card = state.card_of[player.agents[k]]
            most = data.cards[card].health if card < data.card_count else 0
            check_between(f"{name}.health[{k}]", player.health[k] & HEALTH, 1, most)
            if player.health[k] & ACTIVATED and seat != state.active:
                raise NotationError(f"{name}.health[{k}]: an agent is activated in its owner's turn")
    owned = player.hand_size + player.pile_size + player.cooldown_size + player.agent_count
    check_between(f"{name}: cards", owned + (state.played_size if seat == state.active else 0), 0, OWNED)


def _common(data: Any, state: Any) -> None:
    check_between("turn", state.turn, 1, data.turn_limit + 1)
    _zone("played", state.played, state.played_size, s.HELD)
    _zone("row", state.row, state.row_size, s.ROW)
    check_between("tavern_size", state.tavern_size, 0, s.TAVERN - 1)
    check_between("tavern_first", state.tavern_first, 0, s.TAVERN - 1)
    check_between("veiled", state.veiled, 0, state.tavern_size)
    for k in range(state.tavern_size, s.TAVERN):
        if state.tavern[(state.tavern_first + k) % s.TAVERN]:
            raise NotationError(f"tavern: there are only {state.tavern_size} cards")


def _pieces(data: Any, state: Any) -> None:
    """Check that every physical card is in exactly one zone."""
    pieces = [*all_pieces(state)]
    if len({*pieces}) < len(pieces):
        raise NotationError(f"the physical card {next(p for p in pieces if pieces.count(p) > 1)} is in two zones")
    present = {*pieces}
    check_equal("far_pieces", state.far_pieces, sum(piece >= s.NEAR_PIECES for piece in present))
    for piece, card in enumerate(state.card_of):
        if (card != NOBODY) != (piece in present):
            raise NotationError(f"card_of[{piece}]: the card is {'nowhere' if card != NOBODY else 'no card'}")
        if card != NOBODY:
            check_between(f"card_of[{piece}]", card, 0, data.card_count - 1)


def _effects(content: Content, data: Any, state: Any) -> None:
    _zone("queue", state.queue, state.queue_size, s.QUEUE)
    _zone("queue_piece", state.queue_piece, state.queue_size, s.QUEUE)
    _zone("coming", state.coming, state.coming_size, s.COMING)
    for k in range(state.queue_size):
        op = data.effects[state.queue[k]].op
        if op in NOT_QUEUED or (op == t.RIVAL_DISCARD) != bool(state.opening):
            raise NotationError(f"waiting[{k}]: {_words(content, data, state.queue[k])} cannot wait here")
    for k in range(state.coming_size):
        if data.effects[state.coming[k]].op != t.RIVAL_DISCARD:
            raise NotationError(f"coming[{k}]: {_words(content, data, state.coming[k])} is not for the next turn")
    for deck in range(s.DECKS):
        check_between(f"plays[{deck}]", state.plays[deck], 0, t.LEVELS if deck < data.patron_count else 0)
        for k in range(s.EARLIER):
            card, piece = int(state.earlier[deck][k]), int(state.earlier_piece[deck][k])
            if k >= state.plays[deck] and (card or piece):
                raise NotationError(f"earlier[{deck}][{k}]: only {state.plays[deck]} cards were played")
            if k < state.plays[deck] and (card >= data.card_count or data.cards[card].deck != deck):
                name = content.labels.cards[card] if card < data.card_count else card
                raise NotationError(f"combos.{content.labels.patrons[deck]}: {name} is no card of this deck")


def _question(data: Any, state: Any) -> None:
    """Check that the open question can be answered."""
    me, rival, question = state.players[state.active], state.players[1 - state.active], state.asked
    if question == s.DRAFT_PATRON:
        raise NotationError("asked: the draft is over")
    check_equal("opening", state.opening, int(question == s.DISCARD))
    check_between("least", state.least, 0, state.most)
    check_between("most", state.most, 0, OWNED)
    most = {
        s.FREE: 0,
        s.CHOOSE_SIDE: 1,
        s.ACQUIRE: 1,
        s.TOSS: state.limit,
        s.KNOCK_OUT: rival.agent_count,
        s.BANISH: 1,
        s.DISCARD: me.hand_size,
        s.RECALL: me.cooldown_size,
        s.RECALL_AGENT: me.cooldown_size,
        s.REPLACE: s.ROW - state.picked,
        s.SELL: 1,
        s.RALLY: 1,
        s.MINT: 1,
    }.get(question, OWNED)
    check_between("most", state.most, 0, most)
    exact = question in (s.KNOCK_OUT, s.DISCARD, s.BANISH, s.SELL, s.RALLY, s.MINT, s.CHOOSE_SIDE)
    check_equal("least", state.least, state.most if exact else 0)
    if question == s.FREE:
        for name in ("queue_size", "picked", "lowest"):
            check_equal(name, getattr(state, name), 0)
    check_between("limit", state.limit, 0, me.counted if question == s.TOSS else 0)
    in_row = question in (s.REPLACE, s.ACQUIRE)
    check_between("offered", state.offered, 0, (1 << state.row_size) - 1 if in_row else 0)
    _row_picks(state)
    if question == s.CHOOSE_SIDE:
        check_between("effect", state.effect, 1, t.EFFECTS)
        if not data.effects[state.effect].other_op:
            raise NotationError(f"effect: {state.effect} is not a choice of two effects")
    else:
        check_between("effect", state.effect, 0, data.card_count - 1 if question == s.MINT else 0)
        check_equal("source", state.source, 0)
    if question in (s.DISCARD, s.KNOCK_OUT):
        size = me.hand_size if question == s.DISCARD else rival.agent_count
        check_between("lowest", state.lowest, 0, size - state.least)


def _row_picks(state: Any) -> None:
    count = state.picked if state.asked == s.REPLACE else 0
    _zone("picks", state.picks, count, s.PICKS)
    row = state.row[: state.row_size]
    for k in range(count):
        if state.picks[k] not in row or state.offered >> row.index(state.picks[k]) & 1:
            raise NotationError(f"picks[{k}]: {state.picks[k]} was not chosen from the row")
    if len({*state.picks[:count]}) < count:
        raise NotationError("picks: a card was chosen twice")


def _words(content: Content, data: Any, number: int) -> str:
    return repr(write_effect_number(content, data, number)) if data.effects[number].op else "nothing"


def _zone(name: str, cards: Any, count: int, most: int) -> None:
    check_between(f"{name}: number of cards", count, 0, most)
    for k in range(count, len(cards)):
        if cards[k]:
            raise NotationError(f"{name}[{k}]: there are only {count}")
