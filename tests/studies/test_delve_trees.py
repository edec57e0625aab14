"""The study of skill trees, at test size."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.delve.builds.random_pick_probabilities import build_probabilities
from ludus.design.delve.playtest.bot_fights import random_playable_tree
from ludus.design.delve.rating.tree_ratings import RATINGS, SHAPE_RATINGS
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.studies.claims import verdict_part
from ludus.studies.delve_trees import study
from ludus.studies.delve_trees.claims import combined_verdicts, compare_with_random, make_claims, run_tests
from ludus.studies.delve_trees.config import PARTS, PRESETS, DelveTreesConfig, check_config
from ludus.studies.delve_trees.experiment import sample_builds
from ludus.studies.delve_trees.results import (
    THESIS_METHODS,
    TOTAL,
    DelveTreesResults,
    mean_over_decks,
    rating_cells,
    share_over_decks,
)
from ludus.studies.delve_trees.tables import claim_groups_table, claim_units_table
from ludus.studies.delve_trees.tree_maker import comparison_total
from ludus.util.errors import LudusError, OptionError
from tests.studies.output_files import output_files

TINY = {
    "parts": ("methods", "crossover", "validation", "held-out", "agreement", "maps"),
    "methods": ("nsga2", "hill-climbing", "nsga2-four"),
    "runs": 2,
    "nodes": 5,
    "generations": 3,
    "crossed": ("nsga2",),
    "orders": 1,
    "builds": 2,
    "same_size": 2,
    "judged": ("greedy-card",),
    "judged_trees": 4,
    "maps": ("size",),
    "map_runs": 2,
    "batches": 1,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return run(study, DelveTreesConfig(**TINY), tmp_path_factory.mktemp("trees") / "run", Threads(1)).folder


@pytest.fixture(scope="module")
def results(folder):
    return DelveTreesResults.read(DelveTreesConfig(**TINY), RunContext(folder, Threads(1)))


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if (tmp_path / "run" / "kept" / "fights" / "nsga2" / "001.kept").is_file():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, DelveTreesConfig(**TINY), tmp_path / "run", Threads(2), listener=interrupt)
    assert not (tmp_path / "run" / "kept" / "maps").exists()
    resume(tmp_path / "run", Threads(2))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_every_method_and_both_baselines_are_in_the_tables(folder, results):
    assert list(results.trees) == [*TINY["methods"], "random", "hand-made"]
    for name in ("methods", "shapes", "wins_reference", "wins_held_out", "turns_reference", "spreads", "choices"):
        text = (folder / "tables" / f"{name}.csv").read_text()
        for title in ("NSGA-II", "hill climbing", "random trees", "hand-made tree"):
            assert title in text
    assert (folder / "trees" / "nsga2.toml").is_file()


def test_win_ratios_are_shares_and_turns_are_those_of_wins(results):
    for kind in results.fights:
        for lot, decks in (("reference", 33), ("held-out", 12)):
            each = results.fights[kind][0][lot]
            assert each["wins"].shape == (5, decks, 6)
            assert (each["wins"] >= 0).all()
            assert (each["wins"] <= 1).all()
            assert each["turns"].shape == each["won"].shape == (5, decks)
            assert (each["turns"] >= each["won"]).all()
            assert (each["squares"] * each["won"] >= each["turns"] ** 2).all()
            assert results.wins(kind, lot, 0).shape == (len(results.fights[kind]), decks)
            assert results.results_by_tree_and_bot(kind, lot, "wins").shape == (len(results.fights[kind]), 5)


def test_selected_trees_of_a_crossover_are_among_those_it_made(results):
    for runs in (results.trees["nsga2"], results.crossed["nsga2", "builds"]):
        for each in runs:
            assert 0 <= each["kept"].get("crossover", 0) <= each["made"]["crossover"]
    for each in results.crossed["nsga2", "none"]:
        assert "crossover" not in each["made"]
        assert not each["crossed"].any()


def test_runs_of_one_number_start_equal_for_every_crossover(results):
    first = [runs[0]["growth"][0] for runs in (results.trees["nsga2"], *results.crossed.values())]
    assert all((row == first[0]).all() for row in first)


def test_every_hypothesis_and_claim_gets_a_verdict(folder, results):
    tests, claims = run_tests(results), make_claims(results)
    names = combined_verdicts(tests)
    for number in range(1, 12):
        assert any(name.startswith(f"{number}:") for name in names)
    for each in tests:
        assert each.verdict in ("holds", "fails", "undecided", "calibration")
    text = (folder / "tables" / "claims.csv").read_text()
    for word in (
        "RandomBot is further behind",
        "GreedyBot and BestTurnBot differ",
        "crossover changes the total by decks",
        "better than random trees of the same size in the WinRate",
        "no rating by decks is worse",
    ):
        assert word in text
    assert all(claim.statement.replace('"', '""') in text for claim in claims)


def test_claims_of_several_methods_are_counted_together(results):
    claims = make_claims(results)
    table = claim_groups_table(claims)
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    assert sum(row["claims"] for row in rows) == len(claims)
    for row in rows:
        assert row["holds"] + row["fails"] + row["undecided"] + row["unjudged"] == row["claims"]
    grouped = {row["claim"]: row for row in rows}
    assert grouped["LuckyBot wins more than BestTurnBot"]["claims"] == 2  # of the thesis's methods


def test_a_hypothesis_holds_only_if_it_does_for_all(results):
    tests = run_tests(results)
    for name, state in combined_verdicts(tests).items():
        states = {each.verdict for each in tests if each.hypothesis == name}
        assert (state == "holds") == (states == {"holds"})
        assert (state == "fails") == ("fails" in states)


def test_rows_of_table_9_are_stored(folder):
    lines = (folder / "rows" / "table_9.csv").read_text().splitlines()
    assert lines[0].startswith("ScenarioID,EncounterNumber,BotType,AISeed,CardOrderSeed")
    assert len({line.split(",")[2] for line in lines[1:]}) == 5


def test_a_sample_of_builds_has_the_requested_size_and_is_reproducible():
    through = build_probabilities(random_playable_tree(8, 0, 1), 6)
    some, again = (sample_builds(through, 3, seed=7) for _ in range(2))
    assert some.by_encounter == again.by_encounter
    for few, every, chances in zip(some.by_encounter, through.by_encounter, some.probabilities, strict=True):
        assert len(few) == min(3, len(every)) == len(set(few))
        assert set(few) <= set(every)
        assert np.sum(chances) == pytest.approx(1)
    assert sample_builds(through, 10_000, seed=7).by_encounter == through.by_encounter


def test_every_verdict_names_its_unit_and_agrees_with_the_interval_beside_it(folder):
    with (folder / "tables" / "claims.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["sample_unit"] for row in rows} <= {"deck", "tree"}
    hypotheses = [row for row in rows if row["claim"].startswith("Hypothesis") and row["corrected_low"]]
    assert hypotheses
    for row in hypotheses:  # that a number is above zero
        low, high = float(row["corrected_low"]), float(row["corrected_high"])
        assert row["verdict"] == ("undecided" if low == high or low <= 0 <= high else "holds" if low > 0 else "fails")


def test_what_searches_maximise_is_judged_with_decks_that_they_have_not_seen(results):
    rated = [test for test in run_tests(results) if test.hypothesis.startswith(("6:", "7:", "8:", "9:", "10:"))]
    assert {test.decks for test in rated} == {"held-out"}
    assert {claim.size for claim in make_claims(results) if claim.is_sampled} == {12}  # held-out decks


def test_ratings_of_the_tree_alone_decide_no_claim_and_no_hypothesis(results):
    for name in SHAPE_RATINGS:  # the same with every deck
        made = [run["made"][:, RATINGS.index(name)] for run in results.held_out["nsga2"]]
        assert all(np.ptp(cells) == 0 for cells in made)

    def with_perfect_shapes(record):
        if isinstance(record, np.ndarray):  # ratings
            record = record.copy()
            record[..., [RATINGS.index(name) for name in SHAPE_RATINGS]] = 1.0
            return record
        return {
            key: {lot: with_perfect_shapes(ratings) for lot, ratings in value.items()}
            if key == "by_deck"
            else with_perfect_shapes(value)
            if key in ("made", "random") and isinstance(value, np.ndarray)
            else value
            for key, value in record.items()
        }

    better = replace(
        results,
        **{
            part: {key: list(map(with_perfect_shapes, runs)) for key, runs in getattr(results, part).items()}
            for part in ("trees", "crossed", "held_out")
        },
    )
    assert not np.allclose(better.total("hill-climbing"), results.total("hill-climbing"))
    for judge in (make_claims, lambda found: [test.claim for test in run_tests(found)]):
        assert [repr(claim.deciding) for claim in judge(better)] == [repr(claim.deciding) for claim in judge(results)]


def test_made_trees_are_compared_with_random_ones_only_in_what_depends_on_decks(folder, results):
    compared = compare_with_random(results)
    untestable = {rating for (_, rating), claim in compared.items() if claim.verdict == "not testable"}
    assert untestable == {TOTAL, *SHAPE_RATINGS}
    judged = [claim for claim in compared.values() if claim.is_sampled]
    assert {claim.comparisons for claim in judged} == {len(judged)}
    with (folder / "tables" / "held_out.csv").open(encoding="utf-8") as file:
        rows = {(row["method"], row["rating"]): row for row in csv.DictReader(file)}
    assert len(rows) == len(compared)
    for (_, rating), row in rows.items():
        assert (row["verdict"] == "not testable") == (rating in untestable)
        assert (row["corrected_low"] == "") == (row["gain_low"] == "" or rating in untestable)
    assert any(row["needed"] for row in rows.values())


def test_equal_values_have_no_interval(folder):
    equal, different = share_over_decks(np.full((2, 12), 0.1333)), share_over_decks(np.eye(2, 12))
    assert not equal.has_interval
    assert 0 <= different.low < different.high <= 1
    for file in (folder / "tables").glob("*.csv"):
        with file.open(encoding="utf-8") as text:
            for row in csv.DictReader(text):
                for name in (name for name in row if name.endswith("_low") and row[name]):
                    assert row[name] != row[name.replace("_low", "_high")], (file.name, name)


def test_hypotheses_have_their_corrected_interval_and_the_needed_decks(folder):
    with (folder / "tables" / "hypotheses.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        assert (row["corrected"] == "") == (row["verdict"] == "calibration")
    assert any(row["needed"] for row in rows if row["hypothesis"].startswith("8:"))


def test_values_of_all_judged_numbers_are_kept_by_deck_and_by_run(folder, results):
    claims = [claim for claim in (*make_claims(results), *compare_with_random(results).values()) if claim.is_sampled]
    rows = claim_units_table(claims).rows
    assert {row[1] for row in rows} == {claim.statement for claim in claims}
    for _, statement, part, number, unit, text in rows:
        values = np.array(text.split(), float)
        assert len(values) == (12 if unit == "deck" else 2), statement
        if unit == "deck" and np.isfinite(number.value):
            assert values.mean() == pytest.approx(number.value, abs=1e-6 * max(1, np.abs(values).max())), (
                statement,
                part,
            )
    with (folder / "tables" / "claim_units.csv").open(encoding="utf-8") as file:
        families = {row["family"] for row in csv.DictReader(file)}
    assert families == {"claims", "tests of hypotheses", "made against random trees"}


def test_sizes_are_planned_by_set_of_decks(results):
    planned = {verdict_part(claim).basis.planned for claim in make_claims(results) if claim.is_sampled}
    assert planned == {12}
    by_set = {(test.decks, test.claim.planned) for test in run_tests(results) if test.claim.sample_unit == "deck"}
    assert by_set == {("reference", 33), ("held-out", 12)}


def test_what_encounters_or_trees_were_set_up_for_gets_no_verdict(results):
    states = combined_verdicts(run_tests(results))
    assert {state for name, state in states.items() if name[0] in "123" and name[1] in ":,"} == {"calibration"}
    expected = [claim.verdict for claim in make_claims(results) if "wins more than 90 %" in claim.statement]
    assert set(expected) == {"not testable"}


def test_a_trend_over_all_bots_is_the_weaker_form_of_an_order_of_all(results):
    names = combined_verdicts(run_tests(results))
    assert any(name.startswith("4, weaker") for name in names)
    assert not any("stronger" in name for name in names if name[0] in "45")
    trends = results.skill_trends("nsga2", "held-out", "wins")
    assert {name: trend.rows for name, trend in trends.items()} == {"trees": 2, "decks": 12}


def test_the_weaker_form_is_judged_by_a_correlation_which_more_decks_do_not_raise(results):
    weaker = [test for test in run_tests(results) if "weaker" in test.hypothesis]
    assert weaker
    for test in weaker:
        assert test.unit == "of rank correlation"
        assert -1 <= test.measured.low <= test.measured.value <= test.measured.high <= 1
    fought = {"won": np.array([[1], [2], [2], [3], [4]]), "turns": np.array([[9], [16], [14], [12], [4]])}
    fought["wins"] = fought["won"][:, :, None] / 4
    once, twice = ({name: table.repeat(k, axis=1) for name, table in fought.items()} for k in (1, 2))
    orders = [
        replace(results, fights={"nsga2": [{"held-out": run}] * 2}).skill_orders("nsga2", "held-out", "wins")
        for run in (once, twice)
    ]
    assert orders[0].shape == (2, 1)
    assert orders[0].mean() == pytest.approx(orders[1].mean())
    assert 0.9 < orders[0].mean() < 1
    faster = replace(results, fights={"nsga2": [{"held-out": once}]}).skill_orders("nsga2", "held-out", "turns")
    assert faster[0, 0] == pytest.approx(1)


def test_ratings_with_all_decks_come_from_those_with_each(results):
    for run_record in results.trees["nsga2"]:
        for k, name in enumerate(RATINGS):
            cells = rating_cells(run_record["by_deck"]["reference"], name)
            assert cells.shape == (33,)
            assert cells.mean() == pytest.approx(run_record["ratings"][k])
    assert results.total("nsga2").mean(axis=1) == pytest.approx(
        [comparison_total(run_record["ratings"]) for run_record in results.trees["nsga2"]]
    )


def test_intervals_are_wider_than_those_over_trees_or_decks_alone():
    rng = np.random.default_rng(1)
    cells = rng.normal(size=(20, 1)) + rng.normal(size=(1, 12))
    estimate = mean_over_decks(cells)
    for axis in (0, 1):
        alone = cells.mean(axis=axis)
        assert estimate.high - estimate.value > 1.9 * alone.std(ddof=1) / len(alone) ** 0.5


def test_saturated_ratings_are_marked(folder, results):
    with (folder / "tables" / "bounds.csv").open() as file:
        rows = {(row["decks"], row["rating"]): row for row in csv.DictReader(file)}
    for row in rows.values():
        assert float(row["made"]) <= float(row["bound"]) + 1e-6
        assert (row["state"] == "saturated") == (float(row["made_at_bound"]) > 0.5)
    assert float(rows["reference", "WinRate"]["bound"]) < 0  # ten decks lose the first encounter
    assert results.saturated_share(["hand-made"], "NodeCount", "held-out") in (0.0, 1.0)


def test_distances_of_the_dial_are_those_of_trees_and_have_decks_in_their_intervals():
    wins = np.array([[0.2, 0.6, 1.0], [0.5, 0.9, 1.0]])
    settings = DelveTreesConfig(targets=(0.7,))
    runs = [{"deck_wins": row} for row in wins]
    results = DelveTreesResults(settings, {}, {}, {}, {}, {}, "", {0.7: runs}, {}, {})
    assert results.dial_distance(0.7).mean(axis=1) == pytest.approx([0.1, 0.1])
    assert mean_over_decks(results.dial_wins(0.7)).count == 3


def test_runs_without_results_by_deck_are_refused(tmp_path, monkeypatch):
    settings = DelveTreesConfig(parts=("dial",), targets=(0.7,), dial_runs=2)
    context = RunContext(tmp_path, Threads(1))
    new = {"wins": [0.7, 0.6, 0.8], "deck_wins": np.array([0.6, 0.8])}
    monkeypatch.setattr(context, "result", lambda name: new)
    assert DelveTreesResults.read(settings, context).dial_wins(0.7).shape == (2, 2)
    monkeypatch.setattr(context, "result", lambda name: {"wins": [0.7, 0.6, 0.8]})
    with pytest.raises(LudusError, match="by deck"):
        DelveTreesResults.read(settings, context)


@pytest.mark.slow
def test_a_part_can_be_run_alone_and_the_dial_ends_near_the_request(tmp_path):
    chosen = DelveTreesConfig(**TINY | {"parts": ("dial",), "targets": (0.8,), "dial_runs": 2, "nodes": 8})
    updates = []
    folder = run(study, chosen, tmp_path / "dial", Threads(1), listener=updates.append).folder
    assert len({update.games_planned for update in updates}) == 1  # the plan of the stage is what it does
    assert updates[-1].games_done == updates[-1].games_planned
    assert sorted(file.name for file in (folder / "kept").iterdir()) == ["dial"]
    wins = [each["wins"][0] for each in DelveTreesResults.read(chosen, RunContext(folder, Threads(1))).dial[0.8]]
    assert all(abs(win - 0.8) < 0.1 for win in wins)
    assert "ludus make delve --setup thesis --nodes 8 --target-win 0.8" in (folder / "report.html").read_text()


def test_settings_are_checked():
    for preset in PRESETS.values():
        check_config(DelveTreesConfig(**preset))
    assert DelveTreesConfig().parts == PARTS
    assert set(THESIS_METHODS) <= set(DelveTreesConfig().methods)
    for wrong, key in (
        ({"crossed": ("hill-climbing",)}, "crossed"),
        ({"methods": ("nsga3",)}, "crossed"),
        ({"targets": (0.7, 0.5)}, "targets"),
        ({"targets": (1.5,)}, "targets"),
        ({"parts": ("maps", "maps")}, "parts"),
    ):
        with pytest.raises(OptionError, match=key):
            DelveTreesConfig(**wrong)
    with pytest.raises(OptionError, match="bots"):
        check_config(DelveTreesConfig(bots=("thesis-random", "roulette", "greedy-card", "best-turn", "nobody")))
