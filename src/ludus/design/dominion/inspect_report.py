"""Report on measured kingdoms: sentences, tables and charts."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.design.base import report_parts as base_report
from ludus.design.base.svg_charts import IntervalBar, bar_chart
from ludus.design.dominion.bot_ladder import KingdomLadder
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measured_card_effects import CardSwap
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.predicted_lead_changes import LeadPredictions, RolloutCheck
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate


@dataclass(frozen=True)
class KingdomMeasurement:
    """Measurements of one kingdom."""

    name: str
    kingdom: Kingdom
    measures: dict[str, Estimate]  # in the order of MEASURES
    pointless: int  # games in which no player had a point
    ladder: KingdomLadder
    leads: LeadPredictions

    @property
    def title(self) -> str:
        """The name of a set or a file; for a list of cards its first two."""
        return self.name if "," not in self.name else ", ".join([*self.name.split(", ")[:2], "..."])


def answer_sentences(
    measured: KingdomMeasurement, evaluator: KingdomEvaluator, swaps: list[CardSwap], measure: str, check: RolloutCheck
) -> list[str]:
    one, other = evaluator.players
    m, pool = measured.measures, evaluator.pool
    wins = m["wins"]
    even = wins.low <= 0.5 <= wins.high
    opening = "Neither is surely better here" if even else f"{one if wins.value > 0.5 else other} is better here"
    lines = [
        f"{opening}: {one} wins {wins.in_percent()} against {other}, and mean points differ by "
        f"{m['skill-computed'].in_percent()} of the higher mean"
        f"{', to which chance alone adds a little' if even else ''}.",
        f"A game takes {m['turns']:.1f} turns; the first seat wins {m['first-seat'].in_percent()} of decided games; "
        f"the lead changes for the last time at {m['decisiveness'].in_percent()} of a game.",
    ]
    sure = [swap for swap in swaps if swap.absence.low > 0 or swap.absence.high < 0]
    if sure:
        most = max(sure, key=lambda swap: abs(swap.absence.value))
        word = "raises" if most.absence.value < 0 else "lowers"
        lines.append(
            f"{pool.names[most.card]} {word} {MEASURES[measure].title} most: with any other card instead, it changes "
            f"by {_signed(most.absence, measure)} on average."
        )
    else:
        lines.append(f"No card surely changes {MEASURES[measure].title} by being swapped for another.")
    lines.append(
        f"Predicted leaders agree with roll-outs in {check.agreement.in_percent()} of positions, and in "
        f"{check.clear_agreement.in_percent()} of those with a clear leader."
    )
    return lines


def measures_table(measurements: list[KingdomMeasurement]) -> Table:
    """Return a table with a row per measure and a column per kingdom."""
    shares = [name for name, measure in MEASURES.items() if measure.share]
    columns = [Column.text("measure"), Column.text("what")]
    columns += [Column.share(f"kingdom_{k}", measured.title) for k, measured in enumerate(measurements, 1)]
    rows = [[name, MEASURES[name].title, *(measured.measures[name] for measured in measurements)] for name in shares]
    return Table("measures", columns, rows, "Measures")


def measure_column(name: str) -> Column:
    """Return the column of a measure."""
    column = name.replace("-", "_")
    return Column.share(column, name) if MEASURES[name].share else Column.number(column, name)


def length_table(pool: KingdomPool, measurements: list[KingdomMeasurement]) -> Table:
    """Return a table with a row per kingdom."""
    columns = [
        Column.text("kingdom"),
        Column.number("turns"),
        Column.integer("games"),
        Column.text("cards", on_screen=len(measurements) > 1),
    ]
    rows = [
        [
            measured.title,
            measured.measures["turns"],
            measured.measures["turns"].count,
            ", ".join(pool.write(measured.kingdom)),
        ]
        for measured in measurements
    ]
    return Table("length", columns, rows, "Length of games")


def swaps_table(pool: KingdomPool, swaps: list[CardSwap], measure: str) -> Table:
    columns = [
        Column.text("card"),
        _change_column("without", measure, "without it"),
        Column.text("raiser", "highest with"),
        _change_column("raised", measure, "change"),
        Column.text("lowerer", "lowest with"),
        _change_column("lowered", measure, "change"),
    ]
    rows = [
        [
            *(pool.names[swap.card], swap.absence),
            *(pool.names[swap.raiser], swap.raised),
            *(pool.names[swap.lowerer], swap.lowered),
        ]
        for swap in sorted(swaps, key=lambda swap: (swap.absence.value, swap.card))
    ]
    return Table("swaps", columns, rows, f"If a card were another: change of {MEASURES[measure].title}")


def _change_column(name: str, measure: str, title: str) -> Column:
    return Column.difference(name, title) if MEASURES[measure].share else Column.number(name, title)


def ladder_table(measured: KingdomMeasurement) -> Table:
    """Return the table of the round robin."""
    ladder = measured.ladder
    return base_report.ladder_table(
        ladder.players, lambda bot: ladder.mean_win_rate(bot, 0), lambda bot, other: _against(ladder, bot, other)
    )


def _against(ladder: KingdomLadder, player: int, other: int) -> Estimate | None:
    if player == other:
        return None
    estimate = ladder.pair_win_rate(ladder.pairs.index((min(player, other), max(player, other))), 0)
    return (
        estimate
        if player < other
        else Estimate(1 - estimate.value, 1 - estimate.high, 1 - estimate.low, estimate.count)
    )


def swaps_chart(pool: KingdomPool, swaps: list[CardSwap], measure: str) -> str:
    rows = [
        IntervalBar(
            pool.names[swap.card],
            swap.absence,
            (
                (swap.raised.value, f"with {pool.names[swap.raiser]}: {swap.raised:+.3f}"),
                (swap.lowered.value, f"with {pool.names[swap.lowerer]}: {swap.lowered:+.3f}"),
            ),
            f"{pool.names[swap.lowerer]} ... {pool.names[swap.raiser]}",
        )
        for swap in sorted(swaps, key=lambda swap: (swap.absence.value, swap.card))
    ]
    return bar_chart(
        rows,
        f"Without this card: change of {MEASURES[measure].title}",
        0.0,
        "no change",
        percent=MEASURES[measure].share,
    )


SWAPS_CAPTION = (
    "Bars: the mean over all cards that could replace it, with a 95 % interval. Circles: the cards that lower "
    "and raise it most, measured again on fresh seeds; they are named at the right. Green: the measure is higher "
    "without the card; red: lower."
)
NOTES = [
    "Intervals are 95 %, over deals: each is played from both seats. Skill differentiation as printed is the mean over "
    "games of (h - l) / h, and as computed the difference of mean points over the higher mean.",
    "The leader of a turn is the winner predicted by a small network, which was trained on as many other games of this "
    "kingdom. A leader may change because the network is unsure: look at its accuracy. The intervals of lead changes "
    "and decisiveness include the differences between networks trained on different games.",
    "The best and worst swap of a card are chosen out of many and then measured again on fresh seeds. Skill "
    "differentiation as computed cannot be below 0, so chance alone adds a little to it where players are equal.",
]


def _signed(value: Estimate, measure: str) -> str:
    if not MEASURES[measure].share:
        return f"{value:+.2f}"
    return f"{100 * value.value:+.1f} percentage points [{100 * value.low:+.1f}, {100 * value.high:+.1f}]"
