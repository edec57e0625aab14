"""Tables of the report: methods and their trees, then play with them."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import numpy as np

from ludus.design.delve.rating.tree_ratings import RATINGS, SHAPE_RATINGS
from ludus.design.delve.search.tree_map_elites import find_descriptors
from ludus.lab import Column, Table
from ludus.stats import Estimate
from ludus.studies.claims import Claim, above_mark, count_verdicts
from ludus.studies.delve_trees.claims import CLOSE, NEGLIGIBLE, HypothesisTest
from ludus.studies.delve_trees.config import HAND_MADE, RANDOM
from ludus.studies.delve_trees.experiment import DECK_SETS, dial_seed
from ludus.studies.delve_trees.results import (
    BUILDS_SPREAD,
    DECK_TOTAL,
    HELD_OUT,
    OWN_DECKS,
    SATURATION,
    THESIS_BOTS,
    TITLES,
    TOTAL,
    TURNS_SPREAD,
    DelveTreesResults,
    mean_over_decks,
    mean_over_runs,
    paired_difference,
    rating_over_decks,
    share_over_decks,
    share_over_runs,
)
from ludus.studies.delve_trees.tree_maker import TreeMaker, comparison_total

RATING_DIGITS = 3  # decimals of ratings
RATIO_DIGITS = 3
UNIT_DIGITS = 9  # decimals of numbers beside the values of their units
SATURATED = "saturated"
OVER_BOTH = "intervals over runs and decks"


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
            rating_over_decks(results.deck_total(kind)),
            rating_over_decks(results.total(kind, HELD_OUT)),
            rating_over_decks(results.total(kind)),
        ]
        rows.append([*row, *(mean_over_decks(results.ratings(kind, name, HELD_OUT)).value for name in RATINGS)])
    columns = [
        Column.text("method"),
        Column.integer("runs"),
        Column.number("rated", "trees rated in a run", shown_digits=0),
        Column.estimate("nodes"),
        Column.estimate("deck_total", f"{DECK_TOTAL}, held-out decks", shown_digits=RATING_DIGITS),
        Column.estimate("total", f"{TOTAL}, held-out decks", shown_digits=RATING_DIGITS),
        Column.estimate("own_total", f"{TOTAL}, decks of the search", shown_digits=RATING_DIGITS),
        *(Column.number(name) for name in RATINGS),
    ]
    caption = (
        f"Ratings of the methods by the simulation; 1 would be perfect, {results.bounds(HELD_OUT)[DECK_TOTAL]:.3f} is "
        f"the most that any tree can have in the {DECK_TOTAL}. The {TOTAL} also has {' and '.join(SHAPE_RATINGS)}, "
        "which depend on the tree alone, so searches maximise them for all decks; with the decks of the search, they "
        f"maximise all of it. So the {TOTAL} says how well a method searches, not how good its trees are. Single "
        f"ratings are of the held-out decks; {OVER_BOTH}."
    )
    return Table("methods", columns, rows, caption)


def bounds_table(results: DelveTreesResults) -> Table:
    """What decks and encounters allow in each rating, and which ratings are saturated."""
    rows: list[list[object]] = []
    made: list[str] = list(results.settings.methods)
    for lot in (HELD_OUT, OWN_DECKS):
        bounds = results.bounds(lot)
        for name in (DECK_TOTAL, TOTAL, *RATINGS):
            means = [
                float(np.mean([results.ratings(kind, name, lot).mean() for kind in kinds]))
                for kinds in (made, [RANDOM])
            ]
            shares = [results.saturated_share(kinds, name, lot) for kinds in (made, [RANDOM])]
            word = SATURATED if shares[0] > 0.5 else None
            rows.append([lot, name, bounds[name], *means, *shares, word])
    columns = [
        Column.text("decks"),
        Column.text("rating"),
        Column.number("bound", "upper bound", shown_digits=RATING_DIGITS),
        Column.number("made", "made trees", shown_digits=RATING_DIGITS),
        Column.number("random", "random trees", shown_digits=RATING_DIGITS),
        Column.number("made_at_bound", "made trees at the bound", percent=True, shown_digits=0),
        Column.number("random_at_bound", "random trees at the bound", percent=True, shown_digits=0),
        Column.text("state"),
    ]
    caption = (
        "No tree exceeds the upper bound: it is what decks and encounters allow, with everything else perfect. A tree "
        f"within {SATURATION:g} of it is at the bound. Where most made trees are, the rating is saturated: it cannot "
        "tell good trees from better ones."
    )
    return Table("bounds", columns, rows, caption)


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
    caption = "Nodes and builds in the simulation with the decks of the search; intervals over runs alone."
    return Table("shapes", columns, rows, caption)


def crossover_table(results: DelveTreesResults) -> Table:
    """Ablation of crossover, and the number of selected trees made by crossover."""
    rows = []
    for kind in results.settings.crossed:
        for name in ("recursive", "builds", "none"):
            runs = results.trees[kind] if name == "recursive" else results.crossed[kind, name]
            deck_total, none = (results.deck_total(kind, crossover) for crossover in (name, "none"))
            gain = None if name == "none" else paired_difference(deck_total, none)
            proposed = [
                sum(run["made"].get("crossover", 0) for run in runs),
                sum(sum(run["made"].values()) for run in runs),
            ]
            selected = [
                sum(run["kept"].get("crossover", 0) for run in runs),
                sum(sum(run["kept"].values()) for run in runs),
            ]
            rows.append(
                [
                    TITLES[kind],
                    name,
                    rating_over_decks(deck_total),
                    gain,
                    rating_over_decks(results.total(kind, HELD_OUT, name)),
                    *_selected_shares(proposed, selected),
                    mean_over_runs([float(run["crossed"].mean()) for run in runs]).value,
                    sum(bool(run["best_crossed"]) for run in runs),
                ]
            )
    columns = [
        Column.text("method"),
        Column.text("crossover"),
        Column.estimate("deck_total", DECK_TOTAL, shown_digits=RATING_DIGITS),
        Column.estimate("gain", "more than without", shown_digits=RATING_DIGITS),
        Column.estimate("total", TOTAL, shown_digits=RATING_DIGITS),
        Column.integer("made", "trees made by crossover"),
        Column.number("selected", "of these selected", percent=True, shown_digits=1),
        Column.number("others_selected", "of all others selected", percent=True, shown_digits=1),
        Column.number("alive", "of those alive made by crossover", percent=True, shown_digits=1),
        Column.integer("best", "runs whose best tree a crossover made"),
    ]
    caption = (
        "With and without crossover, runs of the same number from the same start. Totals are of the held-out decks, "
        f"{OVER_BOTH}. A tree is selected if it lives on in the generation after it was made: what the author of the "
        "thesis lacked."
    )
    return Table("crossover", columns, rows, caption)


def origins_table(results: DelveTreesResults) -> Table:
    """Trees made and selected, by operator and method."""
    rows = []
    for kind in results.settings.methods:
        runs = results.trees[kind]
        for name in dict.fromkeys(name for run in runs for name in run["made"]):
            proposed, selected = (sum(run[what].get(name, 0) for run in runs) for what in ("made", "kept"))
            rows.append([TITLES[kind], name, proposed, selected, selected / proposed if proposed else None])
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


def held_out_table(results: DelveTreesResults, compared: Mapping[tuple[str, str], Claim]) -> Table:
    """Made trees against random trees of the same size, by the claims about it."""
    rows: list[list[object]] = []
    bounds = results.bounds(HELD_OUT)
    for (kind, rating), claim in compared.items():
        both = [rating_over_decks(cells) for cells in results.made_and_random(kind, rating)]
        saturated = all(mean.value >= bounds[rating] - SATURATION for mean in both)
        verdict = {"holds": "better", "fails": "worse"}.get(claim.verdict, claim.verdict)
        if claim.is_sampled and saturated:
            verdict = SATURATED
        assert claim.deciding is not None
        corrected = claim.deciding.corrected if claim.is_sampled else None
        rows.append([TITLES[kind], rating, *both, claim.deciding.measured, corrected, claim.needed, verdict])
    columns = [
        Column.text("method"),
        Column.text("rating"),
        Column.estimate("made", "made trees", shown_digits=RATING_DIGITS),
        Column.estimate("random", "random trees", shown_digits=RATING_DIGITS),
        Column.estimate("gain", "difference", shown_digits=RATING_DIGITS),
        Column.estimate("corrected", "with the corrected interval", shown_digits=RATING_DIGITS),
        Column.integer("needed", "decks needed"),
        Column.text("verdict"),
    ]
    beside, claims = results.settings.same_size, list(compared.values())
    caption = (
        f"Held-out decks. Every made tree beside {beside} random ones of its size; 95 % {OVER_BOTH}, verdicts "
        f"corrected for {claims[0].comparisons} comparisons. {' and '.join(SHAPE_RATINGS)} depend on the tree alone, "
        f"so searches maximise them for all decks: they are not testable, nor is the {TOTAL}, which has them; the "
        f"{DECK_TOTAL} is without them. A rating is saturated if both are at its upper bound. Needed are decks that "
        f"decide a difference of {NEGLIGIBLE:g} with a power of 80 %."
    )
    return Table("held_out", columns, rows, caption, max_shown_rows=100)


def claim_units_table(claims: Sequence[Claim]) -> Table:
    """Numbers of all judged claims by each deck alone and by each run alone, so that they can be judged again."""
    rows: list[list[object]] = []
    for claim in claims:
        if not claim.is_sampled or not claim.family:
            continue
        numbers = claim.parts or ((claim.measured, claim.claimed),)
        names = claim.part_names or ("",) * len(numbers)
        for (number, _), name in zip(numbers, names, strict=True):
            assert isinstance(number, Estimate)
            for group, values in enumerate(number.unit_values):
                unit = ("deck", "run", "run of the others")[group]
                text = " ".join(f"{value:.7g}" for value in values)
                rows.append([claim.family.name, claim.statement, name, number, unit, text])
    columns = [
        Column.text("family"),
        Column.text("claim"),
        Column.text("part"),
        Column.estimate("number", file_digits=UNIT_DIGITS, shown_digits=RATING_DIGITS),
        Column.text("unit", "values by"),
        Column.text("values", on_screen=False),
    ]
    caption = (
        "The numbers that are judged; in the file, each by every deck alone and by every run alone, with all else at "
        "its mean. Verdicts follow from these."
    )
    return Table("claim_units", columns, rows, caption, max_shown_rows=3)


def claim_groups_table(claims: Sequence[Claim]) -> Table:
    """Claims that are made for several methods, one row for each claim: how many hold."""
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        method, _, rest = claim.statement.partition(": ")
        groups.setdefault(rest if method in TITLES.values() else claim.statement, []).append(claim)
    rows: list[list[object]] = []
    for statement, members in groups.items():
        counts = count_verdicts(members)
        values = [claim.deciding.measured.value for claim in members if claim.deciding]
        span = [min(values), max(values)] if values else [None, None]
        corrected = [claim.deciding.corrected for claim in members if claim.deciding and claim.is_sampled]
        ends = (
            [min(each.low for each in corrected), max(each.high for each in corrected)] if corrected else [None, None]
        )
        needed = max((claim.needed for claim in members if claim.needed), default=None)
        unjudged = counts["calibration"] + counts["not testable"]
        states = [counts[state] for state in ("holds", "fails", "undecided")]
        source, unit = members[0].source, members[0].unit
        rows.append([statement, source, len(members), *states, unjudged, *span, *ends, needed, unit])
    columns = [
        Column.text("claim"),
        Column.text("source"),
        Column.integer("claims", "methods"),
        Column.integer("holds"),
        Column.integer("fails"),
        Column.integer("undecided"),
        Column.integer("unjudged", "without a verdict"),
        Column.number("least", shown_digits=RATING_DIGITS),
        Column.number("most", shown_digits=RATING_DIGITS),
        Column.number("corrected_low", "corrected intervals from", shown_digits=RATING_DIGITS),
        Column.number("corrected_high", "to", shown_digits=RATING_DIGITS),
        Column.integer("needed", "most decks needed"),
        Column.text("unit"),
    ]
    caption = (
        "The claims below, those of several methods together: how many hold, the range of their numbers, and from the "
        "lowest to the highest end of their corrected intervals."
    )
    return Table("claim_groups", columns, rows, caption, max_shown_rows=50)


def hypotheses_table(tests: list[HypothesisTest]) -> Table:
    """Every hypothesis with test, number, interval and verdict."""
    rows = [
        [
            test.hypothesis,
            test.kind,
            test.decks,
            test.test,
            test.measured,
            test.corrected,
            test.claim.size,
            test.claim.needed,
            test.unit,
            test.verdict,
        ]
        for test in tests
    ]
    columns = [
        Column.text("hypothesis"),
        Column.text("trees"),
        Column.text("decks"),
        Column.text("test"),
        Column.estimate("number", shown_digits=RATING_DIGITS),
        Column.estimate("corrected", "with the corrected interval", shown_digits=RATING_DIGITS),
        Column.integer("size", "units"),
        Column.integer("needed", "units needed"),
        Column.text("unit"),
        Column.text("verdict"),
    ]
    comparisons = max(test.claim.comparisons for test in tests)
    caption = (
        "A hypothesis holds if the whole corrected interval is above zero, and fails if it is below; corrected for "
        f"{comparisons} comparisons. Needed are units that decide an effect of {NEGLIGIBLE:g} of the {DECK_TOTAL} "
        "with a power of 80 %; the other hypotheses name no size. What encounters were calibrated for gets no verdict."
    )
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


def wins_table(results: DelveTreesResults, lot: str) -> Table:
    """Win rates of bots with trees of every kind."""
    bots = range(len(THESIS_BOTS))
    rows = [
        [TITLES[kind], *(share_over_decks(results.wins(kind, lot, bot)) for bot in bots)] for kind in results.fights
    ]
    columns = [Column.text("method"), *(Column.estimate(name.lower(), name, percent=True) for name in THESIS_BOTS)]
    return Table(f"wins_{_slug(lot)}", columns, rows, f"Fights won, {lot} decks, all builds alike; {OVER_BOTH}.")


def turns_table(results: DelveTreesResults, lot: str) -> Table:
    """Turns to win."""
    bots = range(len(THESIS_BOTS))
    rows = [
        [TITLES[kind], *(mean_over_decks(results.turns(kind, lot, bot)) for bot in bots)] for kind in results.fights
    ]
    columns = [Column.text("method"), *(Column.estimate(name.lower(), name, shown_digits=2) for name in THESIS_BOTS)]
    return Table(f"turns_{_slug(lot)}", columns, rows, f"Turns to win, {lot} decks; {OVER_BOTH}.")


def spreads_table(results: DelveTreesResults) -> Table:
    """Standard deviations that the thesis prints, and ours."""
    rows = []
    for kind in results.fights:
        for lot in DECK_SETS:
            means = [mean_over_decks(results.turns(kind, lot, bot)).value for bot in range(len(THESIS_BOTS))]
            rows.append(
                [
                    TITLES[kind],
                    lot,
                    TURNS_SPREAD.get(kind),
                    mean_over_decks(results.turns_spread(kind, lot)),
                    statistics.stdev(means),
                    BUILDS_SPREAD.get(kind),
                    mean_over_decks(results.builds_spread(kind, lot)),
                    mean_over_decks(results.builds_spread(kind, lot, over_decks=True)),
                ]
            )
    columns = [
        Column.text("method"),
        Column.text("decks"),
        Column.number("turns_printed", "of turns, printed", shown_digits=RATIO_DIGITS),
        Column.estimate("turns", "over fights won", shown_digits=RATIO_DIGITS),
        Column.number("turns_bots", "over the bots' means", shown_digits=RATIO_DIGITS),
        Column.number("builds_printed", "of the win ratio over builds, printed", shown_digits=RATIO_DIGITS),
        Column.estimate("builds", "deck by deck", shown_digits=RATIO_DIGITS),
        Column.estimate("builds_decks", "of the mean over decks", shown_digits=RATIO_DIGITS),
    ]
    caption = (
        "Standard deviations. The thesis does not say over what its own are taken, so ours are there in two ways each; "
        f"those over builds are of the win ratio of all five bots together; {OVER_BOTH}."
    )
    return Table("spreads", columns, rows, caption)


def trends_table(results: DelveTreesResults) -> Table:
    """Page's trend test for every kind of tree."""
    rows = []
    for kind in (kind for kind, runs in results.fights.items() if len(runs) > 1):
        for lot in DECK_SETS:
            ranked = np.argsort(-results.results_by_tree_and_bot(kind, lot, "wins").mean(axis=0), kind="stable")
            by_wins = " > ".join(THESIS_BOTS[k].removesuffix("Bot") for k in ranked)
            for what in ("wins", "turns"):
                for unit, trend in results.skill_trends(kind, lot, what).items():
                    order = by_wins if what == "wins" else None
                    rows.append([TITLES[kind], lot, what, unit, trend.rows, trend.l, trend.z, trend.p, order])
    columns = [
        Column.text("method"),
        Column.text("decks"),
        Column.text("what"),
        Column.text("unit", "over"),
        Column.integer("count", "number of these"),
        Column.number("l", "Page's L", shown_digits=0),
        Column.number("z", shown_digits=1),
        Column.number("p", file_digits=9, shown_digits=6),
        Column.text("order", "order by wins"),
    ]
    caption = (
        "Whether wins rise and turns fall in the order Random, Roulette, Greedy, BestTurn, Lucky: Page's test, with a "
        "tree or a deck as the unit. It finds a trend over all five; neighbours may still be in the wrong order."
    )
    return Table("trends", columns, rows, caption)


def choices_table(results: DelveTreesResults) -> Table:
    """Value of the picks for GreedyBot."""
    names = ("wins", "entropy", "forced", "alike", "clear", "never useful", "dominated", "redundant", "obvious")
    rows = [
        [TITLES[kind], *(share_over_decks(results.choice_measure(kind, name)) for name in names)]
        for kind in results.choices
    ]
    columns = [
        Column.text("method"),
        Column.estimate("wins", "fights won with random picks", percent=True),
        Column.estimate("entropy", "evenness of best picks", shown_digits=2),
        Column.estimate("forced", "picks without a choice", percent=True),
        Column.estimate("alike", "choices that do not matter", percent=True),
        Column.estimate("clear", "choices with a clear best", percent=True),
        *(Column.estimate(name.replace(" ", "_"), f"nodes {name}", percent=True) for name in names[5:]),
    ]
    caption = (
        f"GreedyBot on the held-out decks, with all builds; `ludus inspect delve` explains the terms; {OVER_BOTH}."
    )
    return Table("choices", columns, rows, caption)


def dial_table(results: DelveTreesResults) -> Table:
    """Requested and measured win rates."""
    rows = []
    for target, runs in results.dial.items():
        ratios = [run["wins"][0] for run in runs]
        off = [abs(win - target) for win in ratios]
        near = sum(distance <= CLOSE for distance in off)
        mean, distance = (
            share_over_decks(cells) for cells in (results.dial_wins(target), results.dial_distance(target))
        )
        rows.append([target, len(runs), mean, above_mark(mean, target), distance, max(off), near])
    columns = [
        Column.number("target", "asked", shown_digits=2),
        Column.integer("trees"),
        Column.estimate("wins", "win ratio", shown_digits=RATIO_DIGITS),
        Column.estimate("bias", "mean less what was asked", shown_digits=RATIO_DIGITS),
        Column.estimate("off", "distance of a tree", shown_digits=RATIO_DIGITS),
        Column.number("most", "largest distance", shown_digits=RATIO_DIGITS),
        Column.integer("near", f"trees within {CLOSE:g}"),
    ]
    caption = "GreedyBot's win ratio on the held-out decks with random reachable picks; intervals over trees and decks."
    return Table("dial", columns, rows, caption)


def dial_trees_table(results: DelveTreesResults) -> Table:
    """Every tree of the dial, with the command that makes it again."""
    rows, again, settings = [], [], results.settings
    for target, runs in results.dial.items():
        for number, run in enumerate(runs):
            rows.append([target, number, tuple(run["wins"]), run["turns"], run["nodes"], run["total"]])
            again.append(
                f"ludus make delve --setup thesis --nodes {settings.nodes} --target-win {target:g} "
                f"--method {settings.dial_method} --generations {settings.generations} "
                f"--seed {dial_seed(settings, target, number)}"
            )
    columns = [
        Column.number("target", "asked", shown_digits=2),
        Column.integer("run"),
        Column.estimate("wins", "win ratio", shown_digits=RATIO_DIGITS),
        Column.number("turns", "turns to win"),
        Column.integer("nodes"),
        Column.number("total", "total of ratings"),
    ]
    caption = "Every tree, with the command that makes it; intervals over the held-out decks."
    return Table("dial_trees", columns, rows, caption, again, max_shown_rows=10)


def agreement_table(results: DelveTreesResults) -> Table:
    """Rank correlations of simulation and play."""
    rows = []
    for bot, data in results.agreement.items():
        ahead = mean_over_decks(data["by_deck"][:, 0, :, 0] - data["by_deck"][:, 1, :, 0])
        both = [results.correlation(bot, what) for what in ("wins", "turns")]
        rows.append(["random trees", bot, len(data["wins"]), *both, ahead, float(data["cells"].mean())])
    if results.fights:
        for number, name in enumerate(results.settings.bots):
            count = len(results.settings.methods) * results.settings.runs
            rows.append(["made trees", name, count, results.made_correlation(number), None, None, None])
    columns = [
        Column.text("trees"),
        Column.text("bot"),
        Column.integer("count"),
        Column.estimate("wins", "rank correlation of win ratios", shown_digits=2),
        Column.estimate("turns", "of turns to win", shown_digits=2),
        Column.estimate("above", "wins more in the simulation", percent=True),
        Column.number("cells", "mean distance in a deck and encounter", percent=True, shown_digits=1),
    ]
    caption = (
        "The approximating simulation beside real play, reference decks. Random trees: all builds, with or without a "
        "chance to live so long. Made trees: the simulation's own win ratio, which counts the living alone. Intervals "
        "over trees and decks."
    )
    return Table("agreement", columns, rows, caption)


def maps_table(results: DelveTreesResults) -> Table:
    """Coverage and quality of each archive."""
    rows = []
    for name, runs in results.maps.items():
        filled = [float(len(run["scores"])) for run in runs]
        scores = [float(run["scores"].mean()) for run in runs]
        best = [float(run["scores"].max()) for run in runs]
        down, across = find_descriptors(name, results.settings.nodes).axes
        cells = down.steps * across.steps
        rows.append(
            [
                name,
                len(runs),
                cells,
                mean_over_runs(filled),
                _cells_filled_in_any_run(runs),
                mean_over_runs(scores),
                mean_over_runs(best),
            ]
        )
    columns = [
        Column.text("map"),
        Column.integer("runs"),
        Column.integer("cells"),
        Column.estimate("kinds", "of these filled"),
        Column.integer("everywhere", "filled in any run"),
        Column.estimate("mean", "mean total of a kind", shown_digits=RATIO_DIGITS),
        Column.estimate("best", "best total", shown_digits=RATIO_DIGITS),
    ]
    caption = (
        "MAP-Elites: the best tree of every kind, with the decks of the search, whose ratings it maximises; intervals "
        "over runs."
    )
    return Table("maps", columns, rows, caption)


def _cells_filled_in_any_run(runs: list[dict[str, np.ndarray]]) -> int:
    return len({tuple(cell) for run in runs for cell in run["cells"].tolist()})


def _slug(lot: str) -> str:
    return lot.replace("-", "_")
