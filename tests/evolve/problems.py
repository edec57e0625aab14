"""Small problems with known answers, one for every optimiser and every way it varies genomes.

Run as a program it goes on with dumped optimisers: `python problems.py FOLDER GENERATIONS` prints, for every file
NAME in the folder, what the optimiser of the case NAME asks and ends as.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ludus.evolve import (
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
    Reals,
    Subset,
    load_optimiser,
)

SUMS = (((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0))  # exclusive or


def sphere(genome):
    """0 at the point (0.3, 0.3, ...), less everywhere else."""
    return -float(np.sum((genome - 0.3) ** 2))


def low_numbers(genome):
    """How many of the things are below 10."""
    return float(sum(thing < 10 for thing in genome))


def tent(genome):
    """Two goals that pull apart: near 0 and near 1 in the first gene; the other genes only cost (as in ZDT1)."""
    cost = 1 + 9 * float(np.mean(genome[1:]))
    return [-float(genome[0]), -cost * (1 - float(np.sqrt(genome[0] / cost)))]


def three_goals(genome):
    return [*tent(genome), -float(genome[1] ** 2)]


def few_and_low(genome):
    """Two goals over sets: low numbers, and neighbours far apart."""
    return [-float(sum(genome)), float(min(b - a for a, b in pairwise(genome)))]


def shape(genome):
    """A score and two measures: how the first two genes stand."""
    return [sphere(genome), float(genome[0]), float(genome[1])]


def set_shape(genome):
    return [float(sum(genome)), float(genome[0]), float(genome[-1])]


def exclusive_or(network):
    def score(net):
        wiring = network.to_arrays(net)
        return 4.0 - sum((wiring.run(x)[0] - y) ** 2 for x, y in SUMS)

    return score


UNIT = Reals(6, 0.0, 1.0)
WIDE = Reals(6, -4.0, 4.0, bounded=False)
CARDS = Subset(40, 8)
XOR = Network(2, 1, activations=("sigmoid", "tanh"))


@dataclass(frozen=True)
class Case:
    space: Any
    make: Callable[[int], Any]  # from a seed
    score: Callable[[Any], Any]  # of one genome

    def scores(self, genomes):
        return [self.score(genome) for genome in genomes]


def case(kind, space, score, **options):
    return Case(space, lambda seed: kind(space, seed=seed, **options), score)


CASES = {
    "elitist": case(Elitist, UNIT, sphere, population=20, elite=3, mutation_rate=0.3),
    "elitist-set": case(Elitist, CARDS, low_numbers, population=20, elite=2, mutation_rate=0.1),
    "elitist-network": case(Elitist, XOR, exclusive_or(XOR), population=20, elite=2, mutation_rate=0.5),
    "genetic-tournament": case(Genetic, UNIT, sphere, population=20, mutation_rate=0.3),
    "genetic-rank": case(Genetic, CARDS, low_numbers, population=20, mutation_rate=0.1, selection="rank", elite=0),
    "genetic-roulette": case(Genetic, UNIT, sphere, population=20, mutation_rate=0.2, selection="roulette"),
    "genetic-truncation": case(Genetic, UNIT, sphere, population=20, mutation_rate=0.3, selection="truncation:0.3"),
    "climb": case(HillClimb, CARDS, low_numbers, mutation_rate=0.1, neighbours=4, patience=4),
    "climb-rescored": case(HillClimb, UNIT, sphere, mutation_rate=0.3, neighbours=3, rescore=True),
    "mu-plus-lambda": case(MuPlusLambda, UNIT, sphere, parents=5, children=15, mutation_rate=0.4),
    "mu-plus-lambda-rescored": case(
        MuPlusLambda, CARDS, low_numbers, parents=5, children=15, mutation_rate=0.1, crossover_rate=0.5, rescore=True
    ),
    "cma": case(CmaEs, UNIT, sphere),
    "cma-unbounded": case(CmaEs, WIDE, sphere, population=9),
    "cma-restarting": case(CmaEs, Reals(2, 0.0, 1.0), lambda genome: 1.0, population=12, grow=1.5),
    "nsga2": case(Nsga2, UNIT, tent, population=24, objectives=2, mutation_rate=0.2),
    "nsga2-sbx": case(Nsga2, UNIT, tent, population=24, objectives=2, mutation_rate=0.2, variation="sbx"),
    "nsga2-set": case(Nsga2, CARDS, few_and_low, population=24, objectives=2, mutation_rate=0.1),
    "nsga2-exhausted": case(
        Nsga2, Integers(2, 0, 2), lambda genome: [-genome[0], genome[1]], population=12, objectives=2, mutation_rate=0.5
    ),
    "nsga3": case(Nsga3, UNIT, three_goals, objectives=3, divisions=5, mutation_rate=0.2),
    "nsga3-sbx": case(Nsga3, UNIT, three_goals, objectives=3, divisions=5, mutation_rate=0.2, variation="sbx"),
    "nsga3-set": case(Nsga3, CARDS, few_and_low, objectives=2, divisions=12, population=20, mutation_rate=0.1),
    "map": case(MapElites, UNIT, shape, cells=(6, 6), ranges=((0, 1), (0, 1)), batch=20),
    "map-iso-line": case(MapElites, UNIT, shape, cells=(6, 6), ranges=((0, 1), (0, 1)), batch=20, variation="iso-line"),
    "map-set": case(MapElites, CARDS, set_shape, cells=(5, 8), ranges=((0, 20), (10, 40)), batch=20),
    "neat": case(Neat, XOR, exclusive_or(XOR), population=40),
    "neat-crowded": case(Neat, XOR, exclusive_or(XOR), population=20, threshold=0.5, patience=3),
}


def step(optimiser, one: Case, generations: int):
    """Goes on for some generations; the genomes asked, as data, a list each."""
    asked = []
    for _ in range(generations):
        genomes = optimiser.ask()
        asked.append([one.space.to_data(genome) for genome in genomes])
        optimiser.tell(one.scores(genomes))
    return asked


def fingerprint(optimiser, one: Case, generations: int) -> str:
    """What an optimiser asks from here on, and its state at the end, as a digest."""
    asked = json.dumps(step(optimiser, one, generations)).encode()
    return hashlib.sha256(asked + optimiser.dump()).hexdigest()


if __name__ == "__main__":
    found = {}
    for file in sorted(Path(sys.argv[1]).iterdir()):
        one = CASES[file.name.partition("@")[0]]
        found[file.name] = fingerprint(load_optimiser(file.read_bytes(), one.space), one, int(sys.argv[2]))
    print(json.dumps(found))
