"""Figures 3 to 5 of the paper: mean and maximum fitness by generation."""

from __future__ import annotations

import math

from ludus.lab import Figure
from ludus.lab.figures import Series, curves
from ludus.studies.dominion_cards.config import ALL
from ludus.studies.dominion_cards.findings import Findings

NUMBERS = {"max": 3, "min": 4, "lead": 5}
FITNESS = {"max": "f_s", "min": "1 - f_s", "lead": "f"}
LINES = {"best": "maximum", "mean": "average"}


def growth(found: Findings) -> list[Figure]:
    """One figure for each experiment, with both forms of the algorithm."""
    figures = []
    for name in ALL:
        forms = [runs_of_form for runs_of_form in found.evolutions.values() if runs_of_form.experiment.name == name]
        if not forms:
            continue
        lines = []
        for look, runs in enumerate(forms):
            for key, word in LINES.items():
                means = runs.curve(key)
                low, high = ([_finite(getattr(mean, end)) for mean in means] for end in ("low", "high"))
                line = f"{word}, {runs.form} form"
                lines.append(Series(line, [mean.value for mean in means], low, high, 2 * look + (key == "mean")))
        kind = forms[0].experiment.kind
        title = f"Evolution of {FITNESS[kind]}, {name}"
        generations = range(1, len(forms[0].notes[0]) + 1)
        svg = curves(generations, lines, title=title, x_title="generation", y_title=FITNESS[kind], possible=(0, 1))
        caption = (
            f"{title}, as in the paper's figure {NUMBERS[kind]}: means over runs, bands are 95 % intervals of these."
        )
        figures.append(Figure(f"growth-{name}", svg, caption))
    return figures


def _finite(value: float) -> float:
    return value if math.isfinite(value) else math.nan
