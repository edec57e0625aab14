"""How a population fared against opponents that enter and leave: what the reports of champions show of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.lab import Column, Figure, Table
from ludus.lab.figures import Series, curves

MOST_POINTS = 100  # on a curve: of more generations, every so many


def against_opponents(notes: list[dict[str, Any]]) -> Figure:
    """The mean score against each opponent; of a long evolution only some generations."""
    shown = np.unique(np.linspace(0, len(notes) - 1, min(len(notes), MOST_POINTS)).astype(int)).tolist()
    names = dict.fromkeys(name for k in shown for name in notes[k]["opponents"])
    lines = [Series(name, [notes[k]["mean_against"].get(name, float("nan")) for k in shown]) for name in names]
    title = "The population against its opponents"
    svg = curves(shown, lines, title=title, x_title="generation", y_title="games won", percent=True)
    return Figure("progress", svg, f"{title}; lines begin and end as opponents enter and leave.")


def generations(notes: list[dict[str, Any]]) -> Table:
    """Every generation with its scores and who was there."""
    rows = [[k, note["score"], note["mean_score"], ", ".join(note["opponents"])] for k, note in enumerate(notes)]
    columns = [
        Column.whole("generation"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.text("opponents"),
    ]
    return Table("generations", columns, rows, "Scores depend on who is there, and are not comparable.", most=20)
