"""Pictures of positions: SVG elements as text, the paper and the ink of all games, and text that fits its place.

Lengths are in units of the picture, which is 960 wide. Text widths are estimates for a wide font. Pictures carry no
ids, styles or scripts, so any number of them can stand in one page.
"""

from __future__ import annotations

import re
import unicodedata
from xml.sax.saxutils import escape

WIDTH, MARGIN = 960, 20
SMALLEST = 0.8  # text that lacks room shrinks down to this share of its size
FONT = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', Verdana, sans-serif"

PAPER, FELT, EDGE, FACE = "#f5f0e6", "#e6ddcb", "#b9ab92", "#fffdf8"
INK, FAINT = "#2a2520", "#635a50"  # dark text, and quiet text that still has 4.5 : 1 on paper

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW, _WIDE = frozenset("iIjlftr.,:;'!|()[] /-"), frozenset("mwMW@%&")


def element(tag: str, *inside: str, **attributes: str | float | None) -> str:
    """One element; `stroke_width=2` becomes stroke-width="2", and attributes that are None are left out.

    Text from outside goes through `clean` and stands inside; attributes are only ever our own numbers and words.
    """
    named = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{named}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{named}/>"


def number(value: float) -> str:
    """As short as it goes, to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Ready for XML: markup escaped, and what XML cannot hold (control characters) replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def title(text: str) -> str:
    """A tooltip, and what a screen reader says."""
    return element("title", clean(text))


def group(x: float, y: float, *inside: str, scale: float = 1) -> str:
    move = f"translate({number(x)} {number(y)})"
    return element("g", *inside, transform=move if scale == 1 else f"{move} scale({number(scale)})")


def pictogram(shape: str, fill: str, x: float, y: float, size: float, hint: str = "", **more: float | str) -> str:
    """A path in a square of 16 by 16, drawn at x, y in any size."""
    drawn = element("path", d=shape, fill=fill, fill_rule="evenodd", **more)
    return group(x, y, title(hint) if hint else "", drawn, scale=size / 16)


def coin(x: float, y: float, radius: float, value: int | str | None, fill: str, rim: str) -> str:
    """A coin with its middle at x, y, with a number on it or without."""
    parts = [
        element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=rim, stroke_width=radius / 7),
        element("circle", cx=x, cy=y, r=radius * 0.78, fill="none", stroke=rim, stroke_width=radius / 18, opacity=0.6),
    ]
    if value is not None:
        middle = y + radius * 0.4
        parts.append(say(x, middle, str(value), radius * 1.15, INK, "middle", True, room=radius * 1.6, whole=True))
    return "".join(parts)


def box(x: float, y: float, width: float, height: float, fill: str, stroke: str | None = None, **more: float) -> str:
    attributes: dict[str, float] = {"rx": 4, **more}
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke, **attributes)


def say(
    x: float,
    y: float,
    text: str,
    size: float = 11,
    fill: str = INK,
    anchor: str | None = None,
    bold: bool = False,
    room: float | None = None,
    whole: bool = False,
) -> str:
    """A line of text with its baseline at y, within `room`: made smaller, then cut unless it must stay whole."""
    if room is not None:
        text, size = fit(text, size, room, bold, smallest=0 if whole else SMALLEST)
    weight = "bold" if bold else None
    return element("text", clean(text), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, font_weight=weight)


def text_width(text: str, size: float, bold: bool = False) -> float:
    return sum(map(_ems, text)) * size * (1.1 if bold else 1)


def _ems(letter: str) -> float:
    if letter in _NARROW:
        return 0.38
    if letter in _WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1
    return 0.7 if letter.isupper() else 0.61


def fit(text: str, size: float, room: float, bold: bool = False, smallest: float = SMALLEST) -> tuple[str, float]:
    """The text and size that stay within `room`: first smaller, down to a share of the size, then cut."""
    needed = text_width(text, size, bold)
    if needed <= room:
        return text, size
    size = max(size * room / needed, size * smallest)
    if text_width(text, size, bold) > room + 0.01:
        while text and text_width(text + "…", size, bold) > room:
            text = text[:-1]
        text = text.rstrip() + "…"
    return text, size


def two_lines(text: str, size: float, room: float) -> tuple[list[str], float]:
    """At most two lines in one size, broken between words where that is possible."""
    words = text.split(" ")
    if len(words) == 1 or text_width(text, size, bold=True) <= room:
        line, size = fit(text, size, room, bold=True)
        return [line], size
    breaks = [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    lines = min(breaks, key=lambda pair: max(text_width(line, size, bold=True) for line in pair))
    size = max(size * SMALLEST, min(size, *(size * room / text_width(line, size, bold=True) for line in lines)))
    if any(text_width(line, size, bold=True) > room + 0.01 for line in lines):  # so the second will be cut, not both
        lines = next((pair for pair in reversed(breaks) if text_width(pair[0], size, bold=True) <= room), breaks[0])
    return [fit(line, size, room, bold=True, smallest=1)[0] for line in lines], size
