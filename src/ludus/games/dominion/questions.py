"""Prompts: the open question as the end of a sentence such as "player 1 is to ..."."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.core.contract import Content
from ludus.games.dominion import state as s
from ludus.games.dominion.table import ANY, DEAR_TREASURE, THIS_CARD, TO_DECK, TO_HAND, TYPES, GameData

FIXED_PROMPTS = {
    s.PLAY_ACTION: "play an Action or go on to buy",
    s.BUY_CARD: "buy a card or end the turn",
    s.REVEAL_CARD: "show a Reaction or not",
    s.TAKE_LOOT: "gain what was trashed or leave it",
    s.MAY_DISCARD_DECK: "put the deck into the discard pile or not",
    s.RECALL_CARD: "put a card from the discard pile on the deck or not",
    s.ORDER_CARDS: "choose the card that goes back first, below the others",
}
DESTINATION_TEXTS = {TO_HAND: " into hand", TO_DECK: " onto the deck"}


def prompt(content: Content, state: Any, obs: dict[str, Any], seat_name: Callable[[int], str]) -> str:
    """Prompt of the pending decision, as far as the seat of the observation may know; `call` names a seat."""
    if state.asked in FIXED_PROMPTS:
        return FIXED_PROMPTS[state.asked]
    if state.asked in (s.DISCARD_HAND, s.TRASH_HAND):
        verb = "discard" if state.asked == s.DISCARD_HAND else "trash"
        return f"{verb} {_so_many(state, _kind(state, obs))} from hand"
    if state.asked == s.GAIN_CARD:
        return (
            f"gain {_a(_kind(state, obs))} for up to {state.limit}{DESTINATION_TEXTS.get(state.to, '')}{_or_not(state)}"
        )
    if state.asked == s.PUT_HAND:
        return f"put {_a(_kind(state, obs))} from hand on the deck{_or_not(state)}"
    if state.asked == s.DOUBLE_ACTION:
        return f"choose an Action that is played {times_text(content, state)}{_or_not(state)}"
    if state.asked == s.MAY_PLAY_CARD:
        return f"play {_the(obs['players'][state.chooser]['discard'][-1])} just discarded or not"
    return _aside_prompt(state, obs, seat_name)


def _aside_prompt(state: Any, obs: dict[str, Any], seat_name: Callable[[int], str]) -> str:
    owner = seat_name(state.aside_of)
    whose = "your" if owner == "you" else "their own" if state.aside_of == state.chooser else f"{owner}'s"
    if state.asked == s.TRASH_ASIDE:
        return f"trash {_a(_kind(state, obs))} from {whose} revealed cards"
    if state.asked == s.SORT_CARD:
        return f"trash, discard or keep {_the(obs['aside'][state.lowest])}"
    card = _the(obs["aside"][-1])
    if state.asked == s.JUDGE_CARD:
        return f"discard {card} from {whose} deck or put it back"
    return f"take {card} into hand or set it aside"


def times_text(content: Content, state: Any) -> str:
    """How often the chosen Action is played."""
    frame = state.frames[state.depth - 1]
    n = content.read(GameData).cards[frame.card].steps[frame.step].n
    return "twice" if n == 2 else f"{n} times"


def _kind(state: Any, obs: dict[str, Any]) -> str:
    """Name of the cards that the question concerns."""
    if state.what == ANY:
        return "card"
    if state.what == DEAR_TREASURE:
        return "Treasure other than Copper"
    if state.what >= THIS_CARD:
        return list(obs["cards"])[state.what - THIS_CARD]
    return next(f"{name} card" if name == "Victory" else name for k, name in enumerate(TYPES) if state.what >> k & 1)


def _so_many(state: Any, name: str) -> str:
    """Number of cards of a set still to be chosen."""
    if state.most == 1:
        return f"{_a(name)}{'' if state.least else ' or none'}"
    cards = "Duchies" if name == "Duchy" else f"{name}s"
    return f"{'up to ' if state.least < state.most else ''}{state.most} {cards}"


def _or_not(state: Any) -> str:
    return "" if state.least else " or not"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _the(card: str | None) -> str:
    return f"the {card}" if card else "a hidden card"
