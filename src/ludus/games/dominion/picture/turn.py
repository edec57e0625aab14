"""Rendering of the current turn: actions, buys and coins left, cards in play, and cards revealed or set aside."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FAINT, FELT, INK, MARGIN, WIDTH, rect, group, text_line, text_width
from ludus.games.dominion.picture.cards import CARD_HEIGHT, SMALL_WIDTH, card_back, small_card
from ludus.games.dominion.picture.glyphs import coin, icon
from ludus.games.dominion.picture.ink import PLAYER_NAMES, SEAT_COLOURS
from ludus.games.dominion.sight import count_by_name, plural

COUNTERS_WIDTH = 138
TABLE_SCALE = 0.86  # scale of cards in play relative to the hand
CARD_STEP = SMALL_WIDTH * TABLE_SCALE + 8
MAX_SIDE_BY_SIDE = 5  # cards side by side; more overlap
TURN_HEIGHT = CARD_HEIGHT * TABLE_SCALE + 34


def draw_turn(obs: dict[str, Any], choices: set[str], top: float) -> tuple[str, float]:
    """Draw the turn from `top` down.

    Returns:
        The SVG, and its lower edge.
    """
    width = WIDTH - 2 * MARGIN
    parts = [rect(0, 0, width, TURN_HEIGHT, FELT, EDGE, rx=10), draw_counters(obs, 14, 27)]
    right: float = width - 14
    if obs["aside"]:
        label = f"Aside: {PLAYER_NAMES[obs['aside_of']].lower()}"
        wide = max(text_width(label, 11, bold=True), min(len(obs["aside"]), MAX_SIDE_BY_SIDE) * (CARD_STEP + 4) - 8)
        parts.append(
            draw_card_row(
                obs, label, obs["aside_of"], [(name, 1) for name in obs["aside"]], right - wide, wide, choices
            )
        )
        right -= wide + 24
    label = f"In play: {PLAYER_NAMES[obs['turn_of']].lower()}"
    parts.append(
        draw_card_row(
            obs, label, obs["turn_of"], count_by_name(obs["played"]), COUNTERS_WIDTH, right - COUNTERS_WIDTH, set()
        )
    )
    return group(MARGIN, top, *parts), top + TURN_HEIGHT


def draw_card_row(
    obs: dict[str, Any],
    label: str,
    side: int,
    cards: list[tuple[str | None, int]],
    x: float,
    room: float,
    choices: set[str],
) -> str:
    """Draw cards side by side under a heading; they overlap if there is too little room."""
    parts = [text_line(x, 18, label, 11, SEAT_COLOURS[side], bold=True)]
    step = min(CARD_STEP, (room - SMALL_WIDTH * TABLE_SCALE) / max(len(cards) - 1, 1))
    for k, (name, n) in enumerate(cards):
        if name is None:
            parts.append(card_back(side, x + step * k, 26, scale=TABLE_SCALE))
            continue
        playing = any(frame["card"] == name for frame in obs["playing"])
        marks = {"count": n if n > 1 else None, "choice": name in choices, "hint": "; being played" if playing else ""}
        parts.append(small_card(obs, name, x + step * k, 26, scale=TABLE_SCALE, **marks))
    return "".join(parts)


def draw_counters(obs: dict[str, Any], x: float, y: float) -> str:
    """Draw the actions, buys and coins left."""
    buying = obs["phase"] == "buy"
    parts = [text_line(x, 18, "Buy phase" if buying else "Action phase", 11, FAINT, bold=True)]
    for k, (thing, n) in enumerate((("action", obs["actions"]), ("buy", obs["buys"]), ("coin", obs["coins"]))):
        at = y + 29 * k
        parts.append(coin(x + 11, at + 11, 11, "") if thing == "coin" else icon(thing, x + 1, at + 1, 20))
        parts.append(text_line(x + 32, at + 18, str(n), 19, FAINT if buying and thing == "action" else INK, bold=True))
        parts.append(text_line(x + 37 + 13 * len(str(n)), at + 17, plural(n, thing).split()[1], 11, FAINT))
    if obs["merchants"]:
        parts.append(text_line(x, TURN_HEIGHT - 6, f"+{plural(obs['merchants'], 'coin')} with a Silver", 10, FAINT))
    return "".join(parts)
