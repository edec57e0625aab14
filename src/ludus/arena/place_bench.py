"""Speed of games on a backend, and whether the results equal those on threads."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludus.arena.bench import BenchmarkResult
from ludus.arena.match import Match
from ludus.compute import Backend, BackendError, Threads
from ludus.core.contract import Benchmark, Game
from ludus.core.errors import UnknownName
from ludus.players import load_bot

BACKEND_ROUNDS = 3
MIN_ROUND_SECONDS = 2.0  # minimum duration of a round


def measure_backend(
    game: Game, backend: Backend, check: int, only: str = "", report: Callable[[str], None] = lambda text: None
) -> list[BenchmarkResult]:
    """Games per second in wall-clock time for the game's benchmarks.

    Args:
        game: The game.
        place: The backend to measure.
        check: This many games are first compared with the same games on threads.
        only: Only benchmarks with this text in their name.
        report: Called with the name of each measurement before it starts.

    Raises:
        PlaceError: the results differ from those on threads.
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


def _check_same_results(match: Match, work: Benchmark, place: Backend, games: int) -> None:
    there, here = match.play(games, place).digest(), match.play(games, Threads()).digest()
    if there != here:
        raise BackendError(f"{work.name}: {games:,} games came out as {there} on {place} and as {here} on threads")


def _games_per_second(match: Match, place: Backend, games: int) -> float:
    best, rounds = 0.0, 0
    while rounds < BACKEND_ROUNDS:
        began = time.perf_counter()
        match.play(games, place)
        seconds = time.perf_counter() - began
        if seconds < MIN_ROUND_SECONDS:
            games *= 2
        else:
            best, rounds = max(best, games / seconds), rounds + 1
    return best
