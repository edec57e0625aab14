"""Observations for people: of one seat, or with nothing hidden. Texts and images use nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludus.core.contract import Content
from ludus.games.dominion.view import observation


def full_observation(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """Observation of a seat; for None an observation that shows each player's things as their owner sees them."""
    if seat is not None:
        return observation(content, state, seat)
    first = observation(content, state, 0)
    views = [first, *(observation(content, state, k) for k in range(1, len(first["players"])))]
    players = [obs["players"][k] for k, obs in enumerate(views)]
    return {**first, "seat": None, "players": players, "aside": views[first["aside_of"]]["aside"]}


def count_by_name(cards: Iterable[str | None]) -> list[tuple[str | None, int]]:
    """Card names with counts, in order of first appearance; None is a hidden card."""
    return list(Counter(cards).items())


def sort_hand(obs: dict[str, Any], cards: Iterable[str | None]) -> list[str | None]:
    """Cards in the order of a sorted hand: Actions, Treasures, Victory cards, Curses, expensive first; hidden ones
    last.
    """
    places = {name: k for k, name in enumerate(obs["cards"])}

    def place(name: str | None) -> tuple[int, int, int]:
        if name is None:
            return 4, 0, 0
        card = obs["cards"][name]
        order = ("Action", "Treasure", "Victory", "Curse")
        return min(order.index(kind) for kind in card["types"] if kind in order), -card["cost"], places[name]

    return sorted(cards, key=place)


def card_text(facts: dict[str, Any]) -> str:
    """Bonuses and text of a card in one line."""
    bonuses = [*bonus_texts(facts), *(["keeps attacks off"] if "Reaction" in facts["types"] else [])]
    return "; ".join(filter(None, (", ".join(bonuses), *facts["do"])))


def bonus_texts(facts: dict[str, Any]) -> list[str]:
    """Bonuses of a card."""
    amounts = ((facts[f"{thing}s"], thing) for thing in ("card", "action", "buy", "coin"))
    words = [f"+{plural(n, thing)}" for n, thing in amounts if n]
    words += [plural(facts["points"], "point")] if facts["points"] else []
    return words + ([f"1 point for every {plural(facts['points_per'], 'card')}"] if facts["points_per"] else [])


def plural(n: int, thing: str) -> str:
    """Number with a noun: 1 coin, 2 coins."""
    return f"{n} {thing}" if abs(n) == 1 else f"{n} {thing}s"
