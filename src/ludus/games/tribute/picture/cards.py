"""Rendering of cards: with their text, face down, and as chips in lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.core.svg import EDGE, FACE, FAINT, INK, box, element, group, say, text_width, title, two_lines
from ludus.games.tribute import table as t
from ludus.games.tribute.card_checks import LEVELS, phrases
from ludus.games.tribute.picture.glyphs import amount, coin, glyph
from ludus.games.tribute.picture.ink import CHOICE, SEATS, deck_ink, deck_plate
from ludus.games.tribute.sayings import card_words, deed_words, name_of

if TYPE_CHECKING:
    from ludus.games.tribute.cards import Card, CardFile
    from ludus.games.tribute.phrases import Phrase

WIDE, HEIGHT = 124, 116
BACK = 62  # width of a card face down
PLATE = 24
SIZES = (9.5, 9, 8.5, 8, 7.5, 7)  # font sizes of a card's text
GAINS = {t.COIN: "coin", t.POWER: "power", t.PRESTIGE: "prestige", t.CALL: "call"}
CHIP, INDENT = 15, 58  # height of a chip, and width of the label of a chip row


def card(
    whole: CardFile,
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
    facts, number = whole.cards[key], [*whole.patrons].index(whole.cards[key].deck)
    tooltip = (
        f"{name_of(key)} ({name_of(facts.deck)}, {facts.type}, costs {facts.cost}): {card_words(whole, key)}{hint}"
    )
    parts = [title(tooltip)]
    if choice:
        parts.append(box(-3, -3, WIDE + 6, HEIGHT + 6, "none", CHOICE, rx=8, stroke_width=6, opacity=0.3))
        parts.append(box(-1.5, -1.5, WIDE + 3, HEIGHT + 3, "none", CHOICE, rx=7, stroke_width=3))
    parts.append(box(0, 0, WIDE, HEIGHT, FACE, rx=6))
    plate = f"M0 {PLATE}V6a6 6 0 0 1 6-6H{WIDE - 6}a6 6 0 0 1 6 6V{PLATE}z"
    parts.append(element("path", d=plate, fill=deck_plate(number)))
    parts.append(box(0, 0, WIDE, HEIGHT, "none", deck_ink(number), rx=6, stroke_width=1.5))
    lines, size = two_lines(name_of(key), 10.5, WIDE - 8)
    first = 15.5 if len(lines) == 1 else 10.5
    parts += [say(WIDE / 2, first + 10 * k, line, size, anchor="middle", bold=True) for k, line in enumerate(lines)]
    parts += [text(whole, facts), foot(facts, health)]
    drawn = group(x, y, *parts, scale=scale)
    return element("g", drawn, opacity=0.55) if spent else drawn


def foot(facts: Card, health: int | None) -> str:
    """Cost, type and health, along the lower edge."""
    y = HEIGHT - 11
    parts = [coin(12, y, 8.5, facts.cost)]
    if facts.type.startswith("contract"):
        parts.append(glyph("contract", 25, y - 6.5, 13, "contract"))
    elif facts.type in ("starter", "curse"):
        parts.append(say(25, y + 3.5, facts.type, 8.5, FAINT))
    if facts.health:
        left = facts.health if health is None else health
        health_text = f"{left}/{facts.health}" if left != facts.health else str(left)
        wide = text_width(health_text, 11, bold=True)
        parts.append(glyph("health", WIDE - wide - 23, y - 7, 14, "health"))
        parts.append(say(WIDE - 6, y + 4, health_text, 11, INK, "end", True))
    if facts.taunt:
        parts.append(glyph("taunt", 44, y - 7, 13, "taunt"))
    if facts.toll:
        parts.append(say(62, y + 3.5, f"toll {facts.toll}", 8.5, FAINT))
    return "".join(parts)


def text(whole: CardFile, facts: Card) -> str:
    """Text of a card in the largest font size that fits; combos have their level in front."""
    keys = [*whole.cards]
    levels = [(k, phrases(getattr(facts, name), keys, of_patron=False)) for k, name in enumerate(LEVELS, 1)]
    for size in SIZES:
        parts, y = [], PLATE + 5.0
        for level, effect_list in levels:
            if effect_list:
                drawn, tall = effects(level, effect_list, keys, y, size)
                parts.append(drawn)
                y += tall + 2
        if y <= HEIGHT - 20:
            break
    return "".join(parts)


def effects(level: int, found: list[Phrase], keys: list[str], y: float, size: float) -> tuple[str, float]:
    """Draw one level: amounts as pictograms, other effects as text.

    Returns:
        The SVG, and its height.
    """
    x, parts = 7.0, []
    if level > 1:
        parts.append(element("circle", cx=x + size * 0.55, cy=y + size * 0.62, r=size * 0.68, fill=INK))
        parts.append(say(x + size * 0.55, y + size * 0.93, str(level), size * 0.9, FACE, "middle", True))
        x += size * 1.7
    if all(deed is None or deed[0] in GAINS for phrase in found for deed in phrase):
        for phrase in found:
            for k, deed in enumerate(deed for deed in phrase if deed):
                if k:
                    parts.append(say(x, y + size * 0.95, "or", size, FAINT))
                    x += size * 1.6
                drawn, wide = amount(GAINS[deed[0]], deed[1], x, y - size * 0.1, size * 1.3)
                parts.append(drawn)
                x += wide + 5
        return "".join(parts), size * 1.35
    words = ", ".join(" or ".join(deed_words(deed, keys) for deed in phrase if deed) for phrase in found)
    lines = broken(words, size, WIDE - x - 4)
    parts += [say(x, y + size * (1.15 * k + 0.95), line, size) for k, line in enumerate(lines)]
    return "".join(parts), size * 1.15 * len(lines)


def card_back(seat: int | None, x: float, y: float, count: int | None = None, scale: float = 1) -> str:
    """Draw a card face down; a pile shows its size. A seat of None means the tavern."""
    tall, fill = BACK * 1.4, INK if seat is None else SEATS[seat]
    parts = [
        title("a card that is hidden from you" if count is None else f"{count} cards, face down"),
        box(0, 0, BACK, tall, fill, INK, rx=6),
        box(4, 4, BACK - 8, tall - 8, "none", FACE, opacity=0.6),
        element("path", d="M31 22 47 43.4 31 65 15 43.4z", fill="none", stroke=FACE, stroke_width=1.5, opacity=0.8),
    ]
    if count is not None:
        parts.append(element("circle", cx=31, cy=43.4, r=13, fill=FACE, stroke=INK))
        parts.append(say(31, 48, str(count), 13, INK, "middle", True))
    return group(x, y, *parts, scale=scale)


def no_card(x: float, y: float, scale: float = 1) -> str:
    """Outline of an empty pile."""
    drawn = box(0, 0, BACK, BACK * 1.4, "none", EDGE, rx=6, stroke_dasharray=3, stroke_width=1.5)
    return group(x, y, drawn, scale=scale)


def chips(
    whole: CardFile, label: str, names: list[str], choices: set[str], x: float, y: float, room: float
) -> tuple[str, float]:
    """Draw cards as a list of names, equal ones with their count.

    Returns:
        The SVG, and its height.
    """
    parts, left, top = [say(x, y + 11, label, 10, FAINT)], x + INDENT, y
    counts: dict[tuple[str, bool], int] = {}
    for name in names:
        sort = (name.partition("#")[0], name in choices)
        counts[sort] = counts.get(sort, 0) + 1
    for (key, free), count in counts.items():
        label_text = f"{count} {name_of(key)}" if count > 1 else name_of(key)
        wide = text_width(label_text, 9.5) + 10
        if left + wide > x + room:
            left, top = x + INDENT, top + CHIP + 3
        number = [*whole.patrons].index(whole.cards[key].deck)
        edge, thick = (CHOICE, 2) if free else (deck_ink(number), 0.7)
        chip = box(left, top, wide, CHIP, deck_plate(number), edge, rx=7, stroke_width=thick)
        words = say(left + wide / 2, top + 11, label_text, 9.5, anchor="middle")
        parts.append(element("g", title(f"{name_of(key)}: {card_words(whole, key)}"), chip, words))
        left += wide + 4
    return "".join(parts), top + CHIP - y


def broken(words: str, size: float, room: float) -> list[str]:
    """Break a text into lines between words."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
