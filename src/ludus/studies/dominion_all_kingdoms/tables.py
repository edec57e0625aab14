"""Tables of the report."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludus.lab import Column, Table
from ludus.stats import mean
from ludus.studies.dominion_all_kingdoms.experiment import GOAL_MEASURE, LIST_ENDS, MEASURES, QUANTILES, ListEnd
from ludus.studies.dominion_all_kingdoms.results import LandscapeResults
from ludus.studies.dominion_card_evolution.published import published
from ludus.util.text import plural

SHOWN_ROWS = 25  # rows of long lists in the report
CARD_MEASURES = tuple(
    measure for measure in MEASURES if measure != "capped"
)  # measures of cards; hardly any game is capped


def effects_table(results: LandscapeResults) -> Table:
    """Effects of cards by the model, which separates them; the card that raises the goal most is first."""
    rows = [
        [
            results.pool.names[card],
            card in results.attacks,
            *(results.effect(measure, card) for measure in CARD_MEASURES),
        ]
        for card in _cards_by_goal(results)
    ]
    caption = (
        "By how much a measure is higher than with an average other card in the card's place; all cards sum to zero. "
        f"{_UNITS}"
    )
    return Table("effects", [Column.text("card"), Column.boolean("attack"), *_measure_columns(results)], rows, caption)


def cards_table(results: LandscapeResults) -> Table:
    """Means of kingdoms with a card minus those without it."""
    rows = [
        [
            results.pool.names[card],
            card in results.attacks,
            *(results.difference(measure, card) for measure in CARD_MEASURES),
        ]
        for card in _cards_by_goal(results)
    ]
    caption = f"The same without a model: mean over kingdoms with the card less mean over kingdoms without it. {_UNITS}"
    return Table(
        "cards",
        [Column.text("card"), Column.boolean("attack"), *_measure_columns(results)],
        rows,
        caption,
        max_shown_rows=5,
    )


def _cards_by_goal(results: LandscapeResults) -> list[int]:
    return sorted(range(results.pool.size), key=lambda card: -results.effect(GOAL_MEASURE, card).value)


def synergies_table(results: LandscapeResults) -> Table:
    """All pairs, by the size of their effect on the goal."""
    order = np.argsort(-np.abs(results.models[GOAL_MEASURE].synergies), kind="stable")
    rows = []
    for pair in order.tolist():
        one, other = results.pairs[pair]
        names = [results.pool.names[one], results.pool.names[other]]
        rows.append([*names, *(results.synergy(measure, pair) for measure in CARD_MEASURES)])
    caption = f"What two cards do together beyond what each does by itself; the file has all pairs. {_UNITS}"
    columns = [Column.text("card"), Column.text("with"), *_measure_columns(results)]
    return Table("synergies", columns, rows, caption, max_shown_rows=SHOWN_ROWS)


def spread_tables(results: LandscapeResults) -> list[Table]:
    """Spread of kingdoms, the part due to chance, and the part explained by cards and pairs; then quantiles."""
    size, rows, ranges = results.pool.size, [], []
    for name in MEASURES:
        model = results.models[name]
        ranges.append(
            [results.measure_title(name), *(float(quantile) for quantile in results.landscape["quantiles"][name])]
        )
        rows.append(
            [
                results.measure_title(name),
                model.mean,
                math.sqrt(model.spread),
                math.sqrt(model.noise),
                math.sqrt(model.real_variance),
                model.cards,
                model.pairs,
                model.share_of_real_variance(model.cards, size - 1),
                model.share_of_real_variance(model.pairs, len(results.pairs) - 1),
            ]
        )
    columns = [
        Column.text("measure"),
        Column.number("mean", shown_digits=3),
        Column.number("sd", "measured sd", shown_digits=4),
        Column.number("sd_chance", "sd by chance", shown_digits=4),
        Column.number("sd_real", "real sd", shown_digits=4),
        Column.number("r2_cards", "R² cards", shown_digits=3),
        Column.number("r2_pairs", "R² with pairs", shown_digits=3),
        Column.number("r2_cards_real", "R² cards, of the real variance", shown_digits=3),
        Column.number("r2_pairs_real", "R² with pairs, of the real variance", shown_digits=3),
    ]
    caption = (
        "Over kingdoms. The real standard deviation (sd) is the measured one with chance taken off; R² is the share of "
        "the variance that a model explains in which cards, or cards and pairs, add up."
    )
    quantiles = [
        Column.text("measure"),
        *(Column.number(f"quantile_{q:g}", _quantile_title(q), shown_digits=3) for q in QUANTILES),
    ]
    return [
        Table("spread", columns, rows, caption),
        Table("quantiles", quantiles, ranges, "As measured: so many percent of the kingdoms have less than this."),
    ]


def list_end_tables(results: LandscapeResults) -> list[Table]:
    """Top kingdoms at every end, in the order of the third measurement; the first of them has a fourth."""
    tables = []
    for end in LIST_ENDS:
        first, rows, again = results.first_measured(end), [], []
        for place, rank in enumerate(results.ranked_finalists(end), 1):
            value = float(results.shortlist.value(end.measure, np.array([rank]))[0])
            rows.append(
                [place, results.card_names(rank), first[rank], value, results.latest_estimate(end.measure, rank)]
            )
            again.append(_match_command(results, rank))
        games = results.settings
        columns = [
            Column.integer("place"),
            Column.text("kingdom"),
            Column.number("first", f"first, {plural(games.games, 'game')}", shown_digits=3),
            Column.number("again", f"again, {plural(games.shortlist_games, 'game')}", shown_digits=3),
            Column.estimate("last", f"last, {plural(games.final_games, 'game')}", shown_digits=3),
        ]
        caption = (
            f"{_end_title(results, end)}: each measured three times on fresh seeds, ordered by the third time. The "
            "first of "
            "them was measured once more after that, which is the number shown."
        )
        tables.append(Table(end.name, columns, rows, caption, again, max_shown_rows=SHOWN_ROWS))
    return tables


def winners_curse_table(results: LandscapeResults) -> Table:
    """Winner's curse: the top of a list is worth less than it seemed."""
    rows, count = [], results.settings.finalists
    for end in LIST_ENDS:
        seemed = results.first_measured(end)
        first = np.array(list(seemed)[:count])
        chosen = results.finalists[end.name]
        rows.append(
            [
                _end_title(results, end),
                len(first),
                float(np.mean([seemed[int(rank)] for rank in first])),
                mean(results.shortlist.value(end.measure, first)),
                float(np.mean(results.shortlist.value(end.measure, chosen))),
                mean(results.finalist_measures.value(end.measure, chosen)),
            ]
        )
    columns = [
        Column.text("list"),
        Column.integer("kingdoms"),
        Column.number("first", "the first by the first measurement", shown_digits=3),
        Column.estimate("first_again", "these again", shown_digits=3),
        Column.number("again", "the first by the second", shown_digits=3),
        Column.estimate("again_last", "these once more", shown_digits=3),
    ]
    return Table("curse", columns, rows, "Means over the first kingdoms of each list, when chosen and on fresh seeds.")


def best_cards_table(results: LandscapeResults) -> Table:
    """How often a card is in the top kingdoms of each list."""
    shares = {}
    for end in LIST_ENDS:
        kingdoms = results.pool.unrank_all(np.array(results.ranked_finalists(end)))
        counts = np.bincount(kingdoms.ravel(), minlength=results.pool.size)
        shares[end.name] = counts / len(kingdoms)
    rows = [
        [results.pool.names[card], card in results.attacks, *(float(shares[end.name][card]) for end in LIST_ENDS)]
        for card in sorted(range(results.pool.size), key=lambda card: -shares[LIST_ENDS[0].name][card])
    ]
    columns = [
        Column.text("card"),
        Column.boolean("attack"),
        *(
            Column.number(end.name.replace("-", "_"), _end_title(results, end), percent=True, shown_digits=0)
            for end in LIST_ENDS
        ),
    ]
    chance = 100 * results.pool.piles / results.pool.size
    caption = f"Share of the {results.settings.finalists} first kingdoms that hold a card; by chance {chance:.0f} %."
    return Table("best-cards", columns, rows, caption)


def printed_table(results: LandscapeResults) -> Table | None:
    """Card sets of the paper, and their rank."""
    if not results.printed:
        return None
    rows = []
    for name, rank in results.printed.items():
        paper, measured = published().experiments[name], results.landscape["printed"].get(name)
        higher = [
            measured[measure]["higher"] / results.kingdoms if measured else None for measure in (GOAL_MEASURE, "wins")
        ]
        worth = [results.latest_estimate(measure, rank) for measure in (GOAL_MEASURE, "skill", "wins")]
        rows.append([name, paper.cards, paper.best, *worth, *higher])
    columns = [
        Column.text("experiment"),
        Column.text("kingdom"),
        Column.number("paper", "printed fitness", shown_digits=3),
        Column.estimate("skill_computed", results.measure_title(GOAL_MEASURE), shown_digits=3),
        Column.estimate("skill", results.measure_title("skill"), shown_digits=3),
        Column.estimate("wins", results.measure_title("wins"), shown_digits=3),
        Column.number("higher_skill", f"kingdoms higher by {results.measure_title(GOAL_MEASURE)}", percent=True),
        Column.number("higher_wins", "kingdoms higher by wins", percent=True),
    ]
    caption = (
        "The nine sets of the paper's Table III. The fitness printed is for the players of each experiment; all else "
        f"is for {' and '.join(results.settings.players)}. Kingdoms higher: by the first measurement of all, where the "
        "set is among them."
    )
    return Table("printed", columns, rows, caption)


def searches_table(results: LandscapeResults) -> Table | None:
    """Results of genetic algorithms, compared with the best kingdoms."""
    if not results.searched_kingdoms:
        return None
    end = LIST_ENDS[0]
    all_ = np.array([results.latest_estimate(end.measure, rank).value for rank in results.ranked_finalists(end)])
    rows: list[list[Any]] = []
    for number, (rank, score) in enumerate(results.searched_kingdoms, 1):
        worth = results.latest_estimate(end.measure, rank)
        rows.append([number, results.card_names(rank), score, worth, int((all_ > worth.value).sum())])
    columns = [
        Column.integer("search"),
        Column.text("kingdom"),
        Column.number("score", "as the search saw it", shown_digits=3),
        Column.estimate("last", "on fresh seeds", shown_digits=3),
        Column.integer("better", "finalists that are better"),
    ]
    caption = f"The best of the last generation of each search for high {results.measure_title(GOAL_MEASURE)}."
    return Table(
        "searches", columns, rows, caption, [_match_command(results, rank) for rank, _ in results.searched_kingdoms]
    )


_UNITS = "All but turns in percent."


def _measure_columns(results: LandscapeResults) -> list[Column]:
    return [
        Column.estimate(
            measure.replace("-", "_"), results.measure_title(measure), shown_digits=2, percent=measure != "turns"
        )
        for measure in CARD_MEASURES
    ]


def _match_command(results: LandscapeResults, rank: int) -> str:
    settings = results.settings
    options = [f"edition={settings.edition}", f"ties={settings.ties}", f"declining={str(settings.declining).lower()}"]
    chosen = " ".join(f"-o {option}" for option in (f'kingdom="{results.card_names(rank)}"', *options))
    return f"ludus match dominion {' '.join(settings.players)} -n 1000 {chosen}"


def _end_title(results: LandscapeResults, end: ListEnd) -> str:
    return f"{'highest' if end.is_highest else 'lowest'} {results.measure_title(end.measure)}"


def _quantile_title(q: float) -> str:
    return {0.0: "least", 0.5: "median", 1.0: "most"}.get(q, f"{100 * q:g} %")
