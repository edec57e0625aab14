"""Figures of the report, in the order of the thesis."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.design.delve.charts.front_parallel_coordinates import front_chart
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.design.delve.search.tree_map_elites import find_descriptors
from ludus.lab import Figure
from ludus.report.charts import Bar, Series, bar_chart, heat_map, line_chart
from ludus.stats import Estimate
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.results import (
    DECK_TOTAL,
    HELD_OUT,
    OWN_DECKS,
    THESIS_BOTS,
    TITLES,
    TOTAL,
    DelveTreesResults,
    mean_over_decks,
    mean_over_runs,
    paired_difference,
    rating_over_decks,
    share_over_decks,
)
from ludus.studies.delve_trees.tree_maker import comparison_total

MAX_GROUPS, MIN_GROUP_SIZE = 10, 4  # groups of trees in the figure of simulation and play, and minimum trees per group
GROWTH_TITLE = "The best tree by generation"
THESIS_FIGURES = {
    "nsga2": (22, 27, 32),
    "weighted": (23, 28, 33),
    "evolutionary": (24, 29, 34),
    "randomised-hill-climbing": (25, 30, 35),
    "hill-climbing": (26, 31, 36),
}


def tree_figure(kind: str, tree_data: Any, total: float) -> Figure:
    """Best tree of a method."""
    title = f"{TITLES[kind].capitalize() if TITLES[kind].islower() else TITLES[kind]}"
    number = f" The thesis's figure {THESIS_FIGURES[kind][0]}." if kind in THESIS_FIGURES else ""
    caption = f"{title}: the best tree of all runs, {TOTAL} {total:.3f}.{number}"
    return Figure(f"tree_{kind.replace('-', '_')}", tree_chart(tree_data, title), caption)


def wins_figure(results: DelveTreesResults, lot: str) -> Figure:
    """Win rates by method and bot: figures 27 to 31 of the thesis in one."""
    title = f"Fights won, {lot} decks"
    marks = _bot_bars(
        results,
        {
            kind: [share_over_decks(results.wins(kind, lot, bot)) for bot in range(len(THESIS_BOTS))]
            for kind in _tree_kinds(results)
        },
    )
    svg = bar_chart(
        marks,
        title=title,
        x_title="share of fights",
        percent=True,
        reference=results.settings.target,
        groups=THESIS_BOTS,
    )
    name = f"wins_{lot.replace('-', '_')}"
    return Figure(
        name,
        svg,
        f"{title}, by method and bot, with 95 % intervals over runs and decks; the thesis's figures 27 to 31.",
    )


def turns_figure(results: DelveTreesResults, lot: str) -> Figure:
    """Turns to win by method and bot: figures 32 to 36 of the thesis in one."""
    title = f"Turns to win, {lot} decks"
    marks = _bot_bars(
        results,
        {
            kind: [mean_over_decks(results.turns(kind, lot, bot)) for bot in range(len(THESIS_BOTS))]
            for kind in _tree_kinds(results)
        },
    )
    svg = bar_chart(marks, title=title, x_title="turns in fights won", groups=THESIS_BOTS)
    name = f"turns_{lot.replace('-', '_')}"
    return Figure(
        name,
        svg,
        f"{title}, by method and bot, with 95 % intervals over runs and decks; the thesis's figures 32 to 36.",
    )


def heat_figure(results: DelveTreesResults) -> Figure:
    """Win rates of all bots with all kinds of trees, as a heat map."""
    kinds = list(results.fights)
    values = [
        [mean_over_decks(results.wins(kind, HELD_OUT, bot)).value for bot in range(len(THESIS_BOTS))] for kind in kinds
    ]
    title = "Fights won with held-out decks"
    svg = heat_map(
        [TITLES[kind] for kind in kinds], THESIS_BOTS, values, title=title, centre=0.5, low=0.0, high=1.0, percent=True
    )
    return Figure("everybody", svg, f"{title}, in percent, with trees of every kind; means over runs.")


def totals_figure(results: DelveTreesResults) -> Figure:
    """Total by decks of each method and of the baselines, with held-out decks."""
    marks = []
    for kind in results.trees:
        group = "made" if kind in results.settings.methods else "baseline"
        marks.append(Bar.of(TITLES[kind], rating_over_decks(results.deck_total(kind)), group))
    title = "What methods come to"
    bound = results.bounds(HELD_OUT)[DECK_TOTAL]
    svg = bar_chart(marks, title=title, x_title=f"{DECK_TOTAL}, held-out decks", reference=bound)
    caption = (
        f"{title}: the {DECK_TOTAL} of their trees with held-out decks, with 95 % intervals over runs and decks. "
        f"Dashed: {bound:.3f}, the most that any tree can have."
    )
    return Figure("totals", svg, caption)


def growth_figure(results: DelveTreesResults) -> Figure:
    """Fitness over generations."""
    lines = []
    for kind in results.settings.methods:
        lines.append(Series.of(TITLES[kind], [mean_over_runs(list(column)) for column in results.growth(kind).T]))
    random, bound = float(results.total(RANDOM).mean()), results.bounds(OWN_DECKS)[TOTAL]
    lines.append(Series("upper bound", [bound] * results.settings.generations))
    title = GROWTH_TITLE
    svg = line_chart(
        range(1, results.settings.generations + 1),
        lines,
        title=title,
        x_title="generation",
        y_title=TOTAL,
        reference=random,
    )
    caption = (
        f"{title}: mean over runs of the {TOTAL} with the decks of the search, with 95 % intervals over runs. Dashed: "
        f"random trees. No tree can have more than {bound:.3f}."
    )
    return Figure("growth", svg, caption)


def front_figure(kind: str, run: dict[str, Any]) -> Figure | None:
    """Pareto front of one run."""
    ratings = run["front_ratings"]
    if len(ratings) < 2:
        return None
    labels = [f"tree {k + 1}" for k in range(len(ratings))]
    chosen = max(range(len(ratings)), key=lambda k: comparison_total(ratings[k]))
    title = f"{TITLES[kind]}: {len(ratings)} compromises"
    caption = f"The Pareto front of the best run of {TITLES[kind]}: a line a tree, over all ratings."
    return Figure("front", front_chart(ratings, RATINGS, labels, title, chosen), caption)


def held_out_figure(results: DelveTreesResults) -> Figure:
    """Ratings of made trees minus those of random trees."""
    marks = []
    for kind in results.held_out:
        for rating in (DECK_TOTAL, "WinRate"):
            made_ratings, random = results.made_and_random(kind, rating)
            gain = paired_difference(made_ratings, random)
            marks.append(Bar.of(f"{TITLES[kind]}: {rating}", gain, rating))
    title = "Made trees beside random ones, held-out decks"
    svg = bar_chart(marks, title=title, x_title="rating more than random trees of the same size", reference=0.0)
    return Figure("held_out", svg, f"{title}, with 95 % intervals over runs and decks.")


def dial_figure(results: DelveTreesResults) -> Figure:
    """Requested and measured win rates."""
    places, marks = list(results.dial), []
    for target in places:
        for number, run in enumerate(sorted(results.dial[target], key=lambda run: run["wins"][0])):
            value, low, high = run["wins"]
            marks.append(Bar(f"{target:g}: {number + 1}", value, low, high, f"asked: {target:g}", target))
    title = "The dial: win ratios asked for, and got"
    svg = bar_chart(marks, title=title, x_title="GreedyBot's win ratio", percent=True, expected_title="asked")
    return Figure("dial", svg, f"{title}: every tree, with 95 % intervals over the held-out decks.")


def agreement_figure(results: DelveTreesResults) -> Figure:
    """Win rate in play by win rate in the simulation."""
    first = next(iter(results.agreement.values()))["wins"][:, 0]
    order = np.argsort(first, kind="stable")
    groups = np.array_split(order, min(MAX_GROUPS, len(order) // MIN_GROUP_SIZE))
    places = [float(first[group].mean()) for group in groups]
    lines = [Series("simulation itself", places)]
    for bot, data in results.agreement.items():
        lines.append(Series.of(bot, [mean_over_runs(list(data["wins"][group, 1])) for group in groups]))
    title = "Win ratios in play, by win ratios in the simulation"
    svg = line_chart(
        places,
        lines,
        title=title,
        x_title="win ratio in the simulation",
        y_title="win ratio in play",
        percent=True,
        value_range=(0, 1),
    )
    return Figure("agreement", svg, f"{title}: random trees in {len(groups)} groups, with 95 % intervals.")


def map_figure(results: DelveTreesResults, name: str) -> Figure:
    """Best tree in every cell, over all runs."""
    down, across = find_descriptors(name, results.settings.nodes).axes
    values = np.full((down.steps, across.steps), np.nan)
    for run in results.maps[name]:
        for (y, x), score in zip(run["cells"].tolist(), run["scores"].tolist(), strict=True):
            values[y, x] = np.fmax(values[y, x], score)
    title = f"The best tree of every kind, by {down.title} and {across.title}"
    svg = heat_map(
        [down.label(k) for k in reversed(range(down.steps))],
        [across.label(k) for k in range(across.steps)],
        values[::-1],
        title=title,
        row_title=down.title,
        column_title=across.title,
        digits=2,
    )
    return Figure(f"map_{name}", svg, f"{title}: the {TOTAL} of the best of all runs; blank where none was found.")


def _tree_kinds(results: DelveTreesResults) -> list[str]:
    return [kind for kind in results.fights if kind != HAND_MADE]


def _bot_bars(results: DelveTreesResults, values: dict[str, list[Estimate]]) -> list[Bar]:
    """One bar for each kind of tree and bot; strong bots first."""
    marks = []
    for kind, row in values.items():
        for bot, estimate in reversed(list(enumerate(row))):
            marks.append(Bar.of(f"{TITLES[kind]}: {THESIS_BOTS[bot]}", estimate, THESIS_BOTS[bot]))
    return marks
