"""Observation of a seat, and visibility of moves: the only information that bots, people and the web receive.

An observation is the same in every redeal for its seat, and determines all redeals. A card that the seat cannot see is
None; cards that are known to be in a zone in unknown order are sorted by number.
"""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.tribute import state as s
from ludus.games.tribute.effect_grammar import write_effect
from ludus.games.tribute.game_data_records import TYPES, GameData
from ludus.games.tribute.notation import QUESTIONS
from ludus.games.tribute.state import ACTIVATED, HEALTH, NOBODY, PHASES, REASONS, TAVERN


def observation(content: Content, state: Any, seat: int) -> dict[str, Any]:
    """Observation of a seat as plain data, ready for JSON."""
    state, data = snapshot(state), content.read(GameData)
    patrons, over = content.labels.patrons, bool(state.reason)
    names = _names(content, state)
    obs = {
        "seat": seat,
        "turn": state.turn,
        "turn_of": state.active,
        "to_move": None if over else state.active,
        "phase": PHASES[state.phase],
        "reason": REASONS[state.reason],
        "winner": state.winner - 1 if state.winner else None,
        "patrons": {
            patrons[state.patrons[k]]: state.favour[k] - 1 if state.favour[k] else None
            for k in range(state.patron_count)
        },
        "row": [names[piece] for piece in state.row[: state.row_size]],
        "tavern": _tavern(names, state),
        "played": [names[piece] for piece in state.played[: state.played_size]],
        "combos": _combos(content, names, state),
        "waiting": [
            {"effect": write_effect_number(content, data, number), "piece": piece}
            for number, piece in zip(
                state.queue[: state.queue_size], state.queue_piece[: state.queue_size], strict=True
            )
        ],
        "coming": [write_effect_number(content, data, number) for number in state.coming[: state.coming_size]],
        "newest": state.newest,
        "players": [_player(names, state, k, k == seat) for k in range(s.SEATS)],
    }
    if not over:
        obs["asked"] = _open_question(content, data, names, state, seat)
    return obs


def is_move_visible(content: Content, state: Any, move: int, seat: int) -> bool:
    """Whether a seat sees a move; always true. Secret decisions, such as what stays on the pile, are not moves of their
    own.
    """
    return True


def write_effect_number(content: Content, data: Any, number: int) -> str:
    """Effect in the words of card files."""
    effect, keys = data.effects[number], content.labels.cards
    first = write_effect(effect.op, effect.n, effect.what, keys)
    if not effect.other_op:
        return first
    return f"{first} or {write_effect(effect.other_op, effect.other_n, effect.other_what, keys)}"


def card_facts(data: Any, card: int) -> dict[str, Any]:
    """Card facts by number."""
    facts = data.cards[card]
    return {"cost": facts.cost, "type": TYPES[facts.type], "health": facts.health, "taunt": bool(facts.taunt)}


def _names(content: Content, state: Any) -> list[str | None]:
    keys = content.labels.cards
    if state.phase == s.DRAFT:
        return []
    last = s.PIECES if state.far_pieces else s.NEAR_PIECES
    return [None if card == NOBODY else f"{keys[card]}#{piece}" for piece, card in enumerate(state.card_of[:last])]


def _tavern(names: list[Any], state: Any) -> dict[str, Any]:
    pieces = [state.tavern[(state.tavern_first + k) % TAVERN] for k in range(state.tavern_size)]
    return {
        "first": state.tavern_first,  # advances with every card that is taken
        "unknown": [names[piece] for piece in sorted(pieces[: state.veiled])],  # top cards, in unknown order
        "bottom": [names[piece] for piece in pieces[state.veiled :]],  # the last one is at the bottom
    }


def _combos(content: Content, names: list[Any], state: Any) -> dict[str, Any]:
    keys, patrons = content.labels.cards, content.labels.patrons
    return {
        patrons[deck]: {
            "count": state.plays[deck],
            "cards": [
                [keys[state.earlier[deck][k]], int(state.earlier_piece[deck][k])]
                for k in range(min(state.plays[deck], s.EARLIER))
            ],
        }
        for deck in range(len(patrons))
        if state.plays[deck]
    }


def _open_question(content: Content, data: Any, names: list[Any], state: Any, seat: int) -> dict[str, Any]:
    question: dict[str, Any] = {
        "what": QUESTIONS[state.asked],
        "kind": state.asked,
        "least": state.least,
        "most": state.most,
        "picked": state.picked,
        "from": state.lowest,
        "opening": bool(state.opening),
        "offered": state.limit,
        "row": state.offered,
        "picks": [names[piece] for piece in state.picks[: state.picked]] if state.asked == s.REPLACE else [],
    }
    if state.asked == s.CHOOSE_SIDE:
        question["effect"], question["source"] = write_effect_number(content, data, state.effect), state.source
    elif state.asked == s.MINT:
        question["effect"] = content.labels.cards[state.effect]
    return question


def _player(names: list[Any], state: Any, seat: int, own: bool) -> dict[str, Any]:
    player = state.players[seat]
    hand = player.hand[: player.hand_size]
    pile = [player.pile[player.pile_size - 1 - k] for k in range(player.pile_size)]  # top card first
    hidden = sorted(pile[player.known :] if own else [p for p in [*hand, *pile] if not _shown(state, p)])
    older, newer = pile[: player.older], pile[player.older :]
    data = {
        "coins": player.coins,
        "power": player.power,
        "prestige": player.prestige,
        "calls": player.calls,
        "hand": [names[p] if own or _shown(state, p) else None for p in hand],
        "shown": [names[p] for p in [*hand, *pile] if _shown(state, p)],  # known to the rival
        "pile": [names[p] if (own and k < player.known) or _shown(state, p) else None for k, p in enumerate(pile)],
        "known": player.known,
        "counted": player.counted,
        "older": player.older,
        "unseen": [names[p] for p in hidden],
        "agents": [
            {"card": names[p], "health": h & HEALTH, "activated": bool(h & ACTIVATED)}
            for p, h in zip(player.agents[: player.agent_count], player.health[: player.agent_count], strict=True)
        ],
        "cooldown": [names[p] for p in player.cooldown[: player.cooldown_size]],
    }
    if older and not own:  # cards shuffled under the others later cannot be in hand
        data["unseen"] = [names[p] for p in sorted(p for p in [*hand, *older] if not _shown(state, p))]
        data["below"] = [names[p] for p in sorted(newer)]
    return data


def _shown(state: Any, piece: int) -> bool:
    return bool(state.shown[piece >> 3] >> (piece & 7) & 1)
