"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure, Table
from ludus.report.charts import Bar, Series, bar_chart, heat_map, line_chart
from ludus.stats import mean_of_runs
from ludus.studies.locm_representation.claims import REPRESENTATION_TITLES
from ludus.studies.locm_representation.config import SCHEME_ORDER, RepresentationConfig, all_evolutions, table_rows
from ludus.studies.locm_representation.results import SelfPlay, TournamentTable, published_table


def averages_figure(tournament: TournamentTable) -> Figure:
    """Mean win rates, with the numbers of the thesis."""
    thesis = published_table()
    ranked = sorted(tournament.rows, key=lambda row: -tournament.weighted_mean(row).value)
    marks = []
    for row in ranked:
        mean, theirs = tournament.weighted_mean(row), thesis.get(row.name, {}).get("global_average")
        marks.append(Bar.of(row.name, mean, _representation_title(row.name), theirs and theirs / 100))
    title = "Weighted mean of the win rates in the tournament"
    svg = bar_chart(marks, title=title, x_title="games won", percent=True, reference=0.5, expected_title="thesis")
    return Figure("averages", svg, f"{title}, with intervals over deals.")


def matrix_figure(tournament: TournamentTable) -> Figure:
    """Table 5.1 as a heat map."""
    names = [row.name for row in tournament.rows]
    values = np.full((len(names), len(names)), np.nan)
    for y, row in enumerate(tournament.rows):
        for x, column in enumerate(tournament.rows):
            if row is not column:
                values[y, x] = tournament.cell(row, column).value
    title = "Games won by the row against the column"
    svg = heat_map(names, names, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True)
    return Figure("matrix", svg, f"{title}; the form of Table 5.1.")


def progress_figures(settings: RepresentationConfig, played: dict[str, SelfPlay]) -> list[Figure]:
    """Best of each generation against the best of all generations of its evolution: figures 5.2 and 5.3."""
    figures = []
    for scheme in SCHEME_ORDER:
        lines = []
        for group in table_rows(settings):
            members = [
                evolution
                for evolution in all_evolutions(settings)
                if evolution.row_name == group and evolution.scheme == scheme
            ]
            if members:
                shares = np.array([_progress_curve(played[evolution.name]) for evolution in members])
                means = [mean_of_runs(column) for column in shares.T.tolist()]
                look = list(REPRESENTATION_TITLES).index(members[0].representation)
                lines.append(Series.of(group, means, look))
        if lines:
            title = f"Progress, {scheme}"
            svg = line_chart(
                range(settings.generations),
                lines,
                title=title,
                x_title="generation",
                y_title="games won",
                percent=True,
                reference=0.5,
                value_range=(0, 1),
            )
            caption = f"{title}: the best of a generation against the bests of all; bands are over evolutions."
            figures.append(Figure(f"progress-{scheme}", svg, caption))
    return figures


def heat_map_figures(settings: RepresentationConfig, played: dict[str, SelfPlay]) -> list[Figure]:
    """Figure 5.1: first evolution of every kind."""
    figures = []
    for evolution in all_evolutions(settings):
        if evolution.number == 1:
            shares = played[evolution.name].payoffs()
            axis = list(range(len(shares)))
            title = f"Self-play of {evolution.name}"
            svg = heat_map(
                axis,
                axis,
                shares,
                title=title,
                row_title="best of generation",
                column_title="against the best of generation",
                centre=0.5,
                low=0.0,
                high=1.0,
                percent=True,
            )
            figures.append(Figure(f"heat-{evolution.name}", svg, f"{title}: games won by the row."))
    return figures


def lengths_figure(table: Table) -> Figure:
    """Length of games, by scheme and generation."""
    schemes = list(dict.fromkeys(row[0] for row in table.rows))
    by_scheme = {scheme: [row for row in table.rows if row[0] == scheme] for scheme in schemes}
    lines = [Series.of(scheme, [row[2] for row in rows]) for scheme, rows in by_scheme.items()]
    places = [row[1] for row in by_scheme[schemes[0]]]
    title = "Decisions in a game"
    svg = line_chart(places, lines, title=title, x_title="generation", y_title="decisions", value_range=(0, None))
    return Figure("lengths", svg, f"{title}, by scheme and generation; bands are over evolutions.")


def rounds_figure(table: Table) -> Figure:
    """Figure 6.1: win rates after a number of tournament rounds."""
    names = list(dict.fromkeys(row[0] for row in table.rows))
    by_name = {name: [row for row in table.rows if row[0] == name] for name in names}
    lines = [Series(name, [row[2].value for row in rows]) for name, rows in by_name.items()]
    places = [row[1] for row in by_name[names[0]]]
    title = "The tournament after so many rounds"
    svg = line_chart(places, lines, title=title, x_title="rounds", y_title="games won", percent=True)
    return Figure("rounds", svg, f"{title}: weighted means.")


def _progress_curve(self_play: SelfPlay) -> list[float]:
    return [self_play.against_all(generation).value for generation in range(self_play.count)]


def _representation_title(name: str) -> str:
    return REPRESENTATION_TITLES.get(name.partition("-")[0], "field")
