"""SVG helpers: elements as text, the common palette of all games, and text fitted to a width.

Lengths are in units of the picture, which is 960 wide. Text widths are estimates for a wide font. Pictures contain no
ids, styles or scripts, so a page may contain any number of them.
"""

from __future__ import annotations

import re
import unicodedata
from xml.sax.saxutils import escape

WIDTH, MARGIN = 960, 20
MIN_TEXT_SCALE = 0.8  # text that is too wide shrinks to this fraction of its size at most
FONT = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', Verdana, sans-serif"

PAPER, FELT, EDGE, FACE = "#f5f0e6", "#e6ddcb", "#b9ab92", "#fffdf8"
INK, FAINT = "#2a2520", "#635a50"  # dark text, and muted text with a contrast of 4.5 : 1 on PAPER

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW, _WIDE = frozenset("iIjlftr.,:;'!|()[] /-"), frozenset("mwMW@%&")


def element(tag: str, *inside: str, **attributes: str | float | None) -> str:
    """Return one SVG element.

    Args:
        tag: name of the element.
        inside: child elements. External text must be passed through `escape_text`.
        attributes: `stroke_width=2` becomes stroke-width="2"; None is omitted. Values are not escaped, so they must not
            contain external text.
    """
    rendered = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else format_number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{rendered}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{rendered}/>"


def format_number(value: float) -> str:
    """Format a number with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def document(title: str, description: str, height: float, *inside: str) -> str:
    """Return a whole picture of WIDTH by `height` on PAPER.

    Args:
        title: tooltip and name of the picture.
        description: the picture in words, for screen readers.
        height: height of the picture.
        inside: its elements, drawn in this order.
    """
    return element(
        "svg",
        title_tooltip(title),
        element("desc", escape_text(description)),
        rect(0, 0, WIDTH, height, PAPER, rx=0),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(height)}",
        role="img",
        font_family=FONT,
    )


def path_data(*parts: str | float) -> str:
    """Return the data of a path from its commands and numbers: path_data("M", x, y, "L", 1, 2, "Z")."""
    text = ""
    for before, part in zip(("", *parts), parts, strict=False):
        space = "" if isinstance(before, str) or isinstance(part, str) else " "
        text += space + (part if isinstance(part, str) else format_number(part))
    return text


def escape_text(text: str) -> str:
    """Escape text for XML; characters that XML does not allow (control characters) are replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def title_tooltip(text: str) -> str:
    """Return a title element: a tooltip, also read by screen readers."""
    return element("title", escape_text(text))


def group(x: float, y: float, *inside: str, scale: float = 1) -> str:
    move = f"translate({format_number(x)} {format_number(y)})"
    return element("g", *inside, transform=move if scale == 1 else f"{move} scale({format_number(scale)})")


def pictogram(shape: str, fill: str, x: float, y: float, size: float, hint: str = "", **more: float | str) -> str:
    """Draw an icon, a path in a 16 by 16 square, at x, y, scaled to `size`."""
    path = element("path", d=shape, fill=fill, fill_rule="evenodd", **more)
    return group(x, y, title_tooltip(hint) if hint else "", path, scale=size / 16)


def coin(x: float, y: float, radius: float, value: int | str | None, fill: str, rim: str) -> str:
    """Draw a coin centred at x, y, optionally with a number."""
    parts = [
        element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=rim, stroke_width=radius / 7),
        element("circle", cx=x, cy=y, r=radius * 0.78, fill="none", stroke=rim, stroke_width=radius / 18, opacity=0.6),
    ]
    if value is not None:
        baseline = y + radius * 0.4
        parts.append(
            text_line(
                x, baseline, str(value), radius * 1.15, INK, "middle", True, max_width=radius * 1.6, never_cut=True
            )
        )
    return "".join(parts)


def rect(x: float, y: float, width: float, height: float, fill: str, stroke: str | None = None, **more: float) -> str:
    attributes: dict[str, float] = {"rx": 4, **more}
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke, **attributes)


def text_line(
    x: float,
    y: float,
    text: str,
    size: float = 11,
    fill: str = INK,
    anchor: str | None = None,
    bold: bool = False,
    max_width: float | None = None,
    never_cut: bool = False,
) -> str:
    """Draw one line of text with its baseline at y.

    Args:
        max_width: wider text is made smaller, then cut.
        never_cut: never cut the text, only make it smaller.
    """
    if max_width is not None:
        text, size = fit_text(text, size, max_width, bold, min_scale=0 if never_cut else MIN_TEXT_SCALE)
    weight = "bold" if bold else None
    return element(
        "text", escape_text(text), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, font_weight=weight
    )


def text_width(text: str, size: float, bold: bool = False) -> float:
    return sum(map(_letter_width, text)) * size * (1.1 if bold else 1)


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.38
    if letter in _WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1
    return 0.7 if letter.isupper() else 0.61


def fit_text(
    text: str, size: float, max_width: float, bold: bool = False, min_scale: float = MIN_TEXT_SCALE
) -> tuple[str, float]:
    """Fit a text to a width: shrink it down to the fraction `min_scale` of its size, then cut it.

    Returns:
        The text, cut if necessary, and its size.
    """
    needed = text_width(text, size, bold)
    if needed <= max_width:
        return text, size
    size = max(size * max_width / needed, size * min_scale)
    if text_width(text, size, bold) > max_width + 0.01:
        while text and text_width(text + "…", size, bold) > max_width:
            text = text[:-1]
        text = text.rstrip() + "…"
    return text, size


def fit_two_lines(text: str, size: float, max_width: float) -> tuple[list[str], float]:
    """Fit a bold text into at most two lines of one size, broken between words if possible."""
    words = text.split(" ")
    if len(words) == 1 or text_width(text, size, bold=True) <= max_width:
        line, size = fit_text(text, size, max_width, bold=True)
        return [line], size
    breaks = [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    lines = min(breaks, key=lambda pair: max(text_width(line, size, bold=True) for line in pair))
    size = max(
        size * MIN_TEXT_SCALE, min(size, *(size * max_width / text_width(line, size, bold=True) for line in lines))
    )
    if any(text_width(line, size, bold=True) > max_width + 0.01 for line in lines):  # cut only the second line
        lines = next(
            (pair for pair in reversed(breaks) if text_width(pair[0], size, bold=True) <= max_width), breaks[0]
        )
    return [fit_text(line, size, max_width, bold=True, min_scale=1)[0] for line in lines], size


def wrap_text(text: str, size: float, max_width: float, bold: bool = False) -> list[str]:
    """Break a text into lines between words; a single word may be wider than `max_width`."""
    lines: list[str] = []
    for word in text.split(" ") if text else []:
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= max_width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
