"""Difficulty search: populations, predictions, levels that meet their targets, and the report."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from ludus.design.platformer import difficulty_search, make
from ludus.design.platformer.difficulty.challenges import find_challenges
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty_search import check_reach, find_level_by_difficulty
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.make import level_spec, make_report
from ludus.design.platformer.options import MakeOptions, parse_band, parse_cycle, parse_size
from ludus.design.platformer.players.population import SKILL_GROUPS, simulate
from ludus.design.platformer.players.synthetic_player import PlayableLevel
from ludus.design.platformer.spec import DEATHS_TOLERANCE, LevelSpec
from ludus.games.platformer.constants import CELL
from ludus.games.platformer.game_data_records import TRAP_KINDS
from ludus.games.platformer.options import find_level
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.messages import mentions

from .requests import make_request

SMALL = LevelSpec(setup="thesis", rooms=(2, 1))


@pytest.fixture
def few(monkeypatch):
    """Small populations."""
    for name, players in (("SCREENING_PLAYERS", 20), ("DECIDING_PLAYERS", 40), ("HELD_OUT_PLAYERS", 40)):
        monkeypatch.setattr(difficulty_search, name, players)


@pytest.fixture(scope="module")
def population():
    return simulate(find_level("trap-school"), 90, seed=5)


def test_a_population_is_a_function_of_its_seed(population):
    again, other = (simulate(population.level, 90, seed) for seed in (5, 6))
    assert [run.result.moves for run in again.runs] == [run.result.moves for run in population.runs]
    assert [run.skill for run in other.runs] != [run.skill for run in population.runs]


def test_every_death_has_its_trap_and_its_place(population):
    deaths = sum(run.result.deaths for run in population.runs)
    assert (
        deaths
        == sum(population.deaths_by_trap.values())
        == sum(map(len, population.death_places_by_group().values()))
        > 0
    )
    assert population.deaths.value == pytest.approx(deaths / 90)
    assert population.failure_rate.value == np.mean([run.result.deaths > 0 for run in population.runs])
    for run in population.runs:
        for trap, x, y in run.death_places:
            away = [math.dist((x / CELL, y / CELL), (a + 0.5, b + 0.5)) for a, b in population.level.traps[trap].cells]
            assert min(away) < 1.5


def test_a_level_without_deaths_has_an_upper_bound_of_deaths_above_zero():
    """With 60 players the exact bound of Poisson is 3.69 / 60; the trap that nobody died of has it, too."""
    safe = simulate(find_level("first-steps"), 60, seed=5)
    assert (safe.deaths.value, safe.deaths.low) == (0, 0)
    assert safe.deaths.high == pytest.approx(3.69 / 60, abs=1e-3)
    deaths = [safe.group(group).deaths for group in SKILL_GROUPS]
    assert all(estimate.high > safe.deaths.high for estimate in deaths)


def test_a_trap_that_nobody_died_of_has_an_upper_bound_of_deaths(population):
    (harmless,) = (k for k, trap in enumerate(population.level.traps) if trap.name == "spikes 18 1")
    deaths = population.deaths_per_player_at(harmless)
    assert deaths.value == population.deaths_by_trap[harmless] / 90
    assert deaths.high > 0.02


def test_the_groups_are_all_players_and_the_poor_die_more(population):
    groups = [population.group(group) for group in SKILL_GROUPS]
    assert sum(len(group.runs) for group in groups) == 90
    assert max(run.skill for run in groups[0].runs) < min(run.skill for run in groups[2].runs)
    assert groups[0].deaths.value > groups[2].deaths.value


def test_failure_shares_are_given_for_traps_that_players_met(population):
    kinds = [population.level.traps[trap].name for trap in population.attempt_failures]
    assert kinds == ["saw 5 2", "squeeze 12 2", "wall-spikes 25 3"]
    assert population.hardest is not None
    assert population.hardest[1].value == max(item.value for item in population.attempt_failures.values())
    assert all(0 <= item.low <= item.value <= item.high <= 1 for item in population.attempt_failures.values())


def test_more_hardness_gives_more_and_faster_traps():
    easy, hard = (LevelSpec(setup="thesis").with_hardness(value).traps for value in (0.0, 1.0))
    assert easy.density < hard.density
    assert easy.periods[0] > hard.periods[1]
    assert (easy.mines, hard.mines) == (0, 2)
    stored = (
        LevelSpec(setup="thesis", traps=TrapParams(density=0.2, periods=(90, 90), challenges=3))
        .with_hardness(1.0)
        .traps
    )
    assert (stored.density, stored.periods, stored.challenges) == (0.2, (90, 90), 3)


def test_predictions_are_higher_for_harder_levels_and_respawn_at_the_start():
    easy, hard = (
        find_challenges(generate_level(2, LevelSpec(setup="thesis").with_hardness(value)).level) for value in (0.0, 0.7)
    )
    assert predict(easy).failure < predict(hard).failure
    assert predict(easy).deaths < predict(hard).deaths
    assert predict(hard).deaths < predict(hard, "start").deaths
    nothing = predict(find_challenges(generate_level(2, LevelSpec(setup="thesis", traps=None)).level))
    assert (nothing.failure, nothing.deaths, nothing.hardest) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "spec", [replace(SMALL, difficulty=0.3), replace(SMALL, deaths=0.5), replace(SMALL, hardest=0.3)]
)
def test_a_level_for_a_target_is_reproducible_and_measured_on_held_out_players(few, spec):
    level_found, again = (find_level_by_difficulty(7, spec) for _ in range(2))
    assert level_found.level == again.level
    assert level_found.rejected == again.rejected
    assert level_found.candidates <= difficulty_search.MAX_CANDIDATES
    assert len(level_found.population.runs) == 40
    tried = simulate(level_found.level, 40, difficulty_search.derive(level_found.seed, "tried"))
    assert abs(spec.deviation_in_play(tried)) <= 1
    assert {run.skill for run in tried.runs}.isdisjoint(run.skill for run in level_found.population.runs)


def test_a_search_without_a_single_level_is_refused_with_the_reasons(few, monkeypatch):
    monkeypatch.setattr(difficulty_search, "MAX_CANDIDATES", 2)
    tiny = LevelSpec(setup="thesis", rooms=(1, 1), room=(4, 4), traps=TrapParams(kinds=("saw",)), difficulty=0.5)
    with pytest.raises(LudusError, match=mentions("2 candidates", "no level with so many traps (2)")):
        find_level_by_difficulty(1, tiny)


def test_a_search_for_what_no_level_reaches_ends_with_the_closest_level(few):
    lone = LevelSpec(setup="thesis", difficulty=0.02)
    remarks = []
    found = find_level_by_difficulty(1, lone, lambda more, remark="": remarks.append(remark), seconds=0.0)
    assert (found.stopped, found.candidates, len(remarks)) == ("0 s", 1, 1)
    assert [target.verdict(1) for target in lone.judged_targets(found.population)] == ["missed"]
    far = find_level_by_difficulty(1, LevelSpec(rooms=(6, 1), difficulty=0.01))
    assert "least hardness" in far.stopped
    assert far.candidates < difficulty_search.MAX_CANDIDATES


def test_the_reach_is_also_known_where_most_candidates_are_rejected():
    """Saws with a squeeze leave players hardly a chance, and the generator rejects dozens of levels for each."""
    spec = LevelSpec(difficulty=0.7, traps=TrapParams(kinds=("saw-squeeze",)))
    with pytest.raises(OptionError, match=mentions("--difficulty 0.7", "1.00")):
        check_reach(spec, 1)


def test_easy_levels_have_a_trap_of_a_hard_kind_where_the_target_allows_it(few):
    for seed in range(4):
        found = find_level_by_difficulty(seed, LevelSpec(difficulty=0.3))
        kinds = {TRAP_KINDS[trap.kind] for trap in found.level.traps}
        assert {"saw", "wall-spikes"} & kinds
    search = difficulty_search._Search(1, LevelSpec(difficulty=0.3))
    search.hardness = search.least_hardness
    assert search.lower_bound()
    assert search.least_hardness == 0
    assert not search.lower_bound()
    assert LevelSpec(difficulty=0.15).least_hardness == 0


def test_targets_out_of_reach_are_refused_with_the_range():
    with pytest.raises(OptionError, match=mentions("--difficulty 0.02")) as refused:
        check_reach(LevelSpec(difficulty=0.02), 1)
    low, high = (float(word) for word in re.findall(r"about (0\.\d\d) to (\d\.\d\d)", str(refused.value))[0])
    assert 0.1 < low < high <= 1
    check_reach(LevelSpec(difficulty=(low + high) / 2), 1)
    with pytest.raises(OptionError, match=mentions("--deaths 60")):
        check_reach(LevelSpec(rooms=(3, 1), deaths=60.0), 1)


@pytest.mark.parametrize("seed", [1, 3])
def test_targets_that_one_in_ten_levels_meet_are_not_refused(seed):
    check_reach(LevelSpec(difficulty=0.2), seed)


def test_without_targets_the_first_level_is_taken(few):
    level_found = find_level_by_difficulty(3, SMALL)
    assert level_found.candidates == 1
    assert level_found.level == generate_level(level_found.seed, SMALL).level


def test_facts_name_deciding_players_only_with_targets(few):
    level_found, spec = find_level_by_difficulty(3, SMALL), make_request()
    free = make_report(MakeOptions(setup="thesis", rooms="2x1", density=0.1), spec, SMALL, [level_found]).facts
    assert (
        free["players"]
        == f"synthetic planners; {make.HELD_OUT_PLAYERS} measure how hard a level is; back to life at the checkpoint"
    )
    assert "counts as met" not in free
    assert free["traps"].startswith("saw,wall-spikes,squeeze; density 0.1 (more where a way would have no trap), ")
    paced = make_report(MakeOptions(rooms="2x1"), spec, SMALL, [level_found]).facts
    assert "seconds of a period as the pacing asks for" in paced["traps"]
    aimed = make_report(MakeOptions(rooms="2x1"), spec, replace(SMALL, difficulty=0.5), [level_found]).facts
    assert (
        f"; {make.DECIDING_PLAYERS} decide on a level, {make.HELD_OUT_PLAYERS} held-out ones measure it; "
        in aimed["players"]
    )
    assert aimed["counts as met"].startswith("shares of held-out planners no more than 0.08 off")
    bare = make_report(MakeOptions(traps="none"), spec, SMALL, [level_found]).facts
    assert bare["traps"] == "none"


def test_the_deviation_is_that_of_the_farthest_target():
    targets = LevelSpec(setup="thesis", difficulty=0.5, deaths=2.0)
    assert targets.deviation(0.5, 2.0, 0.9) == 0
    assert targets.deviation(0.54, 2.0, 0.0) == pytest.approx(1)
    assert targets.deviation(0.54, 1.0, 0.0) == pytest.approx(-1 / (2 * DEATHS_TOLERANCE))
    assert targets.has_targets
    assert not LevelSpec(setup="thesis").has_targets


def test_a_spec_is_read_from_options():
    spec = level_spec(
        MakeOptions(setup="thesis", rooms="4x3", loops=0.3, branching=0.5, fill="solid", cycle="1.5-2", challenges=3)
    )
    assert (spec.rooms, spec.loops, spec.branching, spec.fill) == ((4, 3), 0.3, 0.5, "solid")
    assert (spec.traps.periods, spec.traps.challenges) == ((90, 120), 3)
    assert level_spec(MakeOptions(traps="none")).traps is None
    assert level_spec(MakeOptions(traps="saw, jaws")).traps.kinds == ("saw", "jaws")
    traps = level_spec(MakeOptions(setup="thesis", density=0.2)).traps
    assert (traps.density, traps.periods, traps.challenges) == (0.2, None, None)


@each(
    ("read", "text"),
    [
        (lambda text: parse_size(text, "rooms"), "5"),
        (lambda text: parse_size(text, "rooms"), "0x3"),
        (lambda text: parse_size(text, "rooms"), "5 x 1"),
        (parse_cycle, "2-1"),
        (parse_cycle, "fast"),
        (parse_cycle, "0.1-0.2"),
        (parse_band, "0.6-0.4"),
        (parse_band, "0.4"),
    ],
)
def test_invalid_option_values_are_refused_with_an_example(read, text):
    with pytest.raises(OptionError, match=", as "):
        read(text)


@pytest.mark.slow
def test_levels_are_as_hard_as_asked():
    means = []
    for target in (0.3, 0.5, 0.7, 0.9):
        level_found = [
            find_level_by_difficulty(seed, LevelSpec(setup="thesis", difficulty=target)) for seed in range(6)
        ]
        means.append(np.mean([item.population.failure_rate.value for item in level_found]))
        assert abs(means[-1] - target) <= 0.08
    assert means == sorted(means)


def test_decoration_changes_nothing_for_players():
    from ludus.design.platformer.generator.decoration import decorate

    level = generate_level(4, SMALL).level
    one, other = (PlayableLevel(item) for item in (level, decorate(level, 4, 1.0)))
    population = simulate(level, 3, 1)
    assert [run.result.moves for run in population.runs] == [
        run.result.moves for run in simulate(other.level, 3, 1).runs
    ]
    assert np.array_equal(one.data, other.data)
