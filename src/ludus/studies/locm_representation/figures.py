"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure, Table
from ludus.lab.figures import Bar, Series, bars, curves, heat_map
from ludus.stats import mean_of_runs
from ludus.studies.locm_representation.claims import KINDS
from ludus.studies.locm_representation.config import Settings
from ludus.studies.locm_representation.findings import SelfPlay, Tournament
from ludus.studies.locm_representation.plan import SCHEMES, evolutions, groups
from ludus.studies.locm_representation.published import published


def averages(found: Tournament) -> Figure:
    """Mean win rates, with the numbers of the thesis."""
    thesis = published()
    ranked = sorted(found.rows, key=lambda row: -found.weighted_mean(row).value)
    marks = []
    for row in ranked:
        mean, theirs = found.weighted_mean(row), thesis.get(row.name, {}).get("global_average")
        marks.append(Bar(row.name, mean.value, mean.low, mean.high, _kind(row.name), theirs and theirs / 100))
    title = "Weighted mean of the win rates in the tournament"
    svg = bars(marks, title=title, x_title="games won", percent=True, mark=0.5, expected_title="thesis")
    return Figure("averages", svg, f"{title}, with intervals over deals.")


def matrix(found: Tournament) -> Figure:
    """Table 5.1 as a heat map."""
    names = [row.name for row in found.rows]
    values = np.full((len(names), len(names)), np.nan)
    for y, row in enumerate(found.rows):
        for x, column in enumerate(found.rows):
            if row is not column:
                values[y, x] = found.cell(row, column).value
    title = "Games won by the row against the column"
    svg = heat_map(names, names, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True)
    return Figure("matrix", svg, f"{title}; the form of Table 5.1.")


def progress(settings: Settings, played: dict[str, SelfPlay]) -> list[Figure]:
    """Best of each generation against the best of all generations of its evolution: figures 5.2 and 5.3."""
    figures = []
    for scheme in SCHEMES:
        lines = []
        for group in groups(settings):
            members = [
                evolution
                for evolution in evolutions(settings)
                if evolution.group == group and evolution.scheme == scheme
            ]
            if members:
                shares = np.array([_curve(played[evolution.name]) for evolution in members])
                means = [mean_of_runs(column) for column in shares.T.tolist()]
                low, high = ([_finite(getattr(mean, end)) for mean in means] for end in ("low", "high"))
                look = list(KINDS).index(members[0].representation)
                lines.append(Series(group, [mean.value for mean in means], low, high, look))
        if lines:
            title = f"Progress, {scheme}"
            svg = curves(
                range(settings.generations),
                lines,
                title=title,
                x_title="generation",
                y_title="games won",
                percent=True,
                mark=0.5,
                possible=(0, 1),
            )
            caption = f"{title}: the best of a generation against the bests of all; bands are over evolutions."
            figures.append(Figure(f"progress-{scheme}", svg, caption))
    return figures


def heat_maps(settings: Settings, played: dict[str, SelfPlay]) -> list[Figure]:
    """Figure 5.1: first evolution of every kind."""
    figures = []
    for evolution in evolutions(settings):
        if evolution.number == 1:
            shares = played[evolution.name].shares()
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


def lengths(table: Table) -> Figure:
    """Length of games, by scheme and generation."""
    schemes = list(dict.fromkeys(row[0] for row in table.rows))
    by_scheme = {scheme: [row for row in table.rows if row[0] == scheme] for scheme in schemes}
    lines = [
        Series(
            scheme,
            [row[2].value for row in rows],
            [_finite(row[2].low) for row in rows],
            [_finite(row[2].high) for row in rows],
        )
        for scheme, rows in by_scheme.items()
    ]
    places = [row[1] for row in by_scheme[schemes[0]]]
    title = "Decisions in a game"
    svg = curves(places, lines, title=title, x_title="generation", y_title="decisions", possible=(0, None))
    return Figure("lengths", svg, f"{title}, by scheme and generation; bands are over evolutions.")


def rounds(table: Table) -> Figure:
    """Figure 6.1: win rates after a number of tournament rounds."""
    names = list(dict.fromkeys(row[0] for row in table.rows))
    by_name = {name: [row for row in table.rows if row[0] == name] for name in names}
    lines = [Series(name, [row[2].value for row in rows]) for name, rows in by_name.items()]
    places = [row[1] for row in by_name[names[0]]]
    title = "The tournament after so many rounds"
    svg = curves(places, lines, title=title, x_title="rounds", y_title="games won", percent=True)
    return Figure("rounds", svg, f"{title}: weighted means.")


def _curve(found: SelfPlay) -> list[float]:
    return [found.against_all(generation).value for generation in range(found.count)]


def _kind(name: str) -> str:
    return KINDS.get(name.partition("-")[0], "field")


def _finite(value: float) -> float:
    return value if np.isfinite(value) else float("nan")
