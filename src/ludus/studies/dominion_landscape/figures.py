"""Figures of the report: effects of cards and pairs, distribution of kingdoms."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, bar_chart, heat_map, histogram
from ludus.studies.dominion_landscape.findings import LandscapeResults
from ludus.studies.dominion_landscape.measured import LIST_ENDS
from ludus.studies.dominion_landscape.work import GOAL_MEASURE

BAR_MEASURES = ("wins", "turns")  # the effect on the goal is in the first section
PAIR_MEASURES = (GOAL_MEASURE, "wins")
PAPER_SET_TITLES = {"max": "high f_s", "min": "low f_s", "lead": "high f"}
HISTOGRAM_MEASURES = (GOAL_MEASURE, "skill", "wins", "turns")


def card_figures(results: LandscapeResults) -> list[Figure]:
    """Effect of every card, the strongest first."""
    figures = []
    for measure in BAR_MEASURES:
        effects = [(results.effect(measure, card), card) for card in range(results.pool.size)]
        marks = [
            Bar(
                results.pool.names[card],
                effect.value,
                effect.low,
                effect.high,
                "attack" if card in results.attacks else "other",
            )
            for effect, card in sorted(effects, key=lambda pair: -pair[0].value)
        ]
        title = f"What a card adds to {results.measure_title(measure)}"
        share = measure != "turns"
        svg = bar_chart(
            marks,
            title=title,
            x_title=f"more {results.measure_title(measure)} than with another card",
            percent=share,
            reference=0.0,
            groups=("attack", "other"),
        )
        figures.append(Figure(f"cards-{measure}", svg, f"{title}, with 95 % intervals."))
    return figures


def pair_figures(results: LandscapeResults) -> list[Figure]:
    """Joint effect of every two cards."""
    figures, names = [], list(results.pool.names)
    for measure in PAIR_MEASURES:
        values = np.full((len(names), len(names)), np.nan)
        for pair, (one, other) in enumerate(results.pairs):
            synergy = results.synergy(measure, pair)
            if synergy.low > 0 or synergy.high < 0:
                values[one, other] = values[other, one] = synergy.value
        title = f"What two cards add together to {results.measure_title(measure)}"
        svg = heat_map(names, names, values, title=title, centre=0.0, percent=True)
        caption = f"{title}, beyond what each adds by itself; pairs whose 95 % interval holds zero are left blank."
        figures.append(Figure(f"pairs-{measure}", svg, caption))
    return figures


def histogram_figures(results: LandscapeResults) -> list[Figure]:
    """Distribution of kingdoms, with the paper's sets for these players and the best one marked."""
    figures = []
    for measure in HISTOGRAM_MEASURES:
        stored = results.landscape["histograms"][measure]
        marks = {
            f"the paper's set for {PAPER_SET_TITLES[kind]}": results.latest_estimate(
                measure, results.printed[name]
            ).value
            for name in results.printed
            for kind, _, players in [name.partition("-")]
            if set(players.split("-")) == set(results.settings.players)
        }
        for end in LIST_ENDS:
            if end.measure == measure:
                marks["highest of all" if end.is_highest else "lowest of all"] = results.best_kingdom(end)[1].value
        title = f"Kingdoms by {results.measure_title(measure)}"
        svg = histogram(
            stored["counts"],
            stored["edges"],
            title=title,
            x_title=results.measure_title(measure),
            y_title="kingdoms",
            marks=marks,
        )
        caption = (
            f"{title}, as measured in {results.settings.games} games each. The first and the last bar hold all that lie "
            "beyond; marks were measured on fresh seeds."
        )
        figures.append(Figure(f"spread-{measure}", svg, caption))
    return figures
