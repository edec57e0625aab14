"""Tables about methods and their trees."""

from __future__ import annotations

from ludus.design.trees.rating.ratings import RATINGS
from ludus.lab import Column, Table
from ludus.studies.delve_trees.config import HAND_MADE
from ludus.studies.delve_trees.findings import (
    TOTAL,
    DelveTreesResults,
    mean_over_runs,
    paired_difference,
    share_over_runs,
)
from ludus.studies.delve_trees.hypotheses import HypothesisTest
from ludus.studies.delve_trees.making import TreeMaker, comparison_total
from ludus.studies.delve_trees.published import TITLES

RATING_DIGITS = 3  # decimals of ratings


def methods_table(results: DelveTreesResults) -> Table:
    """Ratings of each method."""
    rows = []
    for kind, runs in results.trees.items():
        rated = sum(float(run["growth"][:, 0].sum()) for run in runs) / len(runs) if "growth" in runs[0] else None
        row = [
            TITLES[kind],
            len(runs),
            rated,
            mean_over_runs(results.tree_measure(kind, "nodes")),
            mean_over_runs(results.total(kind)),
        ]
        rows.append([*row, *(mean_over_runs(results.rating(kind, name)).value for name in RATINGS)])
    columns = [
        Column.text("method"),
        Column.integer("runs"),
        Column.number("rated", "trees rated in a run", shown_digits=0),
        Column.estimate("nodes"),
        Column.estimate("total", TOTAL, shown_digits=RATING_DIGITS),
        *(Column.number(name) for name in RATINGS),
    ]
    caption = "Ratings of the methods by the simulation with the reference decks; 1 is best. Means over runs."
    return Table("methods", columns, rows, caption)


def shapes_table(results: DelveTreesResults) -> Table:
    """Statistics of nodes and builds in the simulation."""
    names = ("entropy", "useless", "power_spread")
    rows = [
        [TITLES[kind], *(share_over_runs(results.tree_measure(kind, name)) for name in names)] for kind in results.trees
    ]
    columns = [
        Column.text("method"),
        Column.estimate("entropy", "evenness of picks in builds that win", shown_digits=RATING_DIGITS),
        Column.estimate("useless", "nodes in no build that wins everything", percent=True),
        Column.estimate("power_spread", "spread of power over builds", shown_digits=RATING_DIGITS),
    ]
    return Table("shapes", columns, rows, "Nodes and builds in the simulation.")


def crossover_table(results: DelveTreesResults) -> Table:
    """Ablation of crossover, and the number of selected trees made by crossover."""
    rows = []
    for kind in results.settings.crossed:
        for name in ("recursive", "builds", "none"):
            runs = results.trees[kind] if name == "recursive" else results.crossed[kind, name]
            gain = None if name == "none" else paired_difference(results.total(kind, name), results.total(kind, "none"))
            made = [
                sum(run["made"].get("crossover", 0) for run in runs),
                sum(sum(run["made"].values()) for run in runs),
            ]
            kept = [
                sum(run["kept"].get("crossover", 0) for run in runs),
                sum(sum(run["kept"].values()) for run in runs),
            ]
            rows.append(
                [
                    TITLES[kind],
                    name,
                    mean_over_runs(results.total(kind, name)),
                    gain,
                    *_selected_shares(made, kept),
                    mean_over_runs([float(run["crossed"].mean()) for run in runs]).value,
                    sum(bool(run["best_crossed"]) for run in runs),
                ]
            )
    columns = [
        Column.text("method"),
        Column.text("crossover"),
        Column.estimate("total", TOTAL, shown_digits=RATING_DIGITS),
        Column.estimate("gain", "more than without", shown_digits=RATING_DIGITS),
        Column.integer("made", "trees made by crossover"),
        Column.number("selected", "of these selected", percent=True, shown_digits=1),
        Column.number("others_selected", "of all others selected", percent=True, shown_digits=1),
        Column.number("alive", "of those alive made by crossover", percent=True, shown_digits=1),
        Column.integer("best", "runs whose best tree a crossover made"),
    ]
    caption = (
        "With and without crossover, runs of the same number from the same start. A tree is selected if it lives on in "
        "the generation after it was made: what the author of the thesis lacked."
    )
    return Table("crossover", columns, rows, caption)


def origins_table(results: DelveTreesResults) -> Table:
    """Trees made and selected, by operator and method."""
    rows = []
    for kind in results.settings.methods:
        runs = results.trees[kind]
        for name in dict.fromkeys(name for run in runs for name in run["made"]):
            made, kept = (sum(run[what].get(name, 0) for run in runs) for what in ("made", "kept"))
            rows.append([TITLES[kind], name, made, kept, kept / made if made else None])
    columns = [
        Column.text("method"),
        Column.text("operator"),
        Column.integer("made", "trees made"),
        Column.integer("selected"),
        Column.number("share", "share selected", percent=True, shown_digits=1),
    ]
    return Table(
        "origins", columns, rows, "Where trees come from, and how many of them are selected.", max_shown_rows=50
    )


def held_out_table(results: DelveTreesResults) -> Table:
    """Made trees against random trees of the same size."""
    rows = []
    for kind in results.held_out:
        for rating in (TOTAL, *RATINGS):
            made_ratings, random = results.made_and_random(kind, rating)
            gain = paired_difference(made_ratings, random)
            word = "better" if gain.low > 0 else "worse" if gain.high < 0 else "no difference"
            rows.append([TITLES[kind], rating, mean_over_runs(made_ratings), mean_over_runs(random), gain, word])
    columns = [
        Column.text("method"),
        Column.text("rating"),
        Column.estimate("made", "made trees", shown_digits=RATING_DIGITS),
        Column.estimate("random", "random trees", shown_digits=RATING_DIGITS),
        Column.estimate("gain", "difference", shown_digits=RATING_DIGITS),
        Column.text("verdict"),
    ]
    beside = results.settings.same_size
    caption = f"Held-out decks. Every made tree beside {beside} random ones of its size; intervals over runs."
    return Table("held_out", columns, rows, caption, max_shown_rows=100)


def hypotheses_table(tests: list[HypothesisTest]) -> Table:
    """Every hypothesis with test, number, interval and verdict."""
    rows = [
        [test.hypothesis, test.kind, test.decks, test.test, test.measured, test.unit, test.verdict] for test in tests
    ]
    columns = [
        Column.text("hypothesis"),
        Column.text("trees"),
        Column.text("decks"),
        Column.text("test"),
        Column.estimate("number", shown_digits=RATING_DIGITS),
        Column.text("unit"),
        Column.text("verdict"),
    ]
    caption = "A hypothesis holds if the whole 95 % interval is above zero, and fails if it is below."
    return Table("hypotheses", columns, rows, caption, max_shown_rows=200)


def trees_table(results: DelveTreesResults, shop: TreeMaker) -> Table:
    """Every tree that was made, one row each."""
    rows = []
    for kind, runs in results.trees.items():
        for number, run in enumerate(runs):
            description = None if kind == HAND_MADE else shop.space.describe(shop.space.from_data(run["tree"]))
            rows.append(
                [kind, number, run["nodes"], comparison_total(run["ratings"]), *map(float, run["ratings"]), description]
            )
    columns = [
        Column.text("kind"),
        Column.integer("run"),
        Column.integer("nodes"),
        Column.number("total", TOTAL, shown_digits=RATING_DIGITS),
        *(Column.number(name) for name in RATINGS),
        Column.text("tree"),
    ]
    return Table("trees", columns, rows, "Every tree; children of a node in brackets.", max_shown_rows=5)


def _selected_shares(made: list[int], selected: list[int]) -> list[float | None]:
    """Trees made by crossover, the share of them that was selected, and the share of all others."""
    others = made[1] - made[0]
    return [
        made[0],
        selected[0] / made[0] if made[0] else None,
        (selected[1] - selected[0]) / others if others else None,
    ]
