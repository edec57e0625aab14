"""SVG charts of designers: bars with intervals, curves by turn, and a scatter chart of cards with labelled outliers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ludus.design.base.option_value_parsers import WinRateBand
from ludus.stats import Estimate
from ludus.stats.judgement import RangeSide

INK, FAINT, GRID = "#2a2420", "#6f655c", "#cfc6b6"
WIDTH = 900


def svg_opening(height: int, title: str) -> str:
    """Start of an SVG picture: the svg tag with its size, and a title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" '
        f'font-size="13" fill="{INK}"><title>{escape(title)}</title>'
    )


# A colour is a verdict: of effects, that a number is surely higher or lower; of targets, that it is met or missed.
GREEN, RED, GREY = "#2f7d3b", "#b3342e", "#8a8178"
EFFECT_COLOURS: dict[RangeSide | None, str] = {"above": GREEN, "below": RED}
TARGET_COLOURS: dict[RangeSide | None, str] = {"inside": GREEN, "above": RED, "below": RED}
LEFT, RIGHT, TOP, BOTTOM, ROW_HEIGHT = 170, 190, 46, 46, 30
CURVES_HEIGHT = 420  # height of a chart of curves


@dataclass(frozen=True)
class IntervalBar:
    """One row: a value with its interval, its colour, further marks, and a note at the right.

    The colour is that of the verdict on the value, grey if there is none.
    """

    label: str
    value: Estimate
    colour: str = GREY
    marks: tuple[tuple[float, str, str], ...] = ()  # (value, tooltip, colour of its own verdict)
    note: str = ""


def bar_chart(rows: Sequence[IntervalBar], title: str, centre: float, centre_label: str, percent: bool = False) -> str:
    """Draw bars from a vertical line at `centre`; with `percent`, 0.05 is written as 5 %."""
    ends = [centre, *(end for row in rows for end in (row.value.low, row.value.high, *(at for at, *_ in row.marks)))]
    low, high = _range([end for end in ends if math.isfinite(end)])
    height = TOP + ROW_HEIGHT * len(rows) + BOTTOM

    def x(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (min(max(value, low), high) - low) / (high - low), 1)

    parts = [svg_opening(height, title), f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>']
    for tick in _ticks(low, high):
        parts.append(
            f'<line x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 6}" y2="{height - BOTTOM}" stroke="{GRID}" '
            f'stroke-dasharray="2 4"/><text x="{x(tick)}" y="{height - BOTTOM + 18}" text-anchor="middle" '
            f'fill="{FAINT}">{f"{100 * tick:g} %" if percent else f"{tick:g}"}</text>'
        )
    for number, row in enumerate(rows):
        y, colour = TOP + ROW_HEIGHT * number + ROW_HEIGHT / 2, row.colour
        left, right = sorted((x(centre), x(row.value.value)))
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(row.label)}</text>')
        parts.append(
            f"<g><title>{escape(f'{row.label}: {row.value:.3f}')}</title>"
            f'<rect x="{left}" y="{y - 8}" width="{round(max(right - left, 0.5), 1)}" height="16" fill="{colour}" '
            f'opacity="0.35"/>'
            f'<line x1="{x(row.value.low)}" x2="{x(row.value.high)}" y1="{y}" y2="{y}" stroke="{colour}" '
            f'stroke-width="2.5"/></g>'
        )
        for at, tooltip, fill in row.marks:
            parts.append(
                f'<circle cx="{x(at)}" cy="{y}" r="4" fill="{fill}" stroke="{INK}">'
                f"<title>{escape(tooltip)}</title></circle>"
            )
        parts.append(
            f'<text x="{WIDTH - RIGHT + 10}" y="{y + 4}" fill="{FAINT}" font-size="11">{escape(row.note)}</text>'
        )
    parts.append(
        f'<line x1="{x(centre)}" x2="{x(centre)}" y1="{TOP - 6}" y2="{height - BOTTOM}" stroke="{INK}"/>'
        f'<text x="{x(centre)}" y="{height - 8}" text-anchor="middle">{escape(centre_label)}</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


@dataclass(frozen=True)
class TurnCurve:
    """Values by turn; the first is turn 1."""

    label: str
    values: Sequence[Estimate]
    colour: str
    dashed: bool = False


def turn_chart(lines: Sequence[TurnCurve], title: str, across: str) -> str:
    """Draw shares by turn, each with its interval as a band."""
    count = max(len(line.values) for line in lines)
    bounds = [end for line in lines for estimate in line.values for end in (estimate.low, estimate.high)]
    low, high = _range(bounds)
    left, right, bottom = 64, 20, CURVES_HEIGHT - 56

    def x(turn: int) -> float:
        return round(left + (WIDTH - left - right) * (turn - 1) / max(count - 1, 1), 1)

    def y(value: float) -> float:
        return round(bottom - (bottom - TOP) * (min(max(value, low), high) - low) / (high - low), 1)

    parts = [svg_opening(CURVES_HEIGHT, title), f'<text x="{left}" y="20" font-size="14">{escape(title)}</text>']
    for tick in _ticks(low, high):
        parts.append(
            f'<line x1="{left}" x2="{WIDTH - right}" y1="{y(tick)}" y2="{y(tick)}" stroke="{GRID}" '
            f'stroke-dasharray="2 4"/>'
            f'<text x="{left - 8}" y="{y(tick) + 4}" text-anchor="end" fill="{FAINT}">{100 * tick:g} %</text>'
        )
    for turn in range(1, count + 1, max(1, count // 12)):
        parts.append(f'<text x="{x(turn)}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">{turn}</text>')
    parts.append(
        f'<text x="{(left + WIDTH) / 2}" y="{CURVES_HEIGHT - 14}" text-anchor="middle">{escape(across)}</text>'
    )
    for number, line in enumerate(lines):
        turns = range(1, len(line.values) + 1)
        upper = [f"{x(turn)},{y(estimate.high)}" for turn, estimate in zip(turns, line.values, strict=True)]
        lower = [f"{x(turn)},{y(estimate.low)}" for turn, estimate in zip(turns, line.values, strict=True)]
        middle = " ".join(f"{x(turn)},{y(estimate.value)}" for turn, estimate in zip(turns, line.values, strict=True))
        dash = ' stroke-dasharray="6 4"' if line.dashed else ""
        parts.append(f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{line.colour}" opacity="0.12"/>')
        parts.append(f'<polyline points="{middle}" fill="none" stroke="{line.colour}" stroke-width="2.5"{dash}/>')
        at = left + 10 + 300 * number
        parts.append(
            f'<line x1="{at}" x2="{at + 26}" y1="34" y2="34" stroke="{line.colour}" stroke-width="2.5"{dash}/>'
            f'<text x="{at + 32}" y="38" fill="{FAINT}">{escape(line.label)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = max(0.05 * (high - low), 1e-3)
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Round tick values, four to nine of them."""
    size = 10.0 ** math.floor(math.log10(high - low) - 1)
    step = next(size * factor for factor in (1, 2, 5, 10, 20, 50) if (high - low) / (size * factor) <= 8)
    return [round(k * step, 9) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


PLOT_HEIGHT, PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, PLOT_BOTTOM = 560, 74, 20, 20, 56
FILL = "#e9f0ea"
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
    xs = _padded_range([dot.x.value for dot in dots], 0.02)
    ys = _padded_range([*(end for dot in dots for end in (dot.y.low, dot.y.high)), band.low, band.high], 0.002)
    axes = _Axes(*xs, *ys)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {PLOT_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(up)} against {escape(across)}</title>",
        f'<rect x="{PLOT_LEFT}" y="{axes.y(band.high)}" width="{WIDTH - PLOT_LEFT - PLOT_RIGHT}" '
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
        return round(PLOT_LEFT + (WIDTH - PLOT_LEFT - PLOT_RIGHT) * (value - self.left) / (self.right - self.left), 1)

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return round(
            PLOT_HEIGHT
            - PLOT_BOTTOM
            - (PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM) * (inside - self.low) / (self.high - self.low),
            1,
        )


def _padded_range(values: Sequence[float], margin: float) -> tuple[float, float]:
    finite = [value for value in values if -1.0 <= value <= 2.0]  # leaves out infinite bounds and NaN
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = max(0.05 * (high - low), margin)
    return low - room, high + room


def _grid(axes: _Axes, across: str, up: str) -> list[str]:
    parts, bottom = [], PLOT_HEIGHT - PLOT_BOTTOM
    for value in _scatter_ticks(axes.left, axes.right):
        x = axes.x(value)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{bottom}" y2="{bottom + 5}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 19}" text-anchor="middle" fill="{FAINT}">{_percent(value)}</text>')
    for value in _scatter_ticks(axes.low, axes.high):
        y, dash = axes.y(value), "" if abs(value - 0.5) < 1e-9 else ' stroke-dasharray="2 4"'
        parts.append(f'<line x1="{PLOT_LEFT}" x2="{WIDTH - PLOT_RIGHT}" y1="{y}" y2="{y}" stroke="#cfc6b6"{dash}/>')
        parts.append(f'<text x="{PLOT_LEFT - 8}" y="{y + 4}" text-anchor="end" fill="{FAINT}">{_percent(value)}</text>')
    parts.append(
        f'<text x="{(PLOT_LEFT + WIDTH) / 2}" y="{PLOT_HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>'
    )
    middle = (PLOT_TOP + bottom) / 2
    parts.append(
        f'<text transform="rotate(-90 16 {middle})" x="16" y="{middle}" text-anchor="middle">{escape(up)}</text>'
    )
    return parts


def _scatter_ticks(low: float, high: float) -> list[float]:
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
        if x + width > WIDTH - PLOT_RIGHT:
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
    parts, x = [], PLOT_LEFT + 6
    for kind, colour in kinds.items():
        parts.append(f'<circle cx="{x}" cy="{PLOT_TOP + 2}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 8}" y="{PLOT_TOP + 6}" fill="{FAINT}">{escape(kind)}</text>')
        x += 26 + round(LETTER_WIDTH * len(kind))
    return parts
