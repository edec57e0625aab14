"""The methods: what each begins with, who lives on, and that a run can stop and go on anywhere."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from ludus.backends import Threads
from ludus.design.delve.generation.make_inputs import SEARCH_DECK_COUNTS, draw_search_decks, kind_groups
from ludus.design.delve.rating.choice_ratings import ChoiceRater, ChoiceScale
from ludus.design.delve.rating.tree_ratings import RATINGS, TreeGoals
from ludus.design.delve.search.skill_tree_evolution_run import TreeSearch
from ludus.design.delve.search.tree_evolution import FOUR_OBJECTIVES, METHODS, TreeEvolution, front_ranks
from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE
from ludus.design.delve.variation.space_size import distinct_tree_count
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.evolve import load_optimiser
from ludus.games.delve.constants import TARGETS
from ludus.games.delve.game_data import default_encounters
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.design.delve.small import NODES, rater, space

everyone = each("method", METHODS)
RATER = rater()


def rows(trees):
    return np.array([RATER.rate(tree).ratings for tree in trees])


def stepped(run, generations):
    for _ in range(generations):
        run.tell(rows(run.ask()))
    return run


@everyone
@pytest.mark.parametrize("crossover", ["recursive", "builds"])
def test_a_run_can_be_resumed_from_every_generation(method, crossover):
    options = {"survivors": min(4, METHODS[method].survivors), "islands": min(2, METHODS[method].islands)}

    def begin(state=None):
        return TreeSearch(RATER, space(crossover=crossover), method, 7, state, **({} if state else options))

    whole, hopping = begin(), begin()
    for _ in range(4):
        messages = whole.step()
        hopping.run.ask()
        hopping = begin(hopping.dump())
        assert hopping.step() == messages
        hopping = begin(hopping.dump())
        assert hopping.dump() == whole.dump()
    assert hopping.finish().tree == whole.finish().tree


@everyone
def test_the_number_of_threads_changes_nothing(method):
    one, two = (TreeSearch(RATER, space(), method, 3) for _ in range(2))
    for _ in range(3):
        assert one.step(Threads(1)) == two.step(Threads(2))
    assert one.dump() == two.dump()


@everyone
def test_the_best_never_gets_lost(method):
    run = TreeEvolution(space(), method=method, seed=5)
    best = -np.inf
    for _ in range(6):
        stepped(run, 1)
        assert run.best.score >= best
        best = run.best.score
    if run.search_method.selection == "total":
        assert run.totals(np.array([member.ratings for member in run.members])).max() == best


@everyone
def test_trees_keep_to_the_limits_and_their_number(method):
    run = stepped(TreeEvolution(space(), method=method, seed=2), 6)
    assert len(run.members) <= run.survivors * run.islands
    for member in run.members:
        assert len(member.tree) <= NODES
        assert max(member.tree.depths, default=0) <= 2
        assert np.array_equal(member.ratings, RATER.rate(member.tree).ratings)


def test_hill_climbing_begins_at_the_root_and_restarts_with_small_trees_apart_from_each_other():
    climb = TreeEvolution(space(), method="hill-climbing", seed=1)
    assert [len(tree) for tree in climb.ask()] == [0]
    restarts = TreeEvolution(space(), method="randomised-hill-climbing", seed=1)
    assert len(restarts.ask()) == 10
    assert all(len(tree) >= 5 for tree in restarts.ask())
    stepped(restarts, 3)
    assert len(restarts.members) == 10
    assert "crossover" not in restarts.origin_counts


def test_an_island_sees_only_its_own_children():
    run = TreeEvolution(space(), method="randomised-hill-climbing", islands=2, seed=1)
    first = run.ask()
    run.tell(np.stack([np.full(len(RATINGS), 0.9), np.full(len(RATINGS), -0.9)]))
    run.tell(np.full((len(run.ask()), len(RATINGS)), -1.0))
    assert [member.tree for member in run.members] == first


def test_every_operator_and_as_many_crossings_as_survivors_make_a_generation():
    certain = dict.fromkeys(["strengthen", "weaken", "merge", "split", "add node"], 1.0)
    run = TreeEvolution(space(chances=certain), method="evolutionary", survivors=4, seed=3)
    stepped(run, 1)
    trees = run.ask()
    assert len(trees) == len(set(trees))  # no tree is rated twice
    assert not {member.tree for member in run.members} & set(trees)
    stepped(run, 1)
    assert run.origin_counts["crossover"] <= 4
    assert run.origin_counts["strengthen"] <= 4
    assert sum(run.origin_counts.values()) == 4 + len(trees)
    assert all(run.survivor_counts[name] <= run.origin_counts[name] for name in run.survivor_counts)


def test_without_crossing_no_tree_is_crossed():
    run = stepped(TreeEvolution(space(), method="nsga2", seed=3, crossed=False), 4)
    assert "crossover" not in run.origin_counts


def test_weights_count_for_the_weighted_methods_alone():
    ratings = np.zeros((1, len(RATINGS)))
    ratings[0, RATINGS.index("WinRate")] = 1.0
    weights = {"WinRate": 3.0, "Balance": 1.0}
    assert TreeEvolution(space(), method="weighted", seed=1, weights=weights).totals(ratings) == pytest.approx(0.75)
    assert TreeEvolution(space(), method="evolutionary", seed=1, weights=weights).totals(ratings) == pytest.approx(0.5)


@each("objectives", ["all", "four"])
def test_the_front_is_what_no_other_member_beats(objectives):
    run = stepped(TreeEvolution(space(), method="nsga2", seed=4, objectives=objectives), 5)
    front = run.front
    assert front.genomes
    if objectives == "all":
        assert (front_ranks(np.array(front.scores)) == 0).all()
    goals = run._objective_values(front.scores)
    assert goals.shape[1] == (len(FOUR_OBJECTIVES) if objectives == "four" else len(RATINGS))


def test_ratings_without_a_weight_are_no_goals():
    weights = {name: 1.0 for name in RATINGS if name not in ("Useful", "NodeCount")}
    run = TreeEvolution(space(), method="nsga3", seed=4, weights=weights)
    assert run._objective_values(np.zeros((3, len(RATINGS)))).shape == (3, 6)


@each("method", ["nsga2", "nsga3"])
def test_a_single_goal_is_simply_maximised(method):
    run = stepped(TreeEvolution(space(), method=method, seed=4, survivors=4, weights={"Balance": 1.0}), 4)
    place = RATINGS.index("Balance")
    values = [member.ratings[place] for member in run.members]
    assert values == sorted(values, reverse=True)
    assert values[0] == run.best.score


def test_climbs_from_the_root_side_by_side_are_climbs_apart():
    run = stepped(TreeEvolution(space(), method="hill-climbing", islands=3, seed=4), 5)
    assert len(run.members) == 3
    assert len({member.tree for member in run.members}) > 1


def test_trees_to_start_with_are_the_first_to_be_asked():
    tree = space().random(np.random.default_rng(1), 5)
    run = TreeEvolution(space(), method="nsga2", seed=1, start=[tree])
    assert run.ask()[0] == tree
    assert len(run.ask()) == 20


def test_a_saved_run_is_found_by_its_own_name():
    run = stepped(TreeEvolution(space(), method="hill-climbing", seed=1), 2)
    assert load_optimiser(run.dump(), space()).dump() == run.dump()


@each(
    ("options", "said"),
    [
        ({"method": "nsga"}, "did you mean"),
        ({"method": "nsga2", "weights": {"Winrate": 1}}, "WinRate"),
        ({"method": "nsga2", "weights": {}}, "all ratings have the weight 0"),
        ({"method": "nsga2", "survivors": 0}, "number of survivors"),
    ],
)
def test_what_cannot_be_is_refused(options, said):
    with pytest.raises(LudusError, match=said):
        TreeEvolution(space(), seed=1, **options)


def test_operators_that_never_work_are_refused():
    with pytest.raises(OptionError, match="no tree would ever change"):
        TreeEvolution(space(chances={}), method="nsga2", seed=1)


def test_a_finished_run_has_no_idle_nodes_and_rates_them_again():
    search = TreeSearch(RATER, space(formulas="printed"), "hill-climbing", 3)
    for _ in range(8):
        search.step()
    made_report = search.finish()
    assert isinstance(made_report.tree, SkillTree)
    assert all(node.value > 0 for node in made_report.tree.nodes)
    assert np.array_equal(made_report.rated.ratings, RATER.rate(made_report.tree).ratings)
    totals = [search.run.total(rated.ratings) for _, rated in made_report.front]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.slow
def test_a_search_comes_close_to_the_best_of_all_trees_of_two_nodes():
    kinds = list(product(range(len(TARGETS)), range(1, MAX_NODE_VALUE + 1)))
    side_by_side = [((*one, ()), (*other, ())) for one, other in combinations_with_replacement(kinds, 2)]
    above = [((*one, ()), (*other, (0,))) for one, other in product(kinds, kinds)]
    trees = [
        SkillTree("two", tuple(SkillNode(name, *node) for name, node in zip("ab", nodes, strict=True)))
        for nodes in (*side_by_side, *above)
    ]
    assert len(trees) == distinct_tree_count(2, len(TARGETS), MAX_NODE_VALUE)
    decks, scale = draw_search_decks(1, "search decks"), ChoiceScale(TreeGoals(nodes=2))
    choices = ChoiceRater(decks, default_encounters(), kind_groups(*SEARCH_DECK_COUNTS), scale)
    best = max(choices.rate(tree).total for tree in trees)
    search = TreeSearch(choices, TreeSpace(2, 5), "weighted", seed=1, weights=choices.weights)
    for _ in range(20):
        search.step()
    assert best - 0.01 < search.finish().rated.total <= best
