"""Benchmarks: the speed of a game on this machine, compared with the expected speed, or on a backend.

Machines are shared and noisy, so everything is measured in thread CPU time unless threads are the point, as the best of
several runs, and relative to a calibration loop timed in between: the bars are those of a reference machine on which
one step of that loop takes 1.65 ns, scaled to this machine. On a backend, speed is measured in wall-clock time, and the
results must equal those on threads.
"""

from __future__ import annotations

import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.arena.match_spec import Match
from ludus.arena.runner import run_match
from ludus.backends import Backend, BackendError, Threads
from ludus.bots import load_bot
from ludus.bots.lookup import load_phase_bot
from ludus.core.game import Benchmark, Content, Game
from ludus.core.game_registry import game_reference
from ludus.core.position import Position
from ludus.core.random import derive, xorshift_step
from ludus.core.rule import rule
from ludus.util.errors import UnknownName

REFERENCE_STEP_NS = 1.65  # nanoseconds a step of the calibration loop takes on the reference machine
ROUNDS, LATENCY_ROUNDS = 30, 5
COMPUTED_MARK = "computed seconds"  # marks the log line in which a benchmark's program reports its own CPU time
THREAD_BAR, STEP_BAR, COPY_BAR, COLD_BAR, WARM_BAR = 1.8, 3.0, 1.0, 20.0, 1.0

BACKEND_ROUNDS = 3
MIN_ROUND_SECONDS = 2.0  # minimum duration of a round


def run_benchmarks(
    game: Game, report: Callable[[str], None] = lambda text: None, tasks: Sequence[ThroughputTask | LatencyTask] = ()
) -> list[BenchmarkResult]:
    """Measure a game and tasks that belong to it.

    Args:
        game: The game.
        report: Called with the name of each measurement before it starts.
        tasks: Further tasks to measure.

    Returns:
        The results; the first one is the calibration step.
    """
    report("calibration")
    _calibration_loop(10)
    steps = [calibrate() for _ in range(ROUNDS)]
    rows: list[BenchmarkResult] = []
    for work in game.demo.benchmarks:
        report(work.name)
        if work.program or work.counting:
            rows.append(_measure_replies(game, work) if work.program else _measure_counter(game, work, steps))
            continue
        match = Match(game, game.content(**work.options), [load_bot(game, text) for text in work.players], seed=1)
        games = _games_for(match, seconds=0.04)  # short and often: some run is undisturbed by other processes
        best = 0.0
        for _ in range(4 * ROUNDS):
            began = time.thread_time()
            run_match(match, games)
            best = max(best, games / (time.thread_time() - began))
            steps.append(calibrate())
        rows.append(BenchmarkResult(work.name, best, "games/s", work.bar))
        if work is game.demo.benchmarks[0]:
            report("two threads")
            rows.append(BenchmarkResult("the same on two threads", _thread_gain(match, games), "x", THREAD_BAR))
    for task in tasks:
        report(task.name)
        rows.append(
            _measure_throughput(task, steps) if isinstance(task, ThroughputTask) else _measure_latency(task, steps)
        )
    report("Python face")
    rows += _measure_python_api(game)
    report("cold compile")
    rows.append(BenchmarkResult("cold compile", _compile_seconds(game), "s CPU", COLD_BAR, higher_is_better=False))
    report("warm start")
    rows.append(BenchmarkResult("warm start", _warm_seconds(game), "s CPU", WARM_BAR, higher_is_better=False))
    scale = min(steps) / REFERENCE_STEP_NS
    return [BenchmarkResult("calibration step", min(steps), "ns"), *(_scaled(row, scale) for row in rows)]


def measure_backend(
    game: Game, backend: Backend, check: int, only: str = "", report: Callable[[str], None] = lambda text: None
) -> list[BenchmarkResult]:
    """Games per second in wall-clock time for the game's benchmarks.

    Args:
        game: The game.
        backend: The backend to measure.
        check: This many games are first compared with the same games on threads.
        only: Only benchmarks with this text in their name.
        report: Called with the name of each measurement before it starts.

    Raises:
        BackendError: the results differ from those on threads.
        UnknownName: no benchmark has such a name.
    """
    works = [work for work in game.demo.benchmarks if not work.program and not work.counting]
    chosen = [work for work in works if only in work.name]
    if not chosen:
        raise UnknownName(f"benchmark of {game.name}", only, [work.name for work in works])
    rows: list[BenchmarkResult] = []
    for work in chosen:
        match = Match(game, game.content(**work.options), [load_bot(game, text) for text in work.players], seed=1)
        report(f"{work.name}, on threads")
        _check_same_results(match, work, backend, check)
        rows.append(BenchmarkResult(f"{work.name}, the same as on threads", check, "games"))
        report(f"{work.name}, on {backend}")
        rows.append(BenchmarkResult(work.name, _games_per_second(match, backend, check), "games/s"))
    return rows


def calibrate(steps: int = 1_000_000) -> float:
    """Nanoseconds per step of xorshift64 now."""
    began = time.thread_time()
    _calibration_loop(steps)
    return (time.thread_time() - began) / steps * 1e9


@dataclass(frozen=True)
class BenchmarkResult:
    """One measured number. The bar is scaled to this machine; a ratio of 1 or more reaches it."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    higher_is_better: bool = True

    @property
    def ratio(self) -> float | None:
        if self.bar is None:
            return None
        return self.value / self.bar if self.higher_is_better else self.bar / self.value


@dataclass(frozen=True)
class ThroughputTask:
    """A further task, not a match: `work` does a part of it and returns how many items it processed."""

    name: str
    unit: str  # items per second: trees/s
    work: Callable[[], int]
    bar: float | None = None


@dataclass(frozen=True)
class LatencyTask:
    """A task in pieces of different length: the median is measured, in milliseconds of thread CPU time."""

    name: str
    work: Callable[[int], object]  # one piece, by its number
    count: int
    bar: float | None = None  # at most


@rule(export=True)
def _calibration_loop(steps):  # type: ignore[no-untyped-def]
    x = np.uint64(88172645463325252)
    for _ in range(steps):
        x = xorshift_step(x)
    return x


def _measure_counter(game: Game, work: Benchmark, steps: list[float]) -> BenchmarkResult:
    """Measure what bots count per second, such as iterations of a search."""
    content, players = game.content(**work.options), [load_phase_bot(game, text) for text in work.players]
    best = 0.0
    for number in range(ROUNDS // 3):
        position = Position.start(game, content, derive(1, "bench", number))
        seated = [player.join(position, seat, seat) for seat, player in enumerate(players)]
        began = time.thread_time()
        while not position.end_reason:
            position.play(seated[position.current_player].choose(position))
        seconds = time.thread_time() - began
        total = sum(int(bot.memory[work.counting][0]) for bot in seated)
        best = max(best, total / seconds)
        steps.append(calibrate())
    return BenchmarkResult(work.name, best, f"{work.counting}/s", work.bar)


def _measure_throughput(task: ThroughputTask, steps: list[float]) -> BenchmarkResult:
    """The best of several runs; a first run compiles."""
    task.work()
    best = 0.0
    for _ in range(ROUNDS):
        began = time.thread_time()
        count = task.work()
        best = max(best, count / (time.thread_time() - began))
        steps.append(calibrate())
    return BenchmarkResult(task.name, best, task.unit, task.bar)


def _measure_latency(pieces: LatencyTask, steps: list[float]) -> BenchmarkResult:
    """The median over all pieces of the best run of each; a first run compiles."""
    pieces.work(0)
    best = [float("inf")] * pieces.count
    for number in range(pieces.count * LATENCY_ROUNDS):
        began = time.thread_time()
        pieces.work(number % pieces.count)
        best[number % pieces.count] = min(best[number % pieces.count], time.thread_time() - began)
        steps.append(calibrate())
    return BenchmarkResult(pieces.name, statistics.median(best) * 1000, "ms", pieces.bar, higher_is_better=False)


def _measure_replies(game: Game, work: Benchmark) -> BenchmarkResult:
    """The overhead of a program's reply beyond its own computing: text, pipes, reading the move, timing."""
    content, best = game.content(**work.options), float("inf")
    players = [load_bot(game, f"cmd:{shlex.join([sys.executable, '-I', '-S', str(work.program)])}")] * 2
    try:
        for number in range(ROUNDS // 3):
            position = Position.start(game, content, derive(1, "bench", number))
            seated = [player.join(position, seat, seat) for seat, player in enumerate(players)]
            began = time.perf_counter()
            waited, replies = _play_programs(position, seated)
            best = min(best, (time.perf_counter() - began - waited) / replies * 1e6)
    finally:
        players[0].close()
    return BenchmarkResult(work.name, best, "us/reply", work.bar, higher_is_better=False)


def _play_programs(position: Position, seated_bots: list[Any]) -> tuple[float, int]:
    """Play a game between programs; returns the CPU seconds they report themselves, and the number of replies."""
    try:
        while not position.end_reason:
            move = seated_bots[position.current_player].choose(position)
            for bot in seated_bots:
                bot.watch(position, move)
            position.play(move)
    finally:
        for bot in seated_bots:
            bot.end(position.result)
    reports = [[line for line in bot.log.splitlines() if COMPUTED_MARK in line][-1] for bot in seated_bots]
    return sum(float(line.split()[-1]) for line in reports), sum(bot.replies for bot in seated_bots)


def _scaled(row: BenchmarkResult, scale: float) -> BenchmarkResult:
    """Scale the bar to this machine; the ratio of threads is not scaled."""
    if row.bar is None or row.unit == "x":
        return row
    bar = row.bar / scale if row.higher_is_better else row.bar * scale
    return BenchmarkResult(row.name, row.value, row.unit, bar, row.higher_is_better)


def _games_for(match: Match, seconds: float) -> int:
    count = 64
    while True:
        began = time.thread_time()
        run_match(match, count)
        if time.thread_time() - began > seconds:
            return count
        count *= 2


def _thread_gain(match: Match, games: int) -> float:
    """Speedup of two threads in wall-clock time, from the best run of each."""
    one = two = float("inf")
    for _ in range(ROUNDS // 3):
        one = min(one, _wall_seconds(match, 20 * games, Threads(1)))
        two = min(two, _wall_seconds(match, 20 * games, Threads(2)))
    return one / two


def _wall_seconds(match: Match, games: int, threads: Threads) -> float:
    began = time.perf_counter()
    run_match(match, games, threads)
    return time.perf_counter() - began


def _measure_python_api(game: Game) -> list[BenchmarkResult]:
    """Speed of the Python API. A step is asking for the legal moves and playing one."""
    content = game.content(**(game.demo.benchmarks[0].options if game.demo.benchmarks else {}))
    step = copy = resample = float("inf")
    for seed in range(2 * ROUNDS):
        began, steps = time.thread_time(), 0
        while steps < 1000:
            position = Position.start(game, content, seed)
            while moves := position.legal_moves:
                position.play(moves[steps % len(moves)])
                steps += 1
        step = min(step, (time.thread_time() - began) / steps * 1e6)
        position = Position.start(game, content, seed)
        began = time.thread_time()
        for _ in range(1000):
            position.copy()
        copy = min(copy, (time.thread_time() - began) / 1000 * 1e6)
        resample = min(resample, _redeal_seconds(game, content, seed))
    return [
        BenchmarkResult("a step through the Python face", step, "us", STEP_BAR, higher_is_better=False),
        BenchmarkResult("a copy through the Python face", copy, "us", COPY_BAR, higher_is_better=False),
        BenchmarkResult("redeals through the Python face", 1 / resample, "redeals/s", game.demo.resample_bar),
    ]


def _redeal_seconds(game: Game, content: Content, seed: int) -> float:
    """Seconds per resampling, in the middle of a game."""
    position, middle = Position.start(game, content, seed), Position.start(game, content, seed)
    length = 0
    while moves := position.legal_moves:
        position.play(moves[length % len(moves)])
        length += 1
    for k in range(length // 2):
        middle.play(middle.legal_moves[k % len(middle.legal_moves)])
    seat, resample = middle.current_player, middle.resample
    began = time.thread_time()
    for k in range(1000):
        resample(seat, k)
    return (time.thread_time() - began) / 1000


def _compile_seconds(game: Game) -> float:
    best = float("inf")
    for _ in range(2):
        with tempfile.TemporaryDirectory() as empty:
            command = ["-m", "ludus", "compile", "--rules", game_reference(game)]
            best = min(best, _child_seconds(command, {"LUDUS_CACHE_DIR": empty}))
    return best


def _warm_seconds(game: Game) -> float:
    """Seconds from the start of a process to the first legal moves, with everything compiled before."""
    start = f"ludus.new_game({game_reference(game)!r}, seed=1).legal_moves"
    code = f"import ludus, time; {start}; print(time.process_time())"
    run = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return min(
        float(subprocess.run(run, env=environment, check=True, capture_output=True, text=True).stdout) for _ in range(8)
    )


def _child_seconds(arguments: list[str], environment: dict[str, str]) -> float:
    """CPU seconds of a separate Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env={**os.environ, **environment}, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _check_same_results(match: Match, work: Benchmark, backend: Backend, games: int) -> None:
    there, here = run_match(match, games, backend).digest(), run_match(match, games, Threads()).digest()
    if there != here:
        raise BackendError(f"{work.name}: {games:,} games came out as {there} on {backend} and as {here} on threads")


def _games_per_second(match: Match, backend: Backend, games: int) -> float:
    best, rounds = 0.0, 0
    while rounds < BACKEND_ROUNDS:
        began = time.perf_counter()
        run_match(match, games, backend)
        seconds = time.perf_counter() - began
        if seconds < MIN_ROUND_SECONDS:
            games *= 2
        else:
            best, rounds = max(best, games / seconds), rounds + 1
    return best
