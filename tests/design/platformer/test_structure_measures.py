"""Measures of structure: ways by caution, meetings, rest, first meetings, density, choice, pacing, flaws."""

import math

import pytest

from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.level_report import LevelReport, structure_sentence, structure_table
from ludus.design.platformer.players.population import simulate
from ludus.design.platformer.spec import CAUTION_DETOURS, LevelSpec
from ludus.design.platformer.structure_measures import find_way, measure_structure
from ludus.games.platformer.level_files import read_level

# Two saws with two cells of rest between them, a squeeze far behind, and a mine where nobody goes
CORRIDOR = read_level(
    """level Corridor

cells
################################################
#oooooooooooooooooooooooooooooo#oooooooooooooot#
#oootttoootttooooooooooooooooootoooooooooooooo##
################################################

start 1 1
exit 45 1
saw 4 1 period 96 phase 24
saw 10 1 period 96 phase 0
squeeze 31 1 period 96 phase 0
mine 46 2
"""
)
# A squeeze below a slab that can be crossed on top
SLAB = read_level(
    """level Slab

cells
####################
#oooooooooooooooooo#
#oooooooooooooooooo#
#ooooooo###oooooooo#
#ooooooootooootttoo#
####################

start 1 1
exit 18 1
squeeze 9 1 period 96 phase 0
saw 14 1 period 96 phase 0
"""
)


@pytest.fixture(scope="module")
def corridor():
    return measure_structure(CORRIDOR, seed=3, players=20)


def test_challenges_are_found_in_order_with_the_rest_between_them(corridor):
    way = corridor.usual
    assert way.length == 44
    assert [CORRIDOR.traps[trap].name for challenge in way.challenges for trap in challenge.traps] == [
        "saw 4 1",
        "saw 10 1",
        "squeeze 31 1",
    ]
    assert way.rests == (2, 17)
    assert corridor.rest_share == 0.5
    assert way.longest_stretch == 17


def test_forecasters_meet_the_same_traps_and_fail_otherwise(corridor):
    by_forecasters = measure_structure(CORRIDOR, seed=3, players=20, kind="forecaster")
    assert by_forecasters.meetings == corridor.meetings
    assert by_forecasters.failures != corridor.failures


def test_a_trap_that_nobody_meets_is_a_flaw(corridor):
    assert corridor.meetings == (1.0, 1.0, 1.0, 0.0)
    assert corridor.met_share == 0.75
    assert any(flaw.startswith("1 of 4 traps") for flaw in corridor.flaws())


def test_a_first_meeting_next_to_another_trap_is_not_alone(corridor):
    assert corridor.crowded_first_meetings == ("saw",)


def test_kinds_are_counted_by_players_that_meet_them(corridor):
    assert corridor.challenge_kinds == {"saw": 40, "squeeze": 20}
    assert corridor.kind_shares["saw"] == pytest.approx(2 / 3)


def test_bold_players_go_below_a_slab_and_careful_ones_above_it():
    graph = find_challenges(SLAB)
    ways = {caution: find_way(graph, detour) for caution, detour in CAUTION_DETOURS.items()}
    below, above = ways["bold"], ways["careful"]
    assert len(below.traps) == len(above.traps) + 1
    assert above.length == below.length + 4
    structure = measure_structure(SLAB, seed=3, players=20)
    assert structure.choice is not None
    assert structure.choice[0].risk > structure.choice[1].risk
    squeeze = next(k for k, trap in enumerate(SLAB.traps) if trap.name.startswith("squeeze"))
    assert structure.meetings[squeeze] == 0.25


def test_calibrated_players_all_take_the_same_way():
    population = simulate(SLAB, 12, seed=3)
    assert all(share.count == 12 for share in population.attempt_failures.values())


def test_pacing_agrees_with_the_curve_that_it_follows(corridor):
    assert len(corridor.pacing) == 3
    assert math.isnan(corridor.pacing_agreement((0.0, 1.0)))


def test_a_level_without_traps_has_no_flaws():
    bare = generate_level(1, LevelSpec(traps=None)).level
    structure = measure_structure(bare, seed=1, players=4)
    assert structure.flaws() == []
    assert structure.met_share == 1.0
    assert structure.usual.cells_per_challenge == math.inf


def test_flaws_are_named_in_reports(corridor):
    sentence = structure_sentence(corridor)
    assert "3 challenges on 44 cells" in sentence
    assert "flaws" in sentence
    report = LevelReport("corridor", CORRIDOR, corridor.rating, simulate(CORRIDOR, 4, 1), structure=corridor)
    (row,) = structure_table([report]).rows
    assert row[:4] == ["corridor", 3, 44, 17]
    sentences = [structure_sentence(measure_structure(generate_level(seed).level, seed)) for seed in range(6)]
    assert any(sentence.endswith("no flaws.") for sentence in sentences)
