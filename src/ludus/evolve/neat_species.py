"""Species of neat-python: which die out, how many children they have, how they are written down.

Imports neat, so it is itself imported late.
"""

from __future__ import annotations

from typing import Any

from neat.reproduction import DefaultReproduction
from neat.species import DefaultSpeciesSet, Species
from neat.stagnation import DefaultStagnation


class Stagnation(DefaultStagnation):  # type: ignore[misc]
    """neat-python's rule, and one more: the weakest species make way where the population has no room for all.

    Without it, reproduction fails once there are more species than elites fit into the population.
    """

    def __init__(self, config: Any, reporters: Any, room: int) -> None:
        super().__init__(config, reporters)
        self.room = room

    def update(self, species_set: Any, generation: int) -> list[tuple[int, Any, bool]]:
        told = super().update(species_set, generation)  # the weakest first
        alive = sum(not stagnant for _, _, stagnant in told)
        result = []
        for number, species, stagnant in told:
            crowded = not stagnant and alive > self.room
            alive -= crowded
            result.append((number, species, stagnant or crowded))
        return result


class Reproduction(DefaultReproduction):  # type: ignore[misc]
    """neat-python's reproduction, but the sizes of the species always add up to the population.

    In neat-python 2.0 they do not, and it fails, when more children have to be taken away than there are species.
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
    """Fills an empty species set; representatives are members of the present generation."""
    for written in data:
        one = Species(written["key"], written["created"])
        one.last_improved, one.fitness_history = written["last_improved"], written["fitness_history"]
        one.update(members[written["representative"]], {key: members[key] for key in written["members"]})
        species_set.species[one.key] = one
        species_set.genome_to_species.update(dict.fromkeys(written["members"], one.key))
