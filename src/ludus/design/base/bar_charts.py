"""Bar charts with intervals, and curves by turn, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ludus.design.base.svg_header import FAINT, GRID, INK, WIDTH, svg_opening
from ludus.stats import Estimate

ABOVE_COLOUR, BELOW_COLOUR = "#2f7d3b", "#b3342e"
LEFT, RIGHT, TOP, BOTTOM, ROW_HEIGHT = 170, 190, 46, 46, 30
CURVES_HEIGHT = 420  # height of a chart of curves


@dataclass(frozen=True)
class IntervalBar:
    """One row: a value with its interval, further marks, and a note at the right."""

    label: str
    value: Estimate
    marks: tuple[tuple[float, str], ...] = ()  # (value, tooltip)
    note: str = ""


def bar_chart(rows: Sequence[IntervalBar], title: str, centre: float, centre_label: str, percent: bool = False) -> str:
    """Draw bars from a vertical line at `centre`; with `percent`, 0.05 is written as 5 %."""
    ends = [centre, *(end for row in rows for end in (row.value.low, row.value.high, *(at for at, _ in row.marks)))]
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
        y = TOP + ROW_HEIGHT * number + ROW_HEIGHT / 2
        colour = ABOVE_COLOUR if row.value.value >= centre else BELOW_COLOUR
        left, right = sorted((x(centre), x(row.value.value)))
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(row.label)}</text>')
        parts.append(
            f"<g><title>{escape(f'{row.label}: {row.value:.3f}')}</title>"
            f'<rect x="{left}" y="{y - 8}" width="{round(max(right - left, 0.5), 1)}" height="16" fill="{colour}" '
            f'opacity="0.35"/>'
            f'<line x1="{x(row.value.low)}" x2="{x(row.value.high)}" y1="{y}" y2="{y}" stroke="{colour}" '
            f'stroke-width="2.5"/></g>'
        )
        for at, tooltip in row.marks:
            parts.append(
                f'<circle cx="{x(at)}" cy="{y}" r="4" fill="white" stroke="{INK}">'
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
