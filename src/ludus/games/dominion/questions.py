"""Prompts: the open question as the end of a sentence such as "player 1 is to ..."."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.core.contract import Content
from ludus.games.dominion import state as s
from ludus.games.dominion.table import ANY, DEAR_TREASURE, THIS_CARD, TO_DECK, TO_HAND, TYPES, Table

PLAIN = {
    s.PLAY_ACTION: "play an Action or go on to buy",
    s.BUY_CARD: "buy a card or end the turn",
    s.REVEAL_CARD: "show a Reaction or not",
    s.TAKE_LOOT: "gain what was trashed or leave it",
    s.MAY_DISCARD_DECK: "put the deck into the discard pile or not",
    s.RECALL_CARD: "put a card from the discard pile on the deck or not",
    s.ORDER_CARDS: "choose the card that goes back first, below the others",
}
WHERE = {TO_HAND: " into hand", TO_DECK: " onto the deck"}


def question(content: Content, state: Any, seen: dict[str, Any], call: Callable[[int], str]) -> str:
    """Prompt of the pending decision, as far as the seat of the observation may know; `call` names a seat."""
    if state.asked in PLAIN:
        return PLAIN[state.asked]
    if state.asked in (s.DISCARD_HAND, s.TRASH_HAND):
        verb = "discard" if state.asked == s.DISCARD_HAND else "trash"
        return f"{verb} {_so_many(state, _kind(state, seen))} from hand"
    if state.asked == s.GAIN_CARD:
        return f"gain {_a(_kind(state, seen))} for up to {state.limit}{WHERE.get(state.to, '')}{_or_not(state)}"
    if state.asked == s.PUT_HAND:
        return f"put {_a(_kind(state, seen))} from hand on the deck{_or_not(state)}"
    if state.asked == s.DOUBLE_ACTION:
        return f"choose an Action that is played {times(content, state)}{_or_not(state)}"
    if state.asked == s.MAY_PLAY_CARD:
        return f"play {_the(seen['players'][state.chooser]['discard'][-1])} just discarded or not"
    return _about_cards_aside(state, seen, call)


def _about_cards_aside(state: Any, seen: dict[str, Any], call: Callable[[int], str]) -> str:
    owner = call(state.aside_of)
    whose = "your" if owner == "you" else "their own" if state.aside_of == state.chooser else f"{owner}'s"
    if state.asked == s.TRASH_ASIDE:
        return f"trash {_a(_kind(state, seen))} from {whose} revealed cards"
    if state.asked == s.SORT_CARD:
        return f"trash, discard or keep {_the(seen['aside'][state.lowest])}"
    card = _the(seen["aside"][-1])
    if state.asked == s.JUDGE_CARD:
        return f"discard {card} from {whose} deck or put it back"
    return f"take {card} into hand or set it aside"


def times(content: Content, state: Any) -> str:
    """How often the chosen Action is played."""
    frame = state.frames[state.depth - 1]
    n = content.read(Table).cards[frame.card].steps[frame.step].n
    return "twice" if n == 2 else f"{n} times"


def _kind(state: Any, seen: dict[str, Any]) -> str:
    """Name of the cards that the question concerns."""
    if state.what == ANY:
        return "card"
    if state.what == DEAR_TREASURE:
        return "Treasure other than Copper"
    if state.what >= THIS_CARD:
        return list(seen["cards"])[state.what - THIS_CARD]
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
