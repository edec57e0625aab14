"""The search for few small changes, in a world whose effects are known."""

import numpy as np
import pytest

from ludus.design.tribute.balance_search import BalanceSettings, pool_estimates, search_balance
from ludus.design.tribute.edit_space import Gene
from ludus.stats import Estimate
from tests.cases import each

A, B, C, D = ("cards", 0), ("cards", 1), ("patrons", 0), ("cards", 2)
PLAN = BalanceSettings(
    max_share=0.55, penalty=0.5, games=60_000, search_games=6000, population=8, generations=4, rounds=3, seed=1
)


class World:
    """Things with a strength, and numbers that move it; what games say of them is true but for chance."""

    def __init__(self, strengths, effects, most=2, shift=0.0):
        self.strengths, self.effects, self.most, self.shift = strengths, effects, most, shift
        self.asked = []

    def genes_of(self, thing):
        return [Gene(thing, name, 1, self.most) for name, (of, _) in self.effects.items() if of == thing]

    def measure(self, sets, games, seed, what):
        self.asked.append(what)
        return [self.one(steps, games, np.random.default_rng([seed % 2**32, k])) for k, steps in enumerate(sets)]

    def one(self, steps, games, rng):
        result = {}
        for thing, strength in self.strengths.items():
            for name, by in steps.items():
                of, effect = self.effects[name]
                strength += by * (effect if of == thing else self.shift)
            error = 0.6 / np.sqrt(games / 10)
            value = strength + float(rng.normal()) * error
            result[thing] = Estimate(value, value - 1.96 * error, value + 1.96 * error, games)
        return result


def test_strong_cards_are_weakened_by_the_fewest_steps():
    effects = {"a.cost": (A, -0.01), "a.play": (A, -0.05), "b.cost": (B, -0.03), "c.price": (C, -0.04)}
    world = World({A: 0.59, B: 0.60, C: 0.52, D: 0.45}, effects)
    done = search_balance(PLAN, world.genes_of, world.measure)
    assert done.steps == {"a.play": 1, "b.cost": 2}
    assert set(done.before) == {A, B}


def test_a_file_with_nothing_above_stays_as_it_is():
    world = World({A: 0.54, B: 0.5}, {"a.cost": (A, -0.02)})
    done = search_balance(PLAN, world.genes_of, world.measure)
    assert (done.steps, done.before, world.asked) == ({}, {}, ["survey 1"])


def test_what_has_no_number_to_move_is_left_and_named():
    world = World({A: 0.6, B: 0.58}, {"b.cost": (B, -0.05)})
    done = search_balance(PLAN, world.genes_of, world.measure)
    assert done.steps == {"b.cost": 1}
    assert A in done.before
    assert A not in done.space.items


def test_what_rises_because_others_fall_is_seen_in_the_next_round():
    effects = {"a.cost": (A, -0.06), "b.cost": (B, -0.06)}
    world = World({A: 0.66, B: 0.54}, effects, shift=0.02)
    done = search_balance(PLAN, world.genes_of, world.measure)
    assert set(done.steps) == {"a.cost", "b.cost"}
    assert "survey 2" in world.asked


def test_steps_that_cannot_help_enough_are_taken_as_far_as_they_go():
    world = World({A: 0.70, B: 0.5}, {"a.cost": (A, -0.03)}, most=2)
    done = search_balance(PLAN, world.genes_of, world.measure)
    assert done.steps == {"a.cost": 2}


def test_a_penalty_above_all_gain_changes_nothing():
    plan = BalanceSettings(**{**PLAN.__dict__, "penalty": 10.0})
    world = World({A: 0.7}, {"a.cost": (A, -0.01)})
    done = search_balance(plan, world.genes_of, world.measure)
    assert done.steps == {}
    assert set(done.before) == {A}


@each("seed", [1, 2])
def test_the_same_seed_gives_the_same_changes(seed):
    effects = {f"{k}.cost": (("cards", k), -0.01 * (1 + k % 3)) for k in range(6)}
    strengths = {("cards", k): 0.53 + 0.01 * k for k in range(6)}
    plan = BalanceSettings(**{**PLAN.__dict__, "seed": seed})
    one, two = (search_balance(plan, world.genes_of, world.measure) for world in (World(strengths, effects),) * 2)
    assert (one.genome, one.log, one.strength_table.sums) == (two.genome, two.log, two.strength_table.sums)


def test_two_measurements_are_as_good_as_one_of_all_games():
    one, other = Estimate(0.56, 0.54, 0.58, 100), Estimate(0.58, 0.56, 0.60, 100)
    both = pool_estimates(one, other)
    assert both.value == pytest.approx(0.57)
    assert both.high - both.value == pytest.approx(0.02 / 2**0.5, rel=1e-3)
    assert pool_estimates(one, None) == one
