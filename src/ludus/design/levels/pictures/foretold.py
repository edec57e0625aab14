"""Plot of predicted and measured failure rates: one dot with its interval per level, in a unit square."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.svg import FAINT, FONT, INK, PAPER, WIDTH, box, element, number, say, title
from ludus.games.platformer.picture.ink import BODY, SKY
from ludus.stats import Estimate

SIDE, LEFT, TOP = 420.0, 250.0, 56.0
LINE = "#d8cfbd"
STEPS = 5


def foretold_picture(points: Sequence[tuple[float, Estimate]], heading: str, across: str, up: str) -> str:
    """Plot points of (predicted share, measured share)."""

    def x(value: float) -> float:
        return LEFT + SIDE * value

    def y(value: float) -> float:
        return TOP + SIDE * (1 - value)

    parts = [box(LEFT, TOP, SIDE, SIDE, SKY, rx=0)]
    for k in range(STEPS + 1):
        at = k / STEPS
        lines = (
            f"M{number(x(at))} {number(TOP)}V{number(TOP + SIDE)}M{number(LEFT)} {number(y(at))}H{number(LEFT + SIDE)}"
        )
        parts.append(element("path", d=lines, fill="none", stroke=LINE, stroke_width=1))
        parts.append(say(x(at), TOP + SIDE + 18, f"{at:g}", 12, FAINT, "middle"))
        parts.append(say(LEFT - 8, y(at) + 4, f"{at:g}", 12, FAINT, "end"))
    even = f"M{number(x(0))} {number(y(0))}L{number(x(1))} {number(y(1))}"
    parts.append(element("path", d=even, fill="none", stroke=FAINT, stroke_width=1.2, stroke_dasharray="5 4"))
    for predicted, measured in points:
        stroke = f"M{number(x(predicted))} {number(y(measured.low))}V{number(y(measured.high))}"
        parts.append(
            element(
                "g",
                title(f"predicted {predicted:.2f}, measured {measured:.2f}"),
                element("path", d=stroke, fill="none", stroke=BODY, stroke_width=1.5, opacity=0.55),
                element("circle", cx=x(predicted), cy=y(measured.value), r=4.5, fill=BODY),
            )
        )
    height = TOP + SIDE + 56
    return element(
        "svg",
        title(heading),
        box(0, 0, WIDTH, height, PAPER, rx=0),
        say(LEFT, 30, heading, 16, INK, bold=True),
        *parts,
        say(LEFT + SIDE / 2, TOP + SIDE + 42, across, 13, INK, "middle"),
        say(LEFT - 44, TOP + 14, up, 13, INK, "end", room=LEFT - 54),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        font_family=FONT,
    )
