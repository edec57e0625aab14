"""The paper's experiments on card sets, at test size."""

import csv
import json
import re
from collections import Counter
from typing import ClassVar

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.report.charts import COLOURS
from ludus.stats import Estimate
from ludus.studies.claims import judge_family, verdict_part
from ludus.studies.dominion_card_evolution import study
from ludus.studies.dominion_card_evolution.claims import (
    _all_sets,
    _convergence_claims,
    _growth_claims,
    _player_claims,
    _rescoring_claims,
    card_claims,
    make_claims,
)
from ludus.studies.dominion_card_evolution.config import (
    ALL_EXPERIMENTS,
    FN_PLAYER,
    PRESETS,
    DominionCardsConfig,
    check_config,
    evolution_runs,
    find_experiment,
)
from ludus.studies.dominion_card_evolution.experiment import random_card_sets
from ludus.studies.dominion_card_evolution.published import published
from ludus.studies.dominion_card_evolution.results import (
    DID_NOT_RUN,
    KEPT_MAXIMUM,
    CardSetMatchup,
    CardSetResults,
    ExperimentRuns,
    _table_1_numbers,
    compare_numbers,
    fitted_to_rival,
    learned_from_rivals,
    mean_fitness,
    original_engine_sets,
    published_mean,
    standard_deviation,
    student_t_test,
)
from ludus.util.errors import ContractError, OptionError, UnknownName
from tests.cases import each
from tests.messages import missing
from tests.studies.output_files import output_files

TINY = {
    "repetitions": 2,
    "few_repetitions": 2,
    "population": 12,
    "generations": 3,
    "games": 50,
    "again_games": 20,
    "random_sets": 20,
    "fn": "sarah",  # the real one is long in compiling
}
NUMBERS = 9 * 5 + 6 + 9  # tables I, II and III
FORMS = ("paper", "rescored", "set")
MEASURES = {"max": ("skill-computed", 0.0), "min": ("skill-computed", 1.0), "lead": ("lead", 0.0)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DominionCardsConfig(**TINY), tmp_path_factory.mktemp("cards") / "run", Threads(1)).folder


def rows(folder, table):
    with open(folder / "tables" / f"{table}.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_stopped_in_a_generation_resumes_to_the_same_tables_on_any_threads(tmp_path):
    def interrupt(update):
        if update.stage == "max-earl-drew, paper 2" and update.facts.get("generation") == 2:
            raise KeyboardInterrupt

    settings = DominionCardsConfig(**(TINY | {"experiments": ("max-earl-drew", "lead-drew")}))
    whole = run(study, settings, tmp_path / "whole", Threads(1)).folder
    with pytest.raises(KeyboardInterrupt):
        run(study, settings, tmp_path / "run", Threads(3), listener=interrupt)
    assert list((tmp_path / "run").rglob("*.checkpoint"))
    resume(tmp_path / "run", Threads(3))
    assert output_files(whole) == output_files(tmp_path / "run")


def test_every_printed_number_and_every_claim_has_a_verdict(folder):
    found = rows(folder, "numbers")
    assert len(found) == NUMBERS
    assert {row["verdict"] for row in found} <= {"holds", "fails", "undecided", "not testable"}
    assert all(row["verdict"] == "not testable" for row in found if row["table"] == "I")  # the runs are small
    assert all(row["here"] for row in found)
    claims = rows(folder, "claims")
    text = " ".join(row["claim"] for row in claims)
    for word in ("quadrillion", "transitive", "converges", "Cellar is in nearly all", "Bureaucrat is in", "Spy is in"):
        assert word in text
    for word in ("random player", "beats Drew", "Earl beats", "attack cards", "growth in all", "formula", "diverse"):
        assert word in text
    assert sum(" is in most " in row["claim"] for row in claims) == 8
    assert len(claims) == len(rows(folder, "statements"))


def test_tables_have_a_line_for_every_experiment_and_form(folder):
    forms = [(name, form) for name in ALL_EXPERIMENTS for form in FORMS]
    assert [(row["experiment"], row["form"]) for row in rows(folder, "growth")] == forms
    assert {(row["experiment"], row["form"]) for row in rows(folder, "best-sets")} <= set(forms)
    assert len(list((folder / "figures").glob("growth-*.svg"))) == 9
    figure = (folder / "figures" / "growth-max-earl-drew.svg").read_text()
    drawn = [colour for colour in dict.fromkeys(re.findall(r"stroke\W+(#\w{6})", figure)) if colour in COLOURS]
    assert drawn == list(COLOURS[:6])
    assert 9 * 2 <= len(rows(folder, "all-sets")) <= 9 * 3 * 2  # a run may never see a set without doubles
    assert len(rows(folder, "printed-sets")) == 9 * 4
    assert len(rows(folder, "readings")) == 3 * 4


def test_in_the_papers_form_the_maximum_never_falls_and_doubles_score_nothing(folder):
    found = CardSetResults(DominionCardsConfig(**TINY), RunContext(folder, Threads(1)))
    for (_, form), runs in found.evolutions.items():
        for notes in runs.notes:
            best = [note["best"] for note in notes]
            if form == "paper":
                assert best == sorted(best)
                assert len(notes[-1]["scores"]) == 12
            if form != "set":
                assert notes[0]["valid"] < 0.5
            else:
                assert notes[0]["valid"] == 1


def test_small_runs_and_experiments_that_are_not_run_get_no_verdict(tmp_path):
    settings = DominionCardsConfig(**(TINY | {"experiments": ("min-earl-drew",), "repetitions": 1, "forms": ("set",)}))
    done = run(study, settings, tmp_path / "run", Threads(1)).folder
    found = rows(done, "numbers")
    assert len(found) == NUMBERS
    states = {(row["table"], row["quantity"]): row["verdict"] for row in found if row["row"] == "lead-fn"}
    assert (states["I", "first"], states["III", "fitness of the printed set"]) == ("not testable", "not testable")
    assert {row["reason"] for row in found if row["row"] == "lead-fn" and row["quantity"] != "p"} == {DID_NOT_RUN}
    claims = {
        claim.statement: claim.verdict for claim in make_claims(CardSetResults(settings, RunContext(done, Threads(1))))
    }
    assert claims["Witch is in most sets that minimise f_s: more than 50 % of runs end with it"] == "not testable"
    assert claims["most card sets contain one or two attack cards"] == "not testable"
    assert not any("maximise" in statement for statement in claims)


def test_a_player_that_learned_from_its_rivals_tests_nothing_about_them(tmp_path):
    assert "Earl and Drew" in learned_from_rivals("fynbo-nellemann:samples=1")
    assert not learned_from_rivals("sarah")
    assert not learned_from_rivals(FN_PLAYER)
    file = tmp_path / "networks.json"
    for trained, reason in (({"opponents": ["drew"]}, "against Drew"), ({"opponents": ["big-money"]}, "")):
        file.write_text(json.dumps({"trained": trained}))
        assert learned_from_rivals(f"fynbo-nellemann:networks={file}").endswith(reason)
    file.write_text("{}")
    assert learned_from_rivals(f"fynbo-nellemann:networks={file}")  # nobody knows


def test_a_player_that_was_chosen_by_its_strength_against_drew_is_calibrated_on_drew_alone():
    assert "Drew" in fitted_to_rival(FN_PLAYER, "drew")
    assert not fitted_to_rival(FN_PLAYER, "earl")
    assert not fitted_to_rival("fynbo-nellemann", "drew")


class FabricatedResults(CardSetResults):
    """Results at full size whose fitness on fresh seeds is given by form, generation and run; cards tell which."""

    def __init__(self, fitness, fn="sarah", experiments=ALL_EXPERIMENTS, **changes):
        self.settings = DominionCardsConfig(fn=fn, experiments=experiments, **changes)
        self.context, self.pool = None, KingdomPool("first")
        self.experiments = [find_experiment(self.settings, name) for name in experiments]
        self.values, groups = {}, {}
        for experiment in self.experiments:
            for form in self.settings.forms:
                notes = []
                for run_number in range(experiment.repetitions(self.settings)):
                    sets = []
                    for generation in (0, 1):
                        kingdom = tuple(self.pool.unrank_all(np.array([len(self.values)]))[0].tolist())
                        self.values[kingdom] = fitness(experiment, form, generation, run_number)
                        sets.append({"cards": kingdom, "best": 0.1 + 0.8 * generation, "maxima": {}})
                    notes.append(sets)
                groups[experiment.name, form] = ExperimentRuns(experiment, form, notes)
        self.evolutions = groups

    def remeasured(self, name, kingdom, measure):
        kind = name.partition("-")[0]
        assert measure == MEASURES[kind][0]
        value = abs(MEASURES[kind][1] - self.values[kingdom])
        return Estimate(value, value, value, 10_000)

    def matchup(self, one, other):
        """The second player wins two of three games."""
        wins = np.tile([[0, 2], [1, 1], [0, 2]], (100, 1))
        return CardSetMatchup({"wins": wins, "draws": np.zeros(len(wins)), "points": np.zeros(2)})


class FnOfStrength(FabricatedResults):
    """F-N wins a given share of its games against each rival: those of the paper, if no others are given."""

    shares: ClassVar = {"drew": 0.625, "earl": 0.332}

    def matchup(self, one, other):
        lead = 2 * self.shares.get(one, 0.5) - 1  # share of sets of which one player wins both games, the other none
        wins = np.tile([1, 1], (50_000, 1))
        wins[: round(len(wins) * abs(lead))] = (0, 2) if lead > 0 else (2, 0)
        return CardSetMatchup({"wins": wins, "draws": np.zeros(len(wins)), "points": np.zeros(2)})


def growth_verdicts(results):
    claims = judge_family("growth", list(_growth_claims(results)), {"run": 1000})
    return {claim.statement.partition(":")[0]: claim.verdict for claim in claims}


def noisy(level, spread, seed=1):
    rng = np.random.default_rng(seed)

    def fitness(experiment, form, generation, run_number):
        return level(experiment, form, generation) + spread * rng.standard_normal()

    return fitness


def test_growth_is_judged_on_fresh_seeds_and_not_by_the_scores_of_evolution():
    lucky = growth_verdicts(FnOfStrength(noisy(lambda *_: 0.4, 0.005)))  # scores grow from 0.1 to 0.9
    assert lucky["max-earl-drew"] == "undecided"
    assert lucky["lead-drew"] == "holds"  # it does not change, says the paper
    real = growth_verdicts(FnOfStrength(noisy(lambda _, __, generation: 0.4 + 0.2 * generation, 0.02)))
    assert (real["max-earl-drew"], real["min-drew-fn"], real["lead-drew"]) == ("holds", "holds", "fails")
    assert real["there is significant fitness growth in all experiments"] == "holds"
    falling = growth_verdicts(FnOfStrength(noisy(lambda _, __, generation: 0.4 - 0.2 * generation, 0.02)))
    assert (falling["max-earl-drew"], falling["lead-earl"]) == ("fails", "holds")


def test_growth_in_all_experiments_is_decided_by_the_judge_alone():
    results = FabricatedResults(noisy(lambda _, __, generation: 0.4 + 0.2 * generation, 0.02))
    (every,) = (claim for claim in _growth_claims(results) if "all experiments" in claim.statement)
    assert every.text.count("(") == 9  # nine numbers, and no count of those above zero
    assert "+0.2" in every.text
    assert "of 9" not in every.text


def test_sizes_are_those_of_the_configuration_and_not_of_the_runs_that_exist():
    results = FnOfStrength(noisy(lambda _, __, generation: 0.4 + 0.2 * generation, 0.02))
    claims = [*_growth_claims(results), *_rescoring_claims(results), *card_claims(results)]
    planned = {claim.statement.partition(":")[0]: claim.planned for claim in judge_family("claims", claims, {})}
    assert (planned["max-earl-drew"], planned["lead-earl"]) == (60, 10)  # of rescoring: both forms
    assert planned["Cellar is in nearly all sets that maximise f_s"] == 90
    assert planned["most card sets contain one or two attack cards"] == 6 * 30 + 3 * 5
    runs = results.main_runs("max-earl-drew")
    runs.notes.append(runs.notes[0])
    with pytest.raises(ContractError, match="31 runs, but 30 were planned"):
        judge_family("claims", list(_growth_claims(results)), {})


def test_claims_about_the_sets_of_all_pairs_need_all_pairs():
    two = FabricatedResults(noisy(lambda *_: 0.4, 0.02), experiments=("max-earl-drew", "min-earl-drew"))
    reasons = {claim.statement: claim.not_testable for claim in card_claims(two)}
    assert len(reasons) == 15
    assert all("max-drew-fn, max-earl-fn" in reason for name, reason in reasons.items() if "maximise f_s" in name)
    of_chance = "most card sets contain one or two attack cards"
    assert reasons.pop(of_chance) == "64 % of random sets do, too"  # C(5, k) C(20, 10 - k) / C(25, 10) for k = 1, 2
    assert all("none of m" in reason for reason in reasons.values())
    whole = list(card_claims(FnOfStrength(noisy(lambda *_: 0.4, 0.02))))
    assert {claim.not_testable for claim in whole if claim.statement != of_chance} == {""}
    assert {claim.planned for claim in whole if "f_s" in claim.statement} == {90}


def test_claims_about_cards_are_judged_by_the_runs_whose_players_are_those_of_the_paper():
    results = FnOfStrength(noisy(lambda *_: 0.4, 0.02))
    results.shares = {"drew": 0.625, "earl": 0.572}
    reason = results.why_other_strength("max-earl-fn")
    claims = {claim.statement: claim for claim in card_claims(results)}
    for statement, claim in claims.items():
        if "nearly all" in statement:  # of each pair, then: Earl and Drew are enough to refuse it
            assert (claim.not_testable, claim.planned, claim.measured.count) == ("", 30, 30)
            assert f"of the 30 runs of {'max' if 'maximise' in statement else 'min'}-earl-drew" in claim.text
            assert "of all 90 runs" in claim.text
        elif "f_s" in statement or "more attack cards" in statement:
            assert claim.not_testable == reason, statement


@each(("fn", "verdicts"), [(FN_PLAYER, {"calibration"}), ("sarah", {"holds", "fails"})])
def test_a_claim_of_which_a_part_was_fitted_is_calibration(fn, verdicts):
    claims = list(_player_claims(FabricatedResults(noisy(lambda *_: 0.4, 0.02), fn=fn)))
    whole = [claim for claim in claims if "transitive" in claim.statement or "three players" in claim.statement]
    assert {claim.verdict for claim in whole} == verdicts
    assert [claim.verdict for claim in claims if "nearly equal" in claim.statement] == ["not testable"]


class WeakRandom(FabricatedResults):
    """The random player wins 40 of 50,000 games against each of the others."""

    def matchup(self, one, other):
        wins = np.tile([2, 0], (25_000, 1))
        wins[:40] = (1, 1)
        return CardSetMatchup({"wins": wins, "draws": np.zeros(len(wins)), "points": np.zeros(2)})


def test_win_rates_near_zero_are_shown_with_digits_that_tell_them_from_zero():
    claims = judge_family("players", list(_player_claims(WeakRandom(noisy(lambda *_: 0.4, 0.02)))), {"kingdom": 25_000})
    (weak,) = (verdict_part(claim) for claim in claims if "random player is very weak" in claim.statement)
    assert weak.state == "holds"
    assert "Here: 0.080 % [" in weak.reason
    low, high = map(
        float, re.search(r"Corrected for \d+ comparisons: \[([+-][\d.]+), ([+-][\d.]+)\]", weak.reason).groups()
    )
    assert 0 < low < 0.080 < high < 0.2


def test_scores_of_evolution_are_compared_with_scores_and_not_at_their_bound():
    numbers = {
        (number.row, number.quantity): number.claim
        for number in _table_1_numbers(FnOfStrength(noisy(lambda *_: 0.4, 0.02)))
    }
    assert all("by the scores of evolution" in claim.statement for claim in numbers.values())
    assert {numbers["min-earl-drew", quantity].not_testable for quantity in ("last", "last sd")} == {KEPT_MAXIMUM}
    assert numbers["max-earl-drew", "last"].not_testable == numbers["min-earl-drew", "first"].not_testable == ""
    again = FnOfStrength(noisy(lambda *_: 0.4, 0.02), forms=("set",), experiments=("max-earl-drew", "lead-fn"))
    reasons = {
        number.claim.not_testable
        for number in _table_1_numbers(again)
        if number.quantity == "last" and number.row in again.settings.experiments
    }
    assert len(reasons) == 1
    assert "measures again" in reasons.pop()


@each(
    ("drew", "earl", "differences"),
    [
        (0.625, 0.332, ()),
        (0.625, 0.625, ("Earl", "33.2 %")),
        (0.7, 0.332, ("Drew", "62.5 %")),
        (0.65, 0.332, ("Drew",)),
    ],
)
def test_an_fn_of_another_strength_against_one_rival_is_not_the_paper_s_in_any_experiment(drew, earl, differences):
    results = FnOfStrength(noisy(lambda *_: 0.4, 0.02))
    results.shares = {"drew": drew, "earl": earl}
    reason = results.why_other_strength("max-drew-fn")
    assert bool(reason) == bool(differences)
    assert not missing(reason, *differences)
    assert results.why_other_strength("max-earl-drew") == ""
    assert results.why_other_strength("lead-fn") == results.why_other_strength("min-earl-fn") == reason
    numbers = {(number.row, number.quantity): number.claim.not_testable for number in _table_1_numbers(results)}
    assert numbers["max-drew-fn", "first"] == numbers["lead-fn", "first"] == reason
    assert numbers["max-earl-drew", "first"] == ""
    convergence = {claim.statement.partition(":")[0]: claim.not_testable for claim in _convergence_claims(results)}
    assert (convergence["max-earl-fn"], convergence["max-earl-drew"]) == (reason, "")
    growth = {claim.statement.partition(":")[0]: claim.not_testable for claim in _growth_claims(results)}
    assert growth["max-earl-fn"] == ""  # evolution can work with a player of any strength, but the claim names it
    statements = {claim.statement for claim in _growth_claims(results)}
    assert ("max-earl-fn: fitness grows significantly, with our F-N" in statements) == bool(differences)
    assert "max-earl-drew: fitness grows significantly" in statements


def test_the_mean_of_a_fitness_stays_inside_its_bounds():
    values = [0.9, 1.0, 1.0, 0.99]
    assert mean_fitness("min", values).high == mean_fitness("lead", values).high == 1.0
    assert mean_fitness("max", values).high > 1.0  # f_s may be
    assert mean_fitness("max", [0.0, 0.0, 0.1]).low == 0.0


def test_growth_is_the_mean_of_differences_within_runs():
    def fitness(experiment, form, generation, run_number):
        return 0.01 * run_number + (0.1 + 0.001 * (run_number % 2)) * generation

    results = FabricatedResults(fitness, experiments=("max-earl-drew",))
    growth = results.fresh_growth(results.main_runs("max-earl-drew"))
    assert growth.count == 30
    assert growth.value == pytest.approx(0.1005)
    assert growth.high - growth.low < 0.001  # runs differ by 0.3, growth does not


def test_runs_without_a_valid_first_set_do_not_count_as_growth():
    results = FabricatedResults(noisy(lambda *_: 0.4, 0.02), experiments=("max-earl-drew",))
    runs = results.main_runs("max-earl-drew")
    runs.notes[3][0]["cards"] = ()
    assert len(results.fresh_fitness(runs)) == 29
    assert results.fresh_growth(runs).count == 29


def test_experiments_of_a_player_that_learned_from_its_rivals_get_no_verdict():
    verdicts = growth_verdicts(FabricatedResults(noisy(lambda *_: 0.4, 0.02), fn="fynbo-nellemann"))
    assert verdicts["max-earl-fn"] == verdicts["lead-fn"] == "not testable"
    assert verdicts["there is significant fitness growth in all experiments, with our F-N"] == "not testable"
    assert verdicts["max-earl-drew"] == "undecided"
    learned = FabricatedResults(noisy(lambda *_: 0.4, 0.02), fn="fynbo-nellemann")
    assert len(_all_sets(learned, "max")) == 30  # of Earl and Drew alone
    assert len(_all_sets(FabricatedResults(noisy(lambda *_: 0.4, 0.02)), "max")) == 90


@pytest.mark.parametrize(("gain", "verdict"), [(0.1, "holds"), (-0.1, "fails"), (0.0, "undecided")])
def test_the_rescoring_algorithm_is_compared_by_its_last_sets_on_fresh_seeds(gain, verdict):
    def level(experiment, form, generation):
        return 0.4 + (gain if form == "rescored" and generation else 0.0)

    results = FabricatedResults(noisy(level, 0.02))
    claims = judge_family("rescoring", list(_rescoring_claims(results)), {"run": 1000})
    assert len(claims) == 9
    assert {claim.verdict for claim in claims} == {verdict}
    results = FabricatedResults(noisy(level, 0.02), forms=("paper", "set"))
    assert not list(_rescoring_claims(results))


def test_every_max_and_min_experiment_has_the_papers_repetitions():
    settings = DominionCardsConfig()
    counts = Counter((run.experiment.name, run.form) for run in evolution_runs(settings))
    for (name, _), count in counts.items():
        assert count == (5 if name.startswith("lead") else 30)
    assert len(counts) == 9 * 3


def test_a_few_games_decide_nothing_about_the_engine(folder):
    (claim,) = (row for row in rows(folder, "claims") if "as on the paper's engine" in row["claim"])
    assert claim["verdict"] == "undecided"


def test_the_papers_numbers_are_complete_and_its_sets_can_be_played():
    pool, paper = KingdomPool("first"), published()
    assert tuple(paper.experiments) == ALL_EXPERIMENTS
    assert all(len(pool.read(each.cards)) == 10 for each in paper.experiments.values())
    assert [sum(each.won) > 50_000 for each in paper.table_2] == [True] * 3  # draws count for both
    known = {pool.read(row["kingdom"]) for row in original_engine_sets()}
    assert known == {pool.read(each.cards) for each in paper.experiments.values()}


def test_the_t_test_is_students():
    from scipy.stats import ttest_ind

    one, other = [0.1, 0.4, 0.35, 0.2], [0.5, 0.45, 0.3]
    assert student_t_test(one, other) == pytest.approx(ttest_ind(one, other).pvalue)
    assert student_t_test([0.1], other) is None
    assert student_t_test([0.5, 0.5], [0.7, 0.7]) == 0.0


def test_the_interval_of_a_standard_deviation_covers_it():
    rng = np.random.default_rng(3)
    found = [standard_deviation(rng.standard_normal(8).tolist()) for _ in range(400)]
    assert 0.92 < np.mean([each.low < 1 < each.high for each in found]) < 0.98


def test_a_printed_mean_has_the_interval_of_its_runs():
    printed = published_mean(0.28, 0.05, 30)
    assert (printed.value, printed.freedom) == (0.28, 29)
    assert printed.high - printed.value == pytest.approx(2.045 * 0.05 / 30**0.5, rel=1e-3)


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="is odd"):
        DominionCardsConfig(games=5)
    with pytest.raises(OptionError, match="learned from games"):
        DominionCardsConfig(games=10)
    with pytest.raises(OptionError, match="there twice"):
        DominionCardsConfig(forms=("set", "set"))
    with pytest.raises((OptionError, UnknownName), match="nobody"):
        check_config(DominionCardsConfig(fn="nobody"))
    assert load_game("dominion")
    for preset in PRESETS.values():
        check_config(DominionCardsConfig(**preset))


class FabricatedPrintedSets(FnOfStrength):
    """Results whose printed sets all have one fitness, measured within 0.001."""

    def __init__(self, fitness):
        super().__init__(lambda *_: 0.5)
        self.printed_fitness = fitness

    def printed_measured(self, name, measure):
        value = 1 - self.printed_fitness if name.startswith("min") else self.printed_fitness
        games = self.settings.games if name.startswith("lead") else self.settings.again_games
        return Estimate(value, value - 0.001, value + 0.001, games, bounds=(0.0, 1.0))


@each("fitness", [0.01, 0.2, 0.4, 0.7, 0.99])
def test_a_printed_set_far_from_its_printed_fitness_fails_on_either_side(fitness):
    states = {
        number.row: number.state for number in compare_numbers(FabricatedPrintedSets(fitness)) if number.table == "III"
    }
    far = {name for name, printed in published().experiments.items() if abs(printed.best - fitness) > 0.06}
    assert {states[name] for name in far} == {"fails"}
    assert len(far) >= 5


def test_readings_of_the_formula_agree_with_fabricated_points():
    class Context:
        def result(self, name):
            return {"points": np.tile([[[40, 20], [10, 30]]], (40, 1, 1))}  # Earl 40 and 30 points, Drew 20 and 10

    results = FabricatedResults(noisy(lambda *_: 0.4, 0.02), experiments=("max-earl-drew",))
    results.context = Context()
    found = {(begins, name.partition(":")[0]): each.value for begins, name, each in results.readings_of_best_printed()}
    assert len(found) == 3 * 4
    assert found["Earl", "as printed"] == pytest.approx(1 / 2)
    assert found["Drew", "as printed"] == pytest.approx(2 / 3)
    assert found["either", "as printed"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert found["either", "as computed"] == pytest.approx(20 / 35)
    assert found["either", "means of winners and losers"] == pytest.approx(1 - 15 / 35)
    assert found["Drew", "as printed, only games that Earl wins"] == pytest.approx(2 / 3)


def test_the_report_counts_the_cards_of_all_runs(folder):
    found = rows(folder, "cards")
    assert {row["form"] for row in found} == set(FORMS)
    assert len({row["card"] for row in found}) == 25
    for kind in ("max", "min", "lead"):
        for form in FORMS:
            shares = [float(row["share"]) for row in found if (row["objective"], row["form"]) == (kind, form)]
            assert not shares or sum(shares) == pytest.approx(10, abs=1e-4)  # ten cards a set


def test_the_report_tells_by_which_cards_each_player_loses(folder):
    found = CardSetResults(DominionCardsConfig(**TINY), RunContext(folder, Threads(1)))
    drew_earl = found.matchup("drew", "earl")
    kingdoms = random_card_sets(found.settings, found.pool)
    told = {row["card"]: float(row["pair_1"]) for row in rows(folder, "losses")}
    assert sorted(told) == sorted(found.pool.names)
    for card, name in enumerate(found.pool.names):
        holds = (kingdoms == card).any(axis=1)
        shares = drew_earl.payoffs_by_set(0)
        assert told[name] == pytest.approx(shares[holds].mean() - shares[~holds].mean(), abs=1e-6)
