"""Traps on the ways that players take: met, with rest, each kind first alone, as intense as the curve asks for."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.spec import (
    CAUTION_DETOURS,
    MAX_CELLS_PER_CHALLENGE,
    MAX_STRETCH,
    MIN_REST,
    PACING_CURVES,
    LevelSpec,
)
from ludus.design.platformer.structure_measures import find_way, measure_structure
from ludus.games.platformer.game_data_records import MINE, TRAP_KINDS
from ludus.util.errors import OptionError
from tests.messages import mentions

SEEDS = range(12)


@pytest.fixture(scope="module")
def levels():
    return [generate_level(seed).level for seed in SEEDS]


def ways_of(level):
    graph = find_challenges(level)
    return {caution: find_way(graph, detour) for caution, detour in CAUTION_DETOURS.items()}


def kind_of(level, trap):
    return TRAP_KINDS[level.traps[trap].kind]


def test_every_trap_is_on_the_way_of_bold_or_usual_players(levels):
    for level in levels:
        ways = ways_of(level)
        met = ways["bold"].traps | ways["usual"].traps
        assert met == {k for k, trap in enumerate(level.traps) if trap.kind != MINE}


def test_the_usual_way_has_rest_between_its_challenges_and_challenges_often_enough(levels):
    for level in levels:
        way = ways_of(level)["usual"]
        assert min(way.rests) >= MIN_REST
        assert way.cells_per_challenge <= MAX_CELLS_PER_CHALLENGE
        assert way.longest_stretch <= MAX_STRETCH


def test_the_first_trap_of_a_kind_comes_without_mines(levels):
    with_mines = 0
    for level in levels:
        seen = set()
        for challenge in ways_of(level)["usual"].challenges:
            (trap,) = challenge.traps
            if kind_of(level, trap) not in seen:
                assert challenge.mines == 0
            seen.add(kind_of(level, trap))
            with_mines += challenge.mines > 0
    assert with_mines > 0


def test_all_kinds_are_met_about_equally_often(levels):
    kinds = Counter(kind_of(level, trap) for level in levels for trap in ways_of(level)["usual"].traps)
    assert {*kinds} == {"saw", "wall-spikes", "squeeze"}
    assert all(0.15 < count / kinds.total() < 0.5 for count in kinds.values())


def test_bold_players_have_a_shorter_way_with_one_more_trap(levels):
    for level in levels:
        ways = ways_of(level)
        assert ways["bold"].length < ways["usual"].length
        assert ways["bold"].traps - ways["usual"].traps


def test_easy_levels_have_as_many_challenges_of_easier_kinds():
    easy = [generate_level(seed, LevelSpec().with_hardness(0.0)).level for seed in SEEDS]
    for level in easy:
        way = ways_of(level)["usual"]
        assert way.cells_per_challenge <= MAX_CELLS_PER_CHALLENGE
        assert {kind_of(level, trap) for trap in way.traps} == {"squeeze"}


def test_levels_that_are_not_the_easiest_have_one_trap_of_a_hard_kind_where_the_curve_is_most_intense():
    for seed in SEEDS:
        level = generate_level(seed, LevelSpec(pacing=PACING_CURVES["rising"]).with_hardness(0.1)).level
        way = ways_of(level)["usual"]
        (hard,) = (trap for trap in way.traps if kind_of(level, trap) != "squeeze")
        places = [challenge.begin for challenge in way.challenges if hard in challenge.traps]
        assert places[0] > way.length / 3


def test_traps_in_intense_places_have_shorter_periods():
    for kind in ("saw", "wall-spikes", "squeeze"):
        places, periods = [], []
        for seed in SEEDS:
            level = generate_level(seed, LevelSpec(pacing=PACING_CURVES["rising"])).level
            way = ways_of(level)["usual"]
            for challenge in way.challenges:
                (trap,) = challenge.traps
                if kind_of(level, trap) == kind:
                    places.append(challenge.begin / way.length)
                    periods.append(level.traps[trap].period)
        assert np.corrcoef(places, periods)[0, 1] < -0.5


@pytest.mark.parametrize("name", ["rising", "waves"])
def test_challenges_are_as_intense_as_the_curve_asks_for(name):
    curve, correlations = PACING_CURVES[name], []
    for seed in range(20):
        level = generate_level(seed, LevelSpec(pacing=curve)).level
        correlations.append(measure_structure(level, seed).pacing_agreement(curve))
    assert np.nanmean(correlations) > 0.6


def test_given_periods_hold_for_all_traps():
    for seed in SEEDS:
        spec = LevelSpec(traps=TrapParams(periods=(90, 100)))
        for made in (spec, spec.with_hardness(0.1)):
            periods = [trap.period for trap in generate_level(seed, made).level.traps if trap.kind != MINE]
            assert min(periods) >= 90
            assert max(periods) <= 100


def test_a_given_number_of_challenges_is_reached_or_refused():
    level = generate_level(3, LevelSpec(traps=TrapParams(challenges=8))).level
    assert len(ways_of(level)["usual"].challenges) >= 8


def test_compiled_and_plain_rules_place_the_same_traps():
    spec = LevelSpec(rooms=(2, 1), traps=TrapParams(kinds=("squeeze",)))
    one, other = (generate_level(2, spec, compiled) for compiled in (True, False))
    assert one.level == other.level
    assert one.rejected == other.rejected


def test_values_of_the_other_set_up_are_refused():
    for values in ({"fill": "solid"}, {"traps": TrapParams(density=0.3)}, {"traps": TrapParams(doubles=True)}):
        with pytest.raises(OptionError, match=mentions("designed")):
            LevelSpec(**values)
    for values in ({"style": "cave"}, {"spacing": 8.0}, {"pacing": (0.5, 0.5)}):
        with pytest.raises(OptionError, match=mentions("thesis")):
            LevelSpec(setup="thesis", **values)
    for values in ({"spacing": 40.0}, {"pacing": (0.5, 2.0)}, {"pacing": (0.5,)}):
        with pytest.raises(OptionError):
            LevelSpec(**values)
    assert replace(LevelSpec(), style="cave").style == "cave"
