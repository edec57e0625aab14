"""Evolution of kingdoms (sets of ten cards).

    evaluator = KingdomEvaluator(pool, ["earl", "drew"], games=1000)
    run = KingdomEvolution(evaluator, MaximiseMeasure("skill-computed"), seed=7, form="paper", population=100)
    for _ in range(30):
        generation = run.step(backend)      best and mean score, best kingdom, number of invalid members
    measure_on_fresh_seeds(evaluator, [generation.kingdom], ["skill-computed"], seed=7)

Three forms: "paper" (independent genes as in the paper; card sets with a card twice score 0), "rescored" (the same, but
all members are scored again in every generation, so that lucky scores do not persist) and "set": genomes are sets of 10
cards, a child keeps the cards common to both parents and fills up from either, mutation exchanges a card for one
outside. There the elite is scored again in every generation, too.

With `fresh_seeds` (the default), every generation is played on seeds of its own, as the paper's noise was. Without, all
are played on the same ones; a kingdom's games depend only on the seed and its cards, so each is then played only once.

`run.optimiser.dump()` and `KingdomEvolution(..., state=...)` resume a run.

The paper's genetic algorithm is documented only in part. It names population (100) and generations (30), and the
library JGAP. For everything else `PaperGenetic` uses the defaults of JGAP 3 (its class DefaultConfiguration):

- crossover at one point, between two uniformly chosen members, for 35 pairs in a population of 100, both children kept;
- a mutated copy of every member in which a gene mutates, each with probability 1/12: by any number of positions up or
  down the list of cards, or to any card if that is beyond the list's end;
- members, children and mutants compete: the best 90 survive, and the first ten of them are duplicated;
- a score is measured once and kept. A lucky one stays, so the maximum of the population never falls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludus.backends import Backend
from ludus.core.random import derive
from ludus.design.dominion.kingdom_numbering import Kingdom, KingdomPool
from ludus.design.dominion.measures import ValuesAndErrors
from ludus.design.dominion.objectives import KingdomEvaluator, Objective
from ludus.evolve import Genetic, Subset
from ludus.evolve.optimiser import AskTell
from ludus.evolve.spaces import Integers, Space, checked_float, checked_int
from ludus.util.errors import OptionError

Genes = tuple[int, ...]
Representation = Literal["set", "paper", "rescored"]


class CardGenes(Integers):
    """Genomes of ten cards, possibly with duplicates; mutation and crossover as in JGAP."""

    def mutate(self, genome: Genes, rng: np.random.Generator, rate: float) -> Genes:
        chosen, moves = rng.random(self.n) < rate, rng.uniform(-1, 1, self.n)
        anywhere = rng.integers(self.low, self.high + 1, self.n)
        moved = []
        for x, new, move, other in zip(genome, chosen, moves, anywhere, strict=True):
            to = round(x + (self.high - self.low) * float(move)) if new else x
            moved.append(to if self.low <= to <= self.high else int(other))
        return tuple(moved)

    def swap(self, a: Genes, b: Genes, rng: np.random.Generator) -> tuple[Genes, Genes]:
        """Return both children of a one-point crossover."""
        at = int(rng.integers(self.n))
        return a[:at] + b[at:], b[:at] + a[at:]

    def cross(self, a: Genes, b: Genes, rng: np.random.Generator) -> Genes:
        return self.swap(a, b, rng)[0]


class PaperGenetic(AskTell[Genes]):
    """JGAP's default evolution. Only genomes without a score are asked for."""

    stored_name = "PaperGenetic"
    settings = ("population", "crossover_share", "mutation_rate", "kept")

    def __init__(
        self,
        space: Space[Genes],
        *,
        seed: int,
        population: int = 100,
        crossover_share: float = 0.35,
        mutation_rate: float = 1 / 12,
        kept: float = 0.9,
        start: Sequence[Genes] | None = None,
    ) -> None:
        self.population = checked_int(population, "the population", 2)
        self.crossover_share = checked_float(crossover_share, "the share of crossovers", 0.0, 1.0)
        self.mutation_rate = checked_float(mutation_rate, "the mutation rate", 0.0, 1.0)
        self.kept = checked_float(kept, "the share that is kept", 0.01, 1.0)
        self.members: list[Genes] = []
        self.scores = np.empty(0)
        super().__init__(space, seed, start, population)

    def _propose(self) -> list[Genes]:
        if not self.members:
            return self._first(self.population)
        space: Any = self.space
        rng, children = self._rng, []
        for _ in range(max(1, int(self.crossover_share * self.population))):
            a, b = (self.members[int(k)] for k in rng.integers(len(self.members), size=2))
            children += space.swap(a, b, rng)
        for member in self.members:
            mutant = space.mutate(member, rng, self.mutation_rate)
            if mutant != member:
                children.append(mutant)
        return children

    def _learn(self, asked: list[Genes], scores: np.ndarray) -> None:
        if not self.members:
            self.members, self.scores = asked, scores
            return
        candidates, all_scores = self.members + asked, np.concatenate([self.scores, scores])
        order = self.survivors(all_scores)
        self.members, self.scores = [candidates[k] for k in order], all_scores[order]

    def survivors(self, scores: np.ndarray) -> np.ndarray:
        """Return the indices of the survivors: the best, and the first of them again to fill up the population."""
        order = np.argsort(-scores, kind="stable")[: max(1, round(self.kept * self.population))]
        return np.resize(order, self.population)

    def _own(self) -> dict[str, Any]:
        return {"members": [list(one) for one in self.members], "scores": self.scores.tolist()}

    def _restore(self, own: dict[str, Any]) -> None:
        self.members = [self.space.from_data(one) for one in own["members"]]
        self.scores = np.array(own["scores"], dtype=np.float64)


class RescoredGenetic(PaperGenetic):
    """JGAP's default evolution, except that members are asked for and scored again in every generation."""

    stored_name = "RescoredGenetic"

    def _propose(self) -> list[Genes]:
        return [*self.members, *super()._propose()]

    def _learn(self, asked: list[Genes], scores: np.ndarray) -> None:
        order = self.survivors(scores) if self.members else np.arange(len(asked))
        self.members, self.scores = [asked[k] for k in order], scores[order]


@dataclass(frozen=True)
class KingdomGeneration:
    """Summary of one generation."""

    number: int  # from 1
    best: float  # score, of all members
    mean: float  # of all members, invalid ones included
    valid: int  # members that are valid kingdoms
    asked: int  # kingdoms that were played
    kingdom: Kingdom  # the best member
    values: dict[str, float]  # its measures, as far as they are known


class CardConstraints:
    """Constraint on kingdoms: cards that must be in, and cards that must not."""

    def __init__(self, pool: KingdomPool, keep: Sequence[int] = (), ban: Sequence[int] = ()) -> None:
        if both := sorted(set(keep) & set(ban)):
            raise OptionError(f"{pool.names[both[0]]} cannot be both in --keep and in --ban")
        self.required = tuple(sorted(set(keep)))
        self.free = tuple(card for card in range(pool.size) if card not in {*keep, *ban})
        self.free_places = pool.piles - len(self.required)  # free places
        if self.free_places < 1 or len(self.free) < self.free_places + 1:
            raise OptionError(
                f"nothing to choose: {len(self.required)} cards are kept and {len(self.free)} others allowed, "
                f"for {pool.piles} places"
            )

    def kingdom(self, genome: Sequence[int]) -> Kingdom | None:
        """Return the kingdom of a genome, or None if it holds a card twice."""
        cards = {*self.required, *(self.free[gene] for gene in genome)}
        return tuple(sorted(cards)) if len(cards) == len(self.required) + len(genome) else None


class KingdomEvolution:
    """One evolutionary run, generation by generation.

    Args:
        evaluator: evaluator of kingdoms.
        objective: what to maximise.
        seed: seed of search and games.
        form: "set", "paper" or "rescored".
        population: members of a generation.
        fresh_seeds: play every generation on new seeds.
        keep: cards that every kingdom holds.
        ban: cards that no kingdom holds.
        state: a stored optimiser to resume from.

    Raises:
        OptionError: an unknown form, or constraints that leave no choice.
    """

    def __init__(
        self,
        evaluator: KingdomEvaluator,
        objective: Objective,
        seed: int,
        form: Representation = "set",
        population: int = 100,
        fresh_seeds: bool = True,
        keep: Sequence[int] = (),
        ban: Sequence[int] = (),
        state: bytes | None = None,
    ) -> None:
        self.evaluator, self.objective, self.seed, self.fresh_seeds = evaluator, objective, seed, fresh_seeds
        self.constraints = CardConstraints(evaluator.pool, keep, ban)
        self._known: dict[Kingdom, tuple[float, dict[str, float]]] = {}
        self.last_scores: dict[Kingdom, float] = {}  # the kingdoms of the last generation
        names = [evaluator.pool.names[card] for card in self.constraints.free]
        self.optimiser: Any
        if form in ("paper", "rescored"):
            genes = CardGenes(self.constraints.free_places, 0, len(names) - 1)
            make: Any = PaperGenetic if form == "paper" else RescoredGenetic
            self.optimiser = make.load(state, genes) if state else make(genes, population=population, seed=seed)
        elif form == "set":
            space = Subset(len(names), self.constraints.free_places, names)
            self.optimiser = (
                Genetic.load(state, space)
                if state
                else Genetic(
                    space, population=population, mutation_rate=1 / self.constraints.free_places, elite=2, seed=seed
                )
            )
        else:
            raise OptionError(f"form is 'set', 'paper' or 'rescored', not {form!r}")
        self.form = form

    def step(self, backend: Backend | None = None, progress: Callable[[int], None] | None = None) -> KingdomGeneration:
        """Play and select one generation."""
        number = self.optimiser.generation
        candidates = self.optimiser.ask()
        kingdoms = [self.constraints.kingdom(genome) for genome in candidates]
        new = sorted(
            {
                candidate
                for candidate in kingdoms
                if candidate is not None and (self.fresh_seeds or candidate not in self._known)
            }
        )
        seed = derive(self.seed, "generation", number) if self.fresh_seeds else derive(self.seed, "games")
        measured = self._measure(new, seed, backend, progress)
        known = measured if self.fresh_seeds else self._known
        known.update(measured)
        scores = [known[candidate][0] if candidate is not None else self.objective.worst for candidate in kingdoms]
        self.last_scores = {
            candidate: score for candidate, score in zip(kingdoms, scores, strict=True) if candidate is not None
        }
        self.optimiser.tell(scores)
        members, member_scores = self._members(candidates, scores)
        top = int(np.argmax(member_scores))
        kingdom = self.constraints.kingdom(members[top])
        if kingdom is None:
            kingdom = ()  # no member is a kingdom
        return KingdomGeneration(
            number + 1,
            float(member_scores[top]),
            float(np.mean(member_scores)),
            sum(self.constraints.kingdom(member) is not None for member in members),
            len(new),
            kingdom,
            known[kingdom][1] if kingdom in known else {},
        )

    def _members(self, asked: list[Any], scores: list[float]) -> tuple[list[Any], np.ndarray]:
        if self.form != "set":
            return self.optimiser.members, self.optimiser.scores
        return asked, np.array(scores)

    def _measure(
        self, kingdoms: list[Kingdom], seed: int, backend: Backend | None, progress: Callable[[int], None] | None
    ) -> dict[Kingdom, tuple[float, dict[str, float]]]:
        if not kingdoms:
            return {}
        measured = self.evaluator.measure(kingdoms, self.objective.names, seed, backend, progress)
        scores = self.objective.score(measured)
        return {
            kingdom: (float(scores[k]), {name: float(values[k]) for name, (values, _) in measured.items()})
            for k, kingdom in enumerate(kingdoms)
        }


def measure_on_fresh_seeds(
    evaluator: KingdomEvaluator,
    kingdoms: Sequence[Kingdom],
    names: Sequence[str],
    seed: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, ValuesAndErrors]:
    """Measure kingdoms again on seeds that no evolution has used."""
    return evaluator.measure(kingdoms, names, derive(seed, "confirmed"), backend, progress)
