"""Charts by encounter as SVG: win rates of bots, and power against the flow zone."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

from ludus.design.delve.playtest.flow_zone import FlowZone, TreePower
from ludus.stats import Estimate

INK, FAINT, GRID, ZONE = "#2a2420", "#6f655c", "#d9d2c4", "#7fb069"
COLOURS = ("#8a8178", "#c77f2a", "#2b5fa8", "#8c3b8a", "#b3342e", "#2f7d3b", "#00798c", "#5b4bb3")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 440, 70, 190, 66, 60
NAME_ROW_HEIGHT = 16  # distance of names at the right


def win_rate_chart(players: Mapping[str, Sequence[Estimate]], zone: tuple[float, float], title: str) -> str:
    """Draw one line per bot: the win rate in each encounter, over the shaded flow zone."""
    count = len(next(iter(players.values())))
    x, y = _x_scale(count), _y_scale(1.0)
    parts = [*_frame(title, count, 1.0, "encounters won", percent=True)]
    parts.insert(2, _shade([(x(k), y(zone[0]), y(zone[1])) for k in (0, count - 1)], "the flow zone"))
    ends = {}
    for colour, (name, wins) in zip(_colours(len(players)), players.items(), strict=True):
        points = " ".join(f"{x(k)},{y(win.value)}" for k, win in enumerate(wins))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        for k, win in enumerate(wins):
            parts.append(
                f"<g><title>{escape(f'{name}, encounter {k + 1}: {win.in_percent()}')}</title>"
                f'<line x1="{x(k)}" x2="{x(k)}" y1="{y(win.low)}" y2="{y(win.high)}" stroke="{colour}"/>'
                f'<circle cx="{x(k)}" cy="{y(win.value)}" r="3.5" fill="{colour}"/></g>'
            )
        ends[name] = (y(wins[-1].value), colour)
    return _close_svg([*parts, *_line_names(ends)])


def power_chart(given: Sequence[TreePower], bands: Mapping[str, Sequence[FlowZone]], reference: str, title: str) -> str:
    """Draw the power that the tree gives by encounter, over the flow zone of one bot; lines show what others need."""
    count = len(given)
    finite = [edge for row in bands.values() for band in row for edge in (band.low, band.high) if math.isfinite(edge)]
    top = 1.08 * max([1.0, *finite, *(power.most for power in given)])
    x, y = _x_scale(count), _y_scale(top)
    parts = [*_frame(title, count, top, "power: damage added to a card", percent=False)]
    zone = [(x(k), y(min(band.low, top)), y(min(band.high, top))) for k, band in enumerate(bands[reference])]
    parts.insert(2, _shade(zone, f"the flow zone of {reference}"))
    ends = {f"zone of {reference}": ((zone[-1][1] + zone[-1][2]) / 2, ZONE)}
    for colour, (name, row) in zip(_colours(len(bands)), bands.items(), strict=True):
        if name == reference:
            continue
        points = " ".join(f"{x(k)},{y(min(band.low, top))}" for k, band in enumerate(row))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="5 4">'
            f"<title>{escape(f'below this it is too hard for {name}')}</title></polyline>"
        )
        ends[f"{name} needs"] = (y(min(row[-1].low, top)), colour)
    middles = " ".join(f"{x(k)},{y(power.middle)}" for k, power in enumerate(given))
    parts.append(f'<polyline points="{middles}" fill="none" stroke="{INK}" stroke-width="2.5"/>')
    for k, power in enumerate(given):
        tooltip = f"by encounter {k + 1} the tree gives {power.middle:.1f}; a tenth of decks and picks has less than"
        parts.append(
            f"<g><title>{escape(f'{tooltip} {power.low:.1f}, a tenth more than {power.high:.1f}')}</title>"
            f'<rect x="{x(k) - 7}" width="14" y="{y(power.high)}" height="{max(y(power.low) - y(power.high), 1):.1f}" '
            f'fill="{INK}" opacity="0.25"/><circle cx="{x(k)}" cy="{y(power.middle)}" r="4.5" fill="{INK}"/>'
            f'<line x1="{x(k) - 5}" x2="{x(k) + 5}" y1="{y(power.most)}" y2="{y(power.most)}" stroke="{INK}"/></g>'
        )
    ends["the tree gives"] = (y(given[-1].middle), INK)
    return _close_svg([*parts, *_line_names(ends)])


def _x_scale(count: int) -> Callable[[int], float]:
    step = (WIDTH - LEFT - RIGHT) / max(count, 1)
    return lambda k: round(LEFT + step * (k + 0.5), 1)


def _y_scale(top: float) -> Callable[[float], float]:
    return lambda value: round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * min(max(value, 0.0), top) / top, 1)


def _frame(title: str, count: int, top: float, up: str, percent: bool) -> list[str]:
    """Title, grid and the names of both axes; shaded areas go between the first two parts and the rest."""
    x, y = _x_scale(count), _y_scale(top)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" '
        f'font-size="13" fill="{INK}"><title>{escape(title)}</title>',
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>'
        f'<text x="{LEFT - 50}" y="{TOP - 18}" fill="{FAINT}">{escape(up)}</text>',
    ]
    step = 0.2 if percent else _grid_step(top)
    for k in range(math.floor(top / step + 1e-9) + 1):
        label = f"{100 * k * step:.0f} %" if percent else f"{k * step:g}"
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(k * step)}" y2="{y(k * step)}" stroke="{GRID}"/>'
            f'<text x="{LEFT - 8}" y="{y(k * step) + 4}" text-anchor="end" fill="{FAINT}">{label}</text>'
        )
    for k in range(count):
        parts.append(f'<text x="{x(k)}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">{k + 1}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle" fill="{FAINT}">encounter</text>')
    return parts


def _shade(edges: Sequence[tuple[float, float, float]], what: str) -> str:
    """Draw the area between two lines, given as (x, lower y, upper y), as wide as the frame."""
    first, last = (LEFT, *edges[0][1:]), (WIDTH - RIGHT, *edges[-1][1:])
    whole = [first, *edges, last]
    points = [f"{x},{low}" for x, low, _ in whole] + [f"{x},{high}" for x, _, high in reversed(whole)]
    return f'<polygon points="{" ".join(points)}" fill="{ZONE}" opacity="0.3"><title>{escape(what)}</title></polygon>'


def _line_names(ends: dict[str, tuple[float, str]]) -> list[str]:
    """Names at the right of the line ends, moved apart where they would touch."""
    parts, at = [], -math.inf
    order = sorted(ends, key=lambda name: ends[name][0])
    room = max(0.0, ends[order[-1]][0] - (HEIGHT - BOTTOM))
    for name in order:
        wanted, colour = ends[name]
        at = max(wanted - room, at + NAME_ROW_HEIGHT)
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{at + 4:.1f}" fill="{colour}">{escape(name)}</text>')
    return parts


def _colours(count: int) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(count)]


def _grid_step(top: float) -> float:
    return next(step for step in (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0) if top / step <= 8)


def _close_svg(parts: list[str]) -> str:
    return "\n".join([*parts, "</svg>"]) + "\n"
