"""SVG of cards: in hand or on offer, on the board, face down, and as small tiles in lists."""

from __future__ import annotations

from typing import Any

from ludus.games.locm.card_text import (
    area_hint,
    card_effects,
    card_sentence,
    keyword_bits,
    keyword_names,
    signed_number,
)
from ludus.games.locm.render.glyphs import (
    BETTER_COLOUR,
    MANA_COLOUR,
    READY_COLOUR,
    SEAT_COLOURS,
    TIRED_COLOUR,
    WORSE_COLOUR,
    creature_face,
    glyph,
    item_symbol,
    keyword_glyph,
)
from ludus.games.locm.state import ATTACKED, CREATURE, GREEN
from ludus.games.locm.state import READY as MAY_ATTACK
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
)

CARD_WIDTH, CARD_HEIGHT = 84, 128
AREA_SIGNS = ("", "lane", "lanes")
BOARD_HEIGHT = 112
TILE_WIDTH, TILE_HEIGHT = 88, 50

KIND_COLOURS = ("#74561f", "#2b6626", "#962b20", "#23569a")
KIND_TINTS = ("#ecdcb9", "#cfe6c4", "#f3cfc6", "#cbddf3")


def hand_card(
    name: str, card: Any, x: float, y: float, scale: float = 1, payable: bool = True, card_id: int | None = None
) -> str:
    """Draw a card as its owner sees it: cost, name, keywords, effects, attack and defense."""
    parts = [
        title_tooltip(card_sentence(name, card)),
        card_frame(CARD_HEIGHT, card.kind),
        nameplate(name, 17, CARD_WIDTH - 4),
    ]
    parts.append(cost_badge(card.cost, 6, 8, payable))
    parts.append(emblem(card, 20, 29, 44))
    parts += keyword_columns(card.keywords, 30, 13, 15, card.kind > GREEN)
    parts += effect_rows(card, 76)
    parts += statistics(card)
    if card_id is not None:
        parts.append(id_tag(card_id, CARD_HEIGHT))
    return group(x, y, *parts, scale=scale)


def board_card(name: str, card: Any, creature: Any, x: float, y: float, scale: float, acting: bool) -> str:
    """Draw a creature in play; if it is its owner's turn (`acting`), show whether it can attack."""
    ready = acting and bool(creature.status & MAY_ATTACK)
    tired = acting and not ready
    mood = "ready to attack" if ready else "has attacked" if creature.status & ATTACKED else "summoned this turn"
    hint = f"{name}: attack {creature.attack}, defense {creature.defense} of {card.defense}"
    hint += "".join(f"; {word}" for word in keyword_names(creature.keywords))
    parts = [title_tooltip(hint + (f"; {mood}" if acting else ""))]
    if ready:
        parts.append(
            rect(-4, -4, CARD_WIDTH + 8, BOARD_HEIGHT + 8, "none", READY_COLOUR, rx=9, stroke_width=7, opacity=0.3)
        )
        parts.append(rect(-2, -2, CARD_WIDTH + 4, BOARD_HEIGHT + 4, "none", READY_COLOUR, rx=7, stroke_width=3))
    parts += [card_frame(BOARD_HEIGHT, CREATURE, tired), nameplate(name, 3, CARD_WIDTH - 3)]
    parts.append(creature_face(card.number, 16, 29, 52, tired))
    if tired:
        parts.append(glyph("done" if creature.status & ATTACKED else "sleep", 35, 88, 14, mood, FAINT))
    parts += keyword_columns(creature.keywords, 31, 14, 15.5)
    parts.append(id_tag(creature.id, BOARD_HEIGHT))
    parts.append(stat_value("sword", creature.attack, 6, BOARD_HEIGHT - 8, stat_colour(creature.attack, card.attack)))
    parts.append(
        stat_value("shield", creature.defense, 78, BOARD_HEIGHT - 8, stat_colour(creature.defense, card.defense), "end")
    )
    return group(x, y, *parts, scale=scale)


def card_back(seat: int, x: float, y: float) -> str:
    lines = "".join(f"M{k} 18 {84 - k} 110M{84 - k} 18 {k} 110" for k in (12, 27))
    return group(
        x,
        y,
        title_tooltip("a card that is hidden from you"),
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, SEAT_COLOURS[seat], INK, rx=6),
        rect(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, "none", FACE, opacity=0.7),
        element("path", d=lines, stroke=FACE, stroke_width=1, opacity=0.35),
        element("path", d="M42 40 62 64 42 88 22 64z", fill=SEAT_COLOURS[seat], stroke=FACE, stroke_width=1.5),
        element("path", d="M42 52 52 64 42 76 32 64z", fill=FACE, opacity=0.8),
    )


def card_tile(name: str, card: Any, x: float, y: float, marks: list[tuple[str, int]]) -> str:
    """Draw a card in a list. `marks` are the chosen copies: colour and number."""
    marks = [(colour, count) for colour, count in marks if count]
    edge = marks[0][0] if marks else KIND_COLOURS[card.kind]
    removes = card.kind > GREEN
    parts = [
        title_tooltip(card_sentence(name, card) + "".join(f"; {count} chosen" for _, count in marks)),
        rect(
            0, 0, TILE_WIDTH, TILE_HEIGHT, KIND_TINTS[card.kind] if marks else FACE, edge, stroke_width=1 + len(marks)
        ),
        element(
            "path", d=f"M4 0h{TILE_WIDTH - 8}a4 4 0 0 1 4 4v13h-{TILE_WIDTH}v-13a4 4 0 0 1 4-4z", fill=edge, opacity=0.2
        ),
        cost_badge(card.cost, 10, 9, True, 8),
    ]
    right = TILE_WIDTH - 3.0
    for colour, count in marks:
        right -= 16
        parts.append(
            rect(right, 2, 15.5, 13, colour) + text_line(right + 7.7, 12, f"×{count}", 9.5, FACE, "middle", True)
        )
    if card.area:
        right -= 13
        parts.append(glyph(AREA_SIGNS[card.area], right, 3.5, 10, area_hint(card)))
    room = right - 23
    parts.append(text_line(21, 12.5, name if room > 35 else f"#{card.number}", 9.5, max_width=room))
    power = (
        f"{card.attack}/{card.defense}"
        if card.kind == CREATURE
        else f"{signed_number(card.attack)}/{signed_number(card.defense)}"
    )
    parts.append(text_line(5, 30, power, 11, bold=True, max_width=42, never_cut=True))
    right = TILE_WIDTH - 4.0
    for sign, text, hint in reversed(card_effects(card)):
        if sign == "card":  # in the lower row, next to the keywords
            parts.append(glyph(sign, right - 15, 36.5, 9, hint) + text_line(right, 44.5, text[1:], 9.5, anchor="end"))
        else:
            text = text.removeprefix("+" if sign == "heart" else "−")  # a heart gains, a broken one loses
            parts.append(text_line(right, 30, text, 9.5, anchor="end"))
            right -= text_width(text, 9.5) + 10
            parts.append(glyph(sign, right, 22, 9, hint))
            right -= 2
    for slot, bit in enumerate(keyword_bits(card.keywords)):
        parts.append(keyword_glyph(bit, 5 + 11 * slot, 36, 10, removes))
    return group(x, y, *parts)


def card_frame(height: float, kind: int, tired: bool = False) -> str:
    tint = TIRED_COLOUR if tired else KIND_TINTS[kind]
    plate = f"M6 0h{CARD_WIDTH - 12}a6 6 0 0 1 6 6v20h-{CARD_WIDTH}v-20a6 6 0 0 1 6-6z"
    return (
        rect(0, 0, CARD_WIDTH, height, "#ece8e0" if tired else FACE, rx=6)
        + element("path", d=plate, fill=tint)
        + rect(0, 0, CARD_WIDTH, height, "none", EDGE if tired else KIND_COLOURS[kind], rx=6, stroke_width=1.5)
    )


def nameplate(name: str, left: float, right: float) -> str:
    lines, size = fit_two_lines(name, 10, right - left)
    first = 17 if len(lines) == 1 else 11.5
    middle = (left + right) / 2
    return "".join(
        text_line(middle, first + 10.5 * k, line, size, anchor="middle", bold=True) for k, line in enumerate(lines)
    )


def cost_badge(cost: int, x: float, y: float, payable: bool, radius: float = 11) -> str:
    h, w = radius, radius * 0.87
    shape = f"M{x} {y - h}l{w} {h / 2}v{h}l-{w} {h / 2}-{w}-{h / 2}v-{h}z"
    fill = MANA_COLOUR if payable else "#6f6a63"
    return element("path", d=shape, fill=fill, stroke=FACE, stroke_width=radius / 9) + text_line(
        x, y + radius * 0.4, str(cost), radius * 1.15, FACE, "middle", True
    )


def emblem(card: Any, x: float, y: float, size: float) -> str:
    if card.kind == CREATURE:
        return creature_face(card.number, x, y, size)
    return item_symbol(card.kind, x, y, size, KIND_COLOURS[card.kind])


def keyword_columns(keywords: int, top: float, size: float, step: float, removed: bool = False) -> list[str]:
    """Draw keywords at fixed positions: three down the left edge, three down the right."""
    places = (
        (4, 0),
        (4, 1),
        (4, 2),
        (CARD_WIDTH - 4 - size, 0),
        (CARD_WIDTH - 4 - size, 1),
        (CARD_WIDTH - 4 - size, 2),
    )
    return [
        keyword_glyph(bit, places[bit][0], top + step * places[bit][1], size, removed) for bit in keyword_bits(keywords)
    ]


def effect_rows(card: Any, top: float) -> list[str]:
    """Draw the effects of a card: health of both players in one row, cards drawn and the area in the next."""
    size = 11
    signs = card_effects(card) + ([(AREA_SIGNS[card.area], "", area_hint(card))] if card.area else [])
    rows = [[e for e in signs if e[0] in ("heart", "foe")], [e for e in signs if e[0] not in ("heart", "foe")]]
    rows = [row for row in rows if row]
    parts = []
    for k, row in enumerate(rows):
        widths = [size + (1.5 + text_width(text, size, bold=True) if text else 0) for _, text, _ in row]
        at = (CARD_WIDTH - sum(widths) - 5 * (len(row) - 1)) / 2
        y = top + 14 * k + 6 * (2 - len(rows))
        for (sign, text, hint), width in zip(row, widths, strict=True):
            amount = text_line(size + 1.5, size - 1, text, size, bold=True) if text else ""
            parts.append(group(at, y, title_tooltip(hint), glyph(sign, 0, 0, size), amount))
            at += width + 5
    return parts


def statistics(card: Any) -> list[str]:
    """Draw the bottom of a card: attack and defense of a creature, or their changes by an item."""
    y = CARD_HEIGHT - 9
    parts = []
    if card.kind == CREATURE or card.attack:
        parts.append(stat_value("sword", card.attack if card.kind == CREATURE else signed_number(card.attack), 6, y))
    if card.kind == CREATURE or card.defense:
        parts.append(
            stat_value(
                "shield", card.defense if card.kind == CREATURE else signed_number(card.defense), 78, y, INK, "end"
            )
        )
    return parts


def stat_value(sign: str, amount: int | str, x: float, y: float, colour: str = INK, anchor: str | None = None) -> str:
    """Draw a pictogram and its number, from the left edge inwards or from the right."""
    glyph_offset = -13 if anchor else 0
    text_x = x - 15 if anchor else x + 14
    hint = ("attack " if sign == "sword" else "defense ") + str(amount)
    number = text_line(
        text_x,
        y,
        str(amount),
        15 if isinstance(amount, int) else 13,
        colour,
        anchor,
        True,
        max_width=19,
        never_cut=True,
    )
    return element("g", title_tooltip(hint), glyph(sign, x + glyph_offset, y - 12, 13), number)


def id_tag(card_id: int, height: float) -> str:
    """Draw the id by which moves name the card, on its lower edge."""
    text = f"id {card_id}"
    return rect(28, height - 6, 28, 11, FACE, EDGE) + text_line(42, height + 2.5, text, 8.5, FAINT, "middle")


def stat_colour(now: int, printed: int) -> str:
    return BETTER_COLOUR if now > printed else WORSE_COLOUR if now < printed else INK
