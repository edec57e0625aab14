"""Tables about methods and their trees."""

from __future__ import annotations

from ludus.design.trees.rating.ratings import RATINGS
from ludus.lab import Column, Table
from ludus.studies.delve_trees.config import HAND_MADE
from ludus.studies.delve_trees.findings import TOTAL, Findings, over, paired, portion
from ludus.studies.delve_trees.hypotheses import Tested
from ludus.studies.delve_trees.making import Workshop, weighted
from ludus.studies.delve_trees.published import TITLES

SHORT = 3  # decimals of ratings


def methods(found: Findings) -> Table:
    """Ratings of each method."""
    rows = []
    for kind, runs in found.trees.items():
        rated = sum(float(run["growth"][:, 0].sum()) for run in runs) / len(runs) if "growth" in runs[0] else None
        row = [TITLES[kind], len(runs), rated, over(found.number(kind, "nodes")), over(found.total(kind))]
        rows.append([*row, *(over(found.rating(kind, name)).value for name in RATINGS)])
    columns = [
        Column.text("method"),
        Column.whole("runs"),
        Column.number("rated", "trees rated in a run", shown=0),
        Column.estimate("nodes"),
        Column.estimate("total", TOTAL, shown=SHORT),
        *(Column.number(name) for name in RATINGS),
    ]
    caption = "Ratings of the methods by the simulation with the reference decks; 1 is best. Means over runs."
    return Table("methods", columns, rows, caption)


def shapes(found: Findings) -> Table:
    """Statistics of nodes and builds in the simulation."""
    names = ("entropy", "useless", "power_spread")
    rows = [[TITLES[kind], *(portion(found.number(kind, name)) for name in names)] for kind in found.trees]
    columns = [
        Column.text("method"),
        Column.estimate("entropy", "evenness of picks in builds that win", shown=SHORT),
        Column.estimate("useless", "nodes in no build that wins everything", percent=True),
        Column.estimate("power_spread", "spread of power over builds", shown=SHORT),
    ]
    return Table("shapes", columns, rows, "Nodes and builds in the simulation.")


def crossover(found: Findings) -> Table:
    """Ablation of crossover, and the number of selected trees made by crossover."""
    rows = []
    for kind in found.settings.crossed:
        for name in ("recursive", "builds", "none"):
            runs = found.trees[kind] if name == "recursive" else found.crossed[kind, name]
            gain = None if name == "none" else paired(found.total(kind, name), found.total(kind, "none"))
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
                    over(found.total(kind, name)),
                    gain,
                    *_lived(made, kept),
                    over([float(run["crossed"].mean()) for run in runs]).value,
                    sum(bool(run["best_crossed"]) for run in runs),
                ]
            )
    columns = [
        Column.text("method"),
        Column.text("crossover"),
        Column.estimate("total", TOTAL, shown=SHORT),
        Column.estimate("gain", "more than without", shown=SHORT),
        Column.whole("made", "trees made by crossover"),
        Column.number("selected", "of these selected", percent=True, shown=1),
        Column.number("others_selected", "of all others selected", percent=True, shown=1),
        Column.number("alive", "of those alive made by crossover", percent=True, shown=1),
        Column.whole("best", "runs whose best tree a crossover made"),
    ]
    caption = (
        "With and without crossover, runs of the same number from the same start. A tree is selected if it lives on in "
        "the generation after it was made: what the author of the thesis lacked."
    )
    return Table("crossover", columns, rows, caption)


def origins(found: Findings) -> Table:
    """Trees made and selected, by operator and method."""
    rows = []
    for kind in found.settings.methods:
        runs = found.trees[kind]
        for name in dict.fromkeys(name for run in runs for name in run["made"]):
            made, kept = (sum(run[what].get(name, 0) for run in runs) for what in ("made", "kept"))
            rows.append([TITLES[kind], name, made, kept, kept / made if made else None])
    columns = [
        Column.text("method"),
        Column.text("operator"),
        Column.whole("made", "trees made"),
        Column.whole("selected"),
        Column.number("share", "share selected", percent=True, shown=1),
    ]
    return Table("origins", columns, rows, "Where trees come from, and how many of them are selected.", most=50)


def held_out(found: Findings) -> Table:
    """Made trees against random trees of the same size."""
    rows = []
    for kind in found.held_out:
        for rating in (TOTAL, *RATINGS):
            made_ratings, random = found.beside(kind, rating)
            gain = paired(made_ratings, random)
            word = "better" if gain.low > 0 else "worse" if gain.high < 0 else "no difference"
            rows.append([TITLES[kind], rating, over(made_ratings), over(random), gain, word])
    columns = [
        Column.text("method"),
        Column.text("rating"),
        Column.estimate("made", "made trees", shown=SHORT),
        Column.estimate("random", "random trees", shown=SHORT),
        Column.estimate("gain", "difference", shown=SHORT),
        Column.text("verdict"),
    ]
    beside = found.settings.same_size
    caption = f"Held-out decks. Every made tree beside {beside} random ones of its size; intervals over runs."
    return Table("held_out", columns, rows, caption, most=100)


def hypotheses(tests: list[Tested]) -> Table:
    """Every hypothesis with test, number, interval and verdict."""
    rows = [[test.hypothesis, test.kind, test.decks, test.test, test.ours, test.unit, test.verdict] for test in tests]
    columns = [
        Column.text("hypothesis"),
        Column.text("trees"),
        Column.text("decks"),
        Column.text("test"),
        Column.estimate("number", shown=SHORT),
        Column.text("unit"),
        Column.text("verdict"),
    ]
    caption = "A hypothesis holds if the whole 95 % interval is above zero, and fails if it is below."
    return Table("hypotheses", columns, rows, caption, most=200)


def trees(found: Findings, shop: Workshop) -> Table:
    """Every tree that was made, one row each."""
    rows = []
    for kind, runs in found.trees.items():
        for number, run in enumerate(runs):
            description = None if kind == HAND_MADE else shop.space.describe(shop.space.from_data(run["tree"]))
            rows.append(
                [kind, number, run["nodes"], weighted(run["ratings"]), *map(float, run["ratings"]), description]
            )
    columns = [
        Column.text("kind"),
        Column.whole("run"),
        Column.whole("nodes"),
        Column.number("total", TOTAL, shown=SHORT),
        *(Column.number(name) for name in RATINGS),
        Column.text("tree"),
    ]
    return Table("trees", columns, rows, "Every tree; children of a node in brackets.", most=5)


def _lived(made: list[int], kept: list[int]) -> list[float | None]:
    """Trees made by crossover, the share of them that was selected, and the share of all others."""
    others = made[1] - made[0]
    return [
        made[0],
        kept[0] / made[0] if made[0] else None,
        (kept[1] - kept[0]) / others if others else None,
    ]
