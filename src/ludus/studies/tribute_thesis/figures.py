"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, Series, bar_chart, line_chart, heat_map
from ludus.stats import Estimate, proportion
from ludus.studies.tribute_thesis.findings import ThesisResults
from ludus.studies.tribute_thesis.published import THESIS_AVERAGES, THESIS_BOTS


def averages_figure(results: ThesisResults) -> Figure:
    """Mean win rates of the five bots in both versions, with those of the thesis."""
    marks = []
    for word, five in (("as published", results.settings.published), ("as intended", results.settings.intended)):
        for number, name in enumerate(THESIS_BOTS):
            average = results.round_robin.average_payoff(five[number], five)
            marks.append(Bar(f"{name}, {word}", average.value, average.low, average.high, word, THESIS_AVERAGES[name]))
    marks.sort(key=lambda bar: (bar.group == "as intended", -bar.value))
    title = "Mean win rates among the five bots"
    svg = bar_chart(marks, title=title, x_title="games won", percent=True, reference=0.5, expected_title="thesis")
    return Figure("averages", svg, f"{title} of Table 7.1, with 95 % intervals.")


def matrix_figure(results: ThesisResults) -> Figure:
    """Payoff matrix of all bots."""
    names = sorted(
        results.round_robin.players,
        key=lambda name: -results.round_robin.average_payoff(name, results.round_robin.players).value,
    )
    values = np.full((len(names), len(names)), np.nan)
    for y, one in enumerate(names):
        for x, other in enumerate(names):
            if one != other:
                values[y, x] = results.round_robin.payoff(one, other).value
    title = "Games won by the row against the column"
    short = [name.partition(":")[0] for name in names]
    svg = heat_map(short, short, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True)
    return Figure("matrix", svg, f"{title}, in percent; the strongest first.")


def tournaments_figure(results: ThesisResults) -> Figure:
    """Figure 7.1."""
    lines = [Series(name, results.tournaments.running_mean(number)) for number, name in enumerate(THESIS_BOTS)]
    half = results.settings.tournaments
    title = "Mean win rate during testing"
    svg = line_chart(
        range(1, 2 * half + 1),
        lines,
        title=title,
        x_title="tournament",
        y_title="games won so far",
        percent=True,
        reference=0.5,
    )
    caption = (
        f"Figure 7.1: {title.lower()}. Random patrons up to tournament {half}; after it all bots draft what apriori "
        "has taught them, and the means are counted anew."
    )
    return Figure("tournaments", svg, caption)


def widths_figure(results: ThesisResults) -> Figure:
    """Figure 7.2."""
    places = list(results.widths)
    lines = [
        _interval_series(name, [proportion(matchup.payoffs_in_seat(first)) for matchup in results.widths.values()])
        for name, first in (("beam in the first seat", True), ("beam in the second seat", False))
    ]
    title = "Beams against Monte Carlo tree search"
    svg = line_chart(
        places,
        lines,
        title=title,
        x_title="beam width",
        y_title="games won by the beam",
        percent=True,
        reference=0.5,
        log_x=True,
        value_range=(0, 1),
    )
    return Figure("widths", svg, f"Figure 7.2: {title.lower()}, by width and seat, with 95 % intervals.")


def seats_figure(results: ThesisResults) -> Figure:
    """Advantage of the first seat for each bot."""
    marks = []
    for name in results.round_robin.players:
        advantage = results.round_robin.seat_advantage(name)
        marks.append(Bar(name, advantage.value, advantage.low, advantage.high))
    marks.sort(key=lambda bar: -bar.value)
    title = "Wins in the first seat, less wins in the second"
    svg = bar_chart(marks, title=title, x_title="difference", percent=True, reference=0.0)
    return Figure("seats", svg, f"{title}, over all rivals, with 95 % intervals.")


def _interval_series(name: str, values: list[Estimate]) -> Series:
    return Series(
        name,
        [estimate.value for estimate in values],
        [estimate.low for estimate in values],
        [estimate.high for estimate in values],
    )
