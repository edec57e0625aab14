"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, Series, bars, curves, heat_map
from ludus.stats import Estimate, share
from ludus.studies.tribute_thesis.findings import Findings
from ludus.studies.tribute_thesis.published import AVERAGES, NAMES


def averages(found: Findings) -> Figure:
    """Mean win rates of the five bots in both versions, with those of the thesis."""
    marks = []
    for word, five in (("as published", found.settings.published), ("as intended", found.settings.intended)):
        for number, name in enumerate(NAMES):
            average = found.everybody.average(five[number], five)
            marks.append(Bar(f"{name}, {word}", average.value, average.low, average.high, word, AVERAGES[name]))
    marks.sort(key=lambda bar: (bar.group == "as intended", -bar.value))
    title = "Mean win rates among the five bots"
    svg = bars(marks, title=title, x_title="games won", percent=True, mark=0.5, expected_title="thesis")
    return Figure("averages", svg, f"{title} of Table 7.1, with 95 % intervals.")


def matrix(found: Findings) -> Figure:
    """Payoff matrix of all bots."""
    names = sorted(
        found.everybody.players, key=lambda name: -found.everybody.average(name, found.everybody.players).value
    )
    values = np.full((len(names), len(names)), np.nan)
    for y, one in enumerate(names):
        for x, other in enumerate(names):
            if one != other:
                values[y, x] = found.everybody.share(one, other).value
    title = "Games won by the row against the column"
    short = [name.partition(":")[0] for name in names]
    svg = heat_map(short, short, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True)
    return Figure("matrix", svg, f"{title}, in percent; the strongest first.")


def tournaments(found: Findings) -> Figure:
    """Figure 7.1."""
    lines = [Series(name, found.tournaments.course(number)) for number, name in enumerate(NAMES)]
    half = found.settings.tournaments
    title = "Mean win rate during testing"
    svg = curves(
        range(1, 2 * half + 1),
        lines,
        title=title,
        x_title="tournament",
        y_title="games won so far",
        percent=True,
        mark=0.5,
    )
    caption = (
        f"Figure 7.1: {title.lower()}. Random patrons up to tournament {half}; after it all bots draft what apriori "
        "has taught them, and the means are counted anew."
    )
    return Figure("tournaments", svg, caption)


def widths(found: Findings) -> Figure:
    """Figure 7.2."""
    places = list(found.widths)
    lines = [
        _line(name, [share(matchup.seat(first)) for matchup in found.widths.values()])
        for name, first in (("beam in the first seat", True), ("beam in the second seat", False))
    ]
    title = "Beams against Monte Carlo tree search"
    svg = curves(
        places,
        lines,
        title=title,
        x_title="beam width",
        y_title="games won by the beam",
        percent=True,
        mark=0.5,
        logarithmic=True,
        possible=(0, 1),
    )
    return Figure("widths", svg, f"Figure 7.2: {title.lower()}, by width and seat, with 95 % intervals.")


def seats(found: Findings) -> Figure:
    """Advantage of the first seat for each bot."""
    marks = []
    for name in found.everybody.players:
        advantage = found.everybody.first_seat(name)
        marks.append(Bar(name, advantage.value, advantage.low, advantage.high))
    marks.sort(key=lambda bar: -bar.value)
    title = "Wins in the first seat, less wins in the second"
    svg = bars(marks, title=title, x_title="difference", percent=True, mark=0.0)
    return Figure("seats", svg, f"{title}, over all rivals, with 95 % intervals.")


def _line(name: str, values: list[Estimate]) -> Series:
    return Series(
        name,
        [estimate.value for estimate in values],
        [estimate.low for estimate in values],
        [estimate.high for estimate in values],
    )
