"""Colours, player names and pictograms of this game's images.

The background colours are shared by all games. Pictograms are paths in a square of 16 by 16.
"""

from __future__ import annotations

from ludus.util import svg
from ludus.util.svg import FACE, INK, pictogram, text_line, text_width

PLAYER_NAMES = ("First player", "Second player")
SEAT_COLOURS = ("#0b6a6c", "#7a3a78")  # white text is readable on both
CHOICE_COLOUR, COIN, RIM = "#1f8a43", "#f0c14b", "#7a5600"
POWER, PRESTIGE, HEALTH = "#a32d20", "#2d5391", "#b0304f"

# By deck, in the order of the card file: edge colours, and fill colours behind names
DECK_EDGES = (
    "#8a4b08",
    "#3d3d4d",
    "#5b2a74",
    "#23569a",
    "#0b6a6c",
    "#7f5a00",
    "#2b6626",
    "#962b20",
    "#6b5f45",
    "#8c3a63",
)
DECK_FILLS = (
    "#f3d9b5",
    "#d3d3de",
    "#dcc7ea",
    "#c6dbf4",
    "#bfe3e0",
    "#f4dd96",
    "#c9e3ba",
    "#f3cdc4",
    "#e3dcc8",
    "#f1cfe0",
)
_SHAPES = {
    "power": (  # a sword
        POWER,
        "M12.6.4 15.6.4 15.6 3.4 8.2 10.8 9.6 12.2 8 13.8 5.9 11.7 2.9 14.7 1.3 13.1 4.3 10.1 2.2 8 3.8 6.4z",
    ),
    "prestige": (PRESTIGE, "M8 .4 10.2 5.4 15.6 5.9 11.5 9.5 12.8 15 8 12.1 3.2 15 4.5 9.5.4 5.9 5.8 5.4z"),  # a star
    "health": (  # a heart
        HEALTH,
        "M8 14.6C3.4 11 .9 8.6.9 5.4.9 3 2.7 1.4 4.7 1.4 6.1 1.4 7.3 2.2 8 3.4 8.7 2.2 9.9 1.4 11.3 1.4"
        "c2 0 3.8 1.6 3.8 4 0 3.2-2.5 5.6-7.1 9.2z",
    ),
    "taunt": (INK, "M8 .3 14.3 2.4v5.3c0 3.7-2.6 6.2-6.3 8-3.7-1.8-6.3-4.3-6.3-8V2.4z"),  # a shield
    "call": (INK, "M1 6h3l7-4.5v13L4 10H1zM12.3 5q3 3 0 6zM4.6 10.4h2.2l1.2 4.4H5.8z"),  # a horn
    "contract": (RIM, "M2.5.5h11v11l-4 4h-7zM5 3.4v1.3h6V3.4zM5 6.4v1.3h6V6.4zM5 9.4v1.3h3V9.4z"),  # a paper
    "eye": (
        INK,
        "M8 3C4.4 3 1.6 5.2.2 8c1.4 2.8 4.2 5 7.8 5s6.4-2.2 7.8-5C14.4 5.2 11.6 3 8 3z"
        "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    ),
    "crown": (COIN, "M1 3.5 4.6 7 8 1l3.4 6L15 3.5 13.6 14H2.4z"),
    "arrow": (FACE, "M2 1.5 14 8 2 14.5z"),
}


def deck_edge(number: int) -> str:
    """Edge colour of a deck."""
    return DECK_EDGES[number % len(DECK_EDGES)]


def deck_fill(number: int) -> str:
    """Fill colour of a deck."""
    return DECK_FILLS[number % len(DECK_FILLS)]


def icon(name: str, x: float, y: float, size: float, hint: str = "", fill: str | None = None) -> str:
    """Draw a pictogram by name."""
    colour, shape = _SHAPES[name]
    return pictogram(shape, fill or colour, x, y, size, hint)


def coin(x: float, y: float, radius: float, value: int | None = None) -> str:
    """Draw a coin with its centre at x, y, with an optional number."""
    return svg.coin(x, y, radius, value, COIN, RIM)


def amount(thing: str, n: int | str, x: float, y: float, size: float) -> tuple[str, float]:
    """Draw a pictogram with a number behind it, its top at y.

    Returns:
        The SVG, and its width.
    """
    drawn = coin(x + size / 2, y + size / 2, size / 2) if thing == "coin" else icon(thing, x, y, size)
    text = str(n)
    number = text_line(x + size * 1.15, y + size * 0.85, text, size * 0.95, INK, bold=True)
    return drawn + number, size * 1.2 + text_width(text, size * 0.95, bold=True)
