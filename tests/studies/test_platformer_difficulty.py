"""Koens' study at test size, with players whose success probabilities are known."""

import csv
import math
from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.core.random import derive
from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL, ChallengeModel
from ludus.design.platformer.difficulty.cross_validation import GROUP_NAMES
from ludus.design.platformer.difficulty.failure_model import FEATURE_NAMES, FailureModel
from ludus.design.platformer.difficulty.model_uncertainty import FittedModel
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.stats import Estimate
from ludus.studies.platformer_difficulty import study
from ludus.studies.platformer_difficulty.claims import equals_printed, make_claims, planned_sizes
from ludus.studies.platformer_difficulty.config import PRESETS, DifficultyConfig, check_config
from ludus.studies.platformer_difficulty.experiment import PEOPLE, failure_near_target
from ludus.studies.platformer_difficulty.published import GIVEN_UP, PRINTED_NUMBERS
from ludus.studies.platformer_difficulty.results import DifficultyResults
from ludus.studies.platformer_difficulty.session_and_model_measures import sixth_name, tenth_name
from ludus.studies.platformer_difficulty.tables import printed_claims
from ludus.util.errors import LudusError, OptionError
from tests.messages import mentions
from tests.studies.output_files import output_files

TINY = {
    "players": 24,
    "levels": 6,
    "partitions": 3,
    "draws": 6,
    "draw_partitions": 1,
    "subsets": 5,
    "dial_levels": 40,
    "dial_tested": 20,
    "dial_players": 20,
}


def pretend_sessions(settings, part):
    """Instead of synthetic players: chains of challenges, survived as the linear model says."""
    return [_session(np.random.default_rng(derive(settings.seed, number)), settings.levels) for number in part]


def _session(rng, levels):
    told = {"levels": [], "plays": [], "traces": [], "times": [], "lost": 0}
    skill = 0.1 * rng.normal()
    for order in range(levels):
        count, deaths = int(rng.integers(1, 7)), 0
        rows = np.column_stack(
            [rng.uniform(1.2, 2.0, count), rng.choice([0.1, 0.3, 0.6, 0.9], count), rng.integers(0, 4, count)]
        )
        ways = [way for k in range(count) for way in ((2 * k, 2 * k + 1, 0), (2 * k + 1, 2 * k + 2, -1))]
        numbers = np.concatenate([np.stack([row, np.zeros(3)]) for row in rows])
        short = {"places": 2 * count + 1, "start": 0, "exits": [2 * count], "ways": np.array(ways), "numbers": numbers}
        for row in rows:
            p, won = min(max(LINEAR_MODEL.success(*row) + skill, 0.05), 0.95), False
            while not won:
                won = bool(rng.random() < p)
                told["traces"].append((order, int(rng.integers(3)), 0, int(row[2]), won))
                told["times"].append(row[:2])
                deaths += not won
        told["levels"].append(short)
        told["plays"].append((order, order, deaths, 1, 600))
    return {name: np.array(rows) if name in ("plays", "traces", "times") else rows for name, rows in told.items()}


def pretend_dial(settings, lot, part):
    results = []
    for number in part:
        rng = np.random.default_rng(derive(settings.seed, lot, number))
        rows = np.zeros((int(rng.integers(1, 6)), len(FEATURE_NAMES)))
        rows[:, 0] = 1
        share = FailureModel.load().failure_of_features(rows)
        died = int(rng.binomial(settings.dial_players, share))
        results.append({"features": rows, "died": died, "linear": share})
    return results


@pytest.fixture(scope="module", autouse=True)
def known_players():
    with pytest.MonkeyPatch.context() as patch:
        experiment = import_module("ludus.studies.platformer_difficulty.experiment")
        patch.setattr(experiment, "compile_rules", lambda settings: None)
        patch.setattr(experiment, "play_sessions", pretend_sessions)
        patch.setattr(experiment, "play_dial_levels", pretend_dial)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DifficultyConfig(**TINY), tmp_path_factory.mktemp("difficulty") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def results(folder):
    return DifficultyResults.read(DifficultyConfig(**TINY), RunContext(folder, Threads(1)))


def test_sizes_are_planned_by_the_configuration_and_not_by_what_was_played():
    played = SimpleNamespace(settings=DifficultyConfig(players=53), records=SimpleNamespace(sessions=60))
    assert planned_sizes(played)["player"] == 53


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if (tmp_path / "run" / "kept" / "draws" / "0000.kept").is_file():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, DifficultyConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert not (tmp_path / "run" / "kept" / "dial" / "model.kept").is_file()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_every_printed_number_has_ours_an_interval_and_a_verdict(folder, results):
    text = (folder / "tables" / "printed.csv").read_text()
    for each in PRINTED_NUMBERS:
        assert each.title in text
        assert each.name in results.measures
    for word in ("p of the mean t-score, one-tailed, BAD", "sessions needed"):
        assert word in text
    assert text.count("\n") == 1 + len(PRINTED_NUMBERS) + 4 + 1


def test_what_the_set_up_or_the_number_of_levels_decides_has_no_verdict(folder):
    verdicts = {}
    for name, column in (("claims", "claim"), ("printed", "what")):
        rows = csv.DictReader((folder / "tables" / f"{name}.csv").read_text().splitlines())
        verdicts |= {row[column]: row["verdict"] for row in rows}
    filled = [name for name in verdicts if "bins" in name or "thesis has too" in name]
    tests = [name for name in verdicts if "t-score" in name]
    assert {verdicts[name] for name in (*filled, *tests)} == {"not testable", "calibration"}
    assert [name for name in filled if verdicts[name] == "calibration"] == [
        "The linear model's error over bins is below 0.15"
    ]
    assert len(tests) == 4 + 4 + 1  # t-scores, their p-values, and their share above 2


def test_whether_deaths_rise_with_difficulty_is_judged_by_a_quantity(results):
    claims = [claim for claim in make_claims(results) if claim.statement.startswith("Deaths rise with difficulty")]
    assert len(claims) == 4
    for claim, name in zip(claims, ("ALL", *GROUP_NAMES), strict=True):
        assert claim.is_sampled
        assert claim.measured == results.measures[f"rank {name}"]


def test_other_splits_models_and_unseen_traps_have_intervals_too(folder):
    for name, column in (
        ("otherwise", "t_by_levels"),
        ("models", "t_cycle"),
        ("transfer", "predicted"),
        ("dial", "off"),
    ):
        rows = list(csv.DictReader((folder / "tables" / f"{name}.csv").read_text().splitlines()))
        assert rows
        for row in rows:
            assert float(row[f"{column}_low"]) < float(row[column]) < float(row[f"{column}_high"])


def test_intervals_end_where_numbers_must(results):
    known = {name: each for name, each in results.measures.items() if math.isfinite(each.value)}
    for name, each in known.items():
        if name.endswith(" error"):
            assert each.low >= 0
        if name.startswith(("accuracy", "levels in tenth")):
            assert 0 <= each.low <= each.high <= 1
    assert results.measures[GIVEN_UP].value == 0
    assert results.measures[GIVEN_UP].high > 1  # nobody gave up, but it may happen


def test_a_session_lasts_as_long_as_its_levels(results):
    assert results.measures["minutes of a session"].value == pytest.approx(TINY["levels"] * 600 / 3600)


def test_deaths_rise_from_sixth_to_sixth_where_difficulty_is_known(results):
    for who in ("training", "ALL"):
        assert results.measures[sixth_name(0, who)].value < results.measures[sixth_name(5, who)].value
    tenths = [results.measures[tenth_name(k, "GOOD")].value for k in range(10)]
    assert sum(tenths) == pytest.approx(1)


def test_the_known_chances_are_found(results):
    assert results.measures["linear t_timing"].value < 0
    assert results.measures["linear j"].value < 0
    assert results.measures["linear t_cycle"].value > 0
    assert results.measures["t ALL"].value > 2
    assert results.measures["rank ALL"].low > 0
    assert results.measures["score GOOD"].value > results.measures["score BAD"].value
    assert results.measures["auc ALL"].value > 0.5


def test_the_report_says_who_played_and_has_all_figures(folder, results):
    assert results.player_text == "synthetic players (planners)"
    page = (folder / "report.html").read_text()
    assert "Players: synthetic players (planners), 24 sessions" in page
    figures = {file.stem for file in (folder / "figures").glob("*.svg")}
    assert {"histogram", "deaths", "mean_deaths", "learning", "scores", "levels_of_groups", "groups_deaths"} <= figures
    for number in ("5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9"):
        assert f"figure {number}" in page


def test_the_models_of_a_run_can_be_read(folder, results):
    model = ChallengeModel.read((folder / "model.toml").read_text())
    assert model.constants == pytest.approx(results.model.constants, abs=1e-6)
    assert len(FittedModel.read((folder / "model.toml").read_text()).draws) == TINY["draws"]
    dial = FailureModel.read((folder / "dial.toml").read_text())
    assert 0 < dial.failure_of_features(np.eye(len(FEATURE_NAMES))[:1]) < 1


def test_a_printed_number_holds_only_with_precision():
    def verdict(ours, theirs, margin):
        return equals_printed("a number", "5.1", ours, theirs, margin).verdict

    ours = Estimate(10.0, 8.0, 12.0, 53)
    assert verdict(ours, 10.0, 3.0) == "holds"
    assert verdict(ours, 10.0, 2.5) == "undecided"  # the thesis has an error, too
    assert verdict(ours, 15.0, 1.0) == "fails"
    assert verdict(Estimate(0.165, 0.0, 0.411, 53), 0.136, 0.0136) == "undecided"
    assert verdict(Estimate(math.nan, math.nan, math.nan, 53), 1.0, 1.0) == "undecided"
    assert verdict(Estimate(1.0, -math.inf, math.inf, 53), 9.0, 1.0) == "undecided"


def test_what_players_were_fitted_to_or_set_up_for_gets_no_verdict(folder, results):
    states = {claim.statement: claim.verdict for claim in make_claims(results)}
    for fitted in ("Success falls with t_timing", "Expected deaths rank levels by their deaths"):
        assert states[fitted] == "calibration"
    for set_up in (
        "Most levels have a difficulty of 0.8 to 0.9",
        "GOOD players die once a level or more",
        "GOOD players get through more often than BAD ones",
    ):
        assert states[set_up] == "not testable"
    assert states["Difficulty tells in which levels players die: AUC above 0.5"] in ("holds", "fails", "undecided")
    with (folder / "tables" / "cells.csv").open() as file:
        found = {(row["calibrated"], row["verdict"]) for row in csv.DictReader(file) if row["verdict"]}
    assert {state for fitted, state in found if fitted == "yes"} <= {"calibration"}
    assert all(state != "calibration" for fitted, state in found if fitted == "no")
    printed = {claim.statement.split(" is as printed")[0]: claim.verdict for claim in printed_claims(results)}
    assert printed["event traces of 530 levels"] == "not testable"
    assert printed["linear model: j"] == "calibration"


def test_claims_about_people_are_all_judged_but_tests_and_those_that_groups_decide(results):
    people = replace(results, player_text=PEOPLE)
    states = {claim.statement: claim.verdict for claim in make_claims(people)}
    unjudged = {name for name, state in states.items() if state in ("calibration", "not testable")}
    assert {name.split(":")[0] for name in unjudged} == {
        "Expected deaths rank levels by their deaths",
        "GOOD players get through more often than BAD ones",
        "The slope's t-score is above 2 in 95 % of partitions",
        next(name for name in states if "sessions are enough" in name),
    }
    unjudged = {claim.statement for claim in printed_claims(people) if not claim.is_sampled}
    assert all("t-score" in name for name in unjudged)
    assert len(unjudged) == 4


def test_failure_near_a_target_has_an_interval_for_few_levels():
    estimate = failure_near_target([4, 0.5, 0.1])
    assert estimate.high - estimate.value == pytest.approx(3.182 * 0.1, rel=1e-3)
    assert failure_near_target([4, 0.1, 0.1]).low == 0
    assert failure_near_target([1, 0.5, None]) is None


def test_presets_and_files_are_checked(tmp_path):
    for preset in PRESETS.values():
        check_config(DifficultyConfig(**preset))
    with pytest.raises(OptionError, match="there is no such file"):
        check_config(DifficultyConfig(sessions=str(tmp_path / "nothing.jsonl")))
    (tmp_path / "wrong.jsonl").write_text('{"session": 0}\n')
    with pytest.raises(LudusError, match=r"wrong\.jsonl"):
        check_config(DifficultyConfig(sessions=str(tmp_path / "wrong.jsonl")))
    with pytest.raises(OptionError, match="nothing to refine"):
        DifficultyConfig(recorded="refine")
    with pytest.raises(OptionError, match=mentions("training:", "53 sessions", "51")):
        DifficultyConfig(training=52)
    assert DifficultyConfig(training=51).training == 51
