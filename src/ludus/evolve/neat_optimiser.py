"""NEAT: neuroevolution of augmenting topologies with speciation, based on neat-python."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludus.evolve.network_space import Network, NetworkGenome
from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import checked_float, checked_int
from ludus.util.errors import OptionError
from ludus.util.extras import require_extra


class Neat(AskTell[NetworkGenome]):
    """Evolves networks of a space `Network`.

    Networks whose distance is below `threshold` form a species; offspring is allotted to species by their mean score.
    In each species the best `elite` members survive and are scored again, and the best fraction `survivors` are
    parents. A species whose best score has not improved for `patience` generations dies out, except for the best
    `spared` species; so do the weakest species if the population is too small for all of them.

    Args:
        space: the space of networks.
        population: members of a generation.
        seed: seed of the random generator.
        mutation_rate: factor of the probabilities of all mutations, 0..1.
        threshold: largest distance within a species.
        elite: members of a species that survive.
        survivors: fraction of a species that are parents.
        patience: generations without progress before a species dies out.
        spared: number of best species that do not die out.
        start: networks of the first generation; the others are random.

    Raises:
        OptionError: an argument is invalid; the message names it.
    """

    stored_name = "Neat"
    library = "neat-python"
    settings = ("population", "mutation_rate", "threshold", "elite", "survivors", "patience", "spared")

    def __init__(
        self,
        space: Network,
        *,
        population: int,
        seed: int,
        mutation_rate: float = 0.8,
        threshold: float = 3.0,
        elite: int = 2,
        survivors: float = 0.2,
        patience: int = 15,
        spared: int = 2,
        start: Sequence[NetworkGenome] | None = None,
    ) -> None:
        if not isinstance(space, Network):
            raise OptionError(f"Neat works on Network, not on {type(space).__name__}")
        require_extra("studies", "Neat", "neat")
        self.population = checked_int(population, "the population", 2)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.threshold = checked_float(threshold, "the distance between species", 0.0)
        self.elite = checked_int(elite, "the elite of a species", 0, population)
        self.survivors = checked_float(survivors, "the share of survivors", 0.0, 1.0)
        self.patience = checked_int(patience, "the patience", 1)
        self.spared = checked_int(spared, "the number of spared species", 1, population // max(1, elite))
        super().__init__(space, seed, start, population)
        self._network = space
        self._members: dict[int, Any] = {}  # neat-python's genomes by their keys
        self._set_up()

    @property
    def species(self) -> dict[int, list[int]]:
        """Species by number: the indices of their members among the proposed genomes."""
        index = {key: i for i, key in enumerate(self._members)}
        return {number: [index[key] for key in one.members] for number, one in sorted(self._species.species.items())}

    def _set_up(self) -> None:
        from neat.innovation import InnovationTracker
        from neat.reporting import ReporterSet
        from neat.species import DefaultSpeciesSet

        from ludus.evolve import neat_adapter
        from ludus.evolve.neat_adapter import ExactReproduction, LimitedStagnation

        silent = ReporterSet()
        kinds = DefaultSpeciesSet.parse_config({"compatibility_threshold": self.threshold})
        breeding = ExactReproduction.parse_config({"elitism": self.elite, "survival_threshold": self.survivors})
        dying = LimitedStagnation.parse_config(
            {"species_fitness_func": "max", "max_stagnation": self.patience, "species_elitism": self.spared}
        )
        self._species: Any = DefaultSpeciesSet(kinds, silent)
        self._breeding: Any = ExactReproduction(breeding, silent, LimitedStagnation(dying, silent, self._room()))
        genomes = neat_adapter.configure(self._network, self.mutation_rate)
        self._config = SimpleNamespace(genome_type=neat_adapter.LimitedGenome, genome_config=genomes)
        # neat-python numbers genomes, species and nodes with counters that cannot be read; these can.
        self._breeding.genome_indexer, self._species.indexer = ReadableCounter(1), ReadableCounter(1)
        genomes.node_indexer = ReadableCounter(self._network.outputs)
        self._breeding.innovation_tracker = genomes.innovation_tracker = InnovationTracker()

    def _room(self) -> int:
        """Return the largest number of species: each has at least its elite."""
        return self.population // max(1, self.elite)

    def _propose(self) -> list[NetworkGenome]:
        from ludus.evolve import neat_adapter

        if not self._members:
            self._members = self._begin(self._first(self.population))
        else:
            with neat_adapter.seeded_neat(self._rng):
                self._members = self._breeding.reproduce(
                    self._config, self._species, self.population, self.generation - 1
                )
            self._breeding.ancestors.clear()  # unused record that only grows
        self._species.speciate(self._config, self._members, max(0, self.generation - 1))
        return [neat_adapter.to_net(genome) for genome in self._members.values()]

    def _begin(self, nets: list[NetworkGenome]) -> dict[int, Any]:
        from ludus.evolve.neat_adapter import to_genome

        numbered, members = self._breeding.innovation_tracker.get_innovation_number, {}
        for net in nets:
            key = next(self._breeding.genome_indexer)
            innovations = [numbered(link.source, link.target, "initial_connection") for link in net.links]
            members[key] = to_genome(net, key, None, innovations)
        self._config.genome_config.node_indexer = ReadableCounter(
            1 + max(node.key for net in nets for node in net.nodes)
        )
        return members

    def _learn(self, proposed: list[NetworkGenome], scores: np.ndarray) -> None:
        for genome, score in zip(self._members.values(), scores, strict=True):
            genome.fitness = float(score)

    def _own(self) -> dict[str, Any]:
        from ludus.evolve.neat_adapter import species_to_data

        return {
            "members": [self._written(genome) for genome in self._members.values()],
            "species": species_to_data(self._species),
            "next genome": self._breeding.genome_indexer.next,
            "next species": self._species.indexer.next,
            "next node": self._config.genome_config.node_indexer.next,
            # Only the count: the list of a generation's innovations is cleared before the next one.
            "innovation": self._breeding.innovation_tracker.global_counter,
        }

    def _written(self, genome: Any) -> list[Any]:
        from ludus.evolve.neat_adapter import to_net

        innovations = [link.innovation for link in genome.connections.values()]
        return [genome.key, genome.fitness, innovations, self._network.to_data(to_net(genome))]

    def _restore(self, own: dict[str, Any]) -> None:
        from ludus.evolve.neat_adapter import species_from_data, to_genome

        self._members = {
            key: to_genome(self._network.from_data(net), key, fitness, innovations)
            for key, fitness, innovations, net in own["members"]
        }
        species_from_data(self._species, own["species"], self._members)
        self._breeding.genome_indexer, self._species.indexer = (
            ReadableCounter(own["next genome"]),
            ReadableCounter(own["next species"]),
        )
        self._config.genome_config.node_indexer = ReadableCounter(own["next node"])
        self._breeding.innovation_tracker.global_counter = own["innovation"]


class ReadableCounter:
    """Counter whose next number can be read."""

    def __init__(self, start: int) -> None:
        self.next = start

    def __next__(self) -> int:
        self.next += 1
        return self.next - 1
