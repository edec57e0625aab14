"""Dumped and loaded at any moment, in any process, an optimiser goes on as if it had never stopped."""

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from ludus.design.evaluation.linear_and_tree_genomes import ExpressionTreeSpace, LinearSpace
from ludus.evolve import (
    Choices,
    CmaEs,
    Elitist,
    Genetic,
    HillClimb,
    Integers,
    MapElites,
    MuPlusLambda,
    Neat,
    Network,
    Nsga2,
    Nsga3,
    OptimiserError,
    Reals,
    Subset,
    load_optimiser,
)
from ludus.evolve.checkpoint import from_bytes, stored_name, to_bytes
from ludus.util.errors import LudusError, UnknownName
from tests.cases import each, sized, thorough
from tests.evolve import problems
from tests.evolve.problems import CARDS, CASES, UNIT, Case, fingerprint, sphere, step
from tests.messages import mentions

everyone = each("one", CASES.values())


@everyone
def test_it_continues_identically_from_every_generation(one):
    whole = one.make(7)
    asked, dumps = [], [whole.dump()]
    for _ in range(9):
        asked += step(whole, one, 1)
        dumps.append(whole.dump())
    for stop in (1, 2, 5, 8):
        again = load_optimiser(dumps[stop], one.space)
        assert type(again) is type(whole)
        assert again.generation == stop
        assert again.dump() == dumps[stop]
        until = 9 if stop == 1 else stop + 1  # one goes on to the end, the others to where the next dump is known
        assert step(again, one, until - stop) == asked[stop:until]
        assert again.dump() == dumps[until]


@everyone
def test_it_may_stop_between_ask_and_tell_and_after_every_generation(one):
    whole, hopping = one.make(3), one.make(3)
    for _ in range(6):
        genomes = [one.space.to_data(genome) for genome in whole.ask()]
        hopping.ask()
        hopping = load_optimiser(hopping.dump(), one.space)
        assert [one.space.to_data(genome) for genome in hopping.ask()] == genomes
        for optimiser in (whole, hopping):
            optimiser.tell(one.scores(optimiser.ask()))
        hopping = load_optimiser(hopping.dump(), one.space)
    assert hopping.dump() == whole.dump()


@everyone
def test_dumping_changes_nothing(one):
    dumped, silent = one.make(3), one.make(3)
    for _ in range(4):
        assert dumped.dump() == dumped.dump()
        dumped.ask()
        dumped.dump()
        step(dumped, one, 1)
        step(silent, one, 1)
    assert dumped.dump() == silent.dump()


@pytest.mark.slow
def test_another_process_continues_identically(tmp_path):
    expected = {}
    for name, one in CASES.items():
        for stop in (0, 4):
            optimiser = one.make(11)
            step(optimiser, one, stop)
            (tmp_path / f"{name}@{stop}").write_bytes(optimiser.dump())
            expected[f"{name}@{stop}"] = fingerprint(optimiser, one, 5)
    hash_seed = "1" if os.environ.get("PYTHONHASHSEED") == "4242" else "4242"
    root = Path(problems.__file__).parents[2]
    found = subprocess.run(
        [sys.executable, "-W", "ignore", problems.__file__, str(tmp_path), "5"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == expected


@sized
@everyone
def test_neither_global_generators_nor_a_second_optimiser_matter(one):
    generations = thorough(3, 5)
    alone = [step(one.make(seed), one, generations) for seed in (1, 2)]
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    pair = [one.make(seed) for seed in (1, 2)]
    together = [[], []]
    for _ in range(generations):
        for asked, optimiser in zip(together, pair, strict=True):
            asked += step(optimiser, one, 1)
    assert together == alone
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


def test_optimisers_in_two_threads_do_not_disturb_each_other():
    one = CASES["neat"]
    alone = [step(one.make(seed), one, 6) for seed in (1, 2)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda seed: step(one.make(seed), one, 6), (1, 2))) == alone


@everyone
def test_a_state_that_is_cut_short_or_altered_is_refused(one):
    optimiser = one.make(1)
    step(optimiser, one, 1)
    data = optimiser.dump()
    for wrong in (b"", data[:10], data[:40], data[: len(data) // 2], data[:-1], data + b"x", b"PK" + data):
        with pytest.raises(OptimiserError):
            load_optimiser(wrong, one.space)
    place = len(data) - 5
    with pytest.raises(OptimiserError, match="cut short or altered"):
        load_optimiser(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :], one.space)


def altered(data, **changes):
    return to_bytes(msgspec.structs.replace(from_bytes(data), **changes))


@each("name", ["elitist", "cma", "nsga2", "map", "neat"])
def test_a_state_that_does_not_fit_is_refused(name):
    one = CASES[name]
    data = one.make(1).dump()
    with pytest.raises(UnknownName, match="Swarm"):
        load_optimiser(altered(data, optimiser="Swarm"), one.space)
    with pytest.raises(OptimiserError, match="form 99"):
        load_optimiser(altered(data, version=99), one.space)
    with pytest.raises(OptimiserError, match=mentions("numpy 0.1", "install")):
        load_optimiser(altered(data, library="numpy 0.1"), one.space)
    with pytest.raises(OptimiserError, match="space Galaxy"):
        load_optimiser(altered(data, space="Galaxy"), one.space)


def test_a_state_belongs_to_its_optimiser_and_its_space():
    optimiser = CASES["elitist"].make(1)
    step(optimiser, CASES["elitist"], 1)
    assert Elitist.load(optimiser.dump(), UNIT).dump() == optimiser.dump()
    with pytest.raises(OptimiserError, match="Elitist, not of Genetic"):
        Genetic.load(optimiser.dump(), UNIT)
    with pytest.raises(OptimiserError, match="space Reals, not Subset"):
        load_optimiser(optimiser.dump(), CARDS)
    with pytest.raises(LudusError, match="a list of 7 numbers, not a list of 6"):
        load_optimiser(optimiser.dump(), Reals(7, 0.0, 1.0))


def test_a_space_that_does_not_write_plain_data_is_refused():
    class Odd(Reals):
        def to_data(self, genome):
            return {"x": genome.tolist(), "odd": object()}

        def from_data(self, data):
            return self.vector(data["x"])

    optimiser = Elitist(Odd(3, 0, 1), population=4, elite=1, mutation_rate=0.1, seed=1)
    optimiser.ask()
    with pytest.raises(OptimiserError, match="Odd is not written as plain data"):
        optimiser.dump()


@each("name", ["elitist", "cma", "map", "neat"])
def test_the_best_genome_is_restored(name):
    one = CASES[name]
    optimiser = one.make(1)
    step(optimiser, one, 4)
    best, again = optimiser.best, load_optimiser(optimiser.dump(), one.space).best
    assert (again.score, again.generation) == (best.score, best.generation)
    assert one.space.to_data(again.genome) == one.space.to_data(best.genome)


def test_the_number_of_threads_for_linear_algebra_does_not_matter():
    def run(threads):
        with threadpool_limits(threads, user_api="blas"):
            optimiser = CmaEs(Reals(150, -1.0, 1.0), population=4, seed=1)
            step(optimiser, Case(optimiser.space, None, sphere), 3)
            return optimiser.dump()

    assert run(1) == run(2)


SAMPLES = """
import numpy as np
from ludus.evolve import CmaEs, Reals
optimiser = CmaEs(Reals(30, -8, 8), population=12, step=0.02, seed=3)
for _ in range(12):
    genomes = optimiser.ask()
    optimiser.tell([-round(float(np.sum((x - 1.3) ** 2 * np.arange(1, 31))), 3) for x in genomes])
print(np.round(np.array(genomes) * 65536).tolist())
"""


@pytest.mark.slow
def test_other_processors_propose_the_same_to_sixteen_binary_places():
    """Linear algebra as older processors do it; where the names mean nothing, the two are simply alike."""
    kinds = [
        subprocess.run(
            [sys.executable, "-c", SAMPLES],
            env={**os.environ, "OPENBLAS_CORETYPE": kind},
            check=True,
            capture_output=True,
        ).stdout
        for kind in ("Prescott", "Nehalem")
    ]
    assert kinds[0] == kinds[1]


def test_names_in_checkpoints_and_random_streams_never_change():
    optimisers = {CmaEs, Elitist, Genetic, HillClimb, MapElites, MuPlusLambda, Neat, Nsga2, Nsga3}
    assert {kind.stored_name for kind in optimisers} == set(
        "CmaEs Elitist Genetic HillClimb MapElites MuPlusLambda Neat Nsga2 Nsga3".split()
    )
    spaces = {Choices, Integers, Network, Reals, Subset, LinearSpace, ExpressionTreeSpace}
    assert {stored_name(kind) for kind in spaces} == set(
        "Choices Integers Network Reals Subset LinearSpace TreeSpace".split()
    )


def test_a_class_without_a_stored_name_is_stored_by_its_own():
    class Halving(HillClimb):
        pass

    assert Halving.stored_name == "Halving"
    assert stored_name(type("Cubes", (Reals,), {})) == "Cubes"
