"""Several kingdoms, compared by one judgement: use of cards, verdicts and sentences."""

import math
import re

import pytest

from ludus.design.dominion.inspect import inspect
from ludus.design.dominion.inspect_report import KingdomMeasurement
from ludus.design.dominion.kingdom_comparison import (
    HEADLINE_MEASURES,
    comparison_sentences,
    comparison_table,
    judge_kingdoms,
    with_distinct_titles,
)
from ludus.design.dominion.measures import MEASURES, measure_difference
from ludus.design.dominion.options import DominionInspectOptions
from ludus.stats import Estimate, simultaneous_interval
from tests.report.interval_bounds import wrong_intervals

TEN = "Cellar,Market,Militia,Mine,Moat,Remodel,Smithy,Village,Woodcutter,Workshop"
OPTIONS = DominionInspectOptions(ladder="random chuck", players="chuck steward")
COUNT = len(MEASURES)


def table(result, name):
    return next(table for table in result.tables() if table.name == name)


def kingdom(name, value, half=0.01, **measures):
    """A kingdom in which all measures have one value, but for those that are given."""
    estimates = {measure: Estimate(value, value - half, value + half, 100) for measure in MEASURES}
    return KingdomMeasurement(name, (), estimates | measures, 0, None, None)


@pytest.fixture
def result(design_request):
    return inspect(["first-game", "interaction"], OPTIONS, design_request(60))


def test_use_of_cards_comes_first_by_kingdom_and_unused_cards_get_no_judgement(result):
    use = result.tables()[0]
    assert use.name == "use"
    assert [row[0] for row in use.rows] == ["first-game"] * 10 + ["interaction"] * 10
    for name in ("first-game", "interaction"):
        unused = [row[1] for row in use.rows if row[0] == name and row[2] == "no judgement"]
        said = [line for line in result.answer if line.startswith(f"{name}: No judgement on")]
        assert bool(unused) == bool(said)
        assert all(any(card in line for line in said) for card in unused)
    assert any("no judgement" in row for row in use.rows)


def test_each_measure_is_judged_in_one_family_and_sentences_agree(result):
    judgement = table(result, "judgement")
    measured = {row[0]: dict(zip(("first-game", "interaction"), row[2:], strict=True)) for row in measure_rows(result)}
    assert [row[0] for row in judgement.rows] == list(MEASURES)
    for measure, _, one, other, difference, corrected, comparisons, verdict in judgement.rows:
        assert comparisons == COUNT
        scale = 100 if MEASURES[measure].share else 1
        exact = measure_difference(measure, measured[measure][other], measured[measure][one])
        wide = simultaneous_interval(exact, COUNT)
        for shown, expected in ((difference, exact), (corrected, wide)):
            assert (shown.value, shown.low, shown.high) == pytest.approx(
                (scale * expected.value, scale * expected.low, scale * expected.high)
            )
        assert verdict == ("surely higher" if wide.low > 0 else "undecided")
        if measure in HEADLINE_MEASURES:
            title = MEASURES[measure].title
            (line,) = [line for line in result.answer if line.startswith(f"{title[0].upper()}{title[1:]}: from ")]
            assert f"[{corrected.low:+.1f}, {corrected.high:+.1f}]" in line
            assert (f"Surely higher in {one} than in {other}, by" in line) == (verdict == "surely higher")
            assert (f"Undecided between {one} and {other}, " in line) == (verdict == "undecided")
    sure = sum(row[-1] == "surely higher" for row in judgement.rows)
    (counts,) = [line for line in result.answer if line.startswith(f"Of {COUNT} differences")]
    assert f"{sure} {'is' if sure == 1 else 'are'} sure, {COUNT - sure} undecided" in counts
    assert f"corrected for {COUNT} comparisons" in counts
    assert wrong_intervals(result) == []


def measure_rows(result):
    """Rows of the measures in percent, and of turns."""
    lengths = [row[1] for row in table(result, "length").rows]
    return [*table(result, "measures").rows, ["turns", "", *lengths]]


def test_sentences_name_kingdoms_that_surely_differ_and_those_that_do_not():
    kingdoms = [kingdom("low", 0.2), kingdom("high", 0.6), kingdom("like high", 0.595)]
    judged = judge_kingdoms(kingdoms)
    line = comparison_sentences(kingdoms, judged)[0]
    assert "from 20.0 % [19.0, 21.0] (low) to 60.0 % [59.0, 61.0] (high)." in line
    assert re.search(
        r"Surely higher in high than in low, by 40\.0 percentage points \[.*\]; in like high than in low", line
    )
    assert re.search(r"Undecided between high and like high, 0\.5 percentage points \[-.*, \+.*\] apart\.", line)
    assert judged.comparisons == 3 * COUNT
    assert comparison_sentences(kingdoms, judged)[-1] == (
        f"Of {3 * COUNT} differences between kingdoms in all measures, {2 * COUNT} are sure, {COUNT} undecided "
        f"(intervals are corrected for {3 * COUNT} comparisons)."
    )
    assert len(comparison_table(kingdoms, judged).rows) == 3 * COUNT


def test_of_many_kingdoms_a_sentence_counts_those_that_it_does_not_name():
    kingdoms = [kingdom(f"number {k}", 0.1 * k) for k in range(1, 5)]
    line = comparison_sentences(kingdoms, judge_kingdoms(kingdoms))[0]
    assert line.count(" than in ") == 3
    assert "; and 3 more." in line


def test_a_measure_without_an_interval_gets_no_judgement():
    unknown = Estimate(0.5, -math.inf, math.inf, 2)
    kingdoms = [kingdom("one", 0.2, turns=unknown), kingdom("other", 0.3)]
    judged = judge_kingdoms(kingdoms)
    assert judged.comparisons == COUNT - 1
    assert {row[0]: row[-1] for row in comparison_table(kingdoms, judged).rows}["turns"] == "no judgement"
    sentences = comparison_sentences(kingdoms, judged)
    assert sentences[1].endswith("No judgement on one and other.")
    assert f"{COUNT - 1} are sure, 0 undecided, 1 no judgement" in sentences[-1]


def test_games_too_few_for_intervals_show_nothing_infinite(design_request):
    result = inspect(["first-game", "interaction"], OPTIONS, design_request(2))
    cells = [
        column.format(cell)
        for table in result.tables()
        for row in table.rows
        for column, cell in zip(table.columns, row, strict=True)
    ]
    assert not [text for text in (*result.answer, *cells) if re.search(r"[-+\[ ](inf|nan)\b", text)]


def test_lists_that_begin_with_the_same_cards_have_titles_of_their_own(design_request):
    words = [TEN, TEN.replace("Workshop", "Witch"), "interaction"]
    result = inspect(words, OPTIONS, design_request(20))
    titles = [row[0] for row in table(result, "length").rows]
    assert titles == ["Cellar, Market, ... (1)", "Cellar, Market, ... (2)", "interaction"]
    assert len(table(result, "judgement").rows) == 3 * COUNT
    assert [measured.title for measured in with_distinct_titles([kingdom("one", 0.2)])] == ["one"]
