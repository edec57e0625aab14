"""Tables about play: bots, builds, choices, requested win rates, simulation, MAP-Elites archives."""

from __future__ import annotations

import statistics

import numpy as np

from ludus.design.trees.searching.kinds_of_trees import kind_of_map
from ludus.lab import Column, Table
from ludus.studies.delve_trees.beside import dial_seed
from ludus.studies.delve_trees.claims import CLOSE
from ludus.studies.delve_trees.fights import LOTS
from ludus.studies.delve_trees.findings import Findings, above, over, portion
from ludus.studies.delve_trees.published import BOTS, BUILDS_SPREAD, TITLES, TURNS_SPREAD

SHORT = 3


def wins(found: Findings, lot: str) -> Table:
    """Win rates of bots with trees of every kind."""
    bots = range(len(BOTS))
    rows = [[TITLES[kind], *(portion(found.wins(kind, lot, bot)) for bot in bots)] for kind in found.fights]
    columns = [Column.text("method"), *(Column.estimate(name.lower(), name, percent=True) for name in BOTS)]
    return Table(
        f"wins_{_word(lot)}", columns, rows, f"Fights won, {lot} decks, all builds alike; intervals over runs."
    )


def turns(found: Findings, lot: str) -> Table:
    """Turns to win."""
    bots = range(len(BOTS))
    rows = [[TITLES[kind], *(over(found.turns(kind, lot, bot)) for bot in bots)] for kind in found.fights]
    columns = [Column.text("method"), *(Column.estimate(name.lower(), name, shown=2) for name in BOTS)]
    return Table(f"turns_{_word(lot)}", columns, rows, f"Turns to win, {lot} decks; intervals over runs.")


def spreads(found: Findings) -> Table:
    """Standard deviations that the thesis prints, and ours."""
    rows = []
    for kind in found.fights:
        for lot in LOTS:
            means = [over(found.turns(kind, lot, bot)).value for bot in range(len(BOTS))]
            rows.append(
                [
                    TITLES[kind],
                    lot,
                    TURNS_SPREAD.get(kind),
                    over(found.turns_spread(kind, lot)),
                    statistics.stdev(means),
                    BUILDS_SPREAD.get(kind),
                    over(found.builds_spread(kind, lot)),
                    over(found.builds_spread(kind, lot, over_decks=True)),
                ]
            )
    columns = [
        Column.text("method"),
        Column.text("decks"),
        Column.number("turns_printed", "of turns, printed", shown=SHORT),
        Column.estimate("turns", "over fights won", shown=SHORT),
        Column.number("turns_bots", "over the bots' means", shown=SHORT),
        Column.number("builds_printed", "of the win ratio over builds, printed", shown=SHORT),
        Column.estimate("builds", "deck by deck", shown=SHORT),
        Column.estimate("builds_decks", "of the mean over decks", shown=SHORT),
    ]
    caption = (
        "Standard deviations. The thesis does not say over what its own are taken, so ours are there in two ways each; "
        "those over builds are of the win ratio of all five bots together."
    )
    return Table("spreads", columns, rows, caption)


def trends(found: Findings) -> Table:
    """Page's trend test for every kind of tree."""
    rows = []
    for kind in (kind for kind, runs in found.fights.items() if len(runs) > 1):
        for lot in LOTS:
            for what in ("wins", "turns"):
                trend = found.trend(kind, lot, what)
                ranked = np.argsort(-found.table(kind, lot, "wins").mean(axis=0), kind="stable")
                order = " > ".join(BOTS[k].removesuffix("Bot") for k in ranked) if what == "wins" else None
                rows.append([TITLES[kind], lot, what, trend.rows, trend.l, trend.z, trend.p, order])
    columns = [
        Column.text("method"),
        Column.text("decks"),
        Column.text("what"),
        Column.whole("trees"),
        Column.number("l", "Page's L", shown=0),
        Column.number("z", shown=1),
        Column.number("p", digits=9, shown=6),
        Column.text("order", "order by wins"),
    ]
    caption = "Whether wins rise and turns fall in the order Random, Roulette, Greedy, BestTurn, Lucky: Page's test."
    return Table("trends", columns, rows, caption)


def choices(found: Findings) -> Table:
    """Value of the picks for GreedyBot."""
    names = ("wins", "entropy", "forced", "alike", "clear", "never useful", "dominated", "redundant", "obvious")
    rows = [[TITLES[kind], *(portion(found.choice(kind, name)) for name in names)] for kind in found.choices]
    columns = [
        Column.text("method"),
        Column.estimate("wins", "fights won with random picks", percent=True),
        Column.estimate("entropy", "evenness of best picks", shown=2),
        Column.estimate("forced", "picks without a choice", percent=True),
        Column.estimate("alike", "choices that do not matter", percent=True),
        Column.estimate("clear", "choices with a clear best", percent=True),
        *(Column.estimate(name.replace(" ", "_"), f"nodes {name}", percent=True) for name in names[5:]),
    ]
    caption = "GreedyBot on the held-out decks, with all builds; `ludus inspect delve` explains the terms."
    return Table("choices", columns, rows, caption)


def dial(found: Findings) -> Table:
    """Requested and measured win rates."""
    rows = []
    for target, runs in found.dial.items():
        ratios = [run["wins"][0] for run in runs]
        off = [abs(win - target) for win in ratios]
        near = sum(distance <= CLOSE for distance in off)
        mean = over(ratios)
        rows.append([target, len(runs), mean, above(mean, target), over(off), max(off), near])
    columns = [
        Column.number("target", "asked", shown=2),
        Column.whole("trees"),
        Column.estimate("wins", "win ratio", shown=SHORT),
        Column.estimate("bias", "mean less what was asked", shown=SHORT),
        Column.estimate("off", "distance of a tree", shown=SHORT),
        Column.number("most", "largest distance", shown=SHORT),
        Column.whole("near", f"trees within {CLOSE:g}"),
    ]
    caption = "GreedyBot's win ratio on the held-out decks with random reachable picks; intervals over trees."
    return Table("dial", columns, rows, caption)


def dial_trees(found: Findings) -> Table:
    """Every tree of the dial, with the command that makes it again."""
    rows, again, settings = [], [], found.settings
    for target, runs in found.dial.items():
        for number, run in enumerate(runs):
            rows.append([target, number, tuple(run["wins"]), run["turns"], run["nodes"], run["total"]])
            again.append(
                f"ludus make delve --nodes {settings.nodes} --target-win {target:g} --method {settings.dial_method} "
                f"--generations {settings.generations} --seed {dial_seed(settings, target, number)}"
            )
    columns = [
        Column.number("target", "asked", shown=2),
        Column.whole("run"),
        Column.estimate("wins", "win ratio", shown=SHORT),
        Column.number("turns", "turns to win"),
        Column.whole("nodes"),
        Column.number("total", "total of ratings"),
    ]
    return Table("dial_trees", columns, rows, "Every tree, with the command that makes it.", again, most=10)


def agreement(found: Findings) -> Table:
    """Rank correlations of simulation and play."""
    rows = []
    for bot, data in found.agreement.items():
        ahead = over(list(data["wins"][:, 0] - data["wins"][:, 1]))
        both = [found.correlation(bot, what) for what in ("wins", "turns")]
        rows.append(["random trees", bot, len(data["wins"]), *both, ahead, float(data["cells"].mean())])
    if found.fights:
        for number, name in enumerate(found.settings.bots):
            count = len(found.settings.methods) * found.settings.runs
            rows.append(["made trees", name, count, found.made_correlation(number), None, None, None])
    columns = [
        Column.text("trees"),
        Column.text("bot"),
        Column.whole("count"),
        Column.estimate("wins", "rank correlation of win ratios", shown=2),
        Column.estimate("turns", "of turns to win", shown=2),
        Column.estimate("above", "wins more in the simulation", percent=True),
        Column.number("cells", "mean distance in a deck and encounter", percent=True, shown=1),
    ]
    caption = (
        "The approximating simulation beside real play, reference decks. Random trees: all builds, with or without a "
        "chance to live so long. Made trees: the simulation's own win ratio, which counts the living alone."
    )
    return Table("agreement", columns, rows, caption)


def maps(found: Findings) -> Table:
    """Coverage and quality of each archive."""
    rows = []
    for name, runs in found.maps.items():
        filled = [float(len(run["scores"])) for run in runs]
        scores = [float(run["scores"].mean()) for run in runs]
        best = [float(run["scores"].max()) for run in runs]
        down, across = kind_of_map(name, found.settings.nodes).axes
        cells = down.steps * across.steps
        rows.append([name, len(runs), cells, over(filled), _everywhere(runs), over(scores), over(best)])
    columns = [
        Column.text("map"),
        Column.whole("runs"),
        Column.whole("cells"),
        Column.estimate("kinds", "of these filled"),
        Column.whole("everywhere", "filled in any run"),
        Column.estimate("mean", "mean total of a kind", shown=SHORT),
        Column.estimate("best", "best total", shown=SHORT),
    ]
    return Table("maps", columns, rows, "MAP-Elites: the best tree of every kind, over runs.")


def _everywhere(runs: list[dict[str, np.ndarray]]) -> int:
    return len({tuple(cell) for run in runs for cell in run["cells"].tolist()})


def _word(lot: str) -> str:
    return lot.replace("-", "_")
