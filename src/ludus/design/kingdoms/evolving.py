"""Evolution of kingdoms (sets of ten cards).

    table = Table(pool, ["earl", "drew"], games=1000)
    run = Evolution(table, Maximise("skill-computed"), seed=7, form="paper", population=100)
    for _ in range(30):
        generation = run.step(place)        best and mean score, best kingdom, number of invalid members
    confirm(table, [generation.kingdom], ["skill-computed"], seed=7)      measured again on fresh seeds

Two representations: "paper" (independent genes as in the paper; card sets with a card twice score 0) and "set", the
better one: genomes are sets of ten cards, a child keeps the cards common to both parents and fills up from either,
mutation exchanges a card for one outside. There the elite is scored again in every generation, so that lucky scores do
not persist.

With `fresh` (the default), every generation is played on seeds of its own, as the paper's noise was. Without, all are
played on the same ones; a kingdom's games depend only on the seed and its cards, so each is then played only once.

`run.optimiser.dump()` and `Evolution(..., state=...)` resume a run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludus.compute import Backend
from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.kingdoms.measures import ValuesAndErrors
from ludus.design.kingdoms.objectives import Objective, KingdomEvaluator
from ludus.design.kingdoms.paper import CardGenes, PaperGenetic
from ludus.design.kingdoms.pool import Kingdom, KingdomPool
from ludus.evolve import Genetic, Subset

Representation = Literal["set", "paper"]


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
            raise OptionError(f"{pool.names[both[0]]} cannot be kept and banned")
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
        table: evaluator of kingdoms.
        objective: what to maximise.
        seed: seed of search and games.
        form: representation, "set" or "paper".
        population: members of a generation.
        fresh: play every generation on new seeds.
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
        fresh: bool = True,
        keep: Sequence[int] = (),
        ban: Sequence[int] = (),
        state: bytes | None = None,
    ) -> None:
        self.evaluator, self.objective, self.seed, self.fresh_seeds = evaluator, objective, seed, fresh
        self.constraints = CardConstraints(evaluator.pool, keep, ban)
        self._known: dict[Kingdom, tuple[float, dict[str, float]]] = {}
        self.last_scores: dict[Kingdom, float] = {}  # the kingdoms of the last generation
        names = [evaluator.pool.names[card] for card in self.constraints.free]
        self.optimiser: Any
        if form == "paper":
            genes = CardGenes(self.constraints.free_places, 0, len(names) - 1)
            make: Any = PaperGenetic
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
            raise OptionError(f"form is 'set' or 'paper', not {form!r}")
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
        if self.form == "paper":
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
