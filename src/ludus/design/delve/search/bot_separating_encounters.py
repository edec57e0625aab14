"""Search for encounters that separate bots, each independently, with a ladder from weak to strong.

    ladder = [BotTrial(bot, decks, encounters, orders=4, seed=7) for bot in ("thesis-random", "best-turn")]
    search = EncounterSearch(ladder, tree, encounter=2, target=0.7, turns=(3, 5), seed=7)
    for _ in range(12):
        search.step(backend)
    search.best                                     an Encounter

In an encounter that is far too easy or too hard all bots have the same win rate. The objective: wide and even gaps
between the win rates of neighbours on the ladder, the mean of the ladder near the target, and won fights of the wanted
length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ludus.backends import Backend
from ludus.design.delve.playtest.trials import BotTrial
from ludus.evolve import Genetic, GenomeError
from ludus.games.delve.decks_and_encounters import Encounter
from ludus.games.delve.skill_tree import SkillTree

Genome = tuple[int, ...]  # see GENES

# Enemies of one kind, and one different enemy.
GENES = ("enemies", "attack", "health", "attack of the other", "health of the other")
RANGES = ((1, 6), (1, 20), (5, 250), (1, 40), (5, 500))

WIN_RATE_TOLERANCE = 0.05  # tolerance of the mean win rate
WIN_RATE_PENALTY = 2.0  # penalty per unit beyond the tolerance
TURN_PENALTY = 0.1  # penalty per turn too many or too few


class Foes:
    """Genome space of encounters."""

    stored_name: ClassVar[str] = "Foes"  # in checkpoints

    def draw(self, rng: np.random.Generator) -> Genome:
        """Draw log-uniformly, so that weak enemies are as likely as strong ones."""
        genome = []
        for low, high in RANGES:
            genome.append(round(low * (high / low) ** rng.random()))
        return tuple(genome)

    def mutate(self, genome: Genome, rng: np.random.Generator, rate: float) -> Genome:
        """Mutate: a changed number moves by at least one; small moves are more likely."""
        mutated = []
        for gene, (low, high) in zip(genome, RANGES, strict=True):
            changed, by = rng.random() < rate, rng.normal(0.0, 0.2)
            step = round(gene * by) or (1 if by > 0 else -1)
            mutated.append(min(max(gene + step, low), high) if changed else gene)
        return tuple(mutated)

    def cross(self, a: Genome, b: Genome, rng: np.random.Generator) -> Genome:
        return tuple(x if rng.random() < 0.5 else y for x, y in zip(a, b, strict=True))

    def to_data(self, genome: Genome) -> list[int]:
        return list(genome)

    def from_data(self, data: Any) -> Genome:
        if not isinstance(data, list | tuple) or len(data) != len(GENES):
            raise GenomeError(f"an encounter here is {len(GENES)} numbers: {', '.join(GENES)}; not {data!r:.80}")
        for name, value, (low, high) in zip(GENES, data, RANGES, strict=True):
            if type(value) is not int or not low <= value <= high:
                raise GenomeError(f"{name} is {value!r:.80}; it is {low} to {high}")
        return tuple(data)

    def describe(self, genome: Genome) -> str:
        count, attack, health, other_attack, other_health = genome
        return f"{count} x {attack}/{health}, {other_attack}/{other_health}"


def encounter_of(genome: Genome) -> Encounter:
    """Return the encounter of a genome."""
    count, *rest = genome
    return Encounter((*(((rest[0], rest[1]),) * count), (rest[2], rest[3])))


def genome_of(encounter: Encounter) -> Genome:
    """Return the nearest genome: all enemies but the last as one kind."""
    *many, last = encounter.enemies
    many = many or [last]
    attack, health = (round(float(np.mean([foe[k] for foe in many]))) for k in range(2))
    wanted = (len(many), attack, health, *last)
    return tuple(min(max(value, low), high) for value, (low, high) in zip(wanted, RANGES, strict=True))


def separation(wins: np.ndarray) -> float:
    """Return how well win rates, ordered from the weakest bot to the strongest, are separated: 0 to 1.

    The square roots of the gaps are added, so that several small gaps are better than one large one; 1 is a ladder from
    never to always in even steps. A gap in the wrong direction counts negatively.
    """
    gaps = np.diff(wins)
    return float((np.sign(gaps) * np.sqrt(np.abs(gaps))).sum() / np.sqrt(len(gaps)))


class EncounterSearch:
    """The search for one encounter."""

    def __init__(
        self,
        ladder: Sequence[BotTrial],
        tree: SkillTree,
        encounter: int,
        target: float,
        turns: tuple[float, float],
        seed: int,
        population: int = 24,
        state: bytes | None = None,
    ) -> None:
        self.ladder, self.tree, self.encounter, self.target, self.turns = list(ladder), tree, encounter, target, turns
        space, first = Foes(), genome_of(ladder[0].foes[encounter])
        self.run: Genetic[Genome] = (
            Genetic.load(state, space)
            if state
            else Genetic(space, population=population, mutation_rate=0.4, elite=2, seed=seed, start=[first])
        )
        self._known: dict[Genome, float] = {}  # scores depend on the genome alone: card orders are the same for all

    @property
    def best(self) -> Encounter:
        """The best encounter so far."""
        assert self.run.best is not None, "a search has a best after its first step"
        return encounter_of(self.run.best.genome)

    def step(self, backend: Backend | None = None) -> float:
        """Run one generation; return the best score so far."""
        candidates = self.run.ask()
        new = [genome for genome in dict.fromkeys(candidates) if genome not in self._known]
        if new:
            self._known.update(zip(new, self._scores(new, backend), strict=True))
        self.run.tell([self._known[genome] for genome in candidates])
        assert self.run.best is not None, "something was told"
        return self.run.best.score

    def _scores(self, genomes: list[Genome], backend: Backend | None) -> list[float]:
        others = [encounter_of(genome) for genome in genomes]
        fights = [trial.play_encounters(self.encounter, others, self.tree, backend) for trial in self.ladder]
        wins = np.array([rows["won"].mean((1, 2)) for rows in fights])
        won = sum(rows["won"].sum((1, 2)) for rows in fights)
        turns = sum((rows["turns"] * rows["won"]).sum((1, 2)) for rows in fights)
        return [self._score(wins[:, k], turns[k] / max(won[k], 1)) for k in range(len(genomes))]

    def _score(self, wins: np.ndarray, turns: float) -> float:
        off = max(0.0, abs(float(wins.mean()) - self.target) - WIN_RATE_TOLERANCE)
        low, high = self.turns
        late = max(0.0, low - turns, turns - high)
        return separation(wins) - WIN_RATE_PENALTY * off - TURN_PENALTY * late
