"""Report on measured kingdoms: sentences, tables and charts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ludus.design.base import report_parts as base_report
from ludus.design.base.card_use import MIN_USE, NO_JUDGEMENT
from ludus.design.base.svg_charts import EFFECT_COLOURS, GREY, IntervalBar, bar_chart
from ludus.design.base.verdict_texts import UNDECIDED
from ludus.design.dominion.bot_ladder import KingdomLadder
from ludus.design.dominion.card_use import ANY_CARD_BOT, KingdomUse
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measured_card_effects import CardSwap
from ludus.design.dominion.measures import MEASURES
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.predicted_lead_changes import LeadPredictions, RolloutCheck
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import NO_INTERVAL
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly, is_known
from ludus.util.text import plural

ChangeKey = tuple[int, int | None]  # a card and the one in its place; None: the mean over all others
CHANGE_VERDICTS: dict[RangeSide | None, str] = {
    "above": "surely higher",
    "below": "surely lower",
    "inside": UNDECIDED,
    "undecided": UNDECIDED,
    None: NO_JUDGEMENT,
}
NO_USER_ADVICE = "write a bot that does, or lower its cost."
WIN_VERDICTS: dict[RangeSide | None, str] = CHANGE_VERDICTS | {
    "above": "surely above 50 %",
    "below": "surely below 50 %",
}


@dataclass(frozen=True)
class KingdomMeasurement:
    """Measurements of one kingdom."""

    name: str
    kingdom: Kingdom
    measures: dict[str, Estimate]  # in the order of MEASURES
    pointless: int  # games in which no player had a point
    ladder: KingdomLadder
    leads: LeadPredictions
    label: str = ""  # tells it from others of the report that would have the same title

    @property
    def title(self) -> str:
        """The name of a set or a file; for a list of cards its first two."""
        return self.label or self._short_name

    @property
    def _short_name(self) -> str:
        return self.name if "," not in self.name else ", ".join([*self.name.split(", ")[:2], "..."])


class KingdomJudgement:
    """All verdicts of a report on one kingdom. Sentences, tables and colours come from here.

    Judged together: who wins more, the mean change without each card, and the two remeasured swaps of each card. A
    card that the players do not use gets no judgement, be it one of the kingdom or one that is swapped in.

    Args:
        measured: the measured kingdom.
        swaps: the swaps of its cards.
        use: the use of its cards.
        pool: the pool of cards.
        unused_swaps: swaps, as a card and the one in its place, after which the players do not use the new card.
    """

    def __init__(
        self,
        measured: KingdomMeasurement,
        swaps: Sequence[CardSwap],
        use: KingdomUse,
        pool: KingdomPool,
        unused_swaps: Collection[tuple[int, int]] = (),
    ) -> None:
        changes: dict[ChangeKey, Estimate] = {}
        for swap in swaps:
            changes |= {(swap.card, None): swap.absence}
            changes |= {(swap.card, swap.raiser): swap.raised, (swap.card, swap.lowerer): swap.lowered}
        unused: set[ChangeKey] = {(pool.names.index(card), None) for card in use.by_players.not_judged()}
        unused |= set(unused_swaps)
        self.unused_swaps, self.swaps = len(unused_swaps), sum(other is not None for _, other in changes)
        wins = JudgedNumbers({"wins": measured.measures["wins"]}, exactly(0.5))
        cards = JudgedNumbers(changes, exactly(0.0), unused)
        self.comparisons = max(1, len(wins.judged) + len(cards.judged))
        self.wins, self.changes = wins.among(self.comparisons), cards.among(self.comparisons)

    def change_verdict(self, card: int, other: int | None) -> str:
        """Return the verdict on a swap; `other` is None for the mean over all other cards."""
        return CHANGE_VERDICTS[self.changes.side((card, other))]


def answer_sentences(
    measured: KingdomMeasurement,
    evaluator: KingdomEvaluator,
    judgement: KingdomJudgement,
    use: KingdomUse,
    measure: str,
    check: RolloutCheck,
) -> list[str]:
    one, other = evaluator.players
    m, pool = measured.measures, evaluator.pool
    wins, side = m["wins"], judgement.wins.side("wins")
    winner = {"above": one, "below": other}.get(side or "")
    opening = f"{winner} is better here" if winner else "Neither is surely better here"
    lines = use.by_players.sentences(f'--players "{{bot}} {other}"', NO_USER_ADVICE)
    lines += [
        f"{opening}: {one} wins {wins.in_percent()} against {other}, and mean points differ by "
        f"{m['skill-computed'].in_percent()} of the higher mean"
        f"{'' if winner else ', to which chance alone adds a little'}.",
        *_change_sentences(pool, judgement, measure),
        f"A game takes {m['turns']:.1f} turns; the first seat wins {m['first-seat'].in_percent()} of decided games; "
        f"the lead changes for the last time at {m['decisiveness'].in_percent()} of a game.",
        f"Predicted leaders agree with roll-outs in {check.agreement.in_percent()} of positions, and in "
        f"{check.clear_agreement.in_percent()} of those with a clear leader.",
        *_alone_sentences(use),
    ]
    return lines


def _alone_sentences(use: KingdomUse) -> list[str]:
    """A hint, and no verdict: who alone takes a card differs from the other side in more than the card."""
    if not use.won_alone:
        return []
    ranked = sorted(use.won_alone, key=lambda card: use.won_alone[card].value)
    ends = [f"{use.won_alone[card].in_percent()} ({card})" for card in dict.fromkeys((ranked[0], ranked[-1]))]
    return [
        f"A hint, and no effect of a card: if {ANY_CARD_BOT} plays against itself and only one side takes a card, that "
        f"side wins {'from ' if len(ends) > 1 else ''}{' to '.join(ends)}. It may have taken the card because it was "
        "ahead or behind."
    ]


def _change_sentences(pool: KingdomPool, judgement: KingdomJudgement, measure: str) -> list[str]:
    """What swaps of cards surely change."""
    changes, title = judgement.changes, MEASURES[measure].title
    if not changes.judged:
        known = any(is_known(estimate) for estimate in changes.estimates.values())
        reason = "the players do not use the cards" if known else "with so few games there are no intervals (-n)"
        return [f"No swap of a card could be judged: {reason}."]
    lines = []
    if judgement.unused_swaps:
        lines.append(
            f"No judgement on {judgement.unused_swaps} of {plural(judgement.swaps, 'swap')}: the players use the card "
            f"swapped in in fewer than {100 * MIN_USE:g} % of games."
        )
    sure = sorted(changes.on_side("above", "below"), key=lambda key: -abs(changes.estimates[key].value))
    cards, swaps = ([key for key in sure if (key[1] is None) == mean] for mean in (True, False))
    if not sure:
        return [*lines, f"No swap of a card surely changes {title}: {_comparisons(judgement)}."]
    if cards:
        named = ", ".join(pool.names[card] for card, _ in cards[1:])
        lines.append(
            f"{plural(len(cards), 'card')} surely change{'' if named else 's'} {title}: without "
            f"{pool.names[cards[0][0]]}, by {_signed(changes.estimates[cards[0]], measure)} on average over all cards "
            f"in its place{f' (the largest measured change); also {named}' if named else ''}."
        )
    if swaps:
        named = "; ".join(f"{_swap_name(pool, swap)}, by {_signed(changes.estimates[swap], measure)}" for swap in swaps)
        lines.append(f"{plural(len(swaps), 'swap')} surely change{'' if len(swaps) > 1 else 's'} {title}: {named}.")
    return lines


def _swap_name(pool: KingdomPool, swap: ChangeKey) -> str:
    card, other = swap
    return f"without {pool.names[card]}" if other is None else f"{pool.names[other]} for {pool.names[card]}"


def judgement_table(pool: KingdomPool, judgement: KingdomJudgement, players: Sequence[str], measure: str) -> Table:
    """Return the table of all verdicts, with 95 % intervals and the intervals that decide; sure ones come first."""
    columns = [
        Column.text("what"),
        Column.text("verdict"),
        Column.text("measured", "measured [95 %]"),
        Column.text("corrected", f"corrected for {judgement.comparisons} comparisons"),
    ]
    changes = judgement.changes
    rows = [
        [
            f"{players[0]} wins against {players[1]}",
            WIN_VERDICTS[judgement.wins.side("wins")],
            judgement.wins.estimates["wins"].in_percent(),
            _interval(judgement.wins.corrected("wins"), 100, ""),
        ]
    ]
    scale = 100 if MEASURES[measure].share else 1
    sure = changes.on_side("above", "below")
    for key in sorted(changes.estimates, key=lambda key: (key not in sure, key[1] is not None, key)):
        estimate, is_judged = changes.estimates[key], changes.side(key) is not None
        rows.append(
            [
                _swap_name(pool, key),
                judgement.change_verdict(*key),
                f"{scale * estimate.value:+.1f} {_interval(estimate, scale, '+')}",
                _interval(changes.corrected(key), scale, "+") if is_judged else "",
            ]
        )
    caption = f"Verdicts; swaps of cards change {MEASURES[measure].title}"
    return Table("judgement", columns, rows, caption, min_open_rows=1 + len(sure))


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


def swaps_table(pool: KingdomPool, swaps: list[CardSwap], judgement: KingdomJudgement, measure: str) -> Table:
    columns = [
        *(Column.text("card"), *_change_columns("without", measure, "without it")),
        *(Column.text("raiser", "chosen as highest"), *_change_columns("raised", measure, "change")),
        *(Column.text("lowerer", "chosen as lowest"), *_change_columns("lowered", measure, "change")),
    ]

    def change(card: int, other: int | None) -> tuple[Estimate, Estimate, str]:
        numbers = judgement.changes
        return numbers.estimates[card, other], numbers.corrected((card, other)), judgement.change_verdict(card, other)

    rows = [
        [
            *(pool.names[swap.card], *change(swap.card, None)),
            *(pool.names[swap.raiser], *change(swap.card, swap.raiser)),
            *(pool.names[swap.lowerer], *change(swap.card, swap.lowerer)),
        ]
        for swap in sorted(swaps, key=lambda swap: (swap.absence.value, swap.card))
    ]
    caption = f"If a card were another: change of {MEASURES[measure].title}; {_comparisons(judgement)}"
    return Table("swaps", columns, rows, caption)


def alone_table(use: KingdomUse) -> Table:
    """Return the table of who wins if only one side took a card."""
    columns = [
        Column.text("card"),
        Column.share("wins", f"{ANY_CARD_BOT} wins if it alone takes it"),
        Column.integer("deals"),
    ]
    rows = [[card, wins, wins.count] for card, wins in sorted(use.won_alone.items(), key=lambda item: item[1].value)]
    caption = (
        f"A hint, no verdict and no effect of a card: {ANY_CARD_BOT} against itself, if only one side took the card"
    )
    return Table("alone", columns, rows, caption)


def _change_columns(name: str, measure: str, title: str) -> list[Column]:
    """Columns of a change: with its 95 % interval, for files; with the interval that decides; and the verdict."""
    make = Column.difference if MEASURES[measure].share else Column.number
    return [
        make(name, f"{title} [95 %]", on_screen=False),
        make(f"{name}_corrected", title),
        Column.text(f"{name}_verdict", "verdict"),
    ]


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


def swaps_chart(pool: KingdomPool, swaps: list[CardSwap], judgement: KingdomJudgement, measure: str) -> str:
    rows = [
        IntervalBar(
            pool.names[swap.card],
            swap.absence,
            EFFECT_COLOURS.get(judgement.changes.side((swap.card, None)), GREY),
            tuple(
                (
                    change.value,
                    f"with {pool.names[other]}: {change:+.3f}, {judgement.change_verdict(swap.card, other)}",
                    EFFECT_COLOURS.get(judgement.changes.side((swap.card, other)), GREY),
                )
                for other, change in ((swap.raiser, swap.raised), (swap.lowerer, swap.lowered))
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
    "Bars: the mean over all cards that could replace it, with a 95 % interval. Circles: the two cards in its place "
    "that were chosen as lowest and as highest, measured again on fresh seeds; they are named at the right. Each has "
    "the colour of its own verdict. Green: the measure is surely higher than with the card; red: surely lower; grey: "
    "undecided, or no judgement."
)
USE_RULE = (
    f"A card gets a judgement if one of the players takes it, and plays it if it can be played, in at least "
    f"{100 * MIN_USE:g} % of its games: otherwise, no effect would only mean that it is not used."
)
TAKEN_NOTE = "Taken: bought, or gained by choice."
USE_NOTE = (
    f"{USE_RULE} So does a card that is swapped in, in games with it. {TAKEN_NOTE} Who alone takes a card: games of "
    f"{ANY_CARD_BOT} against itself in which only one side took it. That side may also have been able to afford more, "
    "or may have needed the card because it was behind, so this is a hint, not an effect."
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


def _interval(estimate: Estimate, scale: int, sign: str) -> str:
    if not is_known(estimate):
        return NO_INTERVAL
    digits = 1 if scale == 100 else 2
    return f"[{scale * estimate.low:{sign}.{digits}f}, {scale * estimate.high:{sign}.{digits}f}]"


def _comparisons(judgement: KingdomJudgement) -> str:
    return f"intervals are corrected for {plural(judgement.comparisons, 'comparison')}"
