"""The power calculation of the study on the Tribute thesis."""

import csv
import math
from dataclasses import replace

import pytest

from ludus.stats import Estimate, difference
from ludus.stats.simultaneous_intervals_and_power import simultaneous_interval
from ludus.studies.tribute_thesis.published import PRINTED_PAIRS, published_interval
from tools.plan_tribute_deals import COMPARISONS, deals_for_equality, main, plan_deals
from tools.provenance import BENCHMARKS

PLAN = BENCHMARKS / "tribute-thesis-plan.csv"


def pilot(decides, experiment, effect, low):
    row = {"decides": decides, "experiment": experiment, "effect": effect, "pilot_deals": "200"}
    return row | {"pilot_low": low, "pilot_high": "0.1"}


def test_more_spread_and_smaller_effects_need_more_deals_and_plans_are_half_of_the_games():
    few, spread, small = plan_deals(
        [
            pilot("better bot", "MCTS against DecisionTree", "0.1", "0.0"),
            pilot("better bot", "MCTS against DecisionTree", "0.1", "-0.1"),
            pilot("first seat", "beam of width 5", "0.05", "0.0"),
        ]
    )
    assert few["needed"] < spread["needed"]
    assert few["needed"] < small["needed"]
    assert (few["planned"], small["planned"]) == (600, 800)


def test_the_needed_deals_of_an_equality_leave_an_interval_that_is_within_the_margin_in_80_of_100_studies():
    printed, margin = 0.85, 0.1
    deals = deals_for_equality(Estimate(0.5, 0.45, 0.55, 200), printed, margin)
    half = 0.05 * math.sqrt(200 / deals)
    both = difference(published_interval(printed), Estimate(printed, printed - half, printed + half, deals))
    corrected = simultaneous_interval(both, COMPARISONS)
    error = (both.high - both.low) / (2 * 1.96)
    assert corrected.high + 1.2816 * error == pytest.approx(margin, abs=0.0005)


@pytest.mark.parametrize("spread", [0.001, 0.1])
def test_no_number_of_deals_makes_up_for_the_games_of_the_thesis(spread):
    ours = Estimate(0.5, 0.5 - spread, 0.5 + spread, 200)
    assert deals_for_equality(ours, 0.5, 0.1) is None
    assert deals_for_equality(ours, 0.5, 0.2) is not None
    assert deals_for_equality(replace(ours, count=800), 0.9, 0.1) >= deals_for_equality(ours, 0.9, 0.1)


def test_a_plan_that_decides_something_else_is_an_error():
    with pytest.raises(ValueError, match="better bot, first seat, equality"):
        plan_deals([pilot("speed", "MCTS against Beam", "0.1", "0.0")])


def test_the_kept_plan_is_what_its_pilot_gives(tmp_path):
    main(["--pilot", str(PLAN), "--to", str(tmp_path / "plan.csv")])
    assert (tmp_path / "plan.csv").read_text() == PLAN.read_text()


def test_the_plan_has_every_pair_that_the_thesis_prints_and_every_width():
    names = {}
    with PLAN.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            names.setdefault(row["decides"], []).append(row["experiment"])
    claims = BENCHMARKS / "tribute-thesis" / "tables" / "claims.csv"
    with claims.open(newline="", encoding="utf-8") as file:
        judged = [row["claim"] for row in csv.DictReader(file)]
    pairs = [claim for claim in judged if " beats " in claim and claim.endswith(", as published")]
    widths = {claim for claim in judged if "beam of width" in claim}
    assert len(names["better bot"]) == len(pairs)
    assert names["equality"] == [f"{one} against {other}" for one, other in PRINTED_PAIRS]
    assert len({*names["first seat"]}) == len(widths)
