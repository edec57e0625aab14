"""Difficulty search: generate levels until one meets the target.

    found = find_level_by_difficulty(3, LevelSpec(GeneratorParams(), DifficultyTargets(difficulty=0.6)))
    found.generated.level, found.population.failure_rate, found.rejected
    find_levels([(seed, spec), ...], backend, checkpoint, progress)     # many levels in parallel

The traps make a level hard: their number, their speed, the mines before them. One number, the hardness, controls all of
that. Candidates are filtered in three steps of growing cost: the failure model, a small simulated population, a large
one. The reported difficulty comes from a held-out population that plays no part in the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from ludus.backends import Backend, Threads, split_range
from ludus.core.random import derive
from ludus.design.base.checkpoint import WorkCheckpoint
from ludus.design.base.designer import ProgressFactory
from ludus.design.platformer.difficulty.failure_model import predict
from ludus.design.platformer.difficulty.rating import NoPath, Rating, rate_level
from ludus.design.platformer.generator.generate import GeneratedLevel, GenerationFailed, GeneratorParams, generate_level
from ludus.design.platformer.generator.traps import TrapParams
from ludus.design.platformer.players.population import Population, simulate
from ludus.design.platformer.spec import ACCEPTANCE_FACTOR, SHARE_TOLERANCE, DifficultyTargets, FixedParams, LevelSpec
from ludus.util.errors import LudusError

MAX_CANDIDATES = 300  # candidates to try
MAX_REJECTIONS = 60  # attempts of the generator before the hardness is lowered
SCREENING_PLAYERS, DECIDING_PLAYERS, HELD_OUT_PLAYERS = (
    80,
    400,
    300,
)  # players of the first filter, of the decision, of the report
MODEL_SLACK, SCREENING_SLACK = 5, 3  # tolerances of the first two filters, in units of the target's tolerance
DENSITY_RANGE, PERIOD_RANGE = (0.04, 0.54), (120, 72)  # from hardness 0 to 1; periods in ticks
PERIOD_WINDOW = 12  # ticks that periods vary around that
MAX_CHALLENGES = 7  # required on every path at hardness 1
HARDNESS_STEP = 0.5  # change of hardness for a share that is off by 1


@dataclass(frozen=True)
class FoundLevel:
    """Level that was found, measured on held-out players."""

    generated: GeneratedLevel
    seed: int
    rating: Rating
    population: Population  # held-out players
    candidates: int  # candidates tried
    rejected: Mapping[str, int]  # rejected candidates by reason

    def meets(self, targets: DifficultyTargets) -> bool:
        """Whether the held-out players find the level as hard as required."""
        return abs(targets.deviation_in_play(self.population)) <= ACCEPTANCE_FACTOR


@dataclass(frozen=True)
class SearchResult:
    """Result of a search: enough to generate its level again. Stored in checkpoints."""

    seed: int
    hard: float
    looked: int
    rejected: dict[str, int]


def find_level_by_difficulty(
    seed: int, spec: LevelSpec, on_candidate: Callable[[int], None] = lambda _: None
) -> FoundLevel:
    """Search for a level that meets the spec, and measure it on held-out players.

    Args:
        seed: seed of the search.
        spec: what the level must be like.
        on_candidate: called with 1 after each candidate.

    Returns:
        The first candidate within tolerance, or the closest of MAX_CANDIDATES; without targets the first level.

    Raises:
        LudusError: no candidate could be generated and rated at all; the message counts the reasons.
    """
    return validate_on_held_out(search_level(seed, spec, on_candidate), spec)


def search_level(seed: int, spec: LevelSpec, on_candidate: Callable[[int], None] = lambda _: None) -> SearchResult:
    """Search for a level that meets the spec, without measuring it. See `find_level_by_difficulty`."""
    search = _Search(seed, spec)
    for attempt in range(MAX_CANDIDATES if spec.targets else 1):
        search.try_candidate(attempt)
        on_candidate(1)
        if search.best is not None and abs(search.best.deviation) <= 1:
            break
    best = search.best
    if best is None:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in search.rejected.most_common())
        raise LudusError(f"no level came near the target in {MAX_CANDIDATES} attempts: {reasons}")
    if abs(best.deviation) > 1:
        search.rejected[best.reason] -= 1  # the closest candidate is taken
    return SearchResult(best.seed, best.hardness, attempt + 1, dict(+search.rejected))


def validate_on_held_out(result: SearchResult, spec: LevelSpec) -> FoundLevel:
    """Generate the level of a search result and measure it on held-out players."""
    generated = _generate(result.seed, spec, result.hard)
    population = simulate(generated.level, HELD_OUT_PLAYERS, derive(result.seed, "proof"), spec.respawn)
    return FoundLevel(generated, result.seed, rate_level(generated.level), population, result.looked, result.rejected)


def _generate(seed: int, spec: LevelSpec, hardness: float) -> GeneratedLevel:
    if not spec.targets:
        return generate_level(seed, spec.params)
    return generate_level(seed, with_hardness(spec.params, hardness, spec.fixed), attempts=MAX_REJECTIONS)


@dataclass(frozen=True)
class _Candidate:
    """Candidate and its deviation from the targets, in units of the tolerance."""

    seed: int
    hardness: float
    deviation: float

    @property
    def reason(self) -> str:
        return f"too {'hard' if self.deviation > 0 else 'easy'}, for players"


class _Search:
    """Search state: each candidate is harder or easier than the last one, as its deviation requires."""

    def __init__(self, seed: int, spec: LevelSpec) -> None:
        self.seed, self.spec, self.targets = seed, spec, spec.targets
        self.hardness, self.rejected = self.targets.initial_hardness(), Counter[str]()
        self.best: _Candidate | None = None

    def try_candidate(self, attempt: int) -> None:
        """Generate and filter one candidate; keep it if it is the closest so far."""
        candidate_seed = derive(self.seed, "dial", attempt)
        try:
            generated = _generate(candidate_seed, self.spec, self.hardness)
        except GenerationFailed:
            if not self.targets:
                raise
            self.rejected["no level with so many traps"] += 1
            self.adjust(MODEL_SLACK)
            return
        self.rejected.update(generated.rejected)
        try:
            rating = rate_level(generated.level)
        except NoPath:
            self.rejected["a way that cannot be rated"] += 1
            return
        prediction = predict(rating.challenge_graph, self.spec.respawn)
        deviation = self.targets.deviation(prediction.failure, prediction.deaths, prediction.hardest)
        if abs(deviation) > MODEL_SLACK:
            self.rejected[f"too {'hard' if deviation > 0 else 'easy'}, by the model"] += 1
            self.adjust(deviation)
            return
        for players, slack in self.screening_stages():
            population = simulate(generated.level, players, derive(candidate_seed, "tried"), self.spec.respawn)
            deviation = self.targets.deviation_in_play(population)
            if abs(deviation) > slack:
                break
        candidate = _Candidate(candidate_seed, self.hardness, deviation)
        if self.best is None or abs(deviation) < abs(self.best.deviation):
            self.best = candidate
        if abs(deviation) > 1:
            self.rejected[candidate.reason] += 1
            self.adjust(deviation)

    def screening_stages(self) -> list[tuple[int, int]]:
        """Players and allowed deviation of each filter. Deaths vary more than shares, so they need more players."""
        if not self.targets:
            return []
        return [(SCREENING_PLAYERS, SCREENING_SLACK), (DECIDING_PLAYERS * (1 if self.targets.deaths is None else 2), 1)]

    def adjust(self, deviation: float) -> None:
        """Lower the hardness if the level was too hard, and the other way round."""
        step = HARDNESS_STEP * SHARE_TOLERANCE * max(-MODEL_SLACK, min(MODEL_SLACK, deviation))
        self.hardness = min(1.0, max(0.0, self.hardness - step))


def with_hardness(params: GeneratorParams, hardness: float, fixed: FixedParams = FixedParams()) -> GeneratorParams:  # noqa: B008
    """Parameters with traps of this hardness, from 0 to 1; `fixed` values stay."""
    traps = params.traps or TrapParams()
    period = round(PERIOD_RANGE[0] + hardness * (PERIOD_RANGE[1] - PERIOD_RANGE[0]))
    cycle = max(PERIOD_RANGE[1], period - PERIOD_WINDOW), min(PERIOD_RANGE[0], period + PERIOD_WINDOW)
    challenges = round(MAX_CHALLENGES * hardness) if fixed.challenges is None else fixed.challenges
    return replace(
        params,
        traps=replace(
            traps,
            density=DENSITY_RANGE[0] + hardness * (DENSITY_RANGE[1] - DENSITY_RANGE[0])
            if fixed.density is None
            else fixed.density,
            periods=cycle if fixed.cycle is None else fixed.cycle,
            mines=min(traps.mines, int(3 * hardness)),
            challenges=0 if traps.trap_free else challenges,
        ),
    )


SearchTask = tuple[int, LevelSpec]  # seed and spec of a level


@contextmanager
def no_progress(what: str, count: int, thing: str = "game", /) -> Iterator[Callable[[int], None]]:
    """Progress that is not shown."""
    yield lambda _: None


def find_levels(
    tasks: Sequence[SearchTask],
    backend: Backend | None = None,
    checkpoint: WorkCheckpoint | None = None,
    progress: ProgressFactory = no_progress,
) -> list[FoundLevel]:
    """Find a level for each task, and measure it on held-out players."""
    backend, checkpoint, levels = backend or Threads(1), checkpoint or WorkCheckpoint(), list[FoundLevel]()
    results = {number: checkpoint.load(_checkpoint_item(number), SearchResult) for number in range(len(tasks))}
    missing = [number for number, result in results.items() if result is None]
    for number, result in zip(
        missing, _search_all([tasks[number] for number in missing], backend, progress), strict=True
    ):
        results[number] = result
        checkpoint.save(_checkpoint_item(number), result, now=True)
    complete = [result for result in results.values() if result is not None]
    with progress("proving", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_validate_part, tasks, complete), split_range(len(tasks), 1)):
            levels += part
            on_progress(len(part))
    return levels


def _search_all(tasks: Sequence[SearchTask], backend: Backend, progress: ProgressFactory) -> Iterator[SearchResult]:
    """Search results of each task. A single search may take long, so its candidates are shown as progress."""
    if len(tasks) == 1 and tasks[0][1].targets:
        with progress("levels looked at, at most", MAX_CANDIDATES, "level") as on_progress:
            yield search_level(*tasks[0], on_progress)
        return
    with progress("making", len(tasks), "level") as on_progress:
        for part in backend.run(partial(_search_part, tasks), split_range(len(tasks), 1)):
            yield from part
            on_progress(len(part))


def _search_part(tasks: Sequence[SearchTask], part: range) -> list[SearchResult]:
    return [search_level(*tasks[k]) for k in part]


def _validate_part(tasks: Sequence[SearchTask], results: Sequence[SearchResult], part: range) -> list[FoundLevel]:
    return [validate_on_held_out(results[k], tasks[k][1]) for k in part]


def _checkpoint_item(number: int) -> str:
    return f"level-{number + 1}"
