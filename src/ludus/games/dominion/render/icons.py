"""Colours, player names and pictograms of this game's images.

The background colours are shared by all games. Pictograms are paths in a square of 16 by 16.
"""

from __future__ import annotations

from ludus.util import svg
from ludus.util.svg import FACE, INK, pictogram, text_line

PLAYER_NAMES = ("First player", "Second player", "Third player", "Fourth player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78", "#94480f", "#2d5391")  # white text is readable on all of them
CHOICE_COLOUR, COIN, RIM, POINTS = "#1f8a43", "#f0c14b", "#7a5600", "#2b6626"

# By type: edge and pictogram colours, and fill colours behind names. A card shows the colours of all its types;
# that of an Action only if there is no other.
TYPE_EDGES = {
    "Treasure": "#7f5a00",
    "Victory": "#2b6626",
    "Curse": "#5b2a74",
    "Attack": "#962b20",
    "Reaction": "#23569a",
    "Action": "#565049",
}
TYPE_FILLS = {
    "Treasure": "#f4dd96",
    "Victory": "#c9e3ba",
    "Curse": "#dcc7ea",
    "Attack": "#f3cdc4",
    "Reaction": "#c6dbf4",
    "Action": "#e0dbd0",
}
_SHAPES = {
    "card": (INK, "M4 .5h8q1.5 0 1.5 1.5v12q0 1.5-1.5 1.5H4q-1.5 0-1.5-1.5V2Q2.5.5 4 .5zM4.6 2.4v11.2h6.8V2.4z"),
    "action": (INK, "M9.8.3 2.4 9.2h4.8L5.8 15.7 13.6 6.5H8.7z"),  # lightning
    "buy": (INK, "M5 5V4a3 3 0 0 1 6 0v1h2.6l1 10.5H1.4L2.4 5zM6.4 5h3.2V4a1.6 1.6 0 0 0-3.2 0z"),  # a bag
    "points": (POINTS, "M8 .3 14.3 2.4v5.3c0 3.7-2.6 6.2-6.3 8-3.7-1.8-6.3-4.3-6.3-8V2.4z"),  # a shield
    "attack": (
        TYPE_EDGES["Attack"],  # crossed blades
        "M.6.6h3.1l8.2 8.2 1.3-1.3 1.2 1.2-1.6 1.6 2.6 2.6-2.2 2.2-2.6-2.6L9 14.1l-1.2-1.2 1.3-1.3L.6 3.4z"
        "M15.4.6v2.8l-4.5 4.5-2.3-2.3L12.5.6zM5.1 9.2l2.2 2.2-1.2 1.3 1.2 1.2-1.2 1.2-1.6-1.6-1.9 1.9-2-2 1.9-1.9z",
    ),
    "reaction": (TYPE_EDGES["Reaction"], "M1 1h3.4v2.2h2V1h3.2v2.2h2V1H15v6h-1.6v8.5H9.8v-4H6.2v4H2.6V7H1z"),  # a tower
    "text": (INK, "M3 .5h10v15H3zM5 3.2v1.3h6V3.2zM5 6.2v1.3h6V6.2zM5 9.2v1.3h4V9.2z"),  # a page
    "eye": (
        INK,
        "M8 3C4.4 3 1.6 5.2.2 8c1.4 2.8 4.2 5 7.8 5s6.4-2.2 7.8-5C14.4 5.2 11.6 3 8 3z"
        "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    ),
    "crown": (COIN, "M1 3.5 4.6 7 8 1l3.4 6L15 3.5 13.6 14H2.4z"),
    "arrow": (FACE, "M2 1.5 14 8 2 14.5z"),
}


def colour_types(types: list[str]) -> list[str]:
    """Types of a card that determine its colours."""
    return [name for name in TYPE_EDGES if name in types and name != "Action"] or ["Action"]


def icon(name: str, x: float, y: float, size: float, hint: str = "", fill: str | None = None) -> str:
    """Draw a pictogram by name."""
    colour, shape = _SHAPES[name]
    return pictogram(shape, fill or colour, x, y, size, hint)


def coin(x: float, y: float, radius: float, value: int | str) -> str:
    """Draw a coin with its centre at x, y: cost or value of a card."""
    return svg.coin(x, y, radius, value, COIN, RIM)


def shield(x: float, y: float, size: float, value: int | str) -> str:
    """Draw victory points on a shield; negative points on the shield of a Curse."""
    text = str(value).replace("-", "−")
    fill = TYPE_EDGES["Curse"] if text.startswith("−") else POINTS
    number = text_line(
        x + size / 2, y + size * 0.62, text, size * 0.45, FACE, "middle", True, max_width=size * 0.75, never_cut=True
    )
    return icon("points", x, y, size, fill=fill) + number
