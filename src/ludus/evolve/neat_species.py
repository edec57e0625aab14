"""Species of neat-python: stagnation, reproduction and serialization.

Imports neat, so this module is imported lazily.
"""

from __future__ import annotations

from typing import Any

from neat.reproduction import DefaultReproduction
from neat.species import DefaultSpeciesSet, Species
from neat.stagnation import DefaultStagnation


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
