"""Scatter chart of cards as SVG: one measure against another, with intervals; outliers are labelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ludus.design.base.option_parsing import WinRateBand
from ludus.stats import Estimate

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 560, 74, 20, 20, 56
INK, FAINT, FILL = "#2a2420", "#6f655c", "#e9f0ea"
COLOURS = {"creature": "#8a5a1c", "green": "#2f7d3b", "red": "#b3342e", "blue": "#2b5fa8"}
LETTER_WIDTH, LINE_HEIGHT = 7.2, 14  # approximate size of a letter and of a line of a label


@dataclass(frozen=True)
class ScatterPoint:
    """One card: its two measures and its label."""

    name: str
    kind: str
    x: Estimate
    y: Estimate
    labelled: bool
    tooltip: str  # tooltip


def scatter_chart(
    dots: Sequence[ScatterPoint], band: WinRateBand, across: str, up: str, colours: Mapping[str, str] = COLOURS
) -> str:
    """Draw all cards.

    Args:
        dots: the cards.
        band: win rates that are shaded.
        across: title of the horizontal axis.
        up: title of the vertical axis.
        colours: colour by kind of card.
    """
    xs = _range([dot.x.value for dot in dots], 0.02)
    ys = _range([*(end for dot in dots for end in (dot.y.low, dot.y.high)), band.low, band.high], 0.002)
    axes = _Axes(*xs, *ys)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" '
        f'font-size="13" fill="{INK}">',
        f"<title>{escape(up)} against {escape(across)}</title>",
        f'<rect x="{LEFT}" y="{axes.y(band.high)}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{round(axes.y(band.low) - axes.y(band.high), 1)}" fill="{FILL}"/>',
        *_grid(axes, across, up),
    ]
    for dot in sorted(dots, key=lambda dot: dot.labelled):  # outliers on top
        x, y, colour = axes.x(dot.x.value), axes.y(dot.y.value), colours[dot.kind]
        faint = 1.0 if dot.labelled else 0.45
        parts.append(
            f'<g opacity="{faint}"><title>{escape(dot.tooltip)}</title>'
            f'<line x1="{x}" x2="{x}" y1="{axes.y(dot.y.low)}" y2="{axes.y(dot.y.high)}" stroke="{colour}"/>'
            f'<circle cx="{x}" cy="{y}" r="{5 if dot.labelled else 3.5}" fill="{colour}"/></g>'
        )
    parts += _labels([dot for dot in dots if dot.labelled], axes)
    parts += _legend({kind: colour for kind, colour in colours.items() if any(dot.kind == kind for dot in dots)})
    return "\n".join([*parts, "</svg>"]) + "\n"


@dataclass(frozen=True)
class _Axes:
    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - self.left) / (self.right - self.left), 1)

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (inside - self.low) / (self.high - self.low), 1)


def _range(values: Sequence[float], margin: float) -> tuple[float, float]:
    finite = [value for value in values if -1.0 <= value <= 2.0]  # leaves out infinite bounds and NaN
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = max(0.05 * (high - low), margin)
    return low - room, high + room


def _grid(axes: _Axes, across: str, up: str) -> list[str]:
    parts, bottom = [], HEIGHT - BOTTOM
    for value in _ticks(axes.left, axes.right):
        x = axes.x(value)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{bottom}" y2="{bottom + 5}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 19}" text-anchor="middle" fill="{FAINT}">{_percent(value)}</text>')
    for value in _ticks(axes.low, axes.high):
        y, dash = axes.y(value), "" if abs(value - 0.5) < 1e-9 else ' stroke-dasharray="2 4"'
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#cfc6b6"{dash}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="{FAINT}">{_percent(value)}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>')
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text transform="rotate(-90 16 {middle})" x="16" y="{middle}" text-anchor="middle">{escape(up)}</text>'
    )
    return parts


def _ticks(low: float, high: float) -> list[float]:
    """Round values, four to nine of them."""
    steps = (size * factor for size in (0.001, 0.01, 0.1) for factor in (1, 2, 5))
    step = next((size_of_step for size_of_step in steps if (high - low) / size_of_step <= 8), 0.5)
    first, last = int(low / step) - 1, int(high / step) + 1
    return [round(k * step, 6) for k in range(first, last + 1) if low <= k * step <= high]


def _percent(value: float) -> str:
    return f"{round(100 * value, 2):g} %"


def _labels(dots: list[ScatterPoint], axes: _Axes) -> list[str]:
    """Labels next to their dots, moved up or down until none overlaps another."""
    taken: list[tuple[float, float, float]] = []
    parts = []
    for dot in sorted(dots, key=lambda dot: (-abs(dot.y.value - 0.5), dot.name)):
        width, x = LETTER_WIDTH * len(dot.name), axes.x(dot.x.value) + 9
        if x + width > WIDTH - RIGHT:
            x -= width + 18
        y = axes.y(dot.y.value) + 4
        y = next(
            at
            for at in (y + sign * half * LINE_HEIGHT / 2 for half in range(2 * len(dots) + 1) for sign in (1, -1))
            if all(abs(at - other) >= LINE_HEIGHT or x + width < left or right < x for left, right, other in taken)
        )
        taken.append((x, x + width, y))
        if abs(y - axes.y(dot.y.value) - 4) >= LINE_HEIGHT:  # too far from its dot to be understood without a line
            edge = x - 2 if x > axes.x(dot.x.value) else x + width + 2
            parts.append(
                f'<line x1="{axes.x(dot.x.value)}" y1="{axes.y(dot.y.value)}" x2="{edge:.1f}" y2="{y - 4:.1f}" '
                f'stroke="{FAINT}" stroke-width="0.7"/>'
            )
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}">{escape(dot.name)}</text>')
    return parts


def _legend(kinds: Mapping[str, str]) -> list[str]:
    parts, x = [], LEFT + 6
    for kind, colour in kinds.items():
        parts.append(f'<circle cx="{x}" cy="{TOP + 2}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 8}" y="{TOP + 6}" fill="{FAINT}">{escape(kind)}</text>')
        x += 26 + round(LETTER_WIDTH * len(kind))
    return parts
