"""Tables of the report."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludus.lab import Column, Table
from ludus.stats import mean
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_landscape.findings import Findings
from ludus.studies.dominion_landscape.measured import ENDS, MEASURES, End
from ludus.studies.dominion_landscape.work import GOAL, QUANTILES

SHOWN = 25  # rows of long lists in the report
TOLD = tuple(measure for measure in MEASURES if measure != "capped")  # measures of cards; hardly any game is capped


def effects(found: Findings) -> Table:
    """Effects of cards by the model, which separates them; the card that raises the goal most is first."""
    rows = [
        [found.pool.names[card], card in found.attacks, *(found.effect(measure, card) for measure in TOLD)]
        for card in _by_goal(found)
    ]
    caption = (
        "By how much a measure is higher than with an average other card in the card's place; all cards sum to zero. "
        f"{_UNITS}"
    )
    return Table("effects", [Column.text("card"), Column.truth("attack"), *_measures(found)], rows, caption)


def cards(found: Findings) -> Table:
    """Means of kingdoms with a card minus those without it."""
    rows = [
        [found.pool.names[card], card in found.attacks, *(found.difference(measure, card) for measure in TOLD)]
        for card in _by_goal(found)
    ]
    caption = f"The same without a model: mean over kingdoms with the card less mean over kingdoms without it. {_UNITS}"
    return Table("cards", [Column.text("card"), Column.truth("attack"), *_measures(found)], rows, caption, most=5)


def _by_goal(found: Findings) -> list[int]:
    return sorted(range(found.pool.size), key=lambda card: -found.effect(GOAL, card).value)


def synergies(found: Findings) -> Table:
    """All pairs, by the size of their effect on the goal."""
    order = np.argsort(-np.abs(found.models[GOAL].synergies), kind="stable")
    rows = []
    for pair in order.tolist():
        one, other = found.pairs[pair]
        names = [found.pool.names[one], found.pool.names[other]]
        rows.append([*names, *(found.synergy(measure, pair) for measure in TOLD)])
    caption = f"What two cards do together beyond what each does by itself; the file has all pairs. {_UNITS}"
    columns = [Column.text("card"), Column.text("with"), *_measures(found)]
    return Table("synergies", columns, rows, caption, most=SHOWN)


def spread(found: Findings) -> list[Table]:
    """Spread of kingdoms, the part due to chance, and the part explained by cards and pairs; then quantiles."""
    size, rows, ranges = found.pool.size, [], []
    for name in MEASURES:
        model = found.models[name]
        ranges.append([found.words(name), *(float(quantile) for quantile in found.landscape["quantiles"][name])])
        rows.append(
            [
                found.words(name),
                model.mean,
                math.sqrt(model.spread),
                math.sqrt(model.noise),
                math.sqrt(model.real),
                model.cards,
                model.pairs,
                model.of_real(model.cards, size - 1),
                model.of_real(model.pairs, len(found.pairs) - 1),
            ]
        )
    columns = [
        Column.text("measure"),
        Column.number("mean", shown=3),
        Column.number("sd", "measured sd", shown=4),
        Column.number("sd_chance", "sd by chance", shown=4),
        Column.number("sd_real", "real sd", shown=4),
        Column.number("r2_cards", "R² cards", shown=3),
        Column.number("r2_pairs", "R² with pairs", shown=3),
        Column.number("r2_cards_real", "R² cards, of the real variance", shown=3),
        Column.number("r2_pairs_real", "R² with pairs, of the real variance", shown=3),
    ]
    caption = (
        "Over kingdoms. The real standard deviation (sd) is the measured one with chance taken off; R² is the share of "
        "the variance that a model explains in which cards, or cards and pairs, add up."
    )
    quantiles = [Column.text("measure"), *(Column.number(f"quantile_{q:g}", _quantile(q), shown=3) for q in QUANTILES)]
    return [
        Table("spread", columns, rows, caption),
        Table("quantiles", quantiles, ranges, "As measured: so many percent of the kingdoms have less than this."),
    ]


def ends(found: Findings) -> list[Table]:
    """Top kingdoms at every end, in the order of the third measurement; the first of them has a fourth."""
    tables = []
    for end in ENDS:
        first, rows, again = found.first_measured(end), [], []
        for place, rank in enumerate(found.in_order(end), 1):
            value = float(found.again.value(end.measure, np.array([rank]))[0])
            rows.append([place, found.names(rank), first[rank], value, found.worth(end.measure, rank)])
            again.append(_match(found, rank))
        games = found.settings
        columns = [
            Column.whole("place"),
            Column.text("kingdom"),
            Column.number("first", f"first, {games.games} games", shown=3),
            Column.number("again", f"again, {games.shortlist_games:,} games", shown=3),
            Column.estimate("last", f"last, {games.final_games:,} games", shown=3),
        ]
        caption = (
            f"{_of_end(found, end)}: each measured three times on fresh seeds, ordered by the third time. The first of "
            "them was measured once more after that, which is the number shown."
        )
        tables.append(Table(end.name, columns, rows, caption, again, most=SHOWN))
    return tables


def curse(found: Findings) -> Table:
    """Winner's curse: the top of a list is worth less than it seemed."""
    rows, count = [], found.settings.finalists
    for end in ENDS:
        seemed = found.first_measured(end)
        first = np.array(list(seemed)[:count])
        chosen = found.finalists[end.name]
        rows.append(
            [
                _of_end(found, end),
                len(first),
                float(np.mean([seemed[int(rank)] for rank in first])),
                mean(found.again.value(end.measure, first)),
                float(np.mean(found.again.value(end.measure, chosen))),
                mean(found.final.value(end.measure, chosen)),
            ]
        )
    columns = [
        Column.text("list"),
        Column.whole("kingdoms"),
        Column.number("first", "the first by the first measurement", shown=3),
        Column.estimate("first_again", "these again", shown=3),
        Column.number("again", "the first by the second", shown=3),
        Column.estimate("again_last", "these once more", shown=3),
    ]
    return Table("curse", columns, rows, "Means over the first kingdoms of each list, when chosen and on fresh seeds.")


def best_cards(found: Findings) -> Table:
    """How often a card is in the top kingdoms of each list."""
    shares = {}
    for end in ENDS:
        kingdoms = found.pool.unrank_all(np.array(found.in_order(end)))
        counts = np.bincount(kingdoms.ravel(), minlength=found.pool.size)
        shares[end.name] = counts / len(kingdoms)
    rows = [
        [found.pool.names[card], card in found.attacks, *(float(shares[end.name][card]) for end in ENDS)]
        for card in sorted(range(found.pool.size), key=lambda card: -shares[ENDS[0].name][card])
    ]
    columns = [
        Column.text("card"),
        Column.truth("attack"),
        *(Column.number(end.name.replace("-", "_"), _of_end(found, end), percent=True, shown=0) for end in ENDS),
    ]
    chance = 100 * found.pool.piles / found.pool.size
    caption = f"Share of the {found.settings.finalists} first kingdoms that hold a card; by chance {chance:.0f} %."
    return Table("best-cards", columns, rows, caption)


def printed(found: Findings) -> Table | None:
    """Card sets of the paper, and their rank."""
    if not found.printed:
        return None
    rows = []
    for name, rank in found.printed.items():
        paper, measured = published().experiments[name], found.landscape["printed"].get(name)
        higher = [measured[measure]["higher"] / found.kingdoms if measured else None for measure in (GOAL, "wins")]
        worth = [found.worth(measure, rank) for measure in (GOAL, "skill", "wins")]
        rows.append([name, paper.cards, paper.best, *worth, *higher])
    columns = [
        Column.text("experiment"),
        Column.text("kingdom"),
        Column.number("paper", "printed fitness", shown=3),
        Column.estimate("skill_computed", found.words(GOAL), shown=3),
        Column.estimate("skill", found.words("skill"), shown=3),
        Column.estimate("wins", found.words("wins"), shown=3),
        Column.number("higher_skill", f"kingdoms higher by {found.words(GOAL)}", percent=True),
        Column.number("higher_wins", "kingdoms higher by wins", percent=True),
    ]
    caption = (
        "The nine sets of the paper's Table III. The fitness printed is for the players of each experiment; all else "
        f"is for {' and '.join(found.settings.players)}. Kingdoms higher: by the first measurement of all, where the "
        "set is among them."
    )
    return Table("printed", columns, rows, caption)


def searches(found: Findings) -> Table | None:
    """Results of genetic algorithms, compared with the best kingdoms."""
    if not found.searched:
        return None
    end = ENDS[0]
    all_ = np.array([found.worth(end.measure, rank).value for rank in found.in_order(end)])
    rows: list[list[Any]] = []
    for number, (rank, score) in enumerate(found.searched, 1):
        worth = found.worth(end.measure, rank)
        rows.append([number, found.names(rank), score, worth, int((all_ > worth.value).sum())])
    columns = [
        Column.whole("search"),
        Column.text("kingdom"),
        Column.number("score", "as the search saw it", shown=3),
        Column.estimate("last", "on fresh seeds", shown=3),
        Column.whole("better", "finalists that are better"),
    ]
    caption = f"The best of the last generation of each search for high {found.words(GOAL)}."
    return Table("searches", columns, rows, caption, [_match(found, rank) for rank, _ in found.searched])


_UNITS = "All but turns in percent."


def _measures(found: Findings) -> list[Column]:
    return [
        Column.estimate(measure.replace("-", "_"), found.words(measure), shown=2, percent=measure != "turns")
        for measure in TOLD
    ]


def _match(found: Findings, rank: int) -> str:
    settings = found.settings
    options = [f"edition={settings.edition}", f"ties={settings.ties}", f"declining={str(settings.declining).lower()}"]
    chosen = " ".join(f"-o {option}" for option in (f'kingdom="{found.names(rank)}"', *options))
    return f"ludus match dominion {' '.join(settings.players)} -n 1000 {chosen}"


def _of_end(found: Findings, end: End) -> str:
    return f"{'highest' if end.highest else 'lowest'} {found.words(end.measure)}"


def _quantile(q: float) -> str:
    return {0.0: "least", 0.5: "median", 1.0: "most"}.get(q, f"{100 * q:g} %")
