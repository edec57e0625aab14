"""Optimisers with an ask/tell interface. All maximise, and all can be saved and resumed with identical results.

    from ludus.evolve import Elitist, Reals, load_optimiser

    space = Reals(20, -1.0, 1.0)                       # twenty weights
    optimiser = Elitist(space, population=50, elite=5, mutation_rate=0.05, seed=7)
    for _ in range(50):
        genomes = optimiser.ask()
        optimiser.tell([strength(genome) for genome in genomes])
        saved = optimiser.dump()                       # bytes, with the state of the random generator
    optimiser = load_optimiser(saved, space)           # later, possibly in another process
    print(space.describe(optimiser.best.genome), optimiser.best.score)

Spaces define genomes: Reals, Integers, Choices, Subset, Network, or any class with the methods of `Space`.

| optimiser | what it is for | scores |
| --- | --- | --- |
| Elitist | elitist algorithm of the studies; noisy and relative scores | a number each |
| Genetic | generational genetic algorithm with several selection methods | a number each |
| HillClimb | simple baseline, with restarts | a number each |
| MuPlusLambda | (mu + lambda) evolution strategy | a number each |
| CmaEs | real vectors, up to a few hundred genes (cmaes) | a number each |
| Nsga2, Nsga3 | several objectives; `front` (pymoo) | a row each: the objectives |
| MapElites | quality diversity; `elites` (pyribs) | a row each: score, then measures |
| Neat | neuroevolution of network topologies (neat-python) | a number each |

All randomness comes from one generator per optimiser, created from its seed and passed to the libraries; the global
generators of Python and NumPy are neither read nor changed. A saved state is plain data with a digest, not a pickle.
"""

from ludus.evolve.checkpoint import OptimiserError
from ludus.evolve.cma_es import CmaEs
from ludus.evolve.map_elites import Elite, MapElites
from ludus.evolve.neat_optimiser import Neat
from ludus.evolve.network_space import ACTIVATIONS, LinkGene, Network, NetworkArrays, NetworkGenome, NodeGene
from ludus.evolve.nsga import Front, Nsga2, Nsga3
from ludus.evolve.opponent_pool import Opponent, OpponentPool
from ludus.evolve.optimiser import AskTell, Best, Optimiser, load_optimiser
from ludus.evolve.single_objective import Elitist, Genetic, HillClimb, MuPlusLambda
from ludus.evolve.spaces import Choices, GenomeError, Integers, Reals, Space, Subset

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
    "LinkGene",
    "MapElites",
    "MuPlusLambda",
    "Neat",
    "Network",
    "NetworkArrays",
    "NetworkGenome",
    "NodeGene",
    "Nsga2",
    "Nsga3",
    "Opponent",
    "OpponentPool",
    "Optimiser",
    "OptimiserError",
    "Reals",
    "Space",
    "Subset",
    "load_optimiser",
]
