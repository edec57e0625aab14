"""What people are shown of a position: what a seat sees, or everything. Words and pictures are made of that alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludus.core.contract import Content
from ludus.games.dominion.view import view


def sight(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """The view of a seat; for None one in which every player's things are as their owner sees them."""
    if seat is not None:
        return view(content, state, seat)
    first = view(content, state, 0)
    views = [first, *(view(content, state, k) for k in range(1, len(first["players"])))]
    players = [seen["players"][k] for k, seen in enumerate(views)]
    return {**first, "seat": None, "players": players, "aside": views[first["aside_of"]]["aside"]}


def counted(cards: Iterable[str | None]) -> list[tuple[str | None, int]]:
    """Cards by name, with how many there are of each, in the order in which they first appear; None is a hidden one."""
    return list(Counter(cards).items())


def in_order(seen: dict[str, Any], cards: Iterable[str | None]) -> list[str | None]:
    """Cards as one sorts a hand: Actions, Treasures, Victory cards, Curses, dear ones first; hidden ones at the end."""
    places = {name: k for k, name in enumerate(seen["cards"])}

    def place(name: str | None) -> tuple[int, int, int]:
        if name is None:
            return 4, 0, 0
        card = seen["cards"][name]
        order = ("Action", "Treasure", "Victory", "Curse")
        return min(order.index(kind) for kind in card["types"] if kind in order), -card["cost"], places[name]

    return sorted(cards, key=place)


def card_words(facts: dict[str, Any]) -> str:
    """What a card gives and does, in one line."""
    given = [*bonus_words(facts), *(["keeps attacks off"] if "Reaction" in facts["types"] else [])]
    return "; ".join(filter(None, (", ".join(given), *facts["do"])))


def bonus_words(facts: dict[str, Any]) -> list[str]:
    """What a card gives, one thing after another."""
    given = ((facts[f"{thing}s"], thing) for thing in ("card", "action", "buy", "coin"))
    words = [f"+{many(n, thing)}" for n, thing in given if n]
    words += [many(facts["points"], "point")] if facts["points"] else []
    return words + ([f"1 point for every {many(facts['points_per'], 'card')}"] if facts["points_per"] else [])


def many(n: int, thing: str) -> str:
    """A number of things: 1 coin, 2 coins."""
    return f"{n} {thing}" if abs(n) == 1 else f"{n} {thing}s"
