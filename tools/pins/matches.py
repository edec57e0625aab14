"""Outcomes of matches, compiled and as plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.pins import product
from tools.pins.cases import MATCHES, PLAIN, Match, read_matches
from tools.pins.product import Product

QUICK = 6  # of a quick check every so manieth match


def pin_matches(ludus: Product, quick: bool = False) -> Iterator[tuple[str, Any]]:
    """The facts of each match by its line."""
    cases = read_matches(MATCHES)
    if quick:
        cases = [case for case in cases if is_cheap(case)][::QUICK]
    replay = "game.json"
    words = [product.match(case.game, case.bots, case.games, case.options, case.flags, replay) for case in cases]
    for case, answer in zip(cases, ludus.call_all(words), strict=True):
        saved = ludus.work / replay
        yield case.name, {"failed": answer.trouble} if answer.code else product.match_facts(answer.out, saved)
        saved.unlink(missing_ok=True)


def pin_plain(ludus: Product, quick: bool = False) -> Iterator[tuple[str, Any]]:
    """The same of plain Python."""
    cases = read_matches(PLAIN)
    if quick:
        cases = [case for case in cases if set(case.bots) == {"random"}]
    orders = [[case.game, case.bots, case.games, dict(each.split("=", 1) for each in case.options)] for case in cases]
    for case, answer in zip(cases, ludus.ask("plain", orders), strict=True):
        yield case.name, answer.get("found", {"failed": answer.get("error")})


def is_cheap(case: Match) -> bool:
    """Whether a match has no bot outside and no large search."""
    return not case.flags and all(":" not in bot or "genome" in bot for bot in case.bots)
