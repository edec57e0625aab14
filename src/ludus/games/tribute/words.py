"""A position in words, for people at a terminal; the notation itself is in text.py."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.games.tribute import state as s
from ludus.games.tribute.text import asks
from ludus.games.tribute.view import view

WIDTH = 78
LABEL = 10  # columns before the facts of a line


def describe(content: Content, state: Any, seat: int | None = None) -> str:
    """The position as a seat sees it, or with nothing hidden."""
    seen, state = sight(content, state, seat), snapshot(state)
    lines = [_headline(seen)]
    favour = [f"{name} ({'nobody' if who is None else _call(who)})" for name, who in seen["patrons"].items()]
    lines += _line("patrons", favour)
    if state.phase == s.BATTLE:
        lines += _line("row", seen["row"])
        lines += _line("tavern", [f"{len(seen['tavern']['unknown'])} unknown", *seen["tavern"]["bottom"]])
        for k, player in enumerate(seen["players"]):
            lines += _player(player, k, seen)
        lines += _line("waiting", [each["effect"] for each in seen["waiting"]])
        lines += _line("coming", seen["coming"])
    if not state.reason:
        lines += wrap(f"{_call(state.active)}: {asks(state)}", WIDTH, subsequent_indent="  ")
    return "\n".join(lines)


def sight(content: Content, state: Any, seat: int | None) -> dict[str, Any]:
    """The view of a seat; for None one in which both players' things are as their owner sees them."""
    if seat is not None:
        return view(content, state, seat)
    first, second = view(content, state, 0), view(content, state, 1)
    return {**first, "seat": None, "players": [first["players"][0], second["players"][1]]}


def _headline(seen: dict[str, Any]) -> str:
    if seen["to_move"] is None:
        return f"The game is over: {seen['reason']}" + (
            f", {_call(seen['winner'])} wins" if seen["winner"] is not None else ", a draw"
        )
    return f"Turn {seen['turn']}, {_call(seen['turn_of'])} to move ({seen['phase']})"


def _player(player: dict[str, Any], k: int, seen: dict[str, Any]) -> list[str]:
    head = f"{_call(k)}: {player['prestige']} prestige, {player['coins']} coins, {player['power']} power"
    lines = [f"{head}, {player['calls']} calls, {len(player['pile'])} cards to draw"]
    lines += _line("  hand", [name or "?" for name in player["hand"]])
    known = [name or "?" for name in player["pile"]]
    while known and known[-1] == "?":
        known.pop()
    lines += _line("  on top", known)
    agents = (f"{a['card']} ({a['health']}{', activated' if a['activated'] else ''})" for a in player["agents"])
    lines += _line("  agents", [*agents])
    if seen["turn_of"] == k:
        lines += _line("  played", seen["played"])
    return lines + _line("  cooldown", player["cooldown"])


def _line(label: str, facts: list[str]) -> list[str]:
    if not facts:
        return []
    return wrap(f"{label:<{LABEL}} {', '.join(facts)}", WIDTH, subsequent_indent=" " * (LABEL + 1))


def _call(seat: int) -> str:
    return f"player {seat + 1}"
