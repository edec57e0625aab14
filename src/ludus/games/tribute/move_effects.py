"""Public effects of a move: what both players see it do, apart from the move itself.

The effects follow from the states before and after the move, so no rule has to record them. Amounts come first, such
as `coin 3` or `draw 1`; then cards, such as `discard gold#104`. Drawn cards are counted but not named. At the end of a
turn the usual steps (all cards to cooldown, five new cards) are omitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ludus.core.game import Content
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import GameData

# What happens to a card that is chosen for a question
PICK_EFFECTS = {
    s.REPLACE: "replace",
    s.ACQUIRE: "acquire",
    s.DESTROY: "destroy",
    s.RECALL: "recall",
    s.RECALL_AGENT: "recall",
    s.TOSS: "toss",
    s.KNOCK_OUT: "knockout",
    s.DONATE: "discard",
    s.DISCARD: "discard",
    s.BANISH: "knockout",
    s.SELL: "destroy",
    s.RALLY: "recall",
    s.MINT: "destroy",
}


class MoveEffect(NamedTuple):
    """One effect: a word, an amount (0: none) and a card (None: none)."""

    word: str
    amount: int = 0
    piece: int | None = None
    card: int | None = None  # number of the card in the game data


def effect_texts(content: Content, before: Any, move: int, after: Any) -> list[str]:
    """Effects of a move as texts."""
    names = content.labels.cards
    texts = []
    for effect in find_effects(content, before, move, after):
        words = [effect.word]
        if effect.amount:
            words.append(str(effect.amount))
        if effect.piece is not None and effect.card is not None:
            words.append(f"{names[effect.card]}#{effect.piece}")
        texts.append(" ".join(words))
    return texts


def find_effects(content: Content, before: Any, move: int, after: Any) -> list[MoveEffect]:
    """Effects of a move, from the states before and after it."""
    old, new = _array(before), _array(after)
    if old["phase"] == s.DRAFT:
        return []
    data, (verb, thing) = content.read(GameData), m.split_move(move)
    seat = int(old["active"])
    effects = [*_numbers(data, old, new, seat, verb, thing)]
    if verb == m.PICK:
        effects.append(_card(PICK_EFFECTS[int(old["asked"])], old, thing))
    effects += _agents(old, new, verb, thing)
    new_cards = np.flatnonzero((old["card_of"] == s.NOBODY) & (new["card_of"] != s.NOBODY))
    effects += [_card("create", new, int(piece)) for piece in new_cards]
    return effects


def _numbers(data: Any, old: Any, new: Any, seat: int, verb: int, thing: int) -> Iterator[MoveEffect]:
    """Coins, power, prestige, calls and drawn cards."""
    me, mine = old["players"][seat], new["players"][seat]
    rival, theirs = old["players"][1 - seat], new["players"][1 - seat]
    coins, power = 0, 0  # paid for the move itself
    if verb == m.BUY:
        coins = int(data.cards[old["card_of"][thing]].cost)
    elif verb == m.CALL:
        patron = data.patrons[thing]
        coins = int(me["coins"]) if patron.coins == t.ALL_COINS else patron.coins
        power = patron.power
    ends = verb == m.END_TURN
    gains = {
        "coin": 0 if ends else int(mine["coins"]) - int(me["coins"]) + coins,
        "power": 0 if ends or verb == m.ATTACK else int(mine["power"]) - int(me["power"]) + power,
        "prestige": int(mine["prestige"]) - int(me["prestige"]),
        "call": 0 if ends else int(mine["calls"]) - int(me["calls"]) + (verb == m.CALL),
        "draw": 0 if ends else len(_hand(mine) - _hand(me)),
        "rival-coin": int(theirs["coins"]) - int(rival["coins"]),
        "defame": int(rival["prestige"]) - int(theirs["prestige"]),
    }
    yield from (MoveEffect(word, amount) for word, amount in gains.items() if amount > 0)


def _agents(old: Any, new: Any, verb: int, thing: int) -> Iterator[MoveEffect]:
    """Agents that were healed, damaged, or left play by the move without having been chosen."""
    for before, after in zip(old["players"], new["players"], strict=True):
        left = dict(zip(_pieces(after, "agents"), after["health"].tolist(), strict=False))
        for piece, health in zip(_pieces(before, "agents"), before["health"].tolist(), strict=False):
            if piece not in left:
                if verb != m.PICK or piece != thing:
                    yield _card("agent-death", old, piece)
            elif change := (left[piece] & s.HEALTH) - (health & s.HEALTH):
                yield _card("heal" if change > 0 else "damage", old, piece, abs(change))


def _card(word: str, state: Any, piece: int, amount: int = 0) -> MoveEffect:
    return MoveEffect(word, amount, piece, int(state["card_of"][piece]))


def _pieces(player: Any, zone: str) -> list[int]:
    pieces: list[int] = player[zone][: int(player["agent_count"])].tolist()
    return pieces


def _hand(player: Any) -> set[int]:
    return {*player["hand"][: int(player["hand_size"])].tolist()}


def _array(state: Any) -> Any:
    """NumPy record of a state, which is read faster than its plain view."""
    return np.frombuffer(state._memory, s.State.dtype, 1, state._at)[0]
