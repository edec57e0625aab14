"""NSGA-II and NSGA-III find fronts, and are pymoo's."""

import warnings

import numpy as np
import pytest
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.moo.nsga3 import NSGA3
from pymoo.core.problem import Problem
from pymoo.core.termination import NoTermination
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.util.ref_dirs import get_reference_directions

from ludus.evolve import Front, Nsga2, Nsga3
from ludus.evolve.checkpoint import generator_from_data, generator_to_data
from tests.cases import each
from tests.evolve.problems import CASES, UNIT, Case, step, tent, three_goals


def beaten(scores):
    """Whether some row is beaten by another in all goals."""
    return any((other >= row).all() and (other > row).any() for row in scores for other in scores)


@each("variation", ["space", "sbx"])
def test_the_front_of_two_goals_is_found(variation):
    optimiser = Nsga2(UNIT, population=40, objectives=2, mutation_rate=0.2, variation=variation, seed=1)
    step(optimiser, Case(UNIT, None, tent), 120)
    near, cost = -optimiser.front.scores.T
    assert len(near) > 30
    assert near.min() < 0.05  # spread from end to end
    assert near.max() > 0.9
    assert np.abs(cost - (1 - np.sqrt(near))).max() < 0.25  # on the known curve, or close to it
    assert not beaten(optimiser.front.scores)
    assert optimiser.best is None


def test_the_front_of_three_goals_is_spread():
    optimiser = Nsga3(UNIT, objectives=3, divisions=6, mutation_rate=0.2, variation="sbx", seed=1)
    step(optimiser, Case(UNIT, None, three_goals), 80)
    assert len(optimiser.front.genomes) > 5
    assert not beaten(optimiser.front.scores)
    assert all(three_goals(g) == row.tolist() for g, row in zip(*vars(optimiser.front).values(), strict=True))


@each("name", ["nsga2-set", "nsga3-set"])
def test_sets_have_fronts_too(name):
    one = CASES[name]
    optimiser = one.make(1)
    assert optimiser.front == Front([], pytest.approx(np.empty((0, 2))))
    step(optimiser, one, 1)
    first = optimiser.front.scores
    step(optimiser, one, 60)
    last = optimiser.front.scores
    assert last.max(axis=0)[0] > first.max(axis=0)[0]
    assert last.max(axis=0)[1] >= max(3, first.max(axis=0)[1])
    assert not any((old >= new).all() and (old > new).any() for new in last for old in first)


def test_a_space_smaller_than_the_population_repeats_genomes():
    one = CASES["nsga2-exhausted"]  # nine genomes, twelve places
    optimiser = one.make(1)
    for _ in range(8):
        assert len(optimiser.ask()) == 12
        step(optimiser, one, 1)
    assert set(optimiser.front.genomes) == {(0, 2)}


def test_children_are_new_as_long_as_the_space_has_new_genomes():
    one = CASES["nsga2-set"]
    optimiser = one.make(1)
    step(optimiser, one, 5)
    members = {optimiser._kind.genome(member.X) for member in optimiser._members()}
    children = optimiser.ask()
    assert len(set(children)) == len(children)
    assert members.isdisjoint(children)


def pymoos_own(optimiser, algorithm, score, generations):
    """The same first members and the same generator, run by pymoo itself."""
    rng = np.random.default_rng()
    first = np.array(optimiser.ask())
    generator_from_data(rng, generator_to_data(optimiser._rng))
    algorithm.initialization.sampling = first
    problem = Problem(n_var=UNIT.n, n_obj=optimiser.objectives, xl=UNIT.low, xu=UNIT.high)
    algorithm.setup(problem, termination=NoTermination(), seed=rng)
    for _ in range(generations):
        asked = algorithm.ask()
        asked.set("F", -np.array([score(x) for x in asked.get("X")]))
        algorithm.tell(infills=asked)
    return algorithm.pop.get("X")


@pytest.mark.filterwarnings("ignore")
def test_on_real_vectors_they_are_pymoos_own_to_the_last_bit():
    varied = {"crossover": SBX(eta=15, prob=0.9), "mutation": PM(eta=20, prob=1.0, prob_var=0.2)}
    two = Nsga2(UNIT, population=24, objectives=2, mutation_rate=0.2, variation="sbx", seed=5)
    theirs = pymoos_own(two, NSGA2(pop_size=24, **varied), tent, 20)
    step(two, Case(UNIT, None, tent), 20)
    assert two._members().get("X").tolist() == theirs.tolist()
    three = Nsga3(UNIT, objectives=3, divisions=5, mutation_rate=0.2, variation="sbx", seed=5)
    directions = get_reference_directions("das-dennis", 3, n_partitions=5)
    theirs = pymoos_own(three, NSGA3(directions, **varied), three_goals, 20)
    step(three, Case(UNIT, None, three_goals), 20)
    assert three._members().get("X").tolist() == theirs.tolist()


def test_warning_filters_stay_unchanged():
    before = list(warnings.filters)
    step(CASES["nsga3"].make(1), CASES["nsga3"], 3)
    assert warnings.filters == before
