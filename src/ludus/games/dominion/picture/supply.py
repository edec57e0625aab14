"""Rendering of the supply: basic piles next to the kingdom, and the trash."""

from __future__ import annotations

from typing import Any

from ludus.core.svg import EDGE, FAINT, FELT, INK, MARGIN, WIDTH, box, element, group, say, title
from ludus.games.dominion.picture.cards import HEIGHT, SMALL, WIDE, small_card, wide_card
from ludus.games.dominion.picture.ink import CHOICE
from ludus.games.dominion.state import COPPER, CURSE, DUCHY, ESTATE, GOLD, KINGDOM, PROVINCE, SILVER

GAP = 8
BASIC_ROWS = ((COPPER, SILVER, GOLD, CURSE), (ESTATE, DUCHY, PROVINCE))
COLUMNS = 5
TALL = 2 * HEIGHT + GAP
FADED = 0.32  # opacity of an empty pile
LINES = 7  # lines of the trash


def draw_supply(seen: dict[str, Any], choices: set[str], loot: set[str], top: float) -> tuple[str, float]:
    """Draw the supply from `top` down; `choices` can be taken from the piles, `loot` from the trash.

    Returns:
        The SVG, and its lower edge.
    """
    names = list(seen["cards"])
    parts = []
    for row, slots in enumerate(BASIC_ROWS):
        for column, slot in enumerate(slots):
            at = MARGIN + column * (SMALL + GAP), top + row * (HEIGHT + GAP)
            parts.append(pile(seen, names[slot], small_card, *at, names[slot] in choices))
    parts.append(trash(seen, loot, MARGIN + 3 * (SMALL + GAP), top + HEIGHT + GAP))
    left = WIDTH - MARGIN - COLUMNS * (WIDE + GAP) + GAP
    for k, name in enumerate(sorted(names[KINGDOM:], key=lambda name: (seen["cards"][name]["cost"], name))):
        at = left + k % COLUMNS * (WIDE + GAP), top + k // COLUMNS * (HEIGHT + GAP)
        parts.append(pile(seen, name, wide_card, *at, name in choices))
    return "".join(parts), top + TALL


def pile(seen: dict[str, Any], name: str, face: Any, x: float, y: float, choice: bool) -> str:
    left = seen["supply"][name]
    drawn: str = face(seen, name, x, y, count=left, choice=choice, hint=f"; {left or 'none'} left")
    return drawn if left else element("g", drawn, opacity=FADED)


def trash(seen: dict[str, Any], loot: set[str], x: float, y: float) -> str:
    """Draw the trash; cards that may be taken from it are coloured."""
    cards = seen["trash"]
    text = ", ".join(f"{n} {name}" for name, n in cards.items()) or "nothing"
    edge, thick = (CHOICE, 3) if loot else (EDGE, 1.5)
    parts = [
        title(f"trash: {text}"),
        box(0, 0, SMALL, HEIGHT, FELT, edge, rx=6, stroke_dasharray=4, stroke_width=thick),
        say(SMALL / 2, 15, f"Trash {sum(cards.values())}", 10.5, FAINT, "middle", True),
    ]
    lines = [(f"{n} {name}", name in loot) for name, n in cards.items()]
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], ("…", False)]
    for k, (line, free) in enumerate(lines):
        parts.append(say(6, 29 + 11 * k, line, 9, CHOICE if free else INK, bold=free, room=SMALL - 10))
    return group(x, y, *parts)
