"""Trees rated by fights with all their builds."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.backends import Threads
from ludus.core import plain
from ludus.design.delve.builds import enumeration as finding
from ludus.design.delve.builds import sampling
from ludus.design.delve.demo_and_speed_benchmarks import rating_benchmarks
from ludus.design.delve.rating import approximate_simulation, tree_ratings
from ludus.design.delve.rating import rater as rating
from ludus.design.delve.rating.approximate_simulation import simulate
from ludus.design.delve.rating.rater import Rater, TreeGoals, rate_all
from ludus.design.delve.rating.tree_ratings import RATINGS
from ludus.games.delve.game_data import default_encounters, heldout_decks, reference_decks
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError, UnknownName
from tests.design.delve.brute_force import slow_builds, trees

DECKS = [reference_decks()[k] for k in (1, 4, 12, 20)]
FOES = default_encounters()[:4]


def wide(size):
    return SkillTree("wide", tuple(SkillNode(f"n{i}", i % 8, 1 + i % 5) for i in range(size)))


def forked(size):
    nodes = (SkillNode(f"n{i}", (3 * i) % 8, 1 + i % 4, ((i - 1) // 3,) if i > 2 else ()) for i in range(size))
    return SkillTree("forked", tuple(nodes))


def slow_fights(tree, deck, foes, points, continuity):
    """For each encounter, the builds that are tried with what comes of them."""
    measured, winners = [], None
    for encounter, builds in zip(foes, slow_builds(tree, len(foes), points), strict=True):
        tried = [build for build in builds if not continuity or winners is None or builds[build] & winners]
        bonus = {build: tree.bonuses[sorted(build)].sum(axis=0) for build in tried}
        results = {build: simulate(deck, encounter, bonus[build]) for build in tried}
        winners = {build for build, result in results.items() if result > 0}
        measured.append(results)
    return measured


@settings(max_examples=25, deadline=None)
@given(trees(most=7, prices=(1, 1, 2)), st.integers(0, 1), st.booleans())
def test_builds_are_tried_if_some_order_of_their_nodes_won_all_before(tree, points, continuity):
    rater = Rater(DECKS, FOES, points=points, continuity=continuity)
    rated = rater.rate(tree)
    fights = [slow_fights(tree, deck, FOES, points, continuity) for deck in DECKS]
    for k, row in enumerate(rated.builds):
        results = [result for deck in fights for result in deck[k].values()]
        health = sum(entry for _, entry in FOES[k].enemies)
        assert row["tried"] == len(results)
        assert row["won"] == sum(result > 0 for result in results)
        assert row["turns"] == sum(result for result in results if result > 0)
        assert row["left"] == pytest.approx(sum(-result for result in results if result < 0) / health)
    ratios = [np.mean([r > 0 for r in deck[k].values()]) if deck[k] else 0.0 for deck in fights for k in range(4)]
    assert rated.win == pytest.approx(math.fsum(ratios) / len(ratios))
    won = [{build for build, result in deck[-1].items() if result > 0} for deck in fights]
    assert {frozenset(build) for build in rated.winning} <= set().union(*won)
    for node, row in enumerate(rated.nodes):
        assert row["decks"] == sum(any(node in build for build in builds) for builds in won)
        assert row["won"] == sum(
            node in build and result > 0 for deck in fights for results in deck for build, result in results.items()
        )


def test_a_strong_node_that_no_player_survives_to_pick_does_not_help():
    """The second encounter cannot be won with the weak node, so the strong one behind it is never had."""
    mono = reference_decks()[6]
    chain = SkillTree("chain", (SkillNode("weak", 7, 1), SkillNode("strong", 1, 99, (0,))))
    assert Rater([mono], default_encounters(), points=1).rate(chain).builds["tried"][2:].tolist() == [0, 0, 0, 0]
    assert Rater([mono], default_encounters(), points=1, continuity=False).rate(chain).builds["won"][2] == 1


def test_builds_that_win_with_the_most_decks_come_first():
    rater = Rater(reference_decks(), default_encounters())
    tree = forked(15)
    builds = rater.find_builds(tree)
    wins = dict(zip(map(tuple, builds.sets(5)), rater.fight(builds).wins[-len(builds.sets(5)) :].tolist(), strict=True))
    counts = [wins[build] for build in rater.rate(tree).winning]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == max(wins.values()) > 0


def test_ratings_are_the_same_on_one_thread_and_on_three():
    rater = Rater(DECKS, FOES, cap=200, sample=100)
    trees = [wide(3 + 4 * k) for k in range(7)] + [forked(k) for k in range(12)]
    heard = []
    one, three = rate_all(rater, trees, Threads(1)), rate_all(rater, trees, Threads(3), heard.append)
    assert sum(heard) == len(trees)
    for a, b, tree in zip(one, three, trees, strict=True):
        for name in ("ratings", "builds", "nodes", "errors"):
            assert getattr(a, name).tobytes() == getattr(b, name).tobytes() == getattr(rater.rate(tree), name).tobytes()
        assert (a.total, a.win, a.winning, a.error) == (b.total, b.win, b.winning, b.error)


def test_a_sample_is_as_near_to_all_builds_as_its_error_says():
    tree, decks = forked(30), reference_decks()[::3]
    exact = Rater(decks, default_encounters(), cap=50_000).rate(tree)
    assert not exact.sampled
    assert exact.error == 0
    samples = [Rater(decks, default_encounters(), cap=100, sample=200, seed=seed).rate(tree) for seed in range(12)]
    assert all(entry.sampled for entry in samples)
    off = np.array([entry.win - exact.win for entry in samples])
    error = np.mean([entry.error for entry in samples])
    assert 0 < error < 0.03
    assert abs(off.mean()) < error
    assert 0.4 < np.sqrt((off**2).mean()) / error < 2.5


def test_a_sample_judges_nodes_that_it_has_drawn_or_that_are_out_of_reach():
    tree, rater = forked(60), Rater(reference_decks()[::3], default_encounters(), cap=100, sample=50)
    deep = SkillTree("deep", (*tree.nodes, *(SkillNode(f"d{i}", 0, 1, (58 + i,)) for i in range(6))))
    builds = rater.find_builds(deep)
    drawn = {node for build in builds.sets(5) for node in build}
    too_deep = {node for node, depth in enumerate(deep.depths) if depth > 5}
    assert too_deep
    assert set(np.flatnonzero(builds.judged_nodes)) == drawn | too_deep
    exact = Rater(reference_decks()[::3], default_encounters(), cap=100_000).rate(deep)
    assert rater.rate(deep).ratings[6] == pytest.approx(exact.ratings[6], abs=0.1)


def test_a_tree_of_the_greatest_size_can_be_rated():
    rated = Rater(DECKS, default_encounters(), TreeGoals(nodes=256), sample=100).rate(wide(256))
    assert rated.sampled
    assert np.isfinite(rated.ratings).all()
    assert rated.builds["builds"][2] == pytest.approx(256 * 255 / 2)


def test_a_tree_without_nodes_is_rated_by_the_cards_alone():
    rated = Rater(DECKS, FOES).rate(SkillTree("none", ()))
    assert rated.builds["builds"].tolist() == [1, 1, 1, 1]
    assert rated.ratings[RATINGS.index("Useful")] == 0
    assert rated.ratings[RATINGS.index("NodeCount")] == 0


def test_a_high_target_wants_a_strong_tree():
    strong, weak = (SkillTree("t", tuple(SkillNode(f"n{i}", i % 4, value) for i in range(8))) for value in (6, 1))
    rater = Rater(heldout_decks(), default_encounters(), TreeGoals(win=0.95), continuity=False)
    assert rater.rate(strong).win > rater.rate(weak).win
    assert rater.rate(strong).ratings[0] > rater.rate(weak).ratings[0]


def test_compiled_rules_and_plain_python_give_the_same_ratings(monkeypatch):
    raters = Rater(DECKS, FOES), Rater(DECKS, FOES, cap=10, sample=20)
    compiled = [rater.rate(forked(9)) for rater in raters]
    assert [entry.sampled for entry in compiled] == [False, True]
    monkeypatch.setattr(finding, "compiled_grow", lambda: plain(finding.enumerate_levels))
    monkeypatch.setattr(sampling, "_sample", lambda: plain(sampling.sample_levels))
    monkeypatch.setattr(
        approximate_simulation, "_compiled_fight_builds", lambda: plain(approximate_simulation.fight_builds)
    )
    monkeypatch.setattr(rating, "compiled_rate_sums", lambda: plain(tree_ratings.rate_sums))
    for rater, expected in zip(raters, compiled, strict=True):
        measured = rater.rate(forked(9))
        assert measured.ratings.tobytes() == expected.ratings.tobytes()
        assert measured.nodes.tobytes() == expected.nodes.tobytes()
        assert measured.error == expected.error


def test_the_speed_of_rating_is_measured_on_trees_of_both_kinds():
    few, row, many = rating_benchmarks()
    assert few.work() == 8
    assert row.work() == many.work() == 1


def test_printed_formulas_are_others_and_distances_are_the_thesis_s():
    tree = forked(15)
    corrected = Rater(DECKS, FOES).rate(tree)
    printed = Rater(DECKS, FOES, formulas="printed").rate(tree)
    assert (corrected.ratings[:4] != printed.ratings[:4]).all()
    assert corrected.ratings[4:].tolist() == printed.ratings[4:].tolist()
    assert corrected.distances == pytest.approx(1 - corrected.ratings)


def test_raters_refuse_what_they_cannot_rate_by():
    with pytest.raises(OptionError, match="0 decks"):
        Rater([], FOES)
    with pytest.raises(OptionError, match="'printed'"):
        Rater(DECKS, FOES, formulas="other")
    with pytest.raises(UnknownName, match="WinRat"):
        Rater(DECKS, FOES, weights={"WinRat": 1.0})
    with pytest.raises(OptionError, match="weight of Useful is -1"):
        Rater(DECKS, FOES, weights={"Useful": -1})
    with pytest.raises(OptionError, match="nothing tells"):
        Rater(DECKS, FOES, weights={"Useful": 0})


def test_ratings_by_deck_are_those_of_raters_with_one_deck():
    rater, tree = Rater(DECKS, FOES), forked(6)
    by_deck = rater.rate_by_deck(tree)
    for deck, row in zip(DECKS, by_deck, strict=True):
        assert row == pytest.approx(Rater([deck], FOES).rate(tree).ratings)
    assert 1 - np.sqrt(((1 - by_deck) ** 2).mean(axis=0)) == pytest.approx(rater.rate(tree).ratings)
