"""Targets of levels, judged by fabricated results of players."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ludus.design.base.verdict_texts import count_sure, targets_text
from ludus.design.platformer.spec import LevelSpec
from ludus.stats import Estimate, mean, proportion

PLAYERS = 300


def population(rate: float, seed: int = 0, hardest: tuple[int, Estimate] | None = None) -> SimpleNamespace:
    died = np.random.default_rng(seed).random(PLAYERS) < rate
    return SimpleNamespace(failure_rate=proportion(died.astype(float)), deaths=mean(1.5 * died), hardest=hardest)


def test_every_target_of_a_level_is_judged_with_its_tolerance():
    spec = LevelSpec(difficulty=0.6, deaths=2.0, hardest=0.3)
    targets = spec.judged_targets(population(0.6, hardest=(0, Estimate(0.3, 0.25, 0.35, 300))))
    ranges = [(round(target.claimed.low, 6), round(target.claimed.high, 6)) for target in targets]
    assert ranges == [(0.52, 0.68), (1.6, 2.4), (0.22, 0.38)]
    assert [target.name for target in LevelSpec(deaths=0.5).judged_targets(population(0.4))] == ["the deaths"]
    assert LevelSpec().judged_targets(population(0.4)) == []


def test_a_level_without_a_trap_that_most_players_meet_does_not_meet_the_target_for_the_hardest():
    (target,) = LevelSpec(hardest=0.3).judged_targets(population(0.1))
    assert target.verdict(1) == "no judgement"


def test_levels_at_the_edge_of_the_tolerance_are_hardly_ever_called_sure():
    spec, reports = LevelSpec(difficulty=0.5), range(40)
    wrong = 0
    for report in reports:
        targets = [spec.judged_targets(population(0.58, 100 * report + level)) for level in range(20)]
        wrong += sum(count_sure(targets, 20)) > 0
    assert wrong <= 6  # 5 % of 40 are 2


def test_clear_levels_are_surely_met_or_missed():
    spec = LevelSpec(difficulty=0.9)
    assert count_sure([spec.judged_targets(population(rate)) for rate in (0.92, 0.6)], 2) == (1, 1)
    assert targets_text(spec.judged_targets(population(0.6)), 2).startswith(
        "misses the share that dies (corrected for 2"
    )
