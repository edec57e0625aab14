"""Judgement of each two of several things: trees, levels, traps or kingdoms.

    judged = judge_pairs(["level 2", "level 1"], lambda first, other: how far the first is ahead)
    first_sentence("level 2", judged, "the hardest", "{lead} more players die than on {other}")
    pairs_table(judged, [Column.text("level"), Column.text("other")], verdicts("harder", "easier"), "more players die")

The first of a ranking was seen in the same games, so all pairs are a family: `judged` has all of them, and the sentence
and the table say what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.design.base.verdict_texts import UNDECIDED
from ludus.report.table_model import Cell, Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import NO_INTERVAL
from ludus.stats.judgement import JudgedNumbers, RangeSide, exactly
from ludus.util.text import plural

MAX_RIVALS = 4  # named in a sentence; the table has all
Pair = tuple[str, str]
PairKey = TypeVar("PairKey", bound=tuple[str, ...])  # a pair, or a measure and a pair


def judge_pairs(ranked: Sequence[str], lead: Callable[[str, str], Estimate]) -> JudgedNumbers[Pair]:
    """Judge each two of several things together.

    Args:
        ranked: their names, the first of the ranking first.
        lead: by how much the first of two is ahead of the other.
    """
    return JudgedNumbers({pair: lead(*pair) for pair in combinations(ranked, 2)}, exactly(0.0))


def first_sentence(first: str, judged: JudgedNumbers[Pair], superlative: str, gap: str, subject: str = "") -> str:
    """Say whether the first of several things is surely first, and by how much.

    Args:
        first: name of the first one.
        judged: each two of them.
        superlative: what the first one is, as `the hardest`.
        gap: how far it is ahead, as `{lead} more players die than on {other}`.
        subject: how the sentence calls the first one; by default by its name.
    """
    pairs = [pair for pair in judged.estimates if pair[0] == first]
    rivals = [pair for pair in pairs if judged.side(pair) != "above"]
    gaps = [gap.format(lead=points_text(judged.corrected(pair)), other=pair[1]) for pair in rivals or pairs]
    more = f"; and {len(gaps) - MAX_RIVALS} more, see the table of verdicts" if len(gaps) > MAX_RIVALS else ""
    return (
        f"{subject or first} is {'not ' if rivals else ''}surely {superlative}: {'; '.join(gaps[:MAX_RIVALS])}{more} "
        f"({corrected_text(judged.comparisons)})."
    )


def verdicts(above: str, below: str) -> dict[RangeSide | None, str]:
    """Return the verdicts on the first of two things: `surely harder` than the other, `surely easier` or undecided."""
    undecided: dict[RangeSide | None, str] = {"inside": UNDECIDED, "undecided": UNDECIDED, None: NO_JUDGEMENT}
    return undecided | {"above": f"surely {above}", "below": f"surely {below}"}


def pairs_table(
    judged: JudgedNumbers[PairKey],
    labels: Sequence[Column],
    verdict_of: Mapping[RangeSide | None, str],
    title: str,
    caption: str,
    make: Callable[[str, str], Column] = Column.difference,
    shown: Callable[[PairKey, Estimate], Estimate] = lambda key, estimate: estimate,
    label_cells: Callable[[PairKey], Sequence[Cell]] = lambda key: key,
) -> Table:
    """Return the table of verdicts on pairs, with 95 % intervals and with those that decide.

    Args:
        judged: the pairs.
        labels: columns that say which pair it is.
        verdict_of: what the verdict on the first of a pair is called.
        title: what the difference is, for readers.
        caption: caption of the table.
        make: kind of the columns of differences.
        shown: a difference of a pair in the unit of the table.
        label_cells: cells of `labels`.
    """
    columns = [
        *labels,
        make("difference", f"{title} [95 %]"),
        make("corrected", f"corrected for {plural(judged.comparisons, 'comparison')}"),
        Column.integer("comparisons", on_screen=False),
        Column.text("verdict"),
    ]
    rows = [
        [
            *(*label_cells(key), shown(key, estimate)),
            shown(key, judged.corrected(key)) if judged.side(key) else None,
            *(judged.comparisons, verdict_of[judged.side(key)]),
        ]
        for key, estimate in judged.estimates.items()
    ]
    return Table("judgement", columns, rows, caption)


def points_text(estimate: Estimate) -> str:
    """Format a difference of shares and its interval: `14.9 percentage points [+8.0, +21.8]`."""
    interval = (
        f"[{100 * estimate.low:+.1f}, {100 * estimate.high:+.1f}]" if estimate.has_interval else f"({NO_INTERVAL})"
    )
    return f"{100 * estimate.value:.1f} percentage points {interval}"


def corrected_text(comparisons: int) -> str:
    """Say which intervals decide: `intervals are corrected for 3 comparisons`."""
    if comparisons == 1:
        return "one comparison, 95 % interval"
    return f"intervals are corrected for {comparisons} comparisons"
