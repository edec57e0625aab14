"""The landscape of kingdoms, at test size."""

import csv
from itertools import combinations
from math import comb

import msgspec
import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.lab import resume, run
from ludus.lab.run_context import RunContext
from ludus.stats import simultaneous_interval
from ludus.studies.dominion_all_kingdoms import study
from ludus.studies.dominion_all_kingdoms.card_effects import fit_card_effects
from ludus.studies.dominion_all_kingdoms.config import LandscapeConfig
from ludus.studies.dominion_all_kingdoms.experiment import (
    ALL_KINGDOMS_STAGE,
    FINALISTS_STAGE,
    KEPT_COLUMNS,
    LAST_STAGE,
    LIST_ENDS,
    SEARCH_STAGE,
    SHORTLIST_STAGE,
    _histogram,
    compact_sums,
    expand_sums,
    measure_values,
)
from ludus.studies.dominion_all_kingdoms.report import UNCLEAR, make_claims, report
from ludus.studies.dominion_all_kingdoms.results import LandscapeResults
from ludus.util.errors import OptionError
from tests.cases import each
from tests.deals import record_deals_by_stage
from tests.studies.output_files import output_files

TINY = {
    "sample": 1000,
    "games": 4,
    "part": 400,
    "shortlist": 8,
    "shortlist_games": 10,
    "finalists": 3,
    "final_games": 20,
    "searches": 1,
    "population": 4,
    "generations": 2,
    "search_games": 4,
}


@pytest.fixture(scope="module")
def folder_and_deals(tmp_path_factory):
    """The folder of a run, and the deals that each of its stages played."""
    with record_deals_by_stage() as played:
        done = run(study, LandscapeConfig(**TINY), tmp_path_factory.mktemp("landscape") / "run", Threads(1))
    return done.folder, played


@pytest.fixture(scope="module")
def folder(folder_and_deals):
    return folder_and_deals[0]


@pytest.mark.slow  # stopped and resumed runs of other studies are quicker
def test_a_resumed_run_ends_with_the_same_tables_on_any_threads(folder, tmp_path):
    def interrupt(update):
        if update.stage == "every kingdom" and update.stage_games_done > 2000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, LandscapeConfig(**TINY), tmp_path / "run", Threads(3), listener=interrupt)
    assert (tmp_path / "run" / "kept" / "kingdoms" / "0000.kept").is_file()
    assert not (tmp_path / "run" / "kept" / "kingdoms" / "0002.kept").is_file()
    resume(tmp_path / "run", Threads(3))
    assert output_files(folder) == output_files(tmp_path / "run")


def test_every_claim_has_a_verdict_and_every_card_an_effect(folder):
    found = report(LandscapeConfig(**TINY), RunContext(folder, Threads(1)))
    claims = (folder / "tables" / "claims.csv").read_text()
    for word in ("quadrillion", "Attack cards", "Cellar", "Bureaucrat", "Spy", "genetic algorithm", "as good as any"):
        assert word in claims
    planned = {row["sample_unit"]: row["planned"] for row in csv.DictReader(claims.splitlines()) if row["planned"]}
    assert planned == {
        "card": "25",
        "kingdom": "1000",
        "deal": "10",
        "run": "1",
    }  # as configured: two games of each deal
    tables = {table.name: table for table in found.tables()}
    assert len(tables["effects"].rows) == len(tables["cards"].rows) == 25
    assert len(tables["synergies"].rows) == 300
    deviations = [column for column in tables["spread"].columns if column.name.startswith("sd")]
    assert [column.shown_digits for column in deviations] == [4] * 3  # three numbers to compare
    assert len(tables["printed"].rows) == 9
    assert all(len(tables[end.name].rows) == 3 for end in LIST_ENDS)


def test_no_round_plays_a_deal_of_an_earlier_one(folder_and_deals):
    """A round plays kingdoms again that an earlier round chose: with the same words they would have the same deals."""
    folder, played = folder_and_deals
    stages = [ALL_KINGDOMS_STAGE, SEARCH_STAGE, SHORTLIST_STAGE, FINALISTS_STAGE, LAST_STAGE]
    assert list(played.deals) == stages
    context = RunContext(folder, Threads(1))
    rounds = [context.result(name)["ranks"] for name in ("again", "once more", "last")]
    games = [TINY["shortlist_games"], TINY["final_games"], TINY["final_games"]]
    for ranks, count, stage in zip(rounds, games, stages[2:], strict=True):
        assert len(played.deals[stage]) == len(ranks) * count // 2
        assert played.shared_by(stage, *stages[: stages.index(stage)]) == set()
    assert set(rounds[2]) <= set(rounds[1]), "the winners are finalists"


def test_searches_that_all_end_in_the_best_kingdom_are_judged_as_so_many_runs(folder, monkeypatch):
    settings = LandscapeConfig(**TINY)
    results = LandscapeResults(settings, RunContext(folder, Threads(1)))
    best, _ = results.best_kingdom(LIST_ENDS[0])

    def verdict_of(runs):
        results.searched_kingdoms = [(best, 0.5)] * runs
        monkeypatch.setattr(results, "settings", msgspec.structs.replace(settings, searches=runs))
        (claim,) = [claim for claim in make_claims(results) if "genetic algorithm" in claim.statement]
        assert claim.sample_unit == "run"
        return claim.verdict

    assert verdict_of(5) == "undecided"  # five of five may be chance if half of all runs reach it
    assert verdict_of(40) == "holds"


def test_the_report_begins_with_what_cards_do_in_words_that_agree_with_the_table(folder):
    found = report(LandscapeConfig(**TINY), RunContext(folder, Threads(1)))
    rows = next(table for table in found.tables() if table.name == "one-sided").rows
    assert [row[0] for row in rows] == [row[0] for row in sorted(rows, key=lambda row: -row[3].value)]
    assert len(rows) == 25
    comparisons = 3 * 25  # the effects of all cards on three measures are judged together
    for name, does, side, *effects, length in rows:
        apart, wins, turns = (simultaneous_interval(effect, comparisons) for effect in effects)
        assert does == ("more one-sided" if apart.low > 0 else "more even" if apart.high < 0 else UNCLEAR), name
        assert side == ("earl" if wins.low > 0 else "drew" if wins.high < 0 else "neither"), name
        assert length == ("longer" if turns.low > 0 else "shorter" if turns.high < 0 else UNCLEAR), name
    surest = [row for row in rows if row[1] == "more one-sided"]
    assert surest, "Thief at least"
    assert found.answer_text.startswith(f"Between earl and drew, {surest[0][0]}")


def test_bars_of_a_histogram_hold_as_many_shares_of_wins_each():
    every = np.arange(0, 1_000_001, 5000)  # all shares that 100 games can have, draws counting half
    counts = _histogram(every, 1_000_000, 100)["counts"]
    assert len(set(counts[:-1].tolist())) == 1
    assert counts.sum() == len(every)


def test_the_compact_sums_of_a_kingdom_give_its_measures():
    pool = KingdomPool("first")
    rows = play_kingdoms(pool, [pool.unrank(k) for k in range(0, 3_000_000, 300_000)], ["earl", "drew"], 100, 1)
    kept = compact_sums(rows)
    assert sum(kept[name].nbytes for name in KEPT_COLUMNS) <= 16 * len(rows)
    again = measure_values(expand_sums(kept, 100))
    assert {name: each.tolist() for name, each in again.items()} == {
        name: each.tolist() for name, each in measure_values(rows).items()
    }


def test_kingdoms_without_a_decided_game_do_not_hide_what_chance_does_to_others():
    pool = KingdomPool("first")
    rows = play_kingdoms(pool, [pool.unrank(k) for k in (0, 1)], ["earl", "drew"], 20, 1)
    before = compact_sums(rows[:1])["noise"]
    rows[1:] = 0
    rows["games"][1:] = rows["draws"][1:] = 20
    after = compact_sums(rows)["noise"]
    assert before["first-seat"] > 0
    assert after["first-seat"] == before["first-seat"]


class FewCards:
    """A pool of nine cards, kingdoms of four."""

    size, piles, count = 9, 4, comb(9, 4)

    def unrank_all(self, ranks):
        return np.array(sorted(combinations(range(9), 4), key=lambda cards: cards[::-1]))[ranks]


def modelled(ranks, cards, pairs, noise, rng):
    """Kingdoms whose values are sums over cards and pairs, and some noise."""
    kingdoms = FewCards().unrank_all(ranks)
    exact = [
        100 + sum(cards[c] for c in kingdom) + sum(pairs[pair] for pair in combinations(kingdom.tolist(), 2))
        for kingdom in kingdoms
    ]
    return np.rint(np.array(exact) * 1000 + noise * 1000 * rng.standard_normal(len(ranks))).astype(np.int64)


@each("everything", [True, False])
def test_cards_and_pairs_that_add_up_are_found_again(everything):
    rng, pool = np.random.default_rng(5), FewCards()
    cards = rng.standard_normal(9)
    cards -= cards.mean()
    square = rng.standard_normal((9, 9))
    square = square + square.T
    np.fill_diagonal(square, 0)
    for _ in range(200):  # until the pairs of every card add up to zero
        rows = square.sum(axis=1) / 8
        square -= (rows[:, None] + rows[None, :]) / 2
        np.fill_diagonal(square, 0)
    pairs = {(i, j): square[i, j] for i, j in combinations(range(9), 2)}
    ranks = np.arange(pool.count) if everything else np.sort(rng.choice(pool.count, 100, replace=False))
    values = modelled(ranks, cards, pairs, 0.0, rng)
    model = fit_card_effects(pool, ranks, {"x": values}, {"x": 0.0}, {"x": 1000})["x"]
    assert model.effects == pytest.approx(cards, abs=2e-2)
    assert model.synergies == pytest.approx(list(pairs.values()), abs=2e-2)
    assert model.pairs == pytest.approx(1.0, abs=1e-4)
    assert model.mean == pytest.approx(values.mean() / 1000)
    inside = np.array([[c in kingdom for c in range(9)] for kingdom in pool.unrank_all(ranks)])
    differences_ = [values[inside[:, c]].mean() - values[~inside[:, c]].mean() for c in range(9)]
    assert model.differences * 1000 == pytest.approx(differences_)


def test_intervals_cover_what_noise_hides():
    rng, pool = np.random.default_rng(6), FewCards()
    ranks, nothing = np.arange(pool.count), dict.fromkeys(combinations(range(9), 2), 0.0)
    outside = 0
    for _ in range(60):
        values = modelled(ranks, np.zeros(9), nothing, 1.0, rng)
        model = fit_card_effects(pool, ranks, {"x": values}, {"x": 0.0}, {"x": 1000})["x"]
        outside += int((np.abs(model.effects) > 1.96 * model.effect_errors).sum())
    assert 0.02 < outside / (60 * 9) < 0.09


def test_inconsistent_configurations_are_rejected():
    with pytest.raises(OptionError, match="is odd"):
        LandscapeConfig(games=5)
    with pytest.raises(OptionError, match="1000 kingdoms or more"):
        LandscapeConfig(sample=10)
    with pytest.raises(OptionError, match="take fewer"):
        LandscapeConfig(finalists=10, shortlist=5)
