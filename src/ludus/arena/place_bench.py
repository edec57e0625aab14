"""Speed of games on a backend, and whether the results equal those on threads."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludus.arena.bench import Row
from ludus.arena.match import Match
from ludus.compute import Place, PlaceError, Threads
from ludus.core.contract import Benchmark, Game
from ludus.core.errors import UnknownName
from ludus.players import find_player

ROUNDS = 3
SECONDS = 2.0  # minimum duration of a round


def measure_place(
    game: Game, place: Place, check: int, only: str = "", report: Callable[[str], None] = lambda text: None
) -> list[Row]:
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
    works = [work for work in game.benchmarks if not work.program and not work.counting]
    chosen = [work for work in works if only in work.name]
    if not chosen:
        raise UnknownName(f"benchmark of {game.name}", only, [work.name for work in works])
    rows: list[Row] = []
    for work in chosen:
        match = Match(game, game.content(**work.options), [find_player(game, text) for text in work.players], seed=1)
        report(f"{work.name}, on threads")
        _compare(match, work, place, check)
        rows.append(Row(f"{work.name}, the same as on threads", check, "games"))
        report(f"{work.name}, on {place}")
        rows.append(Row(work.name, _speed(match, place, check), "games/s"))
    return rows


def _compare(match: Match, work: Benchmark, place: Place, games: int) -> None:
    there, here = match.play(games, place).digest(), match.play(games, Threads()).digest()
    if there != here:
        raise PlaceError(f"{work.name}: {games:,} games came out as {there} on {place} and as {here} on threads")


def _speed(match: Match, place: Place, games: int) -> float:
    best, rounds = 0.0, 0
    while rounds < ROUNDS:
        began = time.perf_counter()
        match.play(games, place)
        seconds = time.perf_counter() - began
        if seconds < SECONDS:
            games *= 2
        else:
            best, rounds = max(best, games / seconds), rounds + 1
    return best
