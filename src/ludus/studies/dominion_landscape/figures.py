"""Figures of the report: effects of cards and pairs, distribution of kingdoms."""

from __future__ import annotations

import numpy as np

from ludus.lab import Figure
from ludus.lab.figures import Bar, bars, heat_map, histogram
from ludus.studies.dominion_landscape.findings import Findings
from ludus.studies.dominion_landscape.measured import ENDS
from ludus.studies.dominion_landscape.work import GOAL

BARS = ("wins", "turns")  # the effect on the goal is in the first section
DRAWN = (GOAL, "wins")
PAPER = {"max": "high f_s", "min": "low f_s", "lead": "high f"}
SPREAD = (GOAL, "skill", "wins", "turns")


def card_bars(found: Findings) -> list[Figure]:
    """Effect of every card, the strongest first."""
    figures = []
    for measure in BARS:
        effects = [(found.effect(measure, card), card) for card in range(found.pool.size)]
        marks = [
            Bar(
                found.pool.names[card],
                effect.value,
                effect.low,
                effect.high,
                "attack" if card in found.attacks else "other",
            )
            for effect, card in sorted(effects, key=lambda pair: -pair[0].value)
        ]
        title = f"What a card adds to {found.words(measure)}"
        share = measure != "turns"
        svg = bars(
            marks,
            title=title,
            x_title=f"more {found.words(measure)} than with another card",
            percent=share,
            mark=0.0,
            groups=("attack", "other"),
        )
        figures.append(Figure(f"cards-{measure}", svg, f"{title}, with 95 % intervals."))
    return figures


def pair_maps(found: Findings) -> list[Figure]:
    """Joint effect of every two cards."""
    figures, names = [], list(found.pool.names)
    for measure in DRAWN:
        values = np.full((len(names), len(names)), np.nan)
        for pair, (one, other) in enumerate(found.pairs):
            synergy = found.synergy(measure, pair)
            if synergy.low > 0 or synergy.high < 0:
                values[one, other] = values[other, one] = synergy.value
        title = f"What two cards add together to {found.words(measure)}"
        svg = heat_map(names, names, values, title=title, centre=0.0, percent=True)
        caption = f"{title}, beyond what each adds by itself; pairs whose 95 % interval holds zero are left blank."
        figures.append(Figure(f"pairs-{measure}", svg, caption))
    return figures


def histograms(found: Findings) -> list[Figure]:
    """Distribution of kingdoms, with the paper's sets for these players and the best one marked."""
    figures = []
    for measure in SPREAD:
        stored = found.landscape["histograms"][measure]
        marks = {
            f"the paper's set for {PAPER[kind]}": found.worth(measure, found.printed[name]).value
            for name in found.printed
            for kind, _, players in [name.partition("-")]
            if set(players.split("-")) == set(found.settings.players)
        }
        for end in ENDS:
            if end.measure == measure:
                marks["highest of all" if end.highest else "lowest of all"] = found.best(end)[1].value
        title = f"Kingdoms by {found.words(measure)}"
        svg = histogram(
            stored["counts"],
            stored["edges"],
            title=title,
            x_title=found.words(measure),
            y_title="kingdoms",
            marks=marks,
        )
        caption = (
            f"{title}, as measured in {found.settings.games} games each. The first and the last bar hold all that lie "
            "beyond; marks were measured on fresh seeds."
        )
        figures.append(Figure(f"spread-{measure}", svg, caption))
    return figures
