"""Plot of predicted and measured failure rates: one dot with its interval per level, in a unit square."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.svg import FAINT, FONT, INK, PAPER, WIDTH, rect, element, format_number, text_line, title_tooltip
from ludus.games.platformer.picture.ink import BODY_COLOUR, BACKGROUND_COLOUR
from ludus.stats import Estimate

PLOT_SIDE, PLOT_LEFT, PLOT_TOP = 420.0, 250.0, 56.0
GRID_COLOUR = "#d8cfbd"
GRID_LINES = 5


def prediction_plot(points: Sequence[tuple[float, Estimate]], heading: str, x_title: str, y_title: str) -> str:
    """Plot points of (predicted share, measured share)."""

    def x(value: float) -> float:
        return PLOT_LEFT + PLOT_SIDE * value

    def y(value: float) -> float:
        return PLOT_TOP + PLOT_SIDE * (1 - value)

    parts = [rect(PLOT_LEFT, PLOT_TOP, PLOT_SIDE, PLOT_SIDE, BACKGROUND_COLOUR, rx=0)]
    for k in range(GRID_LINES + 1):
        at = k / GRID_LINES
        lines = f"M{format_number(x(at))} {format_number(PLOT_TOP)}V{format_number(PLOT_TOP + PLOT_SIDE)}M{format_number(PLOT_LEFT)} {format_number(y(at))}H{format_number(PLOT_LEFT + PLOT_SIDE)}"
        parts.append(element("path", d=lines, fill="none", stroke=GRID_COLOUR, stroke_width=1))
        parts.append(text_line(x(at), PLOT_TOP + PLOT_SIDE + 18, f"{at:g}", 12, FAINT, "middle"))
        parts.append(text_line(PLOT_LEFT - 8, y(at) + 4, f"{at:g}", 12, FAINT, "end"))
    even = f"M{format_number(x(0))} {format_number(y(0))}L{format_number(x(1))} {format_number(y(1))}"
    parts.append(element("path", d=even, fill="none", stroke=FAINT, stroke_width=1.2, stroke_dasharray="5 4"))
    for predicted, measured in points:
        stroke = f"M{format_number(x(predicted))} {format_number(y(measured.low))}V{format_number(y(measured.high))}"
        parts.append(
            element(
                "g",
                title_tooltip(f"predicted {predicted:.2f}, measured {measured:.2f}"),
                element("path", d=stroke, fill="none", stroke=BODY_COLOUR, stroke_width=1.5, opacity=0.55),
                element("circle", cx=x(predicted), cy=y(measured.value), r=4.5, fill=BODY_COLOUR),
            )
        )
    height = PLOT_TOP + PLOT_SIDE + 56
    return element(
        "svg",
        title_tooltip(heading),
        rect(0, 0, WIDTH, height, PAPER, rx=0),
        text_line(PLOT_LEFT, 30, heading, 16, INK, bold=True),
        *parts,
        text_line(PLOT_LEFT + PLOT_SIDE / 2, PLOT_TOP + PLOT_SIDE + 42, x_title, 13, INK, "middle"),
        text_line(PLOT_LEFT - 44, PLOT_TOP + 14, y_title, 13, INK, "end", max_width=PLOT_LEFT - 54),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {format_number(height)}",
        role="img",
        font_family=FONT,
    )
