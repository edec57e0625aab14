"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure, Table
from ludus.report.charts import Bar, Series, bar_chart, heat_map, heat_map_grid, line_chart
from ludus.stats import mean_of_runs
from ludus.studies.locm_representation.config import (
    SCHEME_ORDER,
    AgentEvolution,
    RepresentationConfig,
    all_evolutions,
    table_rows,
)
from ludus.studies.locm_representation.results import (
    REPRESENTATION_TITLES,
    SelfPlay,
    Strength,
    TournamentTable,
    means_by_base,
    published_table,
)

HEAT_ROWS = ("weak-op", "strong-op", "progressive")  # of figure 5.1, from the top


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
    curves = {name: _progress_curve(self_play) for name, self_play in played.items()}
    text = "the best of a generation against the bests of all generations of its evolution"
    return _curve_figures(settings, curves, "progress", text)


def strength_figures(settings: RepresentationConfig, strengths: dict[str, Strength]) -> list[Figure]:
    """Best of each generation against the final agents of other bases."""
    curves = {name: strength.curve() for name, strength in strengths.items()}
    text = "the best of a generation against the final agents of other bases, every kind of agent with equal weight"
    return _curve_figures(settings, curves, "strength", text)


def heat_map_figures(settings: RepresentationConfig, played: dict[str, SelfPlay]) -> list[Figure]:
    """Heat maps of all evolutions in the form of figure 5.1: schemes below each other, representations side by side."""
    evolutions, figures = all_evolutions(settings), []
    for number in range(1, settings.copies + 1):
        grid = [
            [
                _heat_map(played, [item for item in evolutions if item.name == f"{kind}-{scheme}-{number}"])
                for kind in REPRESENTATION_TITLES
                if kind in settings.representations
            ]
            for scheme in HEAT_ROWS
            if scheme in settings.schemes
        ]
        if grid:
            figures.append(_heat_grid(f"heat-{number}", f"Self-play of the evolutions number {number}", grid))
    started = [item for item in evolutions if item.start_from]
    if started:
        bases = dict.fromkeys(item.start_from for item in started)
        grid = [[_heat_map(played, [item]) for item in started if item.start_from == base] for base in bases]
        title = "Self-play of the evolutions from Linear agents"
        figures.append(_heat_grid("heat-from-linear", title, grid, " Each row has the same base."))
    return figures


def _heat_map(played: dict[str, SelfPlay], members: list[AgentEvolution]) -> tuple[str, np.ndarray] | None:
    return (members[0].name, played[members[0].name].payoffs()) if members else None


def _heat_grid(name: str, title: str, grid: list[list[tuple[str, np.ndarray] | None]], more: str = "") -> Figure:
    svg = heat_map_grid(
        grid,
        title=title,
        row_title="best of generation",
        column_title="against the best of generation",
        centre=0.5,
        low=0.0,
        high=1.0,
        percent=True,
    )
    return Figure(name, svg, f"{title}: games won by the row of a map. The form of figure 5.1.{more}")


def _curve_figures(
    settings: RepresentationConfig, curves: dict[str, list[float]], name: str, text: str
) -> list[Figure]:
    """One figure for each scheme; thin lines for the bases of agents that go on from others, as in figure 5.3."""
    figures = []
    for scheme in SCHEME_ORDER:
        thin, bold = [], []
        for row in table_rows(settings):
            members = [
                item
                for item in all_evolutions(settings)
                if item.row_name == row and item.scheme == scheme and item.name in curves
            ]
            if members:
                look = list(REPRESENTATION_TITLES).index(members[0].representation)
                by_base = [
                    means_by_base(members, values)
                    for values in zip(*(curves[item.name] for item in members), strict=True)
                ]
                bold.append(Series.of(row, [mean_of_runs(list(values.values())) for values in by_base], look))
                if scheme == "from-linear":
                    thin += [
                        Series(f"{row} from {base}", [values[base] for values in by_base], look=look, is_thin=True)
                        for base in by_base[0]
                    ]
        if bold:
            title = f"{name.capitalize()}, {scheme}"
            svg = line_chart(
                range(settings.generations),
                [*thin, *bold],
                title=title,
                x_title="generation",
                y_title="games won",
                percent=True,
                reference=0.5,
                value_range=(0, 1),
            )
            lines = " Thin lines are the means of the agents of one base." if thin else ""
            units = "bases" if thin else "evolutions"
            figures.append(Figure(f"{name}-{scheme}", svg, f"{title}: {text}; bands are over {units}.{lines}"))
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
