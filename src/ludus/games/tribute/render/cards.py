"""Rendering of cards: with their text, face down, and as chips in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.games.tribute import game_data_records as t
from ludus.games.tribute.card_file import LEVEL_FIELDS, parse_effects
from ludus.games.tribute.card_text import card_text, display_name, effect_text
from ludus.games.tribute.render.icons import CHOICE_COLOUR, SEAT_COLOURS, amount, coin, deck_edge, deck_fill, icon
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
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.games.tribute.card_file import TributeCardFile, TributeCardSpec
    from ludus.games.tribute.effect_grammar import EffectOrChoice

CARD_WIDTH, CARD_HEIGHT = 124, 116
BACK_WIDTH = 62  # width of a card face down
TITLE_HEIGHT = 24
TEXT_SIZES = (9.5, 9, 8.5, 8, 7.5, 7)  # font sizes of a card's text
GAIN_ICONS = {t.COIN: "coin", t.POWER: "power", t.PRESTIGE: "prestige", t.CALL: "call"}
CHIP_HEIGHT, CHIP_INDENT = 15, 58  # height of a chip, and width of the label of a chip row


def draw_card(
    card_file: TributeCardFile,
    name: str,
    x: float,
    y: float,
    choice: bool = False,
    health: int | None = None,
    spent: bool = False,
    hint: str = "",
    scale: float = 1,
) -> str:
    """Draw a card given by its key or as a physical card, `gold#104`.

    Args:
        health: health left of an agent in play.
        spent: draw it faded, for an agent that has acted.
        hint: text added to the tooltip.
    """
    key = name.partition("#")[0]
    facts, number = card_file.cards[key], [*card_file.patrons].index(card_file.cards[key].deck)
    kind = f"{display_name(facts.deck)}, {facts.type}, costs {facts.cost}"
    tooltip = f"{display_name(key)} ({kind}): {card_text(card_file, key)}{hint}"
    parts = [title_tooltip(tooltip)]
    if choice:
        parts.append(
            rect(-3, -3, CARD_WIDTH + 6, CARD_HEIGHT + 6, "none", CHOICE_COLOUR, rx=8, stroke_width=6, opacity=0.3)
        )
        parts.append(rect(-1.5, -1.5, CARD_WIDTH + 3, CARD_HEIGHT + 3, "none", CHOICE_COLOUR, rx=7, stroke_width=3))
    parts.append(rect(0, 0, CARD_WIDTH, CARD_HEIGHT, FACE, rx=6))
    plate = f"M0 {TITLE_HEIGHT}V6a6 6 0 0 1 6-6H{CARD_WIDTH - 6}a6 6 0 0 1 6 6V{TITLE_HEIGHT}z"
    parts.append(element("path", d=plate, fill=deck_fill(number)))
    parts.append(rect(0, 0, CARD_WIDTH, CARD_HEIGHT, "none", deck_edge(number), rx=6, stroke_width=1.5))
    lines, size = fit_two_lines(display_name(key), 10.5, CARD_WIDTH - 8)
    first = 15.5 if len(lines) == 1 else 10.5
    parts += [
        text_line(CARD_WIDTH / 2, first + 10 * k, line, size, anchor="middle", bold=True)
        for k, line in enumerate(lines)
    ]
    parts += [draw_text(card_file, facts), draw_foot(facts, health)]
    drawn = group(x, y, *parts, scale=scale)
    return element("g", drawn, opacity=0.55) if spent else drawn


def draw_foot(facts: TributeCardSpec, health: int | None) -> str:
    """Cost, type and health, along the lower edge."""
    y = CARD_HEIGHT - 11
    parts = [coin(12, y, 8.5, facts.cost)]
    if facts.type.startswith("contract"):
        parts.append(icon("contract", 25, y - 6.5, 13, "contract"))
    elif facts.type in ("starter", "curse"):
        parts.append(text_line(25, y + 3.5, facts.type, 8.5, FAINT))
    if facts.health:
        left = facts.health if health is None else health
        health_text = f"{left}/{facts.health}" if left != facts.health else str(left)
        wide = text_width(health_text, 11, bold=True)
        parts.append(icon("health", CARD_WIDTH - wide - 23, y - 7, 14, "health"))
        parts.append(text_line(CARD_WIDTH - 6, y + 4, health_text, 11, INK, "end", True))
    if facts.taunt:
        parts.append(icon("taunt", 44, y - 7, 13, "taunt"))
    if facts.toll:
        parts.append(text_line(62, y + 3.5, f"toll {facts.toll}", 8.5, FAINT))
    return "".join(parts)


def draw_text(card_file: TributeCardFile, facts: TributeCardSpec) -> str:
    """Text of a card in the largest font size that fits; combos have their level in front."""
    keys = [*card_file.cards]
    levels = [(k, parse_effects(getattr(facts, name), keys, of_patron=False)) for k, name in enumerate(LEVEL_FIELDS, 1)]
    for size in TEXT_SIZES:
        parts, y = [], TITLE_HEIGHT + 5.0
        for level, effect_list in levels:
            if effect_list:
                drawn, tall = draw_effects(level, effect_list, keys, y, size)
                parts.append(drawn)
                y += tall + 2
        if y <= CARD_HEIGHT - 20:
            break
    return "".join(parts)


def draw_effects(
    level: int, effect_list: list[EffectOrChoice], keys: list[str], y: float, size: float
) -> tuple[str, float]:
    """Draw one level: amounts as pictograms, other effects as text.

    Returns:
        The SVG, and its height.
    """
    x, parts = 7.0, []
    if level > 1:
        parts.append(element("circle", cx=x + size * 0.55, cy=y + size * 0.62, r=size * 0.68, fill=INK))
        parts.append(text_line(x + size * 0.55, y + size * 0.93, str(level), size * 0.9, FACE, "middle", True))
        x += size * 1.7
    if all(deed is None or deed[0] in GAIN_ICONS for phrase in effect_list for deed in phrase):
        for phrase in effect_list:
            for k, deed in enumerate(deed for deed in phrase if deed):
                if k:
                    parts.append(text_line(x, y + size * 0.95, "or", size, FAINT))
                    x += size * 1.6
                drawn, wide = amount(GAIN_ICONS[deed[0]], deed[1], x, y - size * 0.1, size * 1.3)
                parts.append(drawn)
                x += wide + 5
        return "".join(parts), size * 1.35
    words = ", ".join(" or ".join(effect_text(deed, keys) for deed in phrase if deed) for phrase in effect_list)
    lines = wrap_text(words, size, CARD_WIDTH - x - 4)
    parts += [text_line(x, y + size * (1.15 * k + 0.95), line, size) for k, line in enumerate(lines)]
    return "".join(parts), size * 1.15 * len(lines)


def card_back(seat: int | None, x: float, y: float, count: int | None = None, scale: float = 1) -> str:
    """Draw a card face down; a pile shows its size. A seat of None means the tavern."""
    tall, fill = BACK_WIDTH * 1.4, INK if seat is None else SEAT_COLOURS[seat]
    parts = [
        title_tooltip("a card that is hidden from you" if count is None else f"{plural(count, 'card')}, face down"),
        rect(0, 0, BACK_WIDTH, tall, fill, INK, rx=6),
        rect(4, 4, BACK_WIDTH - 8, tall - 8, "none", FACE, opacity=0.6),
        element("path", d="M31 22 47 43.4 31 65 15 43.4z", fill="none", stroke=FACE, stroke_width=1.5, opacity=0.8),
    ]
    if count is not None:
        parts.append(element("circle", cx=31, cy=43.4, r=13, fill=FACE, stroke=INK))
        parts.append(text_line(31, 48, str(count), 13, INK, "middle", True))
    return group(x, y, *parts, scale=scale)


def empty_pile(x: float, y: float, scale: float = 1) -> str:
    """Outline of an empty pile."""
    drawn = rect(0, 0, BACK_WIDTH, BACK_WIDTH * 1.4, "none", EDGE, rx=6, stroke_dasharray=3, stroke_width=1.5)
    return group(x, y, drawn, scale=scale)


def draw_chips(
    card_file: TributeCardFile, label: str, names: list[str], choices: set[str], x: float, y: float, room: float
) -> tuple[str, float]:
    """Draw cards as a list of names, equal ones with their count.

    Returns:
        The SVG, and its height.
    """
    parts, left, top = [text_line(x, y + 11, label, 10, FAINT)], x + CHIP_INDENT, y
    counts: dict[tuple[str, bool], int] = {}
    for name in names:
        sort = (name.partition("#")[0], name in choices)
        counts[sort] = counts.get(sort, 0) + 1
    for (key, free), count in counts.items():
        label_text = f"{count} {display_name(key)}" if count > 1 else display_name(key)
        wide = text_width(label_text, 9.5) + 10
        if left + wide > x + room:
            left, top = x + CHIP_INDENT, top + CHIP_HEIGHT + 3
        number = [*card_file.patrons].index(card_file.cards[key].deck)
        edge, thick = (CHOICE_COLOUR, 2) if free else (deck_edge(number), 0.7)
        chip = rect(left, top, wide, CHIP_HEIGHT, deck_fill(number), edge, rx=7, stroke_width=thick)
        words = text_line(left + wide / 2, top + 11, label_text, 9.5, anchor="middle")
        parts.append(element("g", title_tooltip(f"{display_name(key)}: {card_text(card_file, key)}"), chip, words))
        left += wide + 4
    return "".join(parts), top + CHIP_HEIGHT - y
