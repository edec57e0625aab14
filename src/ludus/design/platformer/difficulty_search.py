"""Difficulty search: generate levels until one meets the targets of its spec.

    found = find_level_by_difficulty(3, LevelSpec(difficulty=0.6))
    found.level, found.population.failure_rate, found.rejected
    find_levels([(seed, spec), ...], backend, checkpoint, progress)     # many levels in parallel
    results = search_levels(tasks, ...)                                 # its two steps: search,
    validate_levels(tasks, results, ...)                                # and measurement on held-out players

The traps make a level hard: their number, their speed, the mines before them. One number, the hardness, controls all of
that. Candidates are filtered in three steps of growing cost: the failure model, a small simulated population, a large
one. The failure model was fitted to planners; for targets of other players it filters nothing. The reported difficulty
comes from a held-out population that plays no part in the search.

    check_reach(spec, seed)             # raises OptionError if a target cannot be met, with the range that can

A search ends with the closest candidate after a number of candidates, of attempts of the generator, or of seconds.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ludus.backends import Backend, Threads, split_range
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Game
from ludus.core.random import derive
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.base.designer import ProgressFactory, ProgressStep, ignore_step, no_progress
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import NoPath, Rating, rate_level
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, generate_level
from ludus.design.platformer.players.player_kinds import PLANNER
from ludus.design.platformer.players.population import Population, simulate
from ludus.design.platformer.spec import ACCEPTANCE_FACTOR, DEATHS_TOLERANCE, SHARE_TOLERANCE, LevelSpec
from ludus.design.platformer.structure_measures import LevelStructure, measure_structure
from ludus.util.errors import LudusError, OptionError

MAX_CANDIDATES = 300  # candidates to try
MAX_REJECTIONS = 60  # attempts of the generator before the hardness is lowered
SCREENING_PLAYERS = 80  # cheap first simulation of a candidate
DECIDING_PLAYERS = 400  # decide whether a candidate is accepted
HELD_OUT_PLAYERS = 300  # give the reported numbers
MODEL_SLACK, SCREENING_SLACK = 5, 3  # tolerances of the first two filters, in units of the target's tolerance
DESIGNED_MODEL_SLACK = 9  # of the first filter in the set-up designed: the model predicts too much at slow squeezes
MAX_ATTEMPTS = 4000  # attempts of the generator in one search
BOUND_PATIENCE = 20  # candidates in a row at the least or greatest hardness; then the targets are out of reach
PROBE_LEVELS, PROBE_PLAYERS, PROBE_ATTEMPTS = 6, 30, 20  # levels of the least and most hardness that show the reach
PROBE_HARDNESS = ((0.0,), (1.0, 0.85, 0.7, 0.5))  # the first with which a level can be generated
RARE_LEVELS, RARE_ATTEMPTS = 3, 200  # the same where levels are rare, since the generator rejects most of them
RARE_HARDNESS = ((0.0,), (1.0, 0.5))
MORE_LEVELS, MORE_PLAYERS = 20, 80  # before a target is refused, since levels of one hardness differ much
RARELY = 10  # a target that fewer than one in so many of these levels meet is refused
HARDNESS_STEP = 0.5  # change of hardness for a share that is off by 1

SearchTask = tuple[int, LevelSpec]  # seed and spec of a level


@dataclass(frozen=True)
class FoundLevel(GeneratedLevel):
    """Generated level that a search has found, measured on held-out players; `rejected` counts all candidates."""

    seed: int
    rating: Rating
    population: Population  # held-out players
    candidates: int  # candidates tried
    structure: LevelStructure | None = None  # measured by `validate_levels`
    stopped: str = ""  # the limit that ended the search, if no candidate met the targets


@dataclass(frozen=True)
class SearchResult:
    """Result of a search as stored in checkpoints: enough to generate its level again."""

    seed: int
    hard: float
    looked: int
    rejected: dict[str, int]
    stopped: str = ""  # the limit that ended the search before a candidate met the targets; "" if one did


def find_level_by_difficulty(
    seed: int, spec: LevelSpec, on_candidate: ProgressStep = ignore_step, seconds: float | None = None
) -> FoundLevel:
    """Search for a level that meets the spec, and measure it on held-out players.

    Args:
        seed: seed of the search.
        spec: what the level must be like.
        on_candidate: called with 1 and the closest result so far after each candidate.
        seconds: time after which the search ends with the closest candidate, if given.

    Returns:
        The first candidate within tolerance, or the closest one; without targets the first level.

    Raises:
        LudusError: no candidate could be generated and rated at all; the message counts the reasons.
    """
    return validate_on_held_out(search_level(seed, spec, on_candidate, seconds), spec)


def search_level(
    seed: int, spec: LevelSpec, on_candidate: ProgressStep = ignore_step, seconds: float | None = None
) -> SearchResult:
    """Search for a level that meets the spec, without measuring it. See `find_level_by_difficulty`."""
    search, began, stopped = _Search(seed, spec), time.monotonic(), ""
    candidates = MAX_CANDIDATES if spec.has_targets else 1
    for attempt in range(candidates):
        search.try_candidate(attempt)
        on_candidate(1, search.describe_best())
        if abs(search.best_deviation) <= 1:
            break
        if seconds is not None and time.monotonic() - began >= seconds:
            stopped = f"{seconds:g} s"
            break
        if spec.setup == "designed" and search.at_bound >= BOUND_PATIENCE and not search.lower_bound():
            stopped = f"{BOUND_PATIENCE} candidates with the {'least' if search.hardness == 0 else 'greatest'} hardness"
            break
        if search.attempts >= MAX_ATTEMPTS:
            stopped = f"{MAX_ATTEMPTS:,} attempts"
            break
    else:
        stopped = f"{candidates} candidates"
    search.settle(stopped)
    return SearchResult(search.best_seed, search.best_hardness, attempt + 1, dict(+search.rejected), stopped)


def check_reach(spec: LevelSpec, seed: int, progress: ProgressFactory = no_progress) -> None:
    """Refuse targets that levels of this spec cannot meet.

    Some levels of the least and of the greatest hardness are made and played. Targets outside of what their players
    experienced, by more than the tolerance, are refused; but first more levels of this end are made, and if one in ten
    of them is close enough, a search will find one.

    Raises:
        OptionError: a target is out of reach; the message has the range that can be met.
    """
    if not spec.has_targets:
        return
    populations = _probe(spec, seed, range(2 * PROBE_LEVELS), PROBE_ATTEMPTS, PROBE_HARDNESS, progress)
    if len(populations) < PROBE_LEVELS:
        populations += _probe(spec, seed, range(2 * RARE_LEVELS), RARE_ATTEMPTS, RARE_HARDNESS, progress)
    if len(populations) < RARE_LEVELS:
        return  # such levels are so rare that only a search can tell
    measures: list[tuple[str, float | None, Callable[[Population], float], float]] = [
        ("difficulty", spec.difficulty, lambda item: item.failure_rate.value, SHARE_TOLERANCE),
        ("deaths", spec.deaths, lambda item: item.deaths.value, DEATHS_TOLERANCE * (spec.deaths or 1.0)),
        ("hardest", spec.hardest, lambda item: item.hardest[1].value if item.hardest else 0.0, SHARE_TOLERANCE),
    ]
    for option, target, value_of, tolerance in measures:
        if target is None:
            continue
        low, high = _range(map(value_of, populations))
        if _is_between(target, low, high, tolerance):
            continue
        first = 2 * PROBE_LEVELS + (target > high)  # even numbers have the least hardness
        numbers = range(first, first + 2 * MORE_LEVELS, 2)
        more = _probe(spec, seed, numbers, PROBE_ATTEMPTS, PROBE_HARDNESS, progress, MORE_PLAYERS)
        low, high = _range(map(value_of, [*populations, *more]), len(more) // RARELY)
        if not _is_between(target, low, high, tolerance):
            reach = f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
            raise OptionError(
                f"--{option} {target:g} cannot be met: levels with these options reach about {reach}; "
                "other rooms, traps or periods have another range"
            )


def _range(values: Iterable[float], outliers: int = 0) -> tuple[float, float]:
    """Least and greatest value, without so many at each end."""
    known = sorted(values)
    return known[outliers], known[-1 - outliers]


def _is_between(target: float, low: float, high: float, tolerance: float) -> bool:
    """Whether levels from low to high meet a target as held-out players may deviate from it."""
    return low - ACCEPTANCE_FACTOR * tolerance <= target <= high + ACCEPTANCE_FACTOR * tolerance


def _probe(
    spec: LevelSpec,
    seed: int,
    numbers: Sequence[int],
    attempts: int,
    hardness_choices: Sequence[Sequence[float]],
    progress: ProgressFactory,
    players: int = PROBE_PLAYERS,
) -> list[Population]:
    """Players of levels of the least (even numbers) and of the greatest hardness, if such levels can be generated."""
    populations = []
    with progress("what can be reached", len(numbers), "level") as on_progress:
        for number in numbers:
            probe_seed = derive(seed, "reach", number)
            for hardness in hardness_choices[number % 2]:
                try:
                    generated = generate_level(probe_seed, spec.with_hardness(hardness), attempts=attempts)
                except GenerationFailed:
                    continue
                populations.append(simulate(generated.level, players, probe_seed, spec.respawn, kind=spec.players))
                break
            on_progress(1)
    return populations


def validate_on_held_out(result: SearchResult, spec: LevelSpec) -> FoundLevel:
    """Generate the level of a search result and measure it on held-out players."""
    generated = _generate(result.seed, spec, result.hard)
    population = simulate(
        generated.level, HELD_OUT_PLAYERS, derive(result.seed, "proof"), spec.respawn, kind=spec.players
    )
    return FoundLevel(
        **{**vars(generated), "rejected": result.rejected},
        seed=result.seed,
        rating=rate_level(generated.level),
        population=population,
        candidates=result.looked,
        stopped=result.stopped,
    )


def find_levels(
    tasks: Sequence[SearchTask],
    backend: Backend | None = None,
    checkpoint: WorkCheckpoint | None = None,
    progress: ProgressFactory = no_progress,
) -> list[FoundLevel]:
    """Find a level for each task, and measure it on held-out players."""
    backend = backend or Threads(1)
    results = search_levels(tasks, backend, checkpoint or WorkCheckpoint(), progress)
    return validate_levels(tasks, results, backend, progress)


def search_levels(
    tasks: Sequence[SearchTask],
    backend: Backend,
    checkpoint: WorkCheckpoint,
    progress: ProgressFactory,
    seconds: float | None = None,
) -> list[SearchResult]:
    """Search for a level for each task; with `seconds`, each search ends after this time.

    The result of each search is saved in the checkpoint, so that a stopped command resumes with the next one.
    """
    results = {number: checkpoint.load(_checkpoint_item(number), SearchResult) for number in range(len(tasks))}
    missing = [number for number, result in results.items() if result is None]
    searches = _search_all([tasks[number] for number in missing], backend, progress, seconds)
    for number, result in zip(missing, searches, strict=True):
        results[number] = result
        checkpoint.save(_checkpoint_item(number), result, now=True)
    return [result for result in results.values() if result is not None]


def validate_levels(
    tasks: Sequence[SearchTask], results: Sequence[SearchResult], backend: Backend, progress: ProgressFactory
) -> list[FoundLevel]:
    """Generate the level of each search result, and measure it and its structure on held-out players."""
    levels: list[FoundLevel] = []
    with progress("proving", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_validate_part, tasks, results), split_range(len(tasks), 1)):
            levels += part
            on_progress(len(part))
    return levels


def compile_simulation(game: Game, players: str = PLANNER) -> None:
    """Compile the rules with which levels are generated and played, and show the progress of that."""
    with report_compilation(game):
        simulate(generate_level(1).level, 1, 1, kind=players)


class _Search:
    """Search state: each candidate is harder or easier than the last one, as its deviation requires."""

    def __init__(self, seed: int, spec: LevelSpec) -> None:
        self.seed, self.spec = seed, spec
        self.least_hardness = spec.least_hardness
        self.hardness, self.rejected = max(spec.initial_hardness(), self.least_hardness), Counter[str]()
        self.best_deviation, self.best_seed, self.best_hardness = math.inf, 0, 0.0
        self.closest_by_model = math.inf, 0, 0.0  # deviation, seed and hardness of the closest candidate by the model
        self.best_population: Population | None = None
        self.attempts = 0  # of the generator
        self.at_bound = 0  # candidates in a row that were too hard at the least hardness, or too easy at 1

    def try_candidate(self, attempt: int) -> None:
        """Generate and filter one candidate; keep it if it is the closest so far."""
        seed = derive(self.seed, "dial", attempt)
        try:
            generated = _generate(seed, self.spec, self.hardness)
        except GenerationFailed:
            if not self.spec.has_targets:
                raise
            self.rejected["no level with so many traps"] += 1
            self.attempts += MAX_REJECTIONS
            self.adjust(MODEL_SLACK)
            return
        self.rejected.update(generated.rejected)
        self.attempts += 1 + sum(generated.rejected.values())
        try:
            rating = rate_level(generated.level)
        except NoPath:
            self.rejected["a way that cannot be rated"] += 1
            return
        deviation = 0.0
        if self.spec.players == PLANNER:
            prediction = predict(rating.challenge_graph, self.spec.respawn)
            deviation = self.spec.deviation(prediction.failure, prediction.deaths, prediction.hardest)
        if abs(deviation) < abs(self.closest_by_model[0]):
            self.closest_by_model = deviation, seed, self.hardness
        if abs(deviation) > (DESIGNED_MODEL_SLACK if self.spec.setup == "designed" else MODEL_SLACK):
            self.rejected[_rejected_by_model(deviation)] += 1
            self.adjust(deviation)
            return
        population = None
        for players, slack in self.screening_stages():
            population = simulate(
                generated.level, players, derive(seed, "tried"), self.spec.respawn, kind=self.spec.players
            )
            deviation = self.spec.deviation_in_play(population)
            if abs(deviation) > slack:
                break
        if abs(deviation) < abs(self.best_deviation):
            self.best_deviation, self.best_seed, self.best_hardness = deviation, seed, self.hardness
            self.best_population = population
        if abs(deviation) > 1:
            self.rejected[_rejected_by_players(deviation)] += 1
            self.adjust(deviation)

    def describe_best(self) -> str:
        """Closest candidate so far, in a few words."""
        if not self.spec.has_targets:
            return ""
        return "none close yet" if self.best_population is None else f"closest {_describe_play(self.best_population)}"

    def settle(self, stopped: str) -> None:
        """Take the closest candidate, by players or else by the model, and do not count it as rejected.

        Raises:
            LudusError: no candidate could be generated and rated.
        """
        if not math.isinf(self.best_deviation):
            if abs(self.best_deviation) > 1:
                self.rejected[_rejected_by_players(self.best_deviation)] -= 1
            return
        deviation, self.best_seed, self.best_hardness = self.closest_by_model
        if math.isinf(deviation):
            reasons = ", ".join(f"{reason} ({count})" for reason, count in self.rejected.most_common())
            raise LudusError(f"no level could be made within {stopped or 'one candidate'}: {reasons}")
        self.rejected[_rejected_by_model(deviation)] -= 1

    def screening_stages(self) -> list[tuple[int, int]]:
        """Players and allowed deviation of each filter. Deaths vary more than shares, so they need more players."""
        if not self.spec.has_targets:
            return []
        return [(SCREENING_PLAYERS, SCREENING_SLACK), (DECIDING_PLAYERS * (1 if self.spec.deaths is None else 2), 1)]

    def adjust(self, deviation: float) -> None:
        """Lower the hardness if the level was too hard, and the other way round."""
        step = HARDNESS_STEP * SHARE_TOLERANCE * max(-MODEL_SLACK, min(MODEL_SLACK, deviation))
        self.at_bound = self.at_bound + 1 if self.hardness == (self.least_hardness if step > 0 else 1.0) else 0
        self.hardness = min(1.0, max(self.least_hardness, self.hardness - step))

    def lower_bound(self) -> bool:
        """Allow a lower hardness than the spec prefers; False if that was allowed already, or would not help."""
        if self.hardness != self.least_hardness or self.least_hardness == 0:
            return False
        self.least_hardness, self.at_bound = 0.0, 0
        return True


def _generate(seed: int, spec: LevelSpec, hardness: float) -> GeneratedLevel:
    if not spec.has_targets:
        return generate_level(seed, spec)
    return generate_level(seed, spec.with_hardness(hardness), attempts=MAX_REJECTIONS)


def _describe_play(population: Population) -> str:
    return f"{population.failure_rate.value:.0%} die, {population.deaths.value:.2f} deaths"


def _rejected_by_model(deviation: float) -> str:
    return f"too {'hard' if deviation > 0 else 'easy'}, by the model"


def _rejected_by_players(deviation: float) -> str:
    return f"too {'hard' if deviation > 0 else 'easy'}, for players"


def _search_all(
    tasks: Sequence[SearchTask], backend: Backend, progress: ProgressFactory, seconds: float | None
) -> Iterator[SearchResult]:
    """Search results of each task. A single search may take long, so its candidates are shown as progress."""
    if len(tasks) == 1 and tasks[0][1].has_targets:
        with progress("levels looked at, at most", MAX_CANDIDATES, "level") as on_progress:
            yield search_level(*tasks[0], on_progress, seconds)
        return
    with progress("making", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_search_part, tasks, seconds), split_range(len(tasks), 1)):
            yield from part
            on_progress(len(part))


def _search_part(tasks: Sequence[SearchTask], seconds: float | None, part: range) -> list[SearchResult]:
    return [search_level(*tasks[k], seconds=seconds) for k in part]


def _validate_part(tasks: Sequence[SearchTask], results: Sequence[SearchResult], part: range) -> list[FoundLevel]:
    return [_with_structure(validate_on_held_out(results[k], tasks[k][1]), tasks[k][1].players) for k in part]


def _with_structure(found: FoundLevel, players: str) -> FoundLevel:
    return replace(found, structure=measure_structure(found.level, derive(found.seed, "proof"), kind=players))


def _checkpoint_item(number: int) -> str:
    return f"level-{number + 1}"
