"""Experiment: play all kingdoms, play the ends of the lists again on fresh seeds, and run searches.

Sums of kingdoms are stored in compact form; measures are computed from them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.dominion.batch_play import OutcomeSums, play_kingdoms
from ludus.design.dominion.evolution import KingdomEvolution
from ludus.design.dominion.kingdom_numbering import KingdomPool
from ludus.design.dominion.measures import outcome_measure
from ludus.design.dominion.objectives import KingdomEvaluator, MaximiseMeasure
from ludus.lab import RunContext
from ludus.studies.dominion_all_kingdoms.card_effects import fit_card_effects, model_to_data
from ludus.studies.dominion_all_kingdoms.config import LandscapeConfig
from ludus.studies.dominion_card_evolution.published import published

# Resolution of each measure: sums over kingdoms use integers, so that they do not depend on the order.
UNITS = {
    "skill-computed": 1_000_000,
    "skill": 1_000_000,
    "wins": 1_000_000,
    "first-seat": 1_000_000,
    "turns": 1000,
    "capped": 1_000_000,
}
MEASURES = tuple(UNITS)
KEPT_COLUMNS = ("wins", "draws", "points", "skill", "pointless", "first_wins", "turns", "capped")
ALL_KINGDOMS_STAGE, SEARCH_STAGE, SHORTLIST_STAGE, FINALISTS_STAGE = (
    "every kingdom",
    "search",
    "the ends of the lists again",
    "finalists",
)
LAST_STAGE = "the first ones a last time"
GOAL_MEASURE = "skill-computed"  # objective of the searches
HISTOGRAM_BINS = 60  # of a histogram
QUANTILES = (0.0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1.0)


def run_experiment(settings: LandscapeConfig, context: RunContext) -> None:
    """Run all stages of the study."""
    pool = KingdomPool(settings.edition)
    ranks = kingdom_ranks(settings, pool)
    searched = settings.searches * settings.generations * settings.population
    context.plan_stages(
        {
            ALL_KINGDOMS_STAGE: len(ranks) * settings.games,
            SEARCH_STAGE: searched * settings.search_games,
            SHORTLIST_STAGE: len(LIST_ENDS) * settings.shortlist * settings.shortlist_games,
            FINALISTS_STAGE: len(LIST_ENDS) * settings.finalists * settings.final_games,
            LAST_STAGE: (len(LIST_ENDS) + settings.searches) * settings.final_games,
        }
    )
    _play_all(settings, context, pool, ranks)
    context.cached("landscape", lambda: _summarise_all(settings, context, pool, ranks))
    for number in range(1, settings.searches + 1):
        _search(settings, context, pool, number)
    _remeasure_shortlist(settings, context, pool)
    _remeasure_finalists(settings, context, pool)
    _measure_winners(settings, context, pool)


def kingdom_ranks(settings: LandscapeConfig, pool: KingdomPool) -> np.ndarray:
    """Ranks of the kingdoms that are played."""
    if not settings.sample or settings.sample >= pool.count:
        return np.arange(pool.count)
    rng = np.random.default_rng(derive(settings.seed, "sample"))
    return np.sort(rng.choice(pool.count, settings.sample, replace=False))


def kingdom_batches(settings: LandscapeConfig, ranks: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Kingdoms in batches, each with the name of its result."""
    starts = range(0, len(ranks), settings.part)
    return [(f"kingdoms/{k:04}", ranks[at : at + settings.part]) for k, at in enumerate(starts)]


def _play_all(settings: LandscapeConfig, context: RunContext, pool: KingdomPool, ranks: np.ndarray) -> None:
    context.begin_stage(ALL_KINGDOMS_STAGE)
    seed = derive(settings.seed, "every kingdom")
    for name, part in kingdom_batches(settings, ranks):

        def play(part: np.ndarray = part) -> dict[str, Any]:
            return compact_sums(_play(settings, context, pool, part, settings.games, seed))

        context.cached(name, play)


def _play(
    settings: LandscapeConfig, context: RunContext, pool: KingdomPool, ranks: np.ndarray, games: int, seed: int
) -> np.ndarray:
    kingdoms = pool.unrank_all(ranks)
    return play_kingdoms(
        pool, kingdoms, settings.players, games, seed, context.backend, context.advance, settings.options
    )


def _summarise_all(
    settings: LandscapeConfig, context: RunContext, pool: KingdomPool, ranks: np.ndarray
) -> dict[str, Any]:
    """Summary of all kingdoms: models, distributions, and the ends of the lists."""
    values: dict[str, list[np.ndarray]] = {name: [] for name in MEASURES}
    noise, counts = dict.fromkeys(MEASURES, 0.0), {"capped": 0, "pointless": 0}
    for name, _ in kingdom_batches(settings, ranks):
        part = context.result(name)
        for measure, numbers in measure_values(expand_sums(part, settings.games)).items():
            values[measure].append(numbers)
            noise[measure] += part["noise"][measure]
        for key in counts:
            counts[key] += int(part[key].sum())
    return (
        _landscape_summary(
            settings, pool, ranks, {name: np.concatenate(parts) for name, parts in values.items()}, noise
        )
        | counts
    )


def _landscape_summary(
    settings: LandscapeConfig,
    pool: KingdomPool,
    ranks: np.ndarray,
    values: dict[str, np.ndarray],
    noise: dict[str, float],
) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "models": {
            name: model_to_data(model) for name, model in fit_card_effects(pool, ranks, values, noise, UNITS).items()
        },
        "quantiles": {name: np.quantile(values[name], QUANTILES) / UNITS[name] for name in MEASURES},
        "histograms": {name: _histogram(values[name], UNITS[name], settings.games) for name in MEASURES},
        "games": len(ranks) * settings.games,
        "ends": {},
    }
    for end in LIST_ENDS:
        first = best_at_end(values[end.measure], end, settings.shortlist)
        summary["ends"][end.name] = {"ranks": ranks[first], "values": values[end.measure][first] / UNITS[end.measure]}
    summary["printed"] = _printed_set_ranks(settings, pool, ranks, values)
    return summary


def _printed_set_ranks(
    settings: LandscapeConfig, pool: KingdomPool, ranks: np.ndarray, values: dict[str, np.ndarray]
) -> dict[str, Any]:
    """Values of the paper's sets, if they were played, and the number of kingdoms above them."""
    ranks_by_name = {}
    for name, rank in printed_ranks(settings, pool).items():
        at = int(np.searchsorted(ranks, rank))
        if at < len(ranks) and ranks[at] == rank:
            ranks_by_name[name] = {
                measure: {"value": float(all_[at] / UNITS[measure]), "higher": int((all_ > all_[at]).sum())}
                for measure, all_ in values.items()
            }
    return ranks_by_name


def printed_ranks(settings: LandscapeConfig, pool: KingdomPool) -> dict[str, int]:
    """Ranks of the sets of the paper's Table III, by experiment; its cards are those of the first edition."""
    if settings.edition != "first":
        return {}
    return {name: pool.rank(pool.read(printed.cards)) for name, printed in published().experiments.items()}


def best_at_end(values: np.ndarray, end: ListEnd, count: int) -> np.ndarray:
    """Indices of the first `count` kingdoms at an end of the list; ties keep their order."""
    order: np.ndarray = np.argsort(-values if end.is_highest else values, kind="stable")[:count]
    return order


def _histogram(values: np.ndarray, unit: int, games: int) -> dict[str, Any]:
    """Bins as wide as a whole number of half games, so that equally many win rates fall into each."""
    low, high = np.quantile(values, (0.0005, 0.9995))
    grain = unit / (2 * games)
    width = grain * max(1, math.ceil((high - low) / grain / HISTOGRAM_BINS))
    first = grain * (math.floor(low / grain) - 0.5) if low >= grain else 0.0  # nothing is below zero
    edges = first + width * np.arange(max(1, math.ceil((high - first) / width)) + 1)
    return {"counts": np.histogram(np.clip(values, edges[0], edges[-1]), edges)[0], "edges": edges / unit}


def _search(settings: LandscapeConfig, context: RunContext, pool: KingdomPool, number: int) -> None:
    """Run a genetic algorithm on sets of ten cards, as large as the paper's."""
    seed = derive(settings.seed, "search", number)
    table = KingdomEvaluator(pool, settings.players, settings.search_games, settings.options)
    run = KingdomEvolution(table, MaximiseMeasure(GOAL_MEASURE), derive(seed, "breed"), "set", settings.population)

    def score(generation: int, genomes: Sequence[Any]) -> np.ndarray:
        kingdoms = sorted(set(genomes))
        seed_now = derive(seed, "games", generation)
        scores = run.objective.score(
            table.measure(kingdoms, [GOAL_MEASURE], seed_now, context.backend, context.advance)
        )
        return np.array([scores[kingdoms.index(genome)] for genome in genomes])

    def note(generation: int, genomes: Sequence[Any], scores: Any) -> dict[str, Any]:
        best = int(np.argmax(scores))
        return {"rank": pool.rank(genomes[best]), "score": float(scores[best]), "mean": float(np.mean(scores))}

    context.begin_stage(SEARCH_STAGE)
    context.evolve(f"search/{number}", run.optimiser.space, lambda: run.optimiser, score, settings.generations, note)


def search_results(settings: LandscapeConfig, context: RunContext) -> list[int]:
    """Result of each search: the best kingdom of its last generation."""
    return [context.result(f"search/{number}")[-1]["rank"] for number in range(1, settings.searches + 1)]


def _remeasure_shortlist(settings: LandscapeConfig, context: RunContext, pool: KingdomPool) -> None:
    ends = context.result("landscape")["ends"]
    ranks = np.unique(np.concatenate([ends[end.name]["ranks"] for end in LIST_ENDS]))
    context.begin_stage(SHORTLIST_STAGE, len(ranks) * settings.shortlist_games)
    seed = derive(settings.seed, "again")

    def play() -> dict[str, Any]:
        return {
            "ranks": ranks,
            "rows": _play(settings, context, pool, ranks, settings.shortlist_games, seed).view(np.int64),
        }

    context.cached("again", play)


def _remeasure_finalists(settings: LandscapeConfig, context: RunContext, pool: KingdomPool) -> None:
    again, ends = RemeasuredKingdoms(context.result("again")), context.result("landscape")["ends"]
    chosen = {end.name: again.best_at_end(end, ends[end.name]["ranks"], settings.finalists) for end in LIST_ENDS}
    extra = [*printed_ranks(settings, pool).values(), *search_results(settings, context)]
    ranks = np.unique(np.concatenate([*chosen.values(), np.array(extra, np.int64)]))
    context.begin_stage(FINALISTS_STAGE, len(ranks) * settings.final_games)
    seed = derive(settings.seed, "once more")

    def play() -> dict[str, Any]:
        rows = _play(settings, context, pool, ranks, settings.final_games, seed).view(np.int64)
        return {"ranks": ranks, "rows": rows, "finalists": chosen}

    context.cached("once more", play)


def _measure_winners(settings: LandscapeConfig, context: RunContext, pool: KingdomPool) -> None:
    """Measure the winners in new games, because the games of the finalists selected them."""
    stored = context.result("once more")
    final = RemeasuredKingdoms(stored)
    first = [int(final.best_at_end(end, stored["finalists"][end.name], 1)[0]) for end in LIST_ENDS]
    ranks = np.unique(np.array([*first, *search_results(settings, context)], np.int64))
    context.begin_stage(LAST_STAGE, len(ranks) * settings.final_games)
    seed = derive(settings.seed, "last")

    def play() -> dict[str, Any]:
        return {
            "ranks": ranks,
            "rows": _play(settings, context, pool, ranks, settings.final_games, seed).view(np.int64),
        }

    context.cached("last", play)


class RemeasuredKingdoms:
    """Kingdoms that were played again, by rank."""

    def __init__(self, stored: dict[str, Any]) -> None:
        self.ranks: np.ndarray = stored["ranks"]
        self.rows = stored["rows"].view(OutcomeSums)
        self._measures = {name: outcome_measure(name, self.rows) for name in MEASURES}

    def value(self, measure: str, ranks: np.ndarray) -> np.ndarray:
        """Measure of some kingdoms."""
        values: np.ndarray = self._measures[measure][0][np.searchsorted(self.ranks, ranks)]
        return values

    def standard_error(self, measure: str, ranks: np.ndarray) -> np.ndarray:
        """Standard errors of the measure."""
        errors: np.ndarray = self._measures[measure][1][np.searchsorted(self.ranks, ranks)]
        return errors

    def best_at_end(self, end: ListEnd, ranks: np.ndarray, count: int) -> np.ndarray:
        """The first `count` of these kingdoms at an end of the list, as measured here."""
        best: np.ndarray = ranks[best_at_end(self.value(end.measure, ranks), end, count)]
        return best


@dataclass(frozen=True)
class ListEnd:
    """One end of the list of kingdoms, ordered by a measure."""

    measure: str
    is_highest: bool

    @property
    def name(self) -> str:
        return f"{'highest' if self.is_highest else 'lowest'}-{self.measure}"


LIST_ENDS = tuple(
    ListEnd(measure, highest) for measure in ("skill-computed", "skill", "wins") for highest in (True, False)
)


def compact_sums(rows: np.ndarray) -> dict[str, Any]:
    """Store sums of kingdoms in the smallest integer types, with the variance of each measure that is due to chance."""
    compacted: dict[str, Any] = {name: _smallest_integers(rows[name]) for name in KEPT_COLUMNS}
    compacted["noise"] = {name: float(_variance(name, rows).sum()) for name in MEASURES}
    return compacted


def expand_sums(part: dict[str, Any], games: int) -> np.ndarray:
    """Restore rows of sums from a stored part; fields that are not stored are zero."""
    rows = np.zeros(len(part["draws"]), OutcomeSums)
    rows["games"] = games
    for name in KEPT_COLUMNS:
        rows[name] = part[name]
    return rows


def measure_values(rows: np.ndarray) -> dict[str, np.ndarray]:
    """Every measure of every kingdom, as an integer in its units."""
    measures = {}
    for name, unit in UNITS.items():
        values = outcome_measure(name, rows)[0]
        neither = 0.5 if name == "first-seat" else 0.0  # where no game was decided
        measures[name] = np.rint(unit * np.where(np.isfinite(values), values, neither)).astype(np.int64)
    return measures


def _variance(name: str, rows: np.ndarray) -> np.ndarray:
    """Variance of a measure that is due to chance in the games; for capped games by their share."""
    if name == "capped":
        share = rows["capped"] / rows["games"]
        capped: np.ndarray = share * (1 - share) / (rows["games"] - 1)
        return capped
    variance: np.ndarray = outcome_measure(name, rows)[1] ** 2
    return np.where(np.isnan(variance), 0.0, variance)  # if no game was decided, the value is not random


def _smallest_integers(values: np.ndarray) -> np.ndarray:
    """Convert to the smallest integer type that holds all values."""
    least, most = int(values.min(initial=0)), int(values.max(initial=0))
    return values.astype(np.promote_types(np.min_scalar_type(least), np.min_scalar_type(most)))
