"""Figures 3 to 5 of the paper: mean and maximum fitness by generation."""

from __future__ import annotations

import math

from ludus.lab import Figure
from ludus.lab.figures import Series, line_chart
from ludus.studies.dominion_cards.config import ALL_EXPERIMENTS
from ludus.studies.dominion_cards.findings import CardSetResults

PAPER_FIGURES = {"max": 3, "min": 4, "lead": 5}
FITNESS_NAMES = {"max": "f_s", "min": "1 - f_s", "lead": "f"}
LINE_TITLES = {"best": "maximum", "mean": "average"}


def growth_figures(results: CardSetResults) -> list[Figure]:
    """One figure for each experiment, with both forms of the algorithm."""
    figures = []
    for name in ALL_EXPERIMENTS:
        forms = [runs_of_form for runs_of_form in results.evolutions.values() if runs_of_form.experiment.name == name]
        if not forms:
            continue
        lines = []
        for look, runs in enumerate(forms):
            for key, word in LINE_TITLES.items():
                means = runs.curve(key)
                low, high = ([_finite(getattr(mean, end)) for mean in means] for end in ("low", "high"))
                line = f"{word}, {runs.form} form"
                lines.append(Series(line, [mean.value for mean in means], low, high, 2 * look + (key == "mean")))
        kind = forms[0].experiment.objective_kind
        title = f"Evolution of {FITNESS_NAMES[kind]}, {name}"
        generations = range(1, len(forms[0].notes[0]) + 1)
        svg = line_chart(
            generations, lines, title=title, x_title="generation", y_title=FITNESS_NAMES[kind], value_range=(0, 1)
        )
        caption = f"{title}, as in the paper's figure {PAPER_FIGURES[kind]}: means over runs, bands are 95 % intervals of these."
        figures.append(Figure(f"growth-{name}", svg, caption))
    return figures


def _finite(value: float) -> float:
    return value if math.isfinite(value) else math.nan
