"""Balance search: the fewest small changes after which nothing surely carries more than a given share of wins.

1. Measure the file. Cards and patrons that are surely above the share are to be made weaker.
2. Scout: move one number of each of them at once and measure them, then another number of each, and so on. They hardly
   influence each other, so a few surveys give the effect of every single step.
3. Evolve sets of steps. A set is played; it costs the percentage points by which its cards and patrons are above the
   share, plus a penalty for every step. The effect of a single step is small against the noise; so results for a card
   are pooled over all sets in which the card itself changed in the same way. Sets of one generation share their deals;
   every generation has its own.
4. The best sets are measured again, longer and on fresh deals, and one is chosen. Cards and patrons that are surely
   above then are added, because others win what the weakened ones lose; and the search continues from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from ludus.core.random import derive
from ludus.design.base.significance import standard_error
from ludus.design.tribute.edit_space import Changes, Gene, Genome, Item
from ludus.design.tribute.strengths_from_random_purchases import judge_strengths
from ludus.evolve import Elitist
from ludus.stats import Estimate
from ludus.stats.intervals import normal_estimate

Strengths = Mapping[Item, Estimate]
SignedSteps = dict[Any, int]  # signed, by number of the card file
ChosenGenome = tuple[Genome, Strengths]
MeasureSets = Callable[[list[SignedSteps], int, int, str], list[Strengths]]  # (sets, games each, seed, label)

FINALISTS = 3  # sets that are measured again
MAX_UNMEASURED_STEPS = 3  # largest number of steps of one card that is considered before it was measured
CLEAR_STANDARD_ERRORS = 2.0  # standard errors by which unchanged cards must be above the share to count


@dataclass(frozen=True)
class BalanceSettings:
    """Settings of the search."""

    max_share: float  # largest acceptable share of wins
    penalty: float  # of a step, in points of percent
    games: int  # of measurements that decide what to change and which set is best
    search_games: int  # per set while searching
    population: int
    generations: int
    rounds: int
    seed: int


@dataclass
class StrengthTable:
    """Measured strengths by card or patron and by its changes: weighted sums of values, and sums of weights."""

    sums: dict[tuple[Item, Genome], tuple[float, float]] = field(default_factory=dict)

    def add(self, item: Item, own: Genome, strength: Estimate) -> None:
        error = standard_error(strength)
        if 0 < error < math.inf:
            value, weight = self.sums.get((item, own), (0.0, 0.0))
            self.sums[item, own] = value + strength.value / error**2, weight + 1 / error**2

    def measured(self, item: Item, own: Genome) -> float | None:
        page = self.sums.get((item, own))
        return page[0] / page[1] if page else None

    def lower_bound(self, item: Item, own: Genome) -> float:
        """Expected strength minus its standard error; above the share, the card or patron is likely above it."""
        page = self.sums.get((item, own))
        return self.expected(item, own) - (page[1] ** -0.5 if page else 0.0)

    def expected(self, item: Item, own: Genome) -> float:
        """Strength after changes: as measured, or predicted by adding the effects of single steps."""
        measured = self.measured(item, own)
        if measured is not None:
            return measured
        nothing = (0,) * len(own)
        base = self.measured(item, nothing) or 0.5
        value = base
        for k, steps in enumerate(own):
            single = self.measured(item, (*nothing[:k], 1, *nothing[k + 1 :]))
            value += steps * (single - base) if single is not None else 0.0
        return value


@dataclass(frozen=True)
class SearchLogEntry:
    """One line of the search log."""

    what: str
    games: int
    above: int | None  # cards and patrons surely above the share; None for several sets
    steps: int  # of the set, or of the best one


@dataclass
class BalanceResult:
    """Result of the search."""

    space: Changes
    genome: Genome
    before: dict[Item, Estimate]  # strengths of those to be weakened, when they were found
    strength_table: StrengthTable
    log: list[SearchLogEntry]
    first: Strengths = field(default_factory=dict)  # of all cards and patrons, as the file was

    @property
    def steps(self) -> SignedSteps:
        """Signed steps of the numbers that change."""
        return signed_steps(self.space, self.genome)


def signed_steps(space: Changes, genome: Genome) -> SignedSteps:
    """Return the signed steps of a genome."""
    return {gene.number: gene.sign * steps for gene, steps in zip(space.genes, genome, strict=True) if steps}


def search_balance(
    plan: BalanceSettings, genes_of: Callable[[Item], list[Gene]], measure: MeasureSets
) -> BalanceResult:
    """Run the search.

    Args:
        plan: settings.
        genes_of: returns which numbers of a card or patron may move.
        measure: plays games with sets of steps and returns strengths.
    """
    done = BalanceResult(Changes([]), (), {}, StrengthTable(), [])
    earlier: Strengths = {}
    for number in range(1, plan.rounds + 1):
        survey = _measure_genome(done, plan, measure, done.genome, plan.games, f"survey {number}")
        strengths = {item: pool_estimates(strength, earlier.get(item)) for item, strength in survey.items()}
        done.first = done.first or strengths
        above = _surely_above(strengths, plan.max_share)
        new = sorted(above - done.before.keys())
        if not above:
            break
        done.before |= {item: strengths[item] for item in new}
        _add_genes(done, [gene for item in new for gene in genes_of(item)])
        if not done.space.genes:
            break
        for item in new:
            done.strength_table.add(item, done.space.item_steps(done.genome, item), strengths[item])
        if new:
            _scout(done, plan, measure, new, number)
        played_genomes = _evolve(done, plan, measure, number)
        done.genome, earlier = _choose(done, plan, measure, played_genomes, number)
    return done


def _surely_above(strengths: Strengths, most: float) -> set[Item]:
    return set(judge_strengths(strengths, most).on_side("above"))


def pool_estimates(one: Estimate, other: Estimate | None) -> Estimate:
    """Combine two measurements of the same quantity, weighted by precision."""
    if other is None or not one.count or not other.count:
        return one
    weights = [standard_error(measurement) ** -2 for measurement in (one, other)]
    value = (weights[0] * one.value + weights[1] * other.value) / sum(weights)
    return normal_estimate(value, 1 / sum(weights), one.count + other.count)


def _add_genes(done: BalanceResult, genes: list[Gene]) -> None:
    """Add genes, with no steps yet."""
    done.space = Changes([*done.space.genes, *genes])
    done.genome = (*done.genome, *(0 for _ in genes))


def _measure_genome(
    done: BalanceResult, plan: BalanceSettings, measure: MeasureSets, genome: Genome, games: int, what: str
) -> Strengths:
    strengths = measure([signed_steps(done.space, genome)], games, derive(plan.seed, what), what)[0]
    done.log.append(SearchLogEntry(what, games, len(_surely_above(strengths, plan.max_share)), sum(genome)))
    for item in done.space.items:
        done.strength_table.add(item, done.space.item_steps(genome, item), strengths[item])
    return strengths


def _scout(done: BalanceResult, plan: BalanceSettings, measure: MeasureSets, new: list[Item], number: int) -> None:
    """Measure one number of each new card or patron at once, then the next number of each."""
    gene_numbers = [[k for k, gene in enumerate(done.space.genes) if gene.item == item] for item in new]
    for turn in range(max(len(own) for own in gene_numbers)):
        moved = {own[turn] for own in gene_numbers if turn < len(own)}
        genome = tuple(1 if k in moved else steps for k, steps in enumerate(done.genome))
        _measure_genome(done, plan, measure, genome, plan.search_games, f"scout {number}.{turn + 1}")


def _evolve(done: BalanceResult, plan: BalanceSettings, measure: MeasureSets, number: int) -> list[Genome]:
    """Evolve sets of steps; return every set that was played, the best first."""
    space, played = done.space, list[Genome]()
    start = list(dict.fromkeys([_best_of_parts(done, plan), done.genome]))
    search = Elitist(
        space,
        population=plan.population,
        elite=max(1, plan.population // 4),
        mutation_rate=1 / len(space.genes),
        seed=derive(plan.seed, "search", number),
        start=start,
    )
    for generation in range(1, plan.generations + 1):
        what, genomes = f"generation {number}.{generation}", search.ask()
        results = measure(
            [signed_steps(space, genome) for genome in genomes], plan.search_games, derive(plan.seed, what), what
        )
        for genome, strengths in zip(genomes, results, strict=True):
            for item in space.items:
                done.strength_table.add(item, space.item_steps(genome, item), strengths[item])
        prices = [
            _genome_cost(done, plan, genome) + _unchanged_excess(done, strengths, plan.max_share)
            for genome, strengths in zip(genomes, results, strict=True)
        ]
        search.tell([-price for price in prices])
        best = genomes[prices.index(min(prices))]
        done.log.append(SearchLogEntry(what, plan.search_games * len(genomes), None, sum(best)))
        played += genomes
    return sorted(dict.fromkeys(played), key=lambda genome: (_genome_cost(done, plan, genome), genome))


def _choose(
    done: BalanceResult, plan: BalanceSettings, measure: MeasureSets, played: list[Genome], number: int
) -> ChosenGenome:
    """Measure the best few sets again, and the one assembled from the best change of each card; return the best.

    If nothing is likely to be above any more, the fewest steps win; else the fewest above, then the lowest price.
    Changed cards are judged by all measurements of them.
    """
    finalists = list(dict.fromkeys([_best_of_parts(done, plan), *played]))[:FINALISTS]
    measured = {
        genome: _measure_genome(done, plan, measure, genome, plan.games, f"choice {number}.{k}")
        for k, genome in enumerate(finalists, 1)
    }

    def rank(genome: Genome) -> tuple[float, ...]:
        owns = [(item, done.space.item_steps(genome, item)) for item in done.space.items]
        above = len(_surely_above(measured[genome], plan.max_share) - set(done.space.items))
        above += sum(done.strength_table.lower_bound(item, own) > plan.max_share for item, own in owns)
        price = _genome_cost(done, plan, genome)
        return above, price if above else 0.0, sum(genome), price

    best = min(finalists, key=lambda genome: (*rank(genome), genome))
    return best, measured[best]


def _genome_cost(done: BalanceResult, plan: BalanceSettings, genome: Genome) -> float:
    """Percentage points above the share, by the measurements so far, plus the penalty for all steps."""
    return math.fsum(_item_cost(done, plan, item, done.space.item_steps(genome, item)) for item in done.space.items)


def _item_cost(done: BalanceResult, plan: BalanceSettings, item: Item, own: Genome) -> float:
    return 100 * max(0.0, done.strength_table.expected(item, own) - plan.max_share) + plan.penalty * sum(own)


def _unchanged_excess(done: BalanceResult, strengths: Strengths, most: float) -> float:
    """Percentage points by which unchanged cards and patrons are above the share beyond chance."""
    rest = [strength for item, strength in strengths.items() if item not in done.space.items]
    return 100 * math.fsum(
        max(0.0, strength.value - CLEAR_STANDARD_ERRORS * standard_error(strength) - most)
        for strength in rest
        if not math.isnan(strength.value)
    )


def _best_of_parts(done: BalanceResult, plan: BalanceSettings) -> Genome:
    """For each card and patron the cheapest change by the measurements so far."""
    return done.space.join_items(
        {
            item: min(_candidate_changes(done, item), key=lambda own: (_item_cost(done, plan, item, own), own))
            for item in done.space.items
        }
    )


def _candidate_changes(done: BalanceResult, item: Item) -> list[Genome]:
    """Candidate changes of one card or patron: those measured, and all with few steps."""
    genes = [gene for gene in done.space.genes if gene.item == item]
    candidates = {own for of, own in done.strength_table.sums if of == item}
    for steps in range(MAX_UNMEASURED_STEPS + 1):
        for chosen in combinations_with_replacement(range(len(genes)), steps):
            own = tuple(chosen.count(k) for k in range(len(genes)))
            if all(count <= gene.max_steps for count, gene in zip(own, genes, strict=True)):
                candidates.add(own)
    return sorted(candidates)
