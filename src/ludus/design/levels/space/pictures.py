"""SVG chart of a campaign."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludus.design.drawing import FAINT, GRID, WIDTH, svg_opening

LEFT, TOP, RIGHT = 96, 50, 24
HEIGHT, FOOTER = 360, 56
TARGET_COLOUR, RESULT_COLOUR, BAND_COLOUR = "#b3342e", "#1e623e", "#e9dfc8"


def campaign_svg(
    title: str,
    results: Sequence[tuple[float, float, float]],
    targets: Sequence[float] = (),
    band: tuple[float, float] | None = None,
    y_title: str = "share of players that die",
) -> str:
    """Chart of a campaign: a dot with an interval per level.

    Args:
        title: heading of the chart.
        results: value, low and high end per level.
        targets: targets per level, drawn as a line.
        band: target band, drawn as a stripe.
        y_title: title of the vertical axis.
    """
    bottom, step = TOP + HEIGHT - FOOTER - TOP, (WIDTH - LEFT - RIGHT) / len(results)

    def x(k: int) -> float:
        return round(LEFT + step * (k + 0.5), 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - TOP) * min(max(share, 0.0), 1.0), 1)

    parts = [svg_opening(HEIGHT, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    if band is not None:
        parts.append(
            f'<rect x="{LEFT}" y="{y(band[1])}" width="{WIDTH - LEFT - RIGHT}" height="{y(band[0]) - y(band[1]):.1f}" '
            f'fill="{BAND_COLOUR}"/>'
        )
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick)}" y2="{y(tick)}" stroke="{GRID}"/>')
        parts.append(
            f'<text x="{LEFT - 12}" y="{y(tick) + 4}" text-anchor="end" fill="{FAINT}">{100 * tick:.0f} %</text>'
        )
    if targets:
        points = " ".join(f"{x(k)},{y(target)}" for k, target in enumerate(targets))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{TARGET_COLOUR}" stroke-width="1.5"/>')
        parts += [
            f'<circle cx="{x(k)}" cy="{y(target)}" r="2.5" fill="{TARGET_COLOUR}"/>' for k, target in enumerate(targets)
        ]
    for k, (value, low, high) in enumerate(results):
        parts.append(
            f"<g><title>level {k + 1}: {100 * value:.1f} %</title>"
            f'<line x1="{x(k)}" x2="{x(k)}" y1="{y(low)}" y2="{y(high)}" stroke="{RESULT_COLOUR}" stroke-width="3"/>'
            f'<circle cx="{x(k)}" cy="{y(value)}" r="5" fill="{RESULT_COLOUR}"/></g>'
        )
        if k % (1 + (len(results) - 1) // 30) == 0:
            parts.append(f'<text x="{x(k)}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">{k + 1}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 42}" text-anchor="middle">level</text>')
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="30" y="{middle}" text-anchor="middle" transform="rotate(-90 30 {middle})">{escape(y_title)}</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"
