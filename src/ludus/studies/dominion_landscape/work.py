"""Experiment: play all kingdoms, play the ends of the lists again on fresh seeds, and run searches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.core.random import derive
from ludus.design.kingdoms.evolving import Evolution
from ludus.design.kingdoms.measures import outcome_measure
from ludus.design.kingdoms.objectives import Maximise, Table
from ludus.design.kingdoms.playing import Sums, play_kingdoms
from ludus.design.kingdoms.pool import Pool
from ludus.lab import Desk
from ludus.studies.dominion_cards.published import published
from ludus.studies.dominion_landscape.config import Settings
from ludus.studies.dominion_landscape.effects import as_data, fit
from ludus.studies.dominion_landscape.measured import ENDS, MEASURES, UNITS, End, compact, spread_out, values_of

EVERY, SEARCH, AGAIN, ONCE_MORE = "every kingdom", "search", "the ends of the lists again", "finalists"
LAST = "the first ones a last time"
GOAL = "skill-computed"  # objective of the searches
BINS = 60  # of a histogram
QUANTILES = (0.0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1.0)


def work(settings: Settings, desk: Desk) -> None:
    """Run all stages of the study."""
    pool = Pool(settings.edition)
    ranks = ranks_of(settings, pool)
    searched = settings.searches * settings.generations * settings.population
    desk.plan(
        {
            EVERY: len(ranks) * settings.games,
            SEARCH: searched * settings.search_games,
            AGAIN: len(ENDS) * settings.shortlist * settings.shortlist_games,
            ONCE_MORE: len(ENDS) * settings.finalists * settings.final_games,
            LAST: (len(ENDS) + settings.searches) * settings.final_games,
        }
    )
    _play_all(settings, desk, pool, ranks)
    desk.keep("landscape", lambda: _landscape(settings, desk, pool, ranks))
    for number in range(1, settings.searches + 1):
        _search(settings, desk, pool, number)
    _again(settings, desk, pool)
    _once_more(settings, desk, pool)
    _last(settings, desk, pool)


def ranks_of(settings: Settings, pool: Pool) -> np.ndarray:
    """Ranks of the kingdoms that are played."""
    if not settings.sample or settings.sample >= pool.count:
        return np.arange(pool.count)
    rng = np.random.default_rng(derive(settings.seed, "sample"))
    return np.sort(rng.choice(pool.count, settings.sample, replace=False))


def parts_of(settings: Settings, ranks: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Kingdoms in batches, each with the name of its result."""
    starts = range(0, len(ranks), settings.part)
    return [(f"kingdoms/{k:04}", ranks[at : at + settings.part]) for k, at in enumerate(starts)]


def _play_all(settings: Settings, desk: Desk, pool: Pool, ranks: np.ndarray) -> None:
    desk.stage(EVERY)
    seed = derive(settings.seed, "every kingdom")
    for name, part in parts_of(settings, ranks):

        def play(part: np.ndarray = part) -> dict[str, Any]:
            return compact(_play(settings, desk, pool, part, settings.games, seed))

        desk.keep(name, play)


def _play(settings: Settings, desk: Desk, pool: Pool, ranks: np.ndarray, games: int, seed: int) -> np.ndarray:
    kingdoms = pool.unrank_all(ranks)
    return play_kingdoms(pool, kingdoms, settings.players, games, seed, desk.place, desk.advance, settings.options)


def _landscape(settings: Settings, desk: Desk, pool: Pool, ranks: np.ndarray) -> dict[str, Any]:
    """Summary of all kingdoms: models, distributions, and the ends of the lists."""
    values: dict[str, list[np.ndarray]] = {name: [] for name in MEASURES}
    noise, counts = dict.fromkeys(MEASURES, 0.0), {"capped": 0, "pointless": 0}
    for name, _ in parts_of(settings, ranks):
        part = desk.kept(name)
        for measure, numbers in values_of(spread_out(part, settings.games)).items():
            values[measure].append(numbers)
            noise[measure] += part["noise"][measure]
        for key in counts:
            counts[key] += int(part[key].sum())
    return (
        _summary(settings, pool, ranks, {name: np.concatenate(parts) for name, parts in values.items()}, noise) | counts
    )


def _summary(
    settings: Settings, pool: Pool, ranks: np.ndarray, values: dict[str, np.ndarray], noise: dict[str, float]
) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "models": {name: as_data(model) for name, model in fit(pool, ranks, values, noise, UNITS).items()},
        "quantiles": {name: np.quantile(values[name], QUANTILES) / UNITS[name] for name in MEASURES},
        "histograms": {name: _histogram(values[name], UNITS[name], settings.games) for name in MEASURES},
        "games": len(ranks) * settings.games,
        "ends": {},
    }
    for end in ENDS:
        first = first_ones(values[end.measure], end, settings.shortlist)
        summary["ends"][end.name] = {"ranks": ranks[first], "values": values[end.measure][first] / UNITS[end.measure]}
    summary["printed"] = _printed(settings, pool, ranks, values)
    return summary


def _printed(settings: Settings, pool: Pool, ranks: np.ndarray, values: dict[str, np.ndarray]) -> dict[str, Any]:
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


def printed_ranks(settings: Settings, pool: Pool) -> dict[str, int]:
    """Ranks of the sets of the paper's Table III, by experiment; its cards are those of the first edition."""
    if settings.edition != "first":
        return {}
    return {name: pool.rank(pool.read(printed.cards)) for name, printed in published().experiments.items()}


def first_ones(values: np.ndarray, end: End, count: int) -> np.ndarray:
    """Indices of the first `count` kingdoms at an end of the list; ties keep their order."""
    order: np.ndarray = np.argsort(-values if end.highest else values, kind="stable")[:count]
    return order


def _histogram(values: np.ndarray, unit: int, games: int) -> dict[str, Any]:
    """Bins as wide as a whole number of half games, so that equally many win rates fall into each."""
    low, high = np.quantile(values, (0.0005, 0.9995))
    grain = unit / (2 * games)
    width = grain * max(1, math.ceil((high - low) / grain / BINS))
    first = grain * (math.floor(low / grain) - 0.5) if low >= grain else 0.0  # nothing is below zero
    edges = first + width * np.arange(max(1, math.ceil((high - first) / width)) + 1)
    return {"counts": np.histogram(np.clip(values, edges[0], edges[-1]), edges)[0], "edges": edges / unit}


def _search(settings: Settings, desk: Desk, pool: Pool, number: int) -> None:
    """Run a genetic algorithm on sets of ten cards, as large as the paper's."""
    seed = derive(settings.seed, "search", number)
    table = Table(pool, settings.players, settings.search_games, settings.options)
    run = Evolution(table, Maximise(GOAL), derive(seed, "breed"), "set", settings.population)

    def score(generation: int, genomes: Sequence[Any]) -> np.ndarray:
        kingdoms = sorted(set(genomes))
        seed_now = derive(seed, "games", generation)
        scores = run.objective.score(table.measure(kingdoms, [GOAL], seed_now, desk.place, desk.advance))
        return np.array([scores[kingdoms.index(genome)] for genome in genomes])

    def note(generation: int, genomes: Sequence[Any], scores: Any) -> dict[str, Any]:
        best = int(np.argmax(scores))
        return {"rank": pool.rank(genomes[best]), "score": float(scores[best]), "mean": float(np.mean(scores))}

    desk.stage(SEARCH)
    desk.evolve(f"search/{number}", run.optimiser.space, lambda: run.optimiser, score, settings.generations, note)


def found_by_search(settings: Settings, desk: Desk) -> list[int]:
    """Result of each search: the best kingdom of its last generation."""
    return [desk.kept(f"search/{number}")[-1]["rank"] for number in range(1, settings.searches + 1)]


def _again(settings: Settings, desk: Desk, pool: Pool) -> None:
    ends = desk.kept("landscape")["ends"]
    ranks = np.unique(np.concatenate([ends[end.name]["ranks"] for end in ENDS]))
    desk.stage(AGAIN, len(ranks) * settings.shortlist_games)
    seed = derive(settings.seed, "again")

    def play() -> dict[str, Any]:
        return {
            "ranks": ranks,
            "rows": _play(settings, desk, pool, ranks, settings.shortlist_games, seed).view(np.int64),
        }

    desk.keep("again", play)


def _once_more(settings: Settings, desk: Desk, pool: Pool) -> None:
    again, ends = Measured(desk.kept("again")), desk.kept("landscape")["ends"]
    chosen = {end.name: again.first_ones(end, ends[end.name]["ranks"], settings.finalists) for end in ENDS}
    extra = [*printed_ranks(settings, pool).values(), *found_by_search(settings, desk)]
    ranks = np.unique(np.concatenate([*chosen.values(), np.array(extra, np.int64)]))
    desk.stage(ONCE_MORE, len(ranks) * settings.final_games)
    seed = derive(settings.seed, "once more")

    def play() -> dict[str, Any]:
        rows = _play(settings, desk, pool, ranks, settings.final_games, seed).view(np.int64)
        return {"ranks": ranks, "rows": rows, "finalists": chosen}

    desk.keep("once more", play)


def _last(settings: Settings, desk: Desk, pool: Pool) -> None:
    """Measure the winners in new games, because the games of the finalists selected them."""
    stored = desk.kept("once more")
    final = Measured(stored)
    first = [int(final.first_ones(end, stored["finalists"][end.name], 1)[0]) for end in ENDS]
    ranks = np.unique(np.array([*first, *found_by_search(settings, desk)], np.int64))
    desk.stage(LAST, len(ranks) * settings.final_games)
    seed = derive(settings.seed, "last")

    def play() -> dict[str, Any]:
        return {"ranks": ranks, "rows": _play(settings, desk, pool, ranks, settings.final_games, seed).view(np.int64)}

    desk.keep("last", play)


class Measured:
    """Kingdoms that were played again, by rank."""

    def __init__(self, kept: dict[str, Any]) -> None:
        self.ranks: np.ndarray = kept["ranks"]
        self.rows = kept["rows"].view(Sums)
        self._measures = {name: outcome_measure(name, self.rows) for name in MEASURES}

    def value(self, measure: str, ranks: np.ndarray) -> np.ndarray:
        """Measure of some kingdoms."""
        values: np.ndarray = self._measures[measure][0][np.searchsorted(self.ranks, ranks)]
        return values

    def error(self, measure: str, ranks: np.ndarray) -> np.ndarray:
        """Standard errors of the measure."""
        errors: np.ndarray = self._measures[measure][1][np.searchsorted(self.ranks, ranks)]
        return errors

    def first_ones(self, end: End, ranks: np.ndarray, count: int) -> np.ndarray:
        """The first `count` of these kingdoms at an end of the list, as measured here."""
        best: np.ndarray = ranks[first_ones(self.value(end.measure, ranks), end, count)]
        return best
