"""The figures of the report: what cards do, what pairs do, and how kingdoms are spread."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, bars, heat_map, histogram
from ludus.studies.dominion_landscape.findings import Findings
from ludus.studies.dominion_landscape.measured import ENDS
from ludus.studies.dominion_landscape.tables import words
from ludus.studies.dominion_landscape.work import GOAL

DRAWN = (GOAL, "wins")
SPREAD = (GOAL, "skill", "wins", "turns")


def card_bars(found: Findings) -> list[Figure]:
    """The effect of every card, the strongest first."""
    figures = []
    for measure in DRAWN:
        effects = [(found.effect(measure, card), card) for card in range(found.pool.size)]
        marks = [
            Bar(found.pool.names[card], each.value, each.low, each.high, "attack" if card in found.attacks else "other")
            for each, card in sorted(effects, key=lambda pair: -pair[0].value)
        ]
        title = f"What a card adds to: {words(measure)}"
        svg = bars(marks, title=title, x_title="more than with an average other card", mark=0.0)
        figures.append(Figure(f"cards-{measure}", svg, f"{title}, with 95 % intervals."))
    return figures


def pair_maps(found: Findings) -> list[Figure]:
    """What every two cards do together."""
    figures, names = [], list(found.pool.names)
    for measure in DRAWN:
        values = np.full((len(names), len(names)), np.nan)
        for (one, other), value in zip(found.pairs, found.models[measure].synergies, strict=True):
            values[one, other] = values[other, one] = value
        title = f"What two cards add together to: {words(measure)}"
        figures.append(Figure(f"pairs-{measure}", heat_map(names, names, values, title=title, centre=0.0), f"{title}."))
    return figures


def histograms(found: Findings) -> list[Figure]:
    """How kingdoms are spread, with the paper's sets for these players and the best one marked."""
    figures = []
    for measure in SPREAD:
        kept = found.landscape["histograms"][measure]
        marks = {f"paper, {name}": found.worth(measure, rank).value for name, rank in found.printed.items()}
        for end in ENDS:
            if end.measure == measure:
                marks["highest" if end.highest else "lowest"] = found.best(end)[1].value
        title = f"Kingdoms by {words(measure)}"
        svg = histogram(
            kept["counts"], kept["edges"], title=title, x_title=words(measure), y_title="kingdoms", marks=marks
        )
        caption = f"{title}, as measured in {found.settings.games} games each; marks are measured on fresh seeds."
        figures.append(Figure(f"spread-{measure}", svg, caption))
    return figures
