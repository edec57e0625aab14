"""The power calculation of the study on the Tribute thesis."""

import csv

from tools.plan_tribute_deals import main, plan_deals
from tools.provenance import BENCHMARKS

PLAN = BENCHMARKS / "tribute-thesis-plan.csv"


def pilot(experiment, effect, low):
    row = {"experiment": experiment, "effect": effect, "pilot_deals": "200"}
    return row | {"pilot_low": low, "pilot_high": "0.1"}


def test_more_spread_and_smaller_effects_need_more_deals_and_plans_are_half_of_the_games():
    few, spread, small = plan_deals(
        [
            pilot("MCTS against DecisionTree", "0.1", "0.0"),
            pilot("MCTS against DecisionTree", "0.1", "-0.1"),
            pilot("first seat, beam of width 5", "0.05", "0.0"),
        ]
    )
    assert few["needed"] < spread["needed"]
    assert few["needed"] < small["needed"]
    assert (few["planned"], small["planned"]) == (600, 800)


def test_the_kept_plan_is_what_its_pilot_gives(tmp_path):
    main(["--pilot", str(PLAN), "--to", str(tmp_path / "plan.csv")])
    assert (tmp_path / "plan.csv").read_text() == PLAN.read_text()


def test_the_plan_has_every_pair_that_the_thesis_prints_as_different_and_every_width():
    with PLAN.open(newline="", encoding="utf-8") as file:
        names = [row["experiment"] for row in csv.DictReader(file)]
    claims = BENCHMARKS / "tribute-thesis" / "tables" / "claims.csv"
    with claims.open(newline="", encoding="utf-8") as file:
        judged = [row["claim"] for row in csv.DictReader(file)]
    pairs = [claim for claim in judged if " beats " in claim and claim.endswith(", as published")]
    widths = {claim for claim in judged if "beam of width" in claim}
    assert len([name for name in names if " against " in name]) == len(pairs)
    assert len({name for name in names if "beam of width" in name}) == len(widths)
