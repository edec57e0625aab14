"""Optimisers in one shape: ask for genomes, tell their scores. All maximise; all stop and go on as if they never had.

    from ludus.evolve import Elitist, Reals, load_optimiser

    space = Reals(20, -1.0, 1.0)                       # twenty weights
    optimiser = Elitist(space, population=50, elite=5, mutation_rate=0.05, seed=7)
    for _ in range(50):
        genomes = optimiser.ask()
        optimiser.tell([strength(genome) for genome in genomes])
        saved = optimiser.dump()                       # bytes; the random generator included
    optimiser = load_optimiser(saved, space)           # perhaps tomorrow, in another process
    print(space.describe(optimiser.best.genome), optimiser.best.score)

Spaces say what a genome is: Reals, Integers, Choices, Subset, Network, or anything with the methods of `Space`.

| optimiser | what it is for | scores |
| --- | --- | --- |
| Elitist | the studies' elitist algorithm; noisy and relative scores | a number each |
| Genetic | a generational genetic algorithm with a choice of selections | a number each |
| HillClimb | the simplest yardstick, with restarts | a number each |
| MuPlusLambda | parents and children compete | a number each |
| CmaEs | real vectors, up to a few hundred genes (cmaes) | a number each |
| Nsga2, Nsga3 | several goals; `front` (pymoo) | a row each: the goals |
| MapElites | the best of every kind; `elites` (pyribs) | a row each: score, then measures |
| Neat | networks that grow (neat-python) | a number each |

All chance comes from one generator per optimiser, made from its seed; the libraries are lent it, and the global
generators of Python and NumPy are neither read nor moved. A state is plain data with a digest, nothing pickled.
"""

from ludus.evolve.cma_es import CmaEs
from ludus.evolve.genetic import Elitist, Genetic
from ludus.evolve.hill_climb import HillClimb
from ludus.evolve.integers import Choices, Integers
from ludus.evolve.map_elites import Elite, MapElites
from ludus.evolve.mu_plus_lambda import MuPlusLambda
from ludus.evolve.neat import Neat
from ludus.evolve.network import Link, Net, Network, Node
from ludus.evolve.nsga import Front, Nsga2, Nsga3
from ludus.evolve.optimiser import AskTell, Best, Optimiser, load_optimiser
from ludus.evolve.portfolio import Opponent, Portfolio
from ludus.evolve.reals import Reals
from ludus.evolve.space import GenomeError, Space
from ludus.evolve.state import OptimiserError
from ludus.evolve.subset import Subset
from ludus.evolve.wiring import ACTIVATIONS, Wiring

__all__ = [
    "ACTIVATIONS",
    "AskTell",
    "Best",
    "Choices",
    "CmaEs",
    "Elite",
    "Elitist",
    "Front",
    "Genetic",
    "GenomeError",
    "HillClimb",
    "Integers",
    "Link",
    "MapElites",
    "MuPlusLambda",
    "Neat",
    "Net",
    "Network",
    "Node",
    "Nsga2",
    "Nsga3",
    "Opponent",
    "Optimiser",
    "OptimiserError",
    "Portfolio",
    "Reals",
    "Space",
    "Subset",
    "Wiring",
    "load_optimiser",
]
