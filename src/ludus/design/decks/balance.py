"""The fewest small changes after which nothing surely carries more than a set share of wins.

1. Measure the file. What is surely above the share is to be made weaker.
2. Scout: move one number of each of these cards and patrons at once and measure them, then another number of each, and
   so on. They hardly touch each other, so that a few surveys tell the effect of every single step.
3. Evolve sets of steps. A set is played, and costs the points of percent by which its cards and patrons are above the
   share, and a penalty for every step. Chance would drown the worth of a single step; so what games said of a card is
   put together over all sets in which the card itself changed alike, each time on other deals.
4. The best sets are measured again, longer and on fresh deals, and one is taken. What is surely above then comes in,
   too, for what others lose, it wins; and the search goes on from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

from ludus.core.random import derive
from ludus.design.decks.ruler import error_of, surely_above
from ludus.design.decks.space import Changes, Gene, Genome, Thing
from ludus.evolve import Elitist
from ludus.stats import Estimate
from ludus.stats.ratios import around

Strengths = Mapping[Thing, Estimate]
Steps = dict[Any, int]  # signed, by number of the card file
Chosen = tuple[Genome, Strengths]
Measure = Callable[[list[Steps], int, int, str], list[Strengths]]  # of each; games for each, their seed, what for

ENTRANTS = 3  # sets that are measured again
AT_ONCE = 3  # steps of one thing that are thought of before any was measured
SURE = 2.0  # standard errors: others than those that are changed count only if they are as far above


@dataclass(frozen=True)
class Plan:
    """How to search."""

    most: float  # the share
    penalty: float  # of a step, in points of percent
    games: int  # that tell who is to change, and which set is the best
    search_games: int  # for each set while searching
    population: int
    generations: int
    rounds: int
    seed: int


@dataclass
class Book:
    """What games said of things, by what was changed of them: sums of values and of weights."""

    pages: dict[tuple[Thing, Genome], tuple[float, float]] = field(default_factory=dict)

    def add(self, thing: Thing, own: Genome, strength: Estimate) -> None:
        error = error_of(strength)
        if 0 < error < math.inf:
            value, weight = self.pages.get((thing, own), (0.0, 0.0))
            self.pages[thing, own] = value + strength.value / error**2, weight + 1 / error**2

    def known(self, thing: Thing, own: Genome) -> float | None:
        page = self.pages.get((thing, own))
        return page[0] / page[1] if page else None

    def likely(self, thing: Thing, own: Genome) -> float:
        """The expected strength less its standard error: where it is above the share, the thing likely is."""
        page = self.pages.get((thing, own))
        return self.expected(thing, own) - (page[1] ** -0.5 if page else 0.0)

    def expected(self, thing: Thing, own: Genome) -> float:
        """The strength after changes: as measured, or if the steps add up."""
        measured = self.known(thing, own)
        if measured is not None:
            return measured
        nothing = (0,) * len(own)
        base = self.known(thing, nothing) or 0.5
        found = base
        for k, steps in enumerate(own):
            one = self.known(thing, (*nothing[:k], 1, *nothing[k + 1 :]))
            found += steps * (one - base) if one is not None else 0.0
        return found


@dataclass(frozen=True)
class Surveyed:
    """One line of the log."""

    what: str
    games: int
    above: int | None  # things surely above the share; None: of several sets
    steps: int  # of the set, or of the best one


@dataclass
class Balanced:
    """What came of it."""

    space: Changes
    genome: Genome
    before: dict[Thing, Estimate]  # of the things that were to be made weaker, when they were found
    book: Book
    log: list[Surveyed]

    @property
    def steps(self) -> Steps:
        """Of the numbers that change."""
        return steps_of(self.space, self.genome)


def steps_of(space: Changes, genome: Genome) -> Steps:
    """What a genome does."""
    return {gene.number: gene.sign * steps for gene, steps in zip(space.genes, genome, strict=True) if steps}


def balance(plan: Plan, genes_of: Callable[[Thing], list[Gene]], measure: Measure) -> Balanced:
    """`genes_of` tells which numbers of a thing may move."""
    done = Balanced(Changes([]), (), {}, Book(), [])
    earlier: Strengths = {}
    for number in range(1, plan.rounds + 1):
        survey = _survey(done, plan, measure, done.genome, plan.games, f"survey {number}")
        strengths = {thing: pooled(each, earlier.get(thing)) for thing, each in survey.items()}
        above = surely_above(strengths, plan.most)
        new = sorted(above - done.before.keys())
        if not above:
            break
        done.before |= {thing: strengths[thing] for thing in new}
        _widen(done, [gene for thing in new for gene in genes_of(thing)])
        if not done.space.genes:
            break
        for thing in new:
            done.book.add(thing, done.space.own(done.genome, thing), strengths[thing])
        if new:
            _scout(done, plan, measure, new, number)
        seen = _evolve(done, plan, measure, number)
        done.genome, earlier = _choose(done, plan, measure, seen, number)
    return done


def pooled(one: Estimate, other: Estimate | None) -> Estimate:
    """Two measurements of the same as one."""
    if other is None or not one.count or not other.count:
        return one
    weights = [error_of(each) ** -2 for each in (one, other)]
    value = (weights[0] * one.value + weights[1] * other.value) / sum(weights)
    return around(value, 1 / sum(weights), one.count + other.count)


def _widen(done: Balanced, genes: list[Gene]) -> None:
    """More genes, none of them changed yet."""
    done.space = Changes([*done.space.genes, *genes])
    done.genome = (*done.genome, *(0 for _ in genes))


def _survey(done: Balanced, plan: Plan, measure: Measure, genome: Genome, games: int, what: str) -> Strengths:
    strengths = measure([steps_of(done.space, genome)], games, derive(plan.seed, what), what)[0]
    done.log.append(Surveyed(what, games, len(surely_above(strengths, plan.most)), sum(genome)))
    for thing in done.space.things:
        done.book.add(thing, done.space.own(genome, thing), strengths[thing])
    return strengths


def _scout(done: Balanced, plan: Plan, measure: Measure, new: list[Thing], number: int) -> None:
    """One number of each new thing at once, then another."""
    places = [[k for k, gene in enumerate(done.space.genes) if gene.thing == thing] for thing in new]
    for turn in range(max(len(own) for own in places)):
        moved = {own[turn] for own in places if turn < len(own)}
        genome = tuple(1 if k in moved else steps for k, steps in enumerate(done.genome))
        _survey(done, plan, measure, genome, plan.search_games, f"scout {number}.{turn + 1}")


def _evolve(done: Balanced, plan: Plan, measure: Measure, number: int) -> list[Genome]:
    """Every set that was played, the best first."""
    space, asked = done.space, list[Genome]()
    start = list(dict.fromkeys([_assembled(done, plan), done.genome]))
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
        found = measure(
            [steps_of(space, genome) for genome in genomes], plan.search_games, derive(plan.seed, what), what
        )
        for genome, strengths in zip(genomes, found, strict=True):
            for thing in space.things:
                done.book.add(thing, space.own(genome, thing), strengths[thing])
        prices = [
            _price(done, plan, genome) + _others(done, strengths, plan.most)
            for genome, strengths in zip(genomes, found, strict=True)
        ]
        search.tell([-price for price in prices])
        best = genomes[prices.index(min(prices))]
        done.log.append(Surveyed(what, plan.search_games * len(genomes), None, sum(best)))
        asked += genomes
    return sorted(dict.fromkeys(asked), key=lambda genome: (_price(done, plan, genome), genome))


def _choose(done: Balanced, plan: Plan, measure: Measure, seen: list[Genome], number: int) -> Chosen:
    """The best few again, and what would be best for each thing alone. Where nothing is likely to be above any more,
    the fewest steps; else the fewest things above, and the lowest price. What was changed is judged by all that the
    book has of it."""
    entrants = list(dict.fromkeys([_assembled(done, plan), *seen]))[:ENTRANTS]
    found = {
        genome: _survey(done, plan, measure, genome, plan.games, f"choice {number}.{k}")
        for k, genome in enumerate(entrants, 1)
    }

    def rank(genome: Genome) -> tuple[float, ...]:
        owns = [(thing, done.space.own(genome, thing)) for thing in done.space.things]
        above = len(surely_above(found[genome], plan.most) - set(done.space.things))
        above += sum(done.book.likely(thing, own) > plan.most for thing, own in owns)
        price = _price(done, plan, genome)
        return above, price if above else 0.0, sum(genome), price

    best = min(entrants, key=lambda genome: (*rank(genome), genome))
    return best, found[best]


def _price(done: Balanced, plan: Plan, genome: Genome) -> float:
    """Points of percent above the share, by the book, and the penalty for all steps."""
    return math.fsum(_price_of(done, plan, thing, done.space.own(genome, thing)) for thing in done.space.things)


def _price_of(done: Balanced, plan: Plan, thing: Thing, own: Genome) -> float:
    return 100 * max(0.0, done.book.expected(thing, own) - plan.most) + plan.penalty * sum(own)


def _others(done: Balanced, strengths: Strengths, most: float) -> float:
    """Points of percent by which things that nothing is done about are above the share, and not by chance."""
    rest = [each for thing, each in strengths.items() if thing not in done.space.things]
    return 100 * math.fsum(
        max(0.0, each.value - SURE * error_of(each) - most) for each in rest if not math.isnan(each.value)
    )


def _assembled(done: Balanced, plan: Plan) -> Genome:
    """For each thing what is cheapest by the book."""
    return done.space.joined(
        {
            thing: min(_owns(done, thing), key=lambda own: (_price_of(done, plan, thing, own), own))
            for thing in done.space.things
        }
    )


def _owns(done: Balanced, thing: Thing) -> list[Genome]:
    """Changes of one thing: those that were measured, and all of a few steps."""
    genes = [gene for gene in done.space.genes if gene.thing == thing]
    found = {own for of, own in done.book.pages if of == thing}
    for steps in range(AT_ONCE + 1):
        for chosen in combinations_with_replacement(range(len(genes)), steps):
            own = tuple(chosen.count(k) for k in range(len(genes)))
            if all(count <= gene.most for count, gene in zip(own, genes, strict=True)):
                found.add(own)
    return sorted(found)
