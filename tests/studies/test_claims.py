"""Claims are judged by whole intervals, by one judge."""

import math

import pytest

from ludus.stats import Estimate
from ludus.studies.claims import (
    Claim,
    ClaimedRange,
    ClaimFormat,
    above,
    above_mark,
    at_least,
    at_most,
    below,
    below_mark,
    claims_sentence,
    count_so_far,
    exact,
    judge,
    judge_all,
    judge_count,
    judge_difference,
    judge_differs,
    judge_unanimous,
    judge_unrefuted,
    margin_inside,
    negated,
    only_refuted,
    scaled,
    verdict_part,
)
from tests.cases import each


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


def test_some_claims_need_all_things_or_can_only_be_refuted_or_only_be_shown():
    assert [judge_unanimous(["fails"] * 2), judge_unanimous(["holds", "fails"])] == ["fails", "undecided"]
    assert [judge_unrefuted(["undecided", "holds"]), judge_unrefuted(["fails", "holds"])] == ["holds", "fails"]
    assert [only_refuted("holds"), only_refuted("fails")] == ["undecided", "fails"]
    assert [judge_differs(interval(-3, -1)), judge_differs(interval(-1, 1))] == ["holds", "undecided"]


@each(("count", "verdict"), [(3, "holds"), (2, "undecided"), (1, "undecided"), (0, "fails")])
def test_a_count_is_judged_by_what_it_can_become(count, verdict):
    assert judge(count_so_far(count, missing=2), at_least(3)) == verdict
    assert judge(exact(count), at_least(3)) == ("holds" if count == 3 else "fails")


def test_one_number_is_larger_than_another_if_their_intervals_do_not_overlap():
    low, middle, high = interval(0.1, 0.3), interval(0.2, 0.5), interval(0.4, 0.6)
    assert judge_difference(high, low) == "holds"
    assert judge_difference(low, high) == "fails"
    assert judge_difference(middle, low) == "undecided"


def test_margins_are_positive_where_a_claim_is_true():
    win = Estimate(0.6, 0.5, 0.7, 10)
    assert above_mark(win, 0.5).low == 0.0
    assert below_mark(win, 0.8).low == pytest.approx(0.1)
    assert negated(win).low == -0.7
    assert scaled(win, 100).high == 70.0
    assert margin_inside(Estimate(0.0, -0.01, 0.02, 10), 0.05).low == pytest.approx(0.03)


def test_the_reason_of_a_verdict_has_the_published_and_the_measured_number():
    claim = Claim("A beats B", "Table 1", "60 %", Estimate(0.1, 0.05, 0.15, 10), "points")
    assert claim.verdict == "holds"
    assert verdict_part(claim).reason == "Table 1: 60 %. Here: +0.10 [+0.05, +0.15] points."
    assert verdict_part(claim, ClaimFormat(digits=1, scale=100)).reason.endswith("+10.0 [+5.0, +15.0] points.")
    single = Claim("A beats B", "", "", Estimate(0.1, -math.inf, math.inf, 1), "points")
    assert "+0.10 (one run) points" in verdict_part(single, ClaimFormat(no_interval="(one run)")).reason


def test_a_claim_without_a_number_is_undecided_and_one_about_more_brings_its_verdict():
    unmeasured = Claim("It takes 3 s", "4.1", "3.4 s", None, "reports hold no times")
    decided = Claim("All cards are there", "III", "9 of 9", "8 of 9", state="fails")
    assert unmeasured.verdict == "undecided"
    assert verdict_part(unmeasured).reason == "4.1: 3.4 s. Here: reports hold no times."
    in_words = Claim("A beats B", "2", "much", interval(1, 2), text="by much")
    assert (in_words.verdict, verdict_part(in_words).reason) == ("holds", "2: much. Here: by much.")
    assert verdict_part(decided).reason == "III: 9 of 9. Here: 8 of 9."
    assert claims_sentence([unmeasured, decided]) == "Of 2 claims 0 hold, 1 fail and 1 are undecided"
