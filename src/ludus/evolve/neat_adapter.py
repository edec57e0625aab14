"""Adapter of neat-python: its random numbers, genomes and species.

Imports neat, so this module is imported lazily. The library uses the module `random`, whose generator is shared by the
whole process. `seeded_neat` temporarily replaces the functions in its modules by those of our generator, under a lock,
so that neither other code nor a second optimiser can influence a run, and a run influences no other code.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import neat.attributes
import neat.genes
import neat.genome
import neat.reproduction
import numpy as np
from neat.reproduction import DefaultReproduction
from neat.species import DefaultSpeciesSet, Species
from neat.stagnation import DefaultStagnation

from ludus.evolve.network_space import LinkGene, NetworkGenome, NodeGene

if TYPE_CHECKING:
    from ludus.evolve.network_space import Network

_RANDOM_FUNCTIONS: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (neat.genome, ("choice", "random", "shuffle")),
    (neat.genes, ("random",)),
    (neat.attributes, ("choice", "gauss", "random", "uniform", "randint")),
)
_LOCK = threading.Lock()


def draw(space: Network, rng: np.random.Generator) -> NetworkGenome:
    genome = LimitedGenome(0)
    with seeded_neat(rng):
        genome.configure_new(_single_genome_config(space, 1.0))
    return to_net(genome)


def mutate(space: Network, net: NetworkGenome, rng: np.random.Generator, rate: float) -> NetworkGenome:
    genome = _genome_by_ends(space, net, 0)
    with seeded_neat(rng):
        genome.mutate(_single_genome_config(space, rate))
    return to_net(genome)


def cross(space: Network, a: NetworkGenome, b: NetworkGenome, rng: np.random.Generator) -> NetworkGenome:
    # neat-python takes genes of only one parent from the fitter one; here the fitter one is chosen at random.
    one, other = (a, b) if rng.random() < 0.5 else (b, a)
    fitter, weaker, child = _genome_by_ends(space, one, 1), _genome_by_ends(space, other, 0), LimitedGenome(0)
    with seeded_neat(rng):
        child.configure_crossover(fitter, weaker, _single_genome_config(space, 0.0))
    return to_net(child)


@contextmanager
def seeded_neat(rng: np.random.Generator) -> Iterator[None]:
    """Context manager: neat-python uses the random numbers of `rng`."""
    dice = _NeatRandom(rng)
    with _LOCK:
        own = [(module, name, getattr(module, name)) for module, names in _RANDOM_FUNCTIONS for name in names]
        whole_module = neat.reproduction.random
        try:
            for module, name, _ in own:
                setattr(module, name, getattr(dice, name))
            neat.reproduction.random = dice
            yield
        finally:
            for module, name, function in own:
                setattr(module, name, function)
            neat.reproduction.random = whole_module


class LimitedGenome(neat.genome.DefaultGenome):  # type: ignore[misc]
    """Genome of neat-python with a maximal size."""

    def mutate_add_node(self, config: Any) -> None:
        if len(self.nodes) < config.max_nodes and len(self.connections) + 2 <= config.max_links:
            super().mutate_add_node(config)

    def mutate_add_connection(self, config: Any) -> None:
        if len(self.connections) < config.max_links:
            super().mutate_add_connection(config)


def configure(space: Network, rate: float) -> Any:
    """Return the neat-python configuration for genomes of this space; genes change with probability `rate`."""
    options: dict[str, Any] = {
        "num_inputs": space.inputs,
        "num_outputs": space.outputs,
        "num_hidden": 0,
        "feed_forward": "true",
        "initial_connection": f"partial_direct {space.connected!r}",
        "compatibility_disjoint_coefficient": 1.0,
        "compatibility_weight_coefficient": 0.5,
        "node_add_prob": space.add_node * rate,
        "node_delete_prob": space.drop_node * rate,
        "conn_add_prob": space.add_link * rate,
        "conn_delete_prob": space.drop_link * rate,
        "enabled_default": "true",
        "enabled_mutate_rate": 0.02 * rate,
        "activation_default": "random",
        "activation_options": " ".join(space.activations),
        "activation_mutate_rate": 0.1 * rate,
        "aggregation_default": "sum",
        "aggregation_options": "sum",
        "aggregation_mutate_rate": 0.0,
    }
    # Nine of ten changes are steps, one is a new value; the response, a factor of a node's input sum, stays near 1.
    for name, mean, spread, power in (("weight", 0.0, 1.0, 0.5), ("bias", 0.0, 1.0, 0.5), ("response", 1.0, 0.0, 0.1)):
        options[f"{name}_init_mean"], options[f"{name}_init_stdev"] = mean, spread
        options[f"{name}_mutate_rate"], options[f"{name}_replace_rate"] = 0.9 * rate, 0.1 * rate
        options[f"{name}_mutate_power"] = power
        options[f"{name}_min_value"], options[f"{name}_max_value"] = -30.0, 30.0
    config = LimitedGenome.parse_config(options)
    config.max_nodes, config.max_links = space.max_nodes, space.max_links
    return config


def to_net(genome: Any) -> NetworkGenome:
    nodes = (NodeGene(node.key, node.bias, node.response, node.activation) for node in genome.nodes.values())
    links = (LinkGene(link.key[0], link.key[1], link.weight, link.enabled) for link in genome.connections.values())
    return NetworkGenome(tuple(nodes), tuple(links))


def to_genome(net: NetworkGenome, key: int, fitness: float | None, innovations: Iterable[int]) -> LimitedGenome:
    genome = LimitedGenome(key)
    genome.fitness = fitness
    for node in net.nodes:
        gene = neat.genes.DefaultNodeGene(node.key)
        gene.bias, gene.response, gene.activation = node.bias, node.response, node.activation
        gene.aggregation, gene.time_constant = "sum", 1.0
        genome.nodes[node.key] = gene
    for link, innovation in zip(net.links, innovations, strict=True):
        ends = (link.source, link.target)
        gene = neat.genes.DefaultConnectionGene(ends, innovation=innovation)
        gene.weight, gene.enabled = link.weight, link.on
        genome.connections[ends] = gene
    return genome


class LimitedStagnation(DefaultStagnation):  # type: ignore[misc]
    """Stagnation of neat-python that also removes the weakest species if the population is too small for all.

    Without it, reproduction fails if the elites of all species do not fit into the population.
    """

    def __init__(self, config: Any, reporters: Any, room: int) -> None:
        super().__init__(config, reporters)
        self.room = room

    def update(self, species_set: Any, generation: int) -> list[tuple[int, Any, bool]]:
        updated = super().update(species_set, generation)  # the weakest first
        alive = sum(not stagnant for _, _, stagnant in updated)
        result = []
        for number, species, stagnant in updated:
            crowded = not stagnant and alive > self.room
            alive -= crowded
            result.append((number, species, stagnant or crowded))
        return result


class ExactReproduction(DefaultReproduction):  # type: ignore[misc]
    """Reproduction of neat-python in which the sizes of the species always sum to the population.

    In neat-python 2.0 they do not, and it fails, if more children have to be removed than there are species.
    """

    def _adjust_spawn_exact(self, spawn_amounts: list[int], pop_size: int, min_species_size: int) -> list[int]:
        sizes = list(spawn_amounts)
        while sum(sizes) < pop_size:
            sizes[sizes.index(min(sizes))] += 1
        while sum(sizes) > pop_size:
            sizes[sizes.index(max(sizes))] -= 1
        return sizes


def species_to_data(species_set: DefaultSpeciesSet) -> list[dict[str, Any]]:
    return [
        {
            "key": one.key,
            "created": one.created,
            "last_improved": one.last_improved,
            "fitness_history": one.fitness_history,
            "representative": one.representative.key,
            "members": list(one.members),
        }
        for one in species_set.species.values()
    ]


def species_from_data(species_set: DefaultSpeciesSet, data: list[dict[str, Any]], members: dict[int, Any]) -> None:
    """Fill an empty species set; representatives are members of the current generation."""
    for entry in data:
        species = Species(entry["key"], entry["created"])
        species.last_improved, species.fitness_history = entry["last_improved"], entry["fitness_history"]
        species.update(members[entry["representative"]], {key: members[key] for key in entry["members"]})
        species_set.species[species.key] = species
        species_set.genome_to_species.update(dict.fromkeys(entry["members"], species.key))


@lru_cache(maxsize=64)
def _settings(space: Network, rate: float) -> Any:
    config = configure(space, rate)
    config.innovation_tracker = _EndsInnovation(space.inputs)
    return config


def _single_genome_config(space: Network, rate: float) -> Any:
    """Return the configuration to vary a single genome; it is shared, so use it only inside `seeded_neat`."""
    config = _settings(space, rate)
    config.node_indexer = None  # a new node then gets the number after the largest of the genome
    return config


def _genome_by_ends(space: Network, net: NetworkGenome, fitness: float) -> LimitedGenome:
    ends = _EndsInnovation(space.inputs)
    return to_genome(net, 0, fitness, [ends.get_innovation_number(link.source, link.target) for link in net.links])


class _EndsInnovation:
    """Innovation numbers computed from the ends of a link, so that equal links match without a history."""

    def __init__(self, inputs: int) -> None:
        self.inputs = inputs

    def get_innovation_number(self, source: int, target: int, kind: str = "") -> int:
        a, b = source + self.inputs, target  # Cantor pairing function
        return (a + b) * (a + b + 1) // 2 + b


class _NeatRandom:
    """The functions of the module `random` that neat-python uses, based on a NumPy generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.random, self.gauss, self.uniform, self.shuffle = rng.random, rng.normal, rng.uniform, rng.shuffle
        self._integers = rng.integers

    def choice(self, things: Any) -> Any:
        return things[int(self._integers(len(things)))]

    def randint(self, low: int, high: int) -> int:
        return int(self._integers(low, high, endpoint=True))
