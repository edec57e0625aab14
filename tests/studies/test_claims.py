"""Claims are judged by whole intervals, by one judge."""

import math
from dataclasses import replace

import numpy as np
import pytest

from ludus.report.report_model import Report
from ludus.stats import Estimate, Sprt, SprtVerdict, mean_of_runs, proportion, simultaneous_interval
from ludus.studies.claims import (
    Claim,
    ClaimedRange,
    ClaimFormat,
    above,
    above_mark,
    apart_from,
    at_least,
    at_most,
    below,
    below_mark,
    claims_sentence,
    clipped,
    exact,
    judge,
    judge_all,
    judge_count,
    judge_family,
    judge_unanimous,
    judgement_text,
    negated,
    scaled,
    verdict_part,
    within,
)
from ludus.util.errors import ContractError
from tests.cases import each
from tests.messages import mentions


def interval(low, high):
    return Estimate((low + high) / 2, low, high, 10)


@each(
    ("low", "high", "claimed", "verdict"),
    [
        (0.6, 0.7, above(0.5), "holds"),
        (0.3, 0.4, above(0.5), "fails"),
        (0.4, 0.6, above(0.5), "undecided"),
        (0.5, 0.6, above(0.5), "undecided"),
        (0.5, 0.6, at_least(0.5), "holds"),
        (0.6, math.inf, above(0.5), "holds"),
        (0.3, 0.4, below(0.5), "holds"),
        (0.6, 0.7, below(0.5), "fails"),
        (0.4, 0.5, at_most(0.5), "holds"),
        (0.42, 0.58, ClaimedRange(0.4, 0.6), "holds"),
        (0.4, 0.6, ClaimedRange(0.4, 0.6), "undecided"),
        (0.4, 0.6, ClaimedRange(0.4, 0.6, closed=True), "holds"),
        (0.7, 0.8, ClaimedRange(0.4, 0.6), "fails"),
        (math.nan, math.nan, above(0.5), "undecided"),
        (-math.inf, math.inf, above(0.5), "undecided"),
    ],
)
def test_a_claim_is_decided_only_by_a_whole_interval(low, high, claimed, verdict):
    assert judge(interval(low, high), claimed) == verdict


def test_a_claim_about_several_things_fails_with_any_and_holds_with_all():
    assert judge_all(["holds", "holds"]) == "holds"
    assert judge_all(["holds", "undecided"]) == "undecided"
    assert judge_all(["undecided", "fails", "holds"]) == "fails"
    assert [judge_count(3, 3), judge_count(2, 3)] == ["holds", "fails"]


def test_some_claims_are_decided_only_if_all_things_agree():
    assert [judge_unanimous(["fails"] * 2), judge_unanimous(["holds", "fails"])] == ["fails", "undecided"]


@each(
    ("low", "high", "claimed", "verdict"),
    [
        (0.0, 0.411, within(0.136, 0.014), "undecided"),  # the printed number is inside, but the interval is too wide
        (5.8, 27.8, ClaimedRange(14.5, 18.5), "undecided"),
        (0.13, 0.14, within(0.136, 0.014), "holds"),
        (0.2, 0.3, within(0.136, 0.014), "fails"),
        (0.06, 0.1, apart_from(0.0, 0.05), "holds"),
        (-0.1, -0.06, apart_from(0.0, 0.05), "holds"),
        (-0.02, 0.03, apart_from(0.0, 0.05), "fails"),
        (0.01, 0.1, apart_from(0.0, 0.05), "undecided"),
    ],
)
def test_equal_and_different_numbers_need_an_interval_within_the_precision(low, high, claimed, verdict):
    assert judge(interval(low, high), claimed) == verdict


def test_a_counted_number_needs_no_interval():
    assert [judge(exact(count), at_least(3)) for count in (3, 2)] == ["holds", "fails"]


def test_margins_are_positive_where_a_claim_is_true():
    win = Estimate(0.6, 0.5, 0.7, 10)
    assert above_mark(win, 0.5).low == 0.0
    assert below_mark(win, 0.8).low == pytest.approx(0.1)
    assert negated(win).low == -0.7
    assert scaled(win, 100).high == 70.0
    assert clipped(Estimate(0.1, -0.2, 0.4, 10), 0.0).low == 0.0


def test_a_mapped_estimate_keeps_how_its_interval_was_made():
    win = proportion(np.repeat([0.0, 1.0], [30, 70]))
    mapped = scaled(below_mark(win, 0.5), 100)
    assert (mapped.is_wilson, mapped.bounds) == (True, (-50.0, 50.0))
    assert scaled(mean_of_runs([1.0, 2.0, 3.0]), 100).freedom == 2


def claim(low, high, unit="run", **more):
    return Claim("A beats B", "Table 1", "60 %", interval(low, high), "points", sample_unit=unit, **more)


@each(
    ("unit", "more"),
    [("", {}), ("game", {}), ("run", {"state": "holds"})],
)
def test_a_claim_names_its_independent_unit_and_brings_no_verdict_of_a_sample(unit, more):
    with pytest.raises(ContractError, match=mentions("A beats B")):
        claim(0.1, 0.2, unit, **more)


def test_claims_of_a_family_are_judged_by_corrected_intervals():
    alone = claim(0.01, 0.2)
    assert alone.verdict == "holds"
    family = judge_family("a family", [alone, *[claim(-1, 1)] * 19], {"run": 10})
    assert [family[0].comparisons, family[0].verdict] == [20, "undecided"]
    assert judge_family("a family", [claim(0.1, 0.12), *[alone] * 19], {"run": 10})[0].verdict == "holds"


def test_calibration_and_what_is_not_testable_have_no_verdict_and_are_no_comparisons():
    fitted, decided = claim(1, 2, calibration="it was fitted"), claim(1, 2, not_testable="it is so by construction")
    counted = Claim("All are there", "", "", "9 of 9", sample_unit="all", state="holds")
    family = judge_family("a family", [fitted, decided, counted, claim(1, 2)], {"run": 10})
    assert [item.verdict for item in family] == ["calibration", "not testable", "holds", "holds"]
    assert family[3].comparisons == 1
    assert "it was fitted" in verdict_part(family[0]).reason
    assert "by construction" in verdict_part(family[1]).reason
    assert claims_sentence(family) == (
        "Of 3 claims 2 hold, 0 fail, 0 are undecided and 1 is not testable; 1 number is calibration"
    )


def test_a_sample_does_not_grow_beyond_its_plan():
    with pytest.raises(ContractError, match=mentions("10 runs", "9 were planned")):
        judge_family("a family", [claim(1, 2)], {"run": 9})
    with pytest.raises(ContractError, match=mentions("planned")):
        judge_family("a family", [claim(1, 2)], {"deal": 9})


def test_a_sequential_test_is_declared_with_an_error_that_the_family_allows():
    def sequential(decision, error):
        test = Sprt(0, 50, error, error)
        return Claim("A beats B", "", "", SprtVerdict(decision, 3.0, 64), sample_unit="deal", sequential=test)

    states = [sequential(decision, 0.05).verdict for decision in ("accept", "reject", "running")]
    assert states == ["holds", "fails", "undecided"]
    assert judge_family("a family", [sequential("accept", 0.02)] * 2, {})[0].verdict == "holds"
    with pytest.raises(ContractError, match=mentions("0.05")):
        judge_family("a family", [sequential("accept", 0.05)] * 2, {})
    with pytest.raises(ContractError, match=mentions("sequential")):
        Claim("A beats B", "", "", SprtVerdict("accept", 3.0, 64), sample_unit="deal")


def test_a_sequential_test_may_not_fail_more_easily_than_the_family_allows():
    test = Sprt(0, 50, alpha=0.001, beta=0.49)
    rejected = Claim("A beats B", "", "", SprtVerdict("reject", -3.0, 64), sample_unit="deal", sequential=test)
    with pytest.raises(ContractError, match=mentions("0.49")):
        judge_family("a family", [rejected, *[claim(-1, 1)] * 30], {"run": 10})


def test_a_number_with_an_interval_was_not_counted_completely():
    with pytest.raises(ContractError, match=mentions("drawn", "sample unit")):
        Claim("it is so", "", "", interval(0.51, 0.69), claimed=above(0.5), sample_unit="all")
    with pytest.raises(ContractError, match=mentions("drawn")):
        Claim("both are", "", "", None, sample_unit="all", parts=((exact(1.0), above(0.5)), (interval(1, 2), above(0))))


def test_one_run_decides_nothing():
    assert mean_of_runs([0.7]).low == -math.inf
    with pytest.raises(ContractError, match=mentions("known exactly", "runs")):
        Claim("it is so", "", "", exact(0.7), claimed=above(0.5), sample_unit="run")
    one = Claim("it is so", "", "", Estimate(0.7, 0.7, 0.7, 1), claimed=above(0.5), sample_unit="run")
    assert one.verdict == "undecided"


def test_a_difference_of_a_thing_from_itself_may_be_a_part_of_a_claim():
    parts = ((exact(0.0), below(0.5)), (interval(0.1, 0.2), below(0.5)))
    assert Claim("all are near", "", "", None, sample_unit="deal", parts=parts).verdict == "holds"


def test_equal_values_of_a_few_units_decide_nothing():
    assert Claim("it is so", "", "", mean_of_runs([1.0, 1.0, 1.0]), sample_unit="run").verdict == "undecided"


@each(
    ("values", "verdict"),
    [
        ([1.0, 1.0, 0.999999], "undecided"),
        ([1.0] * 11 + [0.995], "undecided"),
        ([1.0] * 21 + [0.995] * 9, "undecided"),  # nine of 30 differ
        ([1.0] * 20 + [0.995] * 10, "holds"),
        ([1.0, 1.0, 0.999, 0.998], "holds"),  # not more than half are equal
    ],
)
def test_values_of_which_too_few_differ_decide_nothing(values, verdict):
    number = mean_of_runs(values)
    for same in (number, scaled(number, 1.0), clipped(number, 0.0, 1.0)):
        assert Claim("it is so", "", "", same, claimed=above(0.99), sample_unit="run").verdict == verdict


def test_parts_are_judged_together_and_failures_are_corrected_for_their_number():
    def parts(*intervals, **more):
        numbers = tuple((interval(*bounds), above(0.0)) for bounds in intervals)
        return Claim("all are", "", "", "see the table", sample_unit="run", parts=numbers, **more).verdict

    assert parts((1, 2), (0.1, 2)) == "holds"
    assert parts((1, 2), (-1, 2)) == "undecided"
    assert parts((1, 2), (-2, -1)) == "fails"
    assert parts((-2, -0.1)) == "fails"
    assert parts((1, 2), (-2, -0.1)) == "undecided"  # one failure of two: not sure enough
    assert parts((-2, -0.1), (-2, -0.1), combination="unanimous") == "fails"


def test_a_claim_about_several_numbers_shows_the_one_that_decides():
    def shown(*intervals, claimed=None):
        numbers = tuple((interval(*bounds), claimed or above(0.0)) for bounds in intervals)
        names = tuple("abc"[: len(numbers)])
        several = Claim("all are", "", "", None, "points", sample_unit="run", parts=numbers, part_names=names)
        return judge_family("a family", [several, *[claim(-1, 1)] * 9], {"run": 10})[0]

    sure, unsure, failed = (1, 1.2), (-0.9, 2), (-3, -2.5)
    assert shown(sure, unsure).deciding.name == "b"
    assert shown(sure, (0.9, 1.3)).deciding.name == "b"  # holds, too, but less surely
    assert shown(unsure, sure, failed).deciding.name == "c"
    assert shown((-1, 1), (-0.1, 4), claimed=within(0.0, 2.0)).deciding.name == "b"
    nearly = shown(sure, sure, (-2, -0.45))  # fails alone, but one failure of three is not sure
    assert (nearly.verdict, nearly.deciding.name, nearly.deciding.corrected.high > 0) == ("undecided", "c", True)
    basis = verdict_part(shown(sure, failed)).basis
    assert (basis.measured.low, basis.measured.high, basis.size, basis.sample_unit) == (-3, -2.5, 10, "run")
    assert basis.corrected == simultaneous_interval(interval(*failed), 10 * 2)
    assert "+1.10 [+1.00, +1.20] points (a)" in verdict_part(shown(sure)).reason
    for wrong in ({"measured": interval(1, 2)}, {"part_names": ("a", "b")}):
        with pytest.raises(ContractError, match=mentions("all are")):
            replace(shown(sure), **wrong)


def test_the_verdict_is_always_that_of_the_corrected_interval():
    dice = np.random.default_rng(24)
    ranges = [above(0.0), below(0.0), at_least(0.2), within(0.0, 0.5), apart_from(0.0, 0.3)]
    states = set()
    for number in range(2_000):
        claimed, count = ranges[number % len(ranges)], int(dice.integers(1, 6))
        runs = dice.normal(dice.normal(0, 1.5), dice.uniform(0.05, 0.6), (count, 8))
        parts = tuple((mean_of_runs(list(values)), claimed) for values in runs)
        several = Claim("all are", "", "", None, sample_unit="run", parts=parts)
        judged = judge_family("a family", [several] * int(dice.integers(1, 40)), {"run": 8})[0]
        basis = verdict_part(judged).basis
        assert judge(basis.corrected, claimed) == judged.verdict
        assert basis.corrected.low <= basis.measured.low <= basis.measured.high <= basis.corrected.high
        states.add(judged.verdict)
    assert states == {"holds", "fails", "undecided"}


def test_numbers_that_must_agree_and_do_not_have_no_number_that_decides():
    parts = ((interval(1, 2), above(0.0)), (interval(-2, -1), above(0.0)))
    mixed = Claim("all are", "", "", "see the table", sample_unit="run", parts=parts, combination="unanimous")
    assert (mixed.verdict, mixed.deciding) == ("undecided", None)


def test_the_needed_size_follows_from_the_published_difference():
    few, many = claim(-0.1, 0.3, effect=0.5).needed, claim(-0.1, 0.3, effect=0.05).needed
    assert few < 10 < many
    equal = Claim("the error is 0.1", "", "", interval(0.05, 0.15), claimed=within(0.1, 0.01), sample_unit="run")
    assert equal.needed == 684  # (1.96 + 1.645)^2 times the spread over the margin, squared
    assert claim(-0.1, 0.3).needed is None
    assert f"{many:,} needed" in verdict_part(claim(-0.1, 0.3, effect=0.05)).reason


def test_the_reason_of_a_verdict_has_the_published_and_the_measured_number():
    shown = Claim("A beats B", "Table 1", "60 %", Estimate(0.1, 0.05, 0.15, 10), "points", sample_unit="run")
    assert shown.verdict == "holds"
    assert verdict_part(shown).reason == "Table 1: 60 %. Here: +0.10 [+0.05, +0.15] points. 10 runs."
    assert "+10.0 [+5.0, +15.0] points." in verdict_part(shown, ClaimFormat(digits=1, scale=100)).reason
    single = Claim("A beats B", "", "", Estimate(0.1, -math.inf, math.inf, 1), "points", sample_unit="run")
    assert "+0.10 (one run) points. 1 run." in verdict_part(single, ClaimFormat(no_interval="(one run)")).reason
    family = judge_family("a family", [shown] * 3, {"run": 10})
    assert "3 comparisons: [+0.04, +0.16]" in verdict_part(family[0]).reason
    assert "3 comparisons" in judgement_text(family)


def test_a_claim_without_a_number_is_undecided():
    unmeasured = Claim("It takes 3 s", "4.1", "3.4 s", None, "no run was long enough", sample_unit="run")
    assert unmeasured.verdict == "undecided"
    assert verdict_part(unmeasured).reason == "4.1: 3.4 s. Here: no run was long enough."
    in_words = Claim("A beats B", "2", "much", interval(1, 2), text="by much", sample_unit="run")
    assert in_words.verdict == "holds"
    assert verdict_part(in_words).reason.startswith("2: much. Here: by much.")
    assert claims_sentence([unmeasured, in_words]) == "Of 2 claims 1 holds, 0 fail and 1 is undecided"


def test_the_table_of_verdicts_has_the_numbers_behind_them():
    family = judge_family("a family", [claim(0.1, 0.3, effect=0.1), claim(-1, 1)], {"run": 12})
    report = Report("a study", ["An answer."], [verdict_part(item) for item in family])
    first, second = report.tables()[-1].records()
    assert (first["verdict"], first["measured_low"], first["corrected_low"] < 0.1) == ("holds", 0.1, True)
    assert (first["sample_unit"], first["size"], first["planned"]) == ("run", 10, 12)
    assert (first["family"], first["comparisons"], first["needed"] > 0) == ("a family", 2, True)
    assert (second["verdict"], second["needed"]) == ("undecided", None)
