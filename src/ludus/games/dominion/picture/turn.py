"""Rendering of the current turn: actions, buys and coins left, cards in play, and cards revealed or set aside."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FAINT, FELT, INK, MARGIN, WIDTH, box, group, say, text_width
from ludus.games.dominion.picture.cards import HEIGHT, SMALL, card_back, small_card
from ludus.games.dominion.picture.glyphs import coin, glyph
from ludus.games.dominion.picture.ink import PLAYERS, SEATS
from ludus.games.dominion.sight import counted, many

COUNTS = 138
SCALE = 0.86  # scale of cards in play relative to the hand
STEP = SMALL * SCALE + 8
MOST_ASIDE = 5  # cards side by side; more overlap
TALL = HEIGHT * SCALE + 34


def draw_turn(seen: dict[str, Any], choices: set[str], top: float) -> tuple[str, float]:
    """Draw the turn from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    width = WIDTH - 2 * MARGIN
    parts = [box(0, 0, width, TALL, FELT, EDGE, rx=10), counts(seen, 14, 27)]
    right: float = width - 14
    if seen["aside"]:
        label = f"Aside: {PLAYERS[seen['aside_of']].lower()}"
        wide = max(text_width(label, 11, bold=True), min(len(seen["aside"]), MOST_ASIDE) * (STEP + 4) - 8)
        parts.append(
            row(seen, label, seen["aside_of"], [(name, 1) for name in seen["aside"]], right - wide, wide, choices)
        )
        right -= wide + 24
    label = f"In play: {PLAYERS[seen['turn_of']].lower()}"
    parts.append(row(seen, label, seen["turn_of"], counted(seen["played"]), COUNTS, right - COUNTS, set()))
    return group(MARGIN, top, *parts), top + TALL


def row(
    seen: dict[str, Any],
    label: str,
    side: int,
    cards: list[tuple[str | None, int]],
    x: float,
    room: float,
    choices: set[str],
) -> str:
    """Draw cards side by side under a heading; they overlap if there is too little room."""
    parts = [say(x, 18, label, 11, SEATS[side], bold=True)]
    step = min(STEP, (room - SMALL * SCALE) / max(len(cards) - 1, 1))
    for k, (name, n) in enumerate(cards):
        if name is None:
            parts.append(card_back(side, x + step * k, 26, scale=SCALE))
            continue
        playing = any(frame["card"] == name for frame in seen["playing"])
        marks = {"count": n if n > 1 else None, "choice": name in choices, "hint": "; being played" if playing else ""}
        parts.append(small_card(seen, name, x + step * k, 26, scale=SCALE, **marks))
    return "".join(parts)


def counts(seen: dict[str, Any], x: float, y: float) -> str:
    """Draw the actions, buys and coins left."""
    buying = seen["phase"] == "buy"
    parts = [say(x, 18, "Buy phase" if buying else "Action phase", 11, FAINT, bold=True)]
    for k, (thing, n) in enumerate((("action", seen["actions"]), ("buy", seen["buys"]), ("coin", seen["coins"]))):
        at = y + 29 * k
        parts.append(coin(x + 11, at + 11, 11, "") if thing == "coin" else glyph(thing, x + 1, at + 1, 20))
        parts.append(say(x + 32, at + 18, str(n), 19, FAINT if buying and thing == "action" else INK, bold=True))
        parts.append(say(x + 37 + 13 * len(str(n)), at + 17, many(n, thing).split()[1], 11, FAINT))
    if seen["merchants"]:
        parts.append(say(x, TALL - 6, f"+{many(seen['merchants'], 'coin')} with a Silver", 10, FAINT))
    return "".join(parts)
