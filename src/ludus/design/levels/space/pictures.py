"""A map of levels, and a campaign, as SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludus.design.kingdoms.pictures import FAINT, GRID, INK, WIDTH, opening
from ludus.design.levels.space.genomes import Recipe
from ludus.design.levels.space.kinds import Kind
from ludus.evolve import Elite

PALE, DARK = (236, 240, 232), (30, 98, 62)
BRIGHT = 0.55  # so dark that ink would not be read
LEFT, TOP, RIGHT, HIGH = 96, 50, 24, 30
TALL, FOOT = 360, 56  # of the picture of a campaign
WANTED, FOUND, BAND = "#b3342e", "#1e623e", "#e9dfc8"


def map_picture(kind: Kind, elites: Sequence[Elite[Recipe]]) -> str:
    """Cells in rows and columns, the darker the better; row 0 is the lowest."""
    down, across = kind.axes
    width, bottom = (WIDTH - LEFT - RIGHT) / across.steps, TOP + HIGH * down.steps
    scores = [elite.score for elite in elites]
    low, high = min(scores), max(scores)
    title = f"The best level of every kind, by {down.title} and {across.title}"
    parts = [opening(bottom + 60, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    for elite in elites:
        strength = (elite.score - low) / (high - low) if high > low else 0.5
        red, green, blue = (round(a + (b - a) * strength) for a, b in zip(PALE, DARK, strict=True))
        x, y = LEFT + width * elite.cell[1], bottom - HIGH * (elite.cell[0] + 1)
        told = f"{down.title} {elite.measures[0]:.2f}, {across.title} {elite.measures[1]:.2f}: {elite.score:.3f}"
        parts.append(
            f"<g><title>{escape(told)}</title>"
            f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{width - 2:.1f}" height="{HIGH - 2}" rx="3" '
            f'fill="rgb({red} {green} {blue})"/><text x="{x + width / 2:.1f}" y="{y + HIGH / 2 + 4:.1f}" '
            f'font-size="11" text-anchor="middle" fill="{"white" if strength > BRIGHT else INK}">'
            f"{elite.score:.2f}</text></g>"
        )
    for k in range(across.steps + 1):
        x = LEFT + width * k
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{across.label(k)}</text>'
        )
    for k in range(down.steps + 1):
        y = bottom - HIGH * k + 4
        parts.append(f'<text x="{LEFT - 12}" y="{y}" text-anchor="end" fill="{FAINT}">{down.label(k)}</text>')
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 44}" text-anchor="middle">{escape(across.title)}</text>')
    parts.append(
        f'<text x="34" y="{middle}" text-anchor="middle" transform="rotate(-90 34 {middle})">'
        f"{escape(down.title)}</text>"
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def campaign_picture(
    title: str,
    found: Sequence[tuple[float, float, float]],
    wanted: Sequence[float] = (),
    band: tuple[float, float] | None = None,
    y_title: str = "share of players that die",
) -> str:
    """Dots with intervals, level by level; beside them what was asked for, as a line or as a band."""
    bottom, step = TOP + TALL - FOOT - TOP, (WIDTH - LEFT - RIGHT) / len(found)

    def x(k: int) -> float:
        return round(LEFT + step * (k + 0.5), 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - TOP) * min(max(share, 0.0), 1.0), 1)

    parts = [opening(TALL, title), f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}</text>']
    if band is not None:
        parts.append(
            f'<rect x="{LEFT}" y="{y(band[1])}" width="{WIDTH - LEFT - RIGHT}" height="{y(band[0]) - y(band[1]):.1f}" '
            f'fill="{BAND}"/>'
        )
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick)}" y2="{y(tick)}" stroke="{GRID}"/>')
        parts.append(
            f'<text x="{LEFT - 12}" y="{y(tick) + 4}" text-anchor="end" fill="{FAINT}">{100 * tick:.0f} %</text>'
        )
    if wanted:
        points = " ".join(f"{x(k)},{y(each)}" for k, each in enumerate(wanted))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{WANTED}" stroke-width="1.5"/>')
        parts += [f'<circle cx="{x(k)}" cy="{y(each)}" r="2.5" fill="{WANTED}"/>' for k, each in enumerate(wanted)]
    for k, (value, low, high) in enumerate(found):
        parts.append(
            f"<g><title>level {k + 1}: {100 * value:.1f} %</title>"
            f'<line x1="{x(k)}" x2="{x(k)}" y1="{y(low)}" y2="{y(high)}" stroke="{FOUND}" stroke-width="3"/>'
            f'<circle cx="{x(k)}" cy="{y(value)}" r="5" fill="{FOUND}"/></g>'
        )
        if k % (1 + (len(found) - 1) // 30) == 0:
            parts.append(f'<text x="{x(k)}" y="{bottom + 20}" text-anchor="middle" fill="{FAINT}">{k + 1}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{bottom + 42}" text-anchor="middle">level</text>')
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="30" y="{middle}" text-anchor="middle" transform="rotate(-90 30 {middle})">{escape(y_title)}</text>'
    )
    return "\n".join([*parts, "</svg>"]) + "\n"
