"""Verdicts on flow zones, by fabricated win rates of decks."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ludus.design.base.verdict_texts import UNDECIDED
from ludus.design.delve.inspection.flow_judgement import FlowJudgement, encounter_ranges
from ludus.design.delve.inspection.node_flaws import Flaw
from ludus.design.delve.inspection.pick_values import NodeValue
from ludus.design.delve.playtest.bot_win_rates import BotResult, EncounterResult
from ludus.design.delve.playtest.deck_intervals import ratio_over_decks, turns_over_decks, wins_over_decks
from ludus.stats import simultaneous_interval

DECKS = 12
SETTINGS = SimpleNamespace(zone=(0.5, 0.9), turns=(3.0, 5.0), main_bot="bot 0")


def players(means, seed=0, spread=0.1, turns=4.0):
    """Results of bots with these mean win rates by encounter; the decks differ by `spread`."""
    random = np.random.default_rng(seed)

    def stage(mean):
        shares = np.clip(random.normal(mean, spread, (DECKS, 1)), 0, 1)
        taken = random.normal(turns, 0.1, (DECKS, 1))
        return EncounterResult(wins_over_decks(shares), turns_over_decks(taken * shares, shares))

    rows = [[stage(mean) for mean in row] for row in means]
    return [BotResult(f"bot {k}", row[0].wins, row[0].turns, 0.0, 0.0, tuple(row), 0.0) for k, row in enumerate(rows)]


def test_clear_win_rates_get_their_verdict():
    flow = FlowJudgement(players([[0.1, 0.7, 0.97]], spread=0.01), SETTINGS)
    assert [flow.zone("bot 0", k) for k in range(3)] == ["too hard", "flow", "too easy"]
    assert "surely holds for bot 0 in encounter 2" in flow.sentence
    assert f"corrected for {flow.comparisons} comparisons" in flow.sentence


def test_win_rates_at_the_edge_of_the_zone_are_undecided_in_nearly_all_reports():
    decided = corrected_less = 0
    for seed in range(60):
        rows = players([[0.5] * 6] * 5, seed)
        flow = FlowJudgement(rows, SETTINGS)
        decided += any(flow.zone(row.bot, k) != UNDECIDED for row in rows for k in range(6))
        corrected_less += any(not stage.wins.low <= 0.5 <= stage.wins.high for row in rows for stage in row.encounters)
    assert decided <= 8  # 5 % of 60 are 3
    assert corrected_less > 30  # 95 % intervals alone give a false verdict in most reports


def test_the_family_has_all_win_rates_the_turns_of_the_main_bot_and_further_ones():
    rows = players([[0.4, 0.6], [0.5, 0.7]])
    assert FlowJudgement(rows, SETTINGS).comparisons == 4 + 2
    assert FlowJudgement(rows, SETTINGS, further=2).comparisons == 8


def node(lead, spread=0.001, decks=12):
    leads = lead + spread * np.linspace(-1, 1, decks)
    estimate = ratio_over_decks(leads, np.ones(decks))
    return NodeValue(1.0, 0.5, estimate, estimate, estimate, estimate)


def test_flaws_of_nodes_are_sure_only_by_the_corrected_interval_of_their_lead():
    values = [node(0.2), node(-0.2), node(0.07, 0.04), node(-0.025, 0.04), *[node(0.01)] * 4]
    rows = players([[0.4, 0.6], [0.5, 0.7]])
    flow = FlowJudgement(rows, SETTINGS, nodes=values)
    assert flow.comparisons == 4 + 2 + len(values)
    assert values[2].lead.low > 0.05
    assert values[3].lead.high < -0.005
    found = [
        ("obvious", 0),
        ("never useful", 1),
        ("obvious", 2),
        ("never useful", 3),
        ("dominated", 1),
        ("redundant", 1),
    ]
    verdicts = [flow.flaw(Flaw(kind, at, (), 0.1, False, "")) for kind, at in found]
    assert verdicts == ["surely better", "surely worse", "undecided", "undecided", "surely worse", "no judgement"]
    assert flow.flaw(Flaw("dominated", 4, (), 0.1, True, "")) == "proven"


def test_win_rates_are_corrected_for_the_turns_and_further_verdicts_of_the_report_too():
    rows = players([[0.4, 0.6], [0.5, 0.7]])
    flow, wins = FlowJudgement(rows, SETTINGS, further=2), rows[0].encounters[0].wins
    assert flow.wins.corrected(("bot 0", 0)) == simultaneous_interval(wins, 8)


def test_the_corrected_interval_of_few_decks_uses_student_t_and_stays_inside_its_bounds():
    wins = wins_over_decks(np.array([[0.9], [0.95], [1.0], [0.8]]))
    assert wins.freedom == 3
    wide = simultaneous_interval(wins, 36)
    assert wide.high == 1.0
    assert (wide.value - wide.low) / (wins.value - wins.low) == pytest.approx(3.63, abs=0.01)  # normal: 1.6


def test_turns_are_right_only_if_that_is_sure():
    for turns, verdict in ((2.0, "too short"), (3.0, "undecided"), (4.0, "right"), (9.0, "too long")):
        flow = FlowJudgement(players([[0.6] * 3], turns=turns), SETTINGS)
        assert {flow.length(k) for k in range(3)} == {verdict}


def test_numbers_of_encounters_are_joined():
    assert encounter_ranges([1, 3, 4, 5]) == "1, 3-5"
