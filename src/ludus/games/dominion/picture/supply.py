"""Rendering of the supply: basic piles next to the kingdom, and the trash."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FAINT, FELT, INK, MARGIN, WIDTH, rect, element, group, text_line, title_tooltip
from ludus.games.dominion.picture.cards import CARD_HEIGHT, SMALL_WIDTH, WIDE_WIDTH, small_card, wide_card
from ludus.games.dominion.picture.ink import CHOICE_COLOUR
from ludus.games.dominion.state import COPPER, CURSE, DUCHY, ESTATE, GOLD, KINGDOM, PROVINCE, SILVER

PILE_GAP = 8
BASIC_ROWS = ((COPPER, SILVER, GOLD, CURSE), (ESTATE, DUCHY, PROVINCE))
KINGDOM_COLUMNS = 5
SUPPLY_HEIGHT = 2 * CARD_HEIGHT + PILE_GAP
EMPTY_PILE_OPACITY = 0.32  # opacity of an empty pile
TRASH_LINES = 7  # lines of the trash


def draw_supply(obs: dict[str, Any], choices: set[str], loot: set[str], top: float) -> tuple[str, float]:
    """Draw the supply from `top` down; `choices` can be taken from the piles, `loot` from the trash.

    Returns:
        The SVG, and its lower edge.
    """
    names = list(obs["cards"])
    parts = []
    for row, slots in enumerate(BASIC_ROWS):
        for column, slot in enumerate(slots):
            at = MARGIN + column * (SMALL_WIDTH + PILE_GAP), top + row * (CARD_HEIGHT + PILE_GAP)
            parts.append(draw_pile(obs, names[slot], small_card, *at, names[slot] in choices))
    parts.append(draw_trash(obs, loot, MARGIN + 3 * (SMALL_WIDTH + PILE_GAP), top + CARD_HEIGHT + PILE_GAP))
    left = WIDTH - MARGIN - KINGDOM_COLUMNS * (WIDE_WIDTH + PILE_GAP) + PILE_GAP
    for k, name in enumerate(sorted(names[KINGDOM:], key=lambda name: (obs["cards"][name]["cost"], name))):
        at = left + k % KINGDOM_COLUMNS * (WIDE_WIDTH + PILE_GAP), top + k // KINGDOM_COLUMNS * (CARD_HEIGHT + PILE_GAP)
        parts.append(draw_pile(obs, name, wide_card, *at, name in choices))
    return "".join(parts), top + SUPPLY_HEIGHT


def draw_pile(obs: dict[str, Any], name: str, face: Any, x: float, y: float, choice: bool) -> str:
    left = obs["supply"][name]
    drawn: str = face(obs, name, x, y, count=left, choice=choice, hint=f"; {left or 'none'} left")
    return drawn if left else element("g", drawn, opacity=EMPTY_PILE_OPACITY)


def draw_trash(obs: dict[str, Any], loot: set[str], x: float, y: float) -> str:
    """Draw the trash; cards that may be taken from it are coloured."""
    cards = obs["trash"]
    text = ", ".join(f"{n} {name}" for name, n in cards.items()) or "nothing"
    edge, thick = (CHOICE_COLOUR, 3) if loot else (EDGE, 1.5)
    parts = [
        title_tooltip(f"trash: {text}"),
        rect(0, 0, SMALL_WIDTH, CARD_HEIGHT, FELT, edge, rx=6, stroke_dasharray=4, stroke_width=thick),
        text_line(SMALL_WIDTH / 2, 15, f"Trash {sum(cards.values())}", 10.5, FAINT, "middle", True),
    ]
    lines = [(f"{n} {name}", name in loot) for name, n in cards.items()]
    if len(lines) > TRASH_LINES:
        lines = [*lines[: TRASH_LINES - 1], ("…", False)]
    for k, (line, free) in enumerate(lines):
        parts.append(
            text_line(6, 29 + 11 * k, line, 9, CHOICE_COLOUR if free else INK, bold=free, max_width=SMALL_WIDTH - 10)
        )
    return group(x, y, *parts)
