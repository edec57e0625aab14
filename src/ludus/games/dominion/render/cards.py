"""Rendering of cards: supply piles with text, small cards in hand and in play, face down, and as chips in lists."""

from __future__ import annotations

from typing import Any

from ludus.games.dominion.describe import bonus_texts, card_text, plural
from ludus.games.dominion.render.icons import (
    CHOICE_COLOUR,
    SEAT_COLOURS,
    TYPE_EDGES,
    TYPE_FILLS,
    coin,
    colour_types,
    icon,
    shield,
)
from ludus.util.svg import (
    EDGE,
    FACE,
    FAINT,
    INK,
    element,
    fit_two_lines,
    group,
    rect,
    text_line,
    text_width,
    title_tooltip,
    wrap_text,
)

WIDE_WIDTH, SMALL_WIDTH, CARD_HEIGHT = (
    112,
    70,
    104,
)  # width of a card with its text and of one without, and their height
TEXT_SIZES = (9.5, 9, 8.5, 8, 7.5)  # font sizes of a card's text
CHIP_HEIGHT, CHIP_INDENT = 15, 36  # height of a chip, and width of the label of a chip row
NO_BREAK_SPACE = "\xa0"  # no-break space


def wide_card(obs: dict[str, Any], name: str, x: float, y: float, **marks: Any) -> str:
    """Draw a card with its text; a card without text shows its value."""
    facts = obs["cards"][name]
    if "Action" not in facts["types"]:
        return draw_card(obs, name, x, y, WIDE_WIDTH, group((WIDE_WIDTH - SMALL_WIDTH) / 2, 0, emblem(facts)), **marks)
    lines, size = text_block(bonus_texts(facts), sentences(facts), WIDE_WIDTH - 10, 62)
    top = 53 - len(lines) * size * 0.62
    drawn = [
        text_line(WIDE_WIDTH / 2, top + size * (1.24 * k + 0.95), line, size, anchor="middle", bold=bold)
        for k, (line, bold) in enumerate(lines)
    ]
    return draw_card(obs, name, x, y, WIDE_WIDTH, "".join(drawn), **marks)


def small_card(obs: dict[str, Any], name: str, x: float, y: float, **marks: Any) -> str:
    """Draw a card without its text: its value or bonuses as pictograms."""
    return draw_card(obs, name, x, y, SMALL_WIDTH, emblem(obs["cards"][name]), **marks)


def draw_card(
    obs: dict[str, Any],
    name: str,
    x: float,
    y: float,
    width: float,
    inside: str,
    count: int | None = None,
    choice: bool = False,
    hint: str = "",
    scale: float = 1,
) -> str:
    """Draw the frame of a card: name, cost, type colours, count, and a mark if it can be chosen."""
    facts = obs["cards"][name]
    kinds = colour_types(facts["types"])
    tooltip = f"{name} ({facts['cost']}, {' '.join(facts['types'])}): {card_text(facts)}{hint}"
    parts = [title_tooltip(tooltip)]
    if choice:
        parts.append(rect(-3, -3, width + 6, CARD_HEIGHT + 6, "none", CHOICE_COLOUR, rx=8, stroke_width=6, opacity=0.3))
        parts.append(rect(-1.5, -1.5, width + 3, CARD_HEIGHT + 3, "none", CHOICE_COLOUR, rx=7, stroke_width=3))
    parts.append(rect(0, 0, width, CARD_HEIGHT, FACE, rx=6))
    parts += [title_background(k, len(kinds), width, TYPE_FILLS[kind]) for k, kind in enumerate(kinds)]
    parts.append(rect(0, 0, width, CARD_HEIGHT, "none", TYPE_EDGES[kinds[0]], rx=6, stroke_width=1.5))
    lines, size = fit_two_lines(name, 10.5, width - 8)
    first = 15.5 if len(lines) == 1 else 10.5
    parts += [
        text_line(width / 2, first + 10 * k, line, size, anchor="middle", bold=True) for k, line in enumerate(lines)
    ]
    parts += [inside, coin(12, CARD_HEIGHT - 12, 9, facts["cost"])]
    for k, kind in enumerate(kind for kind in ("Attack", "Reaction") if kind in facts["types"]):
        parts.append(icon(kind.lower(), 26 + 14 * k, CARD_HEIGHT - 18, 12, kind))
    if count is not None:
        text = f"×{count}"
        room = text_width(text, 11, bold=True) + 8
        parts.append(rect(width - room - 4, CARD_HEIGHT - 20, room, 15, TYPE_EDGES[kinds[0]], rx=4))
        parts.append(text_line(width - 4 - room / 2, CARD_HEIGHT - 8.5, text, 11, FACE, "middle", True))
    return group(x, y, *parts, scale=scale)


def title_background(k: int, count: int, width: float, fill: str) -> str:
    """Background of the name; a card of several types shows all their colours."""
    left, right = width * k / count, width * (k + 1) / count
    start = f"M{left} 24V6a6 6 0 0 1 6-6" if k == 0 else f"M{left} 24V0"
    end = f"H{right - 6}a6 6 0 0 1 6 6V24z" if k == count - 1 else f"H{right}V24z"
    return element("path", d=start + end, fill=fill)


def emblem(facts: dict[str, Any]) -> str:
    """Value of a card in coins and points, or otherwise its bonuses."""
    middle = SMALL_WIDTH / 2
    worth = f"1:{facts['points_per']}" if facts["points_per"] else facts["points"]
    if "Treasure" in facts["types"]:
        if worth:
            return coin(middle - 15, 53, 14, facts["coins"]) + shield(middle + 2, 39, 29, worth)
        return coin(middle, 53, 18, facts["coins"])
    if worth:
        return shield(middle - 19, 34, 38, worth)
    gifts = [(thing, facts[f"{thing}s"]) for thing in ("card", "action", "buy", "coin") if facts[f"{thing}s"]]
    if not gifts:
        return icon("text", middle - 12, 41, 24)
    columns, scale = (1, 1.0) if len(gifts) <= 3 else (2, 0.85)
    rows = -(-len(gifts) // columns)
    parts = []
    for k, (thing, n) in enumerate(gifts):
        left = middle - 17 if columns == 1 else 6 + 31 * (k % 2)
        sign = coin(7, 6.5, 6.5, "") if thing == "coin" else icon(thing, 0, 0, 13)
        amount = text_line(16, 11, f"+{n}", 11.5, bold=True, max_width=20, never_cut=True)
        parts.append(group(left, 54 - 9 * rows + 18 * (k // columns), sign, amount, scale=scale))
    return "".join(parts)


def card_back(seat: int, x: float, y: float, count: int | None = None, scale: float = 1) -> str:
    """Draw a card face down; a pile shows its size."""
    parts = [
        title_tooltip("a card that is hidden from you" if count is None else f"{plural(count, 'card')}, face down"),
        rect(0, 0, SMALL_WIDTH, CARD_HEIGHT, SEAT_COLOURS[seat], INK, rx=6),
        rect(4.5, 4.5, SMALL_WIDTH - 9, CARD_HEIGHT - 9, "none", FACE, opacity=0.6),
        element("path", d="M35 30 53 52 35 74 17 52z", fill="none", stroke=FACE, stroke_width=1.5, opacity=0.8),
        element("path", d="M35 41 44 52 35 63 26 52z", fill=FACE, opacity=0.5),
    ]
    if count is not None:
        parts.append(element("circle", cx=35, cy=52, r=13, fill=FACE, stroke=INK))
        parts.append(text_line(35, 56.5, str(count), 13, INK, "middle", True))
    return group(x, y, *parts, scale=scale)


def empty_pile(x: float, y: float, scale: float = 1) -> str:
    """Outline of an empty pile."""
    return group(
        x,
        y,
        rect(0, 0, SMALL_WIDTH, CARD_HEIGHT, "none", EDGE, rx=6, stroke_dasharray=3, stroke_width=1.5),
        scale=scale,
    )


def draw_chips(
    obs: dict[str, Any], label: str, counts: dict[str, int], x: float, y: float, room: float
) -> tuple[str, float]:
    """Draw cards as a list of names with counts.

    Returns:
        The SVG, and its height.
    """
    parts, indent = [text_line(x, y + 11, label, 10, FAINT)], 36
    left, top = x + indent, y
    for name, count in counts.items():
        text = f"{count} {name}"
        width = text_width(text, 9.5) + 9
        if left + width > x + room:
            left, top = x + CHIP_INDENT, top + CHIP_HEIGHT + 3
        kind = colour_types(obs["cards"][name]["types"])[0]
        parts.append(rect(left, top, width, CHIP_HEIGHT, TYPE_FILLS[kind], TYPE_EDGES[kind], rx=7, stroke_width=0.7))
        parts.append(text_line(left + width / 2, top + 11, text, 9.5, anchor="middle"))
        left += width + 4
    return "".join(parts), top + CHIP_HEIGHT - y


def sentences(facts: dict[str, Any]) -> list[str]:
    """Sentences of a card's text."""
    texts = [f"{sentence[0].upper()}{sentence[1:]}." for sentence in facts["do"]]
    return [*texts, "Keeps attacks off."] if "Reaction" in facts["types"] else texts


def text_block(
    bonuses: list[str], texts: list[str], room: float, height: float
) -> tuple[list[tuple[str, bool]], float]:
    """Break a card's text into lines, bold or not, in the largest font size that fits; if none does, it is cut."""
    gifts = [word.replace(" ", NO_BREAK_SPACE) for word in bonuses]
    for size in TEXT_SIZES:
        lines = [(line, True) for line in wrap_text(", ".join(gifts), size, room, bold=True)]
        lines += [(line, False) for sentence in texts for line in wrap_text(sentence, size, room)]
        if len(lines) * size * 1.24 <= height:
            return lines, size
    lines = lines[: int(height / (TEXT_SIZES[-1] * 1.24))]
    return [*lines[:-1], (lines[-1][0] + " …", lines[-1][1])], TEXT_SIZES[-1]
