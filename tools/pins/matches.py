"""Pins of matches: outcomes with compiled rules and with plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.pins import product
from tools.pins.cases import MATCHES, PLAIN, Match, read_matches
from tools.pins.product import Product

QUICK_STEP = 6  # a quick check plays every 6th match


def pin_matches(ludus: Product, quick: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield each match by its line, with its outcomes."""
    cases = read_matches(MATCHES)
    if quick:
        cases = [case for case in cases if is_cheap(case)][::QUICK_STEP]
    replay = "game.json"
    commands = [product.match(case.game, case.bots, case.games, case.options, case.flags, replay) for case in cases]
    for case, answer in zip(cases, ludus.call_all(commands), strict=True):
        saved = ludus.work / replay
        yield case.name, {"failed": answer.error} if answer.code else product.match_outcomes(answer.out, saved)
        saved.unlink(missing_ok=True)


def pin_plain(ludus: Product, quick: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield the matches that are played with plain Python."""
    cases = read_matches(PLAIN)
    if quick:
        cases = [case for case in cases if set(case.bots) == {"random"}]
    requests = [
        [case.game, case.bots, case.games, dict(option.split("=", 1) for option in case.options)] for case in cases
    ]
    for case, answer in zip(cases, ludus.ask("plain", requests), strict=True):
        yield case.name, answer.get("found", {"failed": answer.get("error")})


def is_cheap(case: Match) -> bool:
    """Whether a match has no external bot and no large search."""
    return not case.flags and all(":" not in bot or "genome" in bot for bot in case.bots)
