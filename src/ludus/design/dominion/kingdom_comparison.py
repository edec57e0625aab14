"""Comparison of several kingdoms, measure by measure: which is surely higher, by how much, and what is undecided.

    judged = judge_kingdoms(measurements)
    comparison_sentences(measurements, judged)
    comparison_table(measurements, judged)

The differences of all measures between each two kingdoms are one family: the intervals that decide are corrected for
their number. Kingdoms are played in separate games, so a difference is that of independent numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.design.base.pairwise_judgement import corrected_text, pairs_table, points_text
from ludus.design.base.verdict_texts import UNDECIDED
from ludus.design.dominion.inspect_report import CHANGE_VERDICTS, KingdomMeasurement
from ludus.design.dominion.measures import MEASURES, in_shown_unit, measure_difference, title_with_unit
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.intervals import NO_INTERVAL
from ludus.stats.judgement import JudgedNumbers, exactly
from ludus.util.text import plural

MeasureKey = tuple[str, str, str]  # a measure, the kingdom in which it is higher, and the other
HEADLINE_MEASURES = ("skill-computed", "turns", "decisiveness", "first-seat")
MAX_PAIRS = 3  # named in a sentence; the table has all
COMPARISON_NOTE = (
    "Every pair of kingdoms is compared in each measure, the one with the higher value first. They are played in "
    "separate games. A measure is that of these players: of cards that they do not use, it says nothing."
)


def with_distinct_titles(measurements: Sequence[KingdomMeasurement]) -> list[KingdomMeasurement]:
    """Return measurements whose titles differ: lists of cards that begin with the same cards get a number."""
    shared = Counter(measured.title for measured in measurements)
    seen: Counter[str] = Counter()
    distinct = []
    for measured in measurements:
        seen[measured.title] += 1
        number = f" ({seen[measured.title]})" if shared[measured.title] > 1 else ""
        distinct.append(replace(measured, label=f"{measured.title}{number}"))
    return distinct


def judge_kingdoms(measurements: Sequence[KingdomMeasurement]) -> JudgedNumbers[MeasureKey]:
    """Judge the difference of each measure between each two kingdoms: by measure, the higher kingdom and the other."""
    differences: dict[MeasureKey, Estimate] = {}
    for name in MEASURES:
        for higher, other in combinations(_ranked(measurements, name), 2):
            key = name, higher.title, other.title
            differences[key] = measure_difference(name, other.measures[name], higher.measures[name])
    return JudgedNumbers(differences, exactly(0.0))


def comparison_sentences(measurements: Sequence[KingdomMeasurement], judged: JudgedNumbers[MeasureKey]) -> list[str]:
    """Return which kingdoms surely differ in the main measures, how many of all comparisons are sure, and the rest."""
    sentences = [_measure_sentence(measurements, judged, name) for name in HEADLINE_MEASURES]
    if not judged.judged:
        return [*sentences, "No two kingdoms could be compared: with so few games there are no intervals (-n)."]
    sure, unknown = len(judged.on_side("above", "below")), len(judged.estimates) - len(judged.judged)
    counts = [
        f"{sure} {'is' if sure == 1 else 'are'} sure",
        f"{len(judged.judged) - sure} {UNDECIDED}",
        *([f"{unknown} {NO_JUDGEMENT}"] * (unknown > 0)),
    ]
    return [
        *sentences,
        f"Of {plural(len(judged.estimates), 'difference')} between kingdoms in all measures, {', '.join(counts)} "
        f"({corrected_text(judged.comparisons)}).",
    ]


def comparison_table(measurements: Sequence[KingdomMeasurement], judged: JudgedNumbers[MeasureKey]) -> Table:
    """Return the table of verdicts on each measure of each two kingdoms."""
    labels = [
        Column.text("measure"),
        Column.text("what"),
        Column.text("kingdom"),
        Column.text("other", "compared with"),
    ]
    return pairs_table(
        judged,
        labels,
        CHANGE_VERDICTS,
        "difference",
        "Every pair of kingdoms: in which measures they differ",
        make=Column.number,
        shown=lambda key, estimate: in_shown_unit(key[0], estimate),
        label_cells=lambda key: [key[0], title_with_unit(key[0]), *key[1:]],
    )


def _measure_sentence(measurements: Sequence[KingdomMeasurement], judged: JudgedNumbers[MeasureKey], name: str) -> str:
    """Return the range of a measure, which kingdoms are surely higher than which, and which are undecided."""
    ranked, title = _ranked(measurements, name), MEASURES[name].title
    ends = [f"{_value_text(name, kingdom.measures[name])} ({kingdom.title})" for kingdom in (ranked[-1], ranked[0])]
    pairs = [key for key in judged.estimates if key[0] == name]
    gaps = {key: _gap_text(name, judged.corrected(key)) for key in pairs}
    sides = {key: judged.side(key) for key in pairs}
    sure = [f"in {key[1]} than in {key[2]}, by {gaps[key]}" for key in pairs if sides[key] == "above"]
    close = [f"between {key[1]} and {key[2]}, {gaps[key]} apart" for key in pairs if sides[key] == "undecided"]
    unknown = [f"on {key[1]} and {key[2]}" for key in pairs if sides[key] is None]
    sentence = f"{title[0].upper()}{title[1:]}: from {ends[0]} to {ends[1]}."
    openings = {"Surely higher": sure, UNDECIDED.capitalize(): close, NO_JUDGEMENT.capitalize(): unknown}
    for opening, parts in openings.items():
        if parts:
            sentence += f" {opening} {_join(parts)}."
    return sentence


def _join(parts: list[str]) -> str:
    more = f"; and {len(parts) - MAX_PAIRS} more" if len(parts) > MAX_PAIRS else ""
    return "; ".join(parts[:MAX_PAIRS]) + more


def _ranked(measurements: Sequence[KingdomMeasurement], name: str) -> list[KingdomMeasurement]:
    """Kingdoms by a measure, the highest first; those in which it is unknown come last."""
    values = {measured.title: measured.measures[name].value for measured in measurements}
    return sorted(measurements, key=lambda measured: (math.isnan(values[measured.title]), -values[measured.title]))


def _value_text(name: str, value: Estimate) -> str:
    if MEASURES[name].share:
        return value.in_percent()
    return f"{value:.1f}"


def _gap_text(name: str, gap: Estimate) -> str:
    if MEASURES[name].share:
        return points_text(gap)
    interval = f"[{gap.low:+.1f}, {gap.high:+.1f}]" if gap.has_interval else f"({NO_INTERVAL})"
    return f"{gap.value:.1f} {interval}"
