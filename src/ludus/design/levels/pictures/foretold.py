"""What was foretold and what came: a dot a level, with its interval, in a square from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.svg import FAINT, FONT, INK, PAPER, WIDTH, box, element, number, say, title
from ludus.games.platformer.picture.ink import BODY, SKY
from ludus.stats import Estimate

SIDE, LEFT, TOP = 420.0, 250.0, 56.0
LINE = "#d8cfbd"
STEPS = 5


def foretold_picture(points: Sequence[tuple[float, Estimate]], heading: str, across: str, up: str) -> str:
    """Each point is what was foretold and what was measured, both shares."""

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
    for told, came in points:
        stroke = f"M{number(x(told))} {number(y(came.low))}V{number(y(came.high))}"
        parts.append(
            element(
                "g",
                title(f"foretold {told:.2f}, measured {came:.2f}"),
                element("path", d=stroke, fill="none", stroke=BODY, stroke_width=1.5, opacity=0.55),
                element("circle", cx=x(told), cy=y(came.value), r=4.5, fill=BODY),
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
