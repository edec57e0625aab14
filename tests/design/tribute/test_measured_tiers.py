"""Tiers measured from play."""

from hypothesis import given
from hypothesis import strategies as st

from ludus.design.tribute.measured_tiers import measured_tiers, shrink_estimates, tier_file_text
from ludus.games.tribute.bots.card_tier_lists import read_tiers
from ludus.stats import Estimate

NAMES = {"S": 50, "A": 25, "D": 1}


def about(value, error):
    return Estimate(value, value - 1.96 * error, value + 1.96 * error, 100)


def test_uncertain_values_are_shrunk_far_towards_the_mean():
    sure, unsure, *_ = shrink_estimates([about(0.2, 0.001), about(0.2, 0.2), about(-0.1, 0.01), about(0.0, 0.01)])
    assert 0.19 < sure < 0.2
    assert 0.07 < unsure < 0.12  # the average is 0.075


@given(st.lists(st.integers(-100, 100), min_size=2, max_size=30, unique=True))
def test_tiers_are_the_numbers_made_by_hand_dealt_out_by_rank(values):
    worths = {f"card_{k}": about(value / 100, 0.1) for k, value in enumerate(values)}
    by_hand = {key: [50, 25, 1, 0][k % 4] for k, key in enumerate(worths)} | {"starter": 1}
    result = measured_tiers(worths, by_hand)
    assert sorted(result.values()) == sorted(by_hand.values())
    assert result["starter"] == 1
    ranked = sorted(worths, key=lambda key: -worths[key].value)
    assert [result[key] for key in ranked] == sorted((by_hand[key] for key in worths), reverse=True)


def test_the_written_list_reads_back(tmp_path):
    tiers = {"a": 50, "b": 1, "c": 0, "d": 25}
    file = tmp_path / "tiers.toml"
    file.write_text(tier_file_text(tiers, dict.fromkeys(tiers, "pelin") | {"d": "ansei"}, NAMES, "A list.\nMade here."))
    assert read_tiers(file) == {key: number for key, number in tiers.items() if number}
    assert file.read_text().startswith("# A list.\n# Made here.\n")
