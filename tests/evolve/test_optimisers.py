"""Every optimiser gets better at something known, and is told clearly when it is used wrongly."""

import numpy as np
import pytest

from ludus.evolve import (
    CmaEs,
    Elitist,
    Genetic,
    HillClimb,
    MapElites,
    MuPlusLambda,
    Neat,
    Nsga2,
    Nsga3,
    OptimiserError,
    Reals,
)
from ludus.util.errors import LudusError, OptionError
from tests.cases import each
from tests.evolve.problems import CARDS, CASES, UNIT, XOR, Case, exclusive_or, step

everyone = each("one", CASES.values())


@each(
    ("name", "generations", "goal"),
    [
        ("elitist", 60, -0.002),
        ("elitist-set", 60, 8),
        ("genetic-tournament", 60, -0.002),
        ("genetic-rank", 80, 7),
        ("genetic-roulette", 60, -0.005),
        ("genetic-truncation", 60, -0.002),
        ("climb", 100, 6),
        ("climb-rescored", 200, -0.002),
        ("mu-plus-lambda", 60, -0.002),
        ("mu-plus-lambda-rescored", 60, 8),
        ("cma", 60, -1e-6),
        ("cma-unbounded", 80, -1e-3),
        ("elitist-network", 40, 2.95),
    ],
)
def test_it_finds_the_known_best(name, generations, goal):
    one = CASES[name]
    optimiser = one.make(2)
    step(optimiser, one, 1)
    assert optimiser.best.score < goal
    step(optimiser, one, generations - 1)
    assert optimiser.best.score >= goal
    assert optimiser.best.score == one.score(optimiser.best.genome)
    assert optimiser.generation == generations > optimiser.best.generation > 0


def test_neat_learns_exclusive_or():
    optimiser = Neat(XOR, population=100, seed=3)
    one = Case(XOR, None, exclusive_or(XOR))
    while optimiser.best is None or (optimiser.best.score < 3.9 and optimiser.generation < 100):
        step(optimiser, one, 1)
    wiring = XOR.to_arrays(optimiser.best.genome)
    assert [round(wiring.run(x)[0]) for x in ((0, 0), (0, 1), (1, 0), (1, 1))] == [0, 1, 1, 0]
    assert len(optimiser.best.genome.nodes) > 1  # no network without a hidden node can


def test_species_never_outgrow_the_population():
    one = CASES["neat-crowded"]
    optimiser, most = one.make(3), 0
    for _ in range(25):
        assert len(optimiser.ask()) == 20
        most = max(most, len(optimiser.species))
        assert sorted(place for places in optimiser.species.values() for place in places) == list(range(20))
        step(optimiser, one, 1)
    assert most > 10  # two elites a species would not have fitted


def test_the_elite_is_scored_again():
    optimiser = Elitist(UNIT, population=10, elite=2, mutation_rate=0.5, seed=1)
    first = optimiser.ask()
    optimiser.tell([9, 8, *[0] * 8])
    second = optimiser.ask()
    assert second[0] is first[0]
    assert second[1] is first[1]
    optimiser.tell([0, 0, 0, 0, 0, 5, 6, 0, 0, 0])  # it had been luck
    assert [id(genome) for genome in optimiser.ask()[:2]] == [id(second[6]), id(second[5])]
    assert optimiser.best.score == 9
    assert optimiser.best.generation == 0


@each("kind", [Elitist, Genetic, Nsga2, MapElites, Neat, MuPlusLambda, HillClimb])
def test_start_genomes_come_first(kind):
    rng = np.random.default_rng(5)
    space = XOR if kind is Neat else CARDS
    start = [space.draw(rng) for _ in range(3)]
    options = {
        Elitist: {"population": 8, "elite": 1, "mutation_rate": 0.1},
        Genetic: {"population": 8, "mutation_rate": 0.1},
        Nsga2: {"population": 8, "objectives": 2, "mutation_rate": 0.1},
        MapElites: {"cells": [4], "ranges": [(0, 1)], "batch": 8},
        Neat: {"population": 8},
        MuPlusLambda: {"parents": 8, "children": 8, "mutation_rate": 0.1},
        HillClimb: {"mutation_rate": 0.1},
    }[kind]
    asked = kind(space, seed=1, start=start, **options).ask()
    assert asked[:3] == start
    assert len(asked) == (3 if kind is HillClimb else 8)
    if kind is not HillClimb:
        with pytest.raises(OptionError, match="do not fit"):
            kind(space, seed=1, start=[start[0]] * 9, **options)
        with pytest.raises(LudusError, match=r"no genome|a genome here"):
            kind(space, seed=1, start=["no genome"], **options)


def test_cma_starts_at_the_given_point():
    space = Reals(3, [0.0, -100.0, 0.0], [1.0, 100.0, 1e-3])
    asked = CmaEs(space, seed=1, population=40, step=1e-3, start=space.vector([0.9, -50.0, 5e-4])).ask()
    assert np.mean(asked, axis=0) == pytest.approx([0.9, -50.0, 5e-4], rel=0.01)


def test_a_collapsed_cma_restarts_with_a_larger_population():
    one = CASES["cma-restarting"]  # a plain: nothing to find
    optimiser = one.make(1)
    step(optimiser, one, 30)
    assert optimiser.restarts >= 1
    assert len(optimiser.ask()) == round(12 * 1.5**optimiser.restarts)


def test_a_hill_climb_without_progress_restarts():
    optimiser = HillClimb(CARDS, mutation_rate=0.1, patience=3, seed=1)
    for _ in range(9):
        optimiser.ask()
        optimiser.tell([1.0])
    assert optimiser.restarts == 2  # a start and three steps, twice


@everyone
def test_asking_twice_gives_the_same_list(one):
    optimiser = one.make(1)
    for _ in range(2):
        first, again = optimiser.ask(), optimiser.ask()
        assert all(a is b for a, b in zip(first, again, strict=True))
        again.clear()  # the caller's own list
        assert len(optimiser.ask()) == len(first)
        optimiser.tell(one.scores(first))


@everyone
def test_wrong_scores_are_refused_and_change_nothing(one):
    optimiser = one.make(1)
    step(optimiser, one, 1)
    with pytest.raises(OptimiserError, match="after ask"):
        optimiser.tell([1.0])
    genomes = optimiser.ask()
    before, scores = optimiser.dump(), np.array(one.scores(genomes), dtype=float)
    for wrong in (scores[:-1], [*scores.tolist(), scores[0].tolist()], 3.0, [], "text", {"a": 1}):
        with pytest.raises(OptimiserError, match=f"each of the {len(genomes)} genomes"):
            optimiser.tell(wrong)
    with pytest.raises(OptimiserError):
        optimiser.tell([None] * len(genomes))
    for nonsense in (np.nan, np.inf, -np.inf):
        holed = scores.copy()
        holed[-1] = nonsense
        with pytest.raises(OptimiserError, match=f"genome {len(genomes) - 1} .*{nonsense}"):
            optimiser.tell(holed)
    assert optimiser.dump() == before
    optimiser.tell(scores)
    with pytest.raises(OptimiserError, match="after ask"):
        optimiser.tell(scores)


@each("name", ["nsga2", "map"])
def test_plain_numbers_are_refused_where_rows_are_wanted(name):
    optimiser = CASES[name].make(1)
    with pytest.raises(OptimiserError, match=r"one row of \d \((objective|score)"):
        optimiser.tell([1.0] * len(optimiser.ask()))


@everyone
def test_proposed_genomes_belong_to_the_space(one):
    optimiser = one.make(4)
    for _ in range(5):
        genomes = optimiser.ask()
        for genome in genomes:
            one.space.from_data(one.space.to_data(genome))
        optimiser.tell(one.scores(genomes))


@everyone
def test_another_seed_proposes_other_genomes(one):
    first, second = one.make(1).ask(), one.make(2).ask()
    assert [one.space.to_data(genome) for genome in first] != [one.space.to_data(genome) for genome in second]


@each(
    ("make", "word"),
    [
        (lambda: Elitist(UNIT, population=1, elite=0, mutation_rate=0.1, seed=1), "population"),
        (lambda: Elitist(UNIT, population=5, elite=5, mutation_rate=0.1, seed=1), "elite"),
        (lambda: Elitist(UNIT, population=5, elite=1, mutation_rate=1.1, seed=1), "mutation rate"),
        (lambda: Elitist(UNIT, population=5, elite=1, mutation_rate=0.1, tournament=0, seed=1), "tournament"),
        (lambda: Genetic(UNIT, population=5, mutation_rate=0.1, selection="roulete", seed=1), "roulette"),
        (lambda: Genetic(UNIT, population=5, mutation_rate=0.1, selection="tournament", seed=1), "tournament:3"),
        (lambda: Genetic(UNIT, population=5, mutation_rate=0.1, selection="rank:2", seed=1), "write 'rank'"),
        (lambda: Genetic(UNIT, population=5, mutation_rate=0.1, selection="truncation:2", seed=1), "truncation:0.5"),
        (lambda: HillClimb(UNIT, mutation_rate=0.1, patience=0, seed=1), "patience"),
        (lambda: MuPlusLambda(UNIT, parents=0, children=2, mutation_rate=0.1, seed=1), "parents"),
        (lambda: CmaEs(CARDS, seed=1), "Reals"),
        (lambda: CmaEs(UNIT, population=2, seed=1), "population"),
        (lambda: CmaEs(UNIT, grow=0.5, seed=1), "growth"),
        (lambda: Nsga2(UNIT, population=8, objectives=1, mutation_rate=0.1, seed=1), "objectives"),
        (lambda: Nsga2(CARDS, population=8, objectives=2, mutation_rate=0.1, variation="sbx", seed=1), "sbx"),
        (lambda: Nsga2(UNIT, population=8, objectives=2, mutation_rate=0.1, variation="pm", seed=1), "'pm'"),
        (lambda: Nsga3(UNIT, objectives=3, divisions=5, population=20, mutation_rate=0.1, seed=1), "21 directions"),
        (lambda: MapElites(UNIT, cells=(3, 3), ranges=[(0, 1)], seed=1), "1 ranges"),
        (lambda: MapElites(UNIT, cells=[3], ranges=[(1, 0)], seed=1), "lower first"),
        (lambda: MapElites(CARDS, cells=[3], ranges=[(0, 1)], variation="iso-line", seed=1), "iso-line"),
        (lambda: Neat(UNIT, population=10, seed=1), "Network"),
        (lambda: Neat(XOR, population=10, elite=3, spared=4, seed=1), "spared"),
    ],
)
def test_invalid_options_are_refused(make, word):
    with pytest.raises(LudusError, match=word):
        make()


def test_any_space_with_the_six_methods_will_do():
    class Signs:
        """Plus or minus, four times, as a text."""

        def draw(self, rng):
            return "".join("+-"[i] for i in rng.integers(2, size=4))

        def mutate(self, genome, rng, rate):
            return "".join("+-"[(sign == "+") ^ (rng.random() >= rate)] for sign in genome)

        def cross(self, a, b, rng):
            return a[:2] + b[2:]

        def to_data(self, genome):
            return genome

        def from_data(self, data):
            return data

        def describe(self, genome):
            return genome

    space = Signs()
    optimisers = [
        Elitist(space, population=10, elite=1, mutation_rate=0.1, seed=1),
        Nsga2(space, population=10, objectives=2, mutation_rate=0.1, seed=1),
        MapElites(space, cells=[5], ranges=[(0, 4)], batch=10, seed=1),
    ]
    for optimiser in optimisers:
        for _ in range(10):
            plus = [genome.count("+") for genome in optimiser.ask()]
            optimiser.tell(plus if optimiser.columns is None else [(n, -n) for n in plus])
    assert optimisers[0].best.genome == "++++"
    assert [elite.score for elite in optimisers[2].elites] == [4]  # all measures are below the range: one cell
