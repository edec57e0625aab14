"""SVG pictograms (on a grid of 16 by 16), faces of creatures (48 by 48), colours and player names of pictures."""

from __future__ import annotations

from typing import Any

from ludus.util.svg import FACE, FAINT, INK, element, group, pictogram, title_tooltip

PLAYER_NAMES = ("First player", "Second player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78")  # both are readable behind white text
READY_COLOUR, BETTER_COLOUR, WORSE_COLOUR, TIRED_COLOUR = "#1f8a43", "#1d6b35", "#b3261e", "#d9d4ca"
MANA_COLOUR, HEART_COLOUR, GOLD_COLOUR = "#1f5fae", "#b3243c", "#b98208"

KEYWORD_NAMES = ("Breakthrough", "Charge", "Drain", "Guard", "Lethal", "Ward")
_KEYWORD_SHAPES = (
    ("#8f4300", "M0 6h8V2.5L16 8l-8 5.5V10H0zM10.5 0h3v3.6l-3-2zM10.5 16h3v-3.6l-3 2z"),  # an arrow through a wall
    ("#8a6100", "M9.5 0 2 9h5l-1.5 7L14 6.2H8.6z"),  # lightning
    ("#a3173a", "M8 0C5 5 3 7.6 3 10.7a5 5 0 0 0 10 0C13 7.6 11 5 8 0z"),  # a drop
    ("#47505c", "M1 1h3.4v2.2h2V1h3.2v2.2h2V1H15v5.6h-1.6V16H9.8v-4H6.2v4H2.6V6.6H1z"),  # a tower with a gate
    (
        "#2f6627",  # a skull
        "M8 .6A6.4 6.4 0 0 0 1.6 7c0 2.4 1.2 3.9 2.6 4.8v3.6h7.6v-3.6c1.4-.9 2.6-2.4 2.6-4.8A6.4 6.4 0 0 0 8 .6z"
        "M5.4 5.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4zM10.6 5.6a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z"
        "M7.4 12.4h1.2v2.2H7.4z",
    ),
    (
        "#1a679c",  # a bubble with a star in it
        "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0zM8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z"
        "M8 3.2l1.3 3.5L12.8 8 9.3 9.3 8 12.8 6.7 9.3 3.2 8l3.5-1.3z",
    ),
)
_HEART = "M8 14.8C2.6 10.9.4 8.3.4 5.2A3.9 3.9 0 0 1 8 3.7a3.9 3.9 0 0 1 7.6 1.5c0 3.1-2.2 5.7-7.6 9.6z"
_SHAPES = {
    "sword": (
        INK,
        "M15.5.5 12 .9 5.2 7.7 3.9 6.4 2.6 7.7l1.6 1.6L.6 13l2.4 2.4 3.7-3.6 1.6 1.6 1.3-1.3-1.3-1.3L15.1 4z",
    ),
    "shield": (INK, "M8 .2 1.8 2.3v5.2c0 3.9 2.6 6.4 6.2 8.3 3.6-1.9 6.2-4.4 6.2-8.3V2.3z"),
    "heart": (HEART_COLOUR, _HEART),
    "foe": (INK, _HEART + "M8.4 3.6 6.2 7l2.6 1.4-2 3.8 4.4-4.8-2.6-1.3 1.4-2.6z"),  # a broken heart
    "card": (
        INK,
        "M3 0h10a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V1a1 1 0 0 1 1-1zM4 2v12h8V2zM5.6 4h4.8v3H5.6z",
    ),
    "deck": (INK, "M2 3h9v13H2zM4 5v9h5V5zM5 0h9v13h-2V2H5z"),
    "crystal": (MANA_COLOUR, "M8 0l5.4 5L8 16 2.6 5z"),
    "rune": (GOLD_COLOUR, "M8 .5 14 8l-6 7.5L2 8z"),
    "lane": (INK, "M1 0h6v16H1zM9 0h6v16H9zM10.4 1.4v13.2h3.2V1.4z"),
    "lanes": (INK, "M1 0h6v16H1zM9 0h6v16H9z"),
    "crown": (GOLD_COLOUR, "M1 3.5 4.6 7 8 1l3.4 6L15 3.5 13.6 14H2.4z"),
    "done": (FAINT, "M.5 8.8 3.4 6l3.2 3.2L13 2.4l2.5 2.4-8.8 9.4z"),
    "sleep": (FAINT, "M1 5.5h7v1.8L4 12h4.2v2H1v-1.8L5 7.5H1zM9.6 1H15v1.5L12 6h3.1v1.6H9.6V6.2L12.6 2.6h-3z"),
}


def keyword_glyph(bit: int, x: float, y: float, size: float, removed: bool = False) -> str:
    """Draw the pictogram of a keyword by its bit number; struck out if an item removes it."""
    colour, shape = _KEYWORD_SHAPES[bit]
    strike = element("path", d="M0 15 15 0", stroke=FACE, stroke_width=4) if removed else ""
    strike += element("path", d="M0 16 16 0", stroke=INK, stroke_width=1.8) if removed else ""
    name = ("removes " if removed else "") + KEYWORD_NAMES[bit]
    symbol = element("path", d=shape, fill=colour, fill_rule="evenodd")
    return group(x, y, title_tooltip(name), symbol, strike, scale=size / 16)


def glyph(
    name: str, x: float, y: float, size: float, hint: str = "", fill: str | None = None, **more: float | str
) -> str:
    colour, shape = _SHAPES[name]
    return pictogram(shape, fill or colour, x, y, size, hint, **more)


_HUES = ("#c98b5a", "#8fa86a", "#7f9cc0", "#b58bb5", "#c7a548", "#6fa8a0", "#c07a78")
_EARS = (
    "M18 9q-2-7-8-8M30 9q2-7 8-8",  # feelers
    "M10 16 4 2l13 7zM38 16 44 2 31 9z",  # pointed
    "M13 14C4 12 2 5 5 0c2 6 7 6 12 8zM35 14c9-2 11-9 8-14-2 6-7 6-12 8z",  # horns
    "M10 17a6 6 0 1 1 9-8zM38 17a6 6 0 1 0-9-8z",  # round
    "M14 10 13 0l6 6 5-6 5 6 6-6-1 10z",  # a crest
)
_HEADS = (
    "M24 7c11 0 17 7 17 17s-6 18-17 18S7 34 7 24 13 7 24 7z",
    "M12 8h24c4 0 5 3 5 6v14c0 9-7 14-17 14S7 37 7 28V14c0-3 1-6 5-6z",
    "M24 7c12 0 18 6 18 12 0 9-8 24-18 24S6 28 6 19C6 13 12 7 24 7z",
    "M24 9c13 0 20 8 20 16s-7 15-20 15S4 33 4 25 11 9 24 9z",
)
_EYES = (
    ((24, 21, 6),),
    ((16, 22, 4), (32, 22, 4)),
    ((17, 23, 3), (31, 23, 3)),
    ((15, 24, 3), (24, 18, 3.5), (33, 24, 3)),
)
_MOUTHS = (
    "M16 33q8 5 16 0",
    "M14 32h20l-3 4-3-4-4 4-4-4-3 4z",
    "M17 34h14",
    "M18 35q6-6 12 0",
    "M15 31q9 9 18 0zM19 32l2 4 2-3M29 32l-2 4-2-3",
)


def creature_face(card_number: int, x: float, y: float, size: float, tired: bool = False) -> str:
    """Draw the face of a creature; the number of the card determines ears, head, eyes and mouth."""
    choice = (card_number * 2654435761 + 0x9E3779B9) % 2**32

    def pick(parts: tuple[Any, ...], salt: int) -> Any:
        return parts[(choice >> salt) % len(parts)]

    hue = "#aaa49a" if tired else pick(_HUES, 7)
    eyes = []
    for cx, cy, r in pick(_EYES, 19):
        eyes.append(element("circle", cx=cx, cy=cy, r=r, fill="#fffdf8", stroke=INK, stroke_width=1))
        pupil = element("path", d=f"M{cx - r} {cy}h{2 * r}", stroke=INK, stroke_width=1.6)
        eyes.append(pupil if tired else element("circle", cx=cx, cy=cy + 0.5, r=r * 0.5, fill=INK))
    return group(
        x,
        y,
        *(
            element("path", d=part, fill=hue, stroke=INK, stroke_width=1.3)
            for part in (pick(_EARS, 11), pick(_HEADS, 15))
        ),
        *eyes,
        element("path", d=pick(_MOUTHS, 23), fill="none", stroke=INK, stroke_width=1.5, stroke_linejoin="round"),
        scale=size / 48,
    )


_ITEMS = {
    1: "M24 3 41 22H31v22H17V22H7z",  # green: an arrow up
    2: "M9 4q9 17 6 40 9-20 2-41zM21 3q9 18 6 42 10-21 2-43zM33 4q9 17 6 40 9-20 2-41z",  # red: claw marks
    3: "M18 3h12v4h-2v11l11 20c2 4 0 7-4 7H13c-4 0-6-3-4-7l11-20V7h-2zM16 34l-3 6h22l-3-6z",  # blue: a flask
}


def item_symbol(kind: int, x: float, y: float, size: float, colour: str) -> str:
    return group(x, y, element("path", d=_ITEMS[kind], fill=colour, fill_rule="evenodd"), scale=size / 48)
