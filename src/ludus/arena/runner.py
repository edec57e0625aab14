"""The runner: plays matches on a backend.

    outcomes = run_match(match, 1000, Threads())
    outcomes = run_matches([match, other], [1000, 500], Threads())     the same as each match alone
    outcomes, verdict = run_sequential_test(match, Sprt(0, 50), 10_000)
    position = replay_game(match, 17)

Games are handed to the workers in chunks: few games until their speed is known, then as many as take a fraction of a
second, and fewer towards the end so that all workers finish together. Chunks never change the results.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import accumulate
from typing import Generic, TypeVar

import numpy as np

from ludus.arena.compiled_games import Outcomes
from ludus.arena.episode import Episode, EpisodeListener, EpisodeRecord, StarvedGame, play_episode
from ludus.arena.match_spec import Match
from ludus.backends import Backend, Threads
from ludus.backends.cuda import Cuda
from ludus.bots.bot import STARVED
from ludus.core.position import Position
from ludus.core.replay import Replay
from ludus.stats import Sprt, SprtMonitor, SprtVerdict
from ludus.util.errors import OptionError

FIRST_CHUNK = 16  # games of the first chunks, if all bots are compiled
MAX_CHUNK, CHUNK_SECONDS = 2000, 0.2  # most games in one chunk, and how long it should take
MAX_GROWTH = 8  # at most so many times the last chunk: one quick game says little about the next
CHUNKS_PER_WORKER = 4  # the remaining games should make this many chunks per worker,
MIN_CHUNK_DIVISOR = 10  # unless a chunk would be smaller than this fraction of a full one

T = TypeVar("T")


def run_match(
    match: Match, games: int, backend: Backend | None = None, progress: Callable[[int], None] | None = None
) -> Outcomes:
    """Play games 0 .. games-1 of one match.

    Args:
        match: What is played.
        games: Number of games.
        backend: Where games run; one thread if None.
        progress: Called with the number of games of every finished chunk.

    Returns:
        Payoffs, scores, end reasons and lengths by game; the same on every backend.

    Raises:
        OptionError: the number of games is below 1, or these bots cannot play on the backend.
        BackendError: the backend fails.
    """
    return run_matches([match], [games], backend, progress)[0]


def run_matches(
    matches: Sequence[Match],
    games: Sequence[int],
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Outcomes]:
    """Play several matches together: their games share the workers, so that short matches leave none idle.

    With bots that are not compiled, the matches are played one after another, and no two games of a deal at the same
    time: bots that can reach each other could exchange what they see.

    Args:
        matches: What is played.
        games: Number of games for each match.
        backend: Where games run; one thread if None.
        progress: Called with the number of games of every finished chunk.

    Returns:
        The outcomes of each match, in the order of `matches`.

    Raises:
        OptionError: the two sequences differ in length, or a number is below 1.
    """
    if len(matches) != len(games):
        raise OptionError(f"{len(matches)} matches and {len(games)} numbers of games do not go together")
    if any(count < 1 for count in games):
        raise OptionError("a match needs at least one game")
    if not matches:
        return []
    if isinstance(backend, Cuda):
        from ludus.arena.gpu import play_on_gpu

        return play_on_gpu(matches, games, backend, progress)
    if not all(match.all_compiled for match in matches):
        return [_run_deal_by_deal(match, count, backend, progress) for match, count in zip(matches, games, strict=True)]
    work = _MatchGames(matches, games)
    parts_by_match: list[list[Outcomes]] = [[] for _ in matches]
    with closing(run_chunks(work, work.ends[-1], backend, progress)) as chunks:
        for _, (first_match, parts) in chunks:
            for number, outcomes in enumerate(parts, first_match):
                parts_by_match[number].append(outcomes)
    return [Outcomes.joined(parts) for parts in parts_by_match]


def _run_deal_by_deal(
    match: Match, games: int, backend: Backend | None, progress: Callable[[int], None] | None
) -> Outcomes:
    """Play one match so that the games of a deal follow each other: a bot that plays them at the same time could tell
    itself what each seat holds.
    """
    parts = []
    with closing(run_in_order(match, 0, games, backend)) as chunks:
        for outcomes in chunks:
            parts.append(outcomes)
            if progress:
                progress(len(outcomes))
    return Outcomes.joined(parts)


def run_in_order(
    match: Match, first: int, last: int, backend: Backend | None = None
) -> Generator[Outcomes, None, None]:
    """Play games first .. last-1 and yield them in order, whole deals at a time.

    Close the generator to stop before the last game.

    Args:
        match: What is played.
        first: Number of the first game; it begins a deal.
        last: The end of the numbers.
        backend: Where games run; one thread if None.

    Yields:
        The outcomes of the next games.
    """
    work, step = _MatchGames([match], [last]), match.per_deal
    with closing(run_chunks(work, last, backend, None, step, step, first)) as chunks:
        for _, (_, (outcomes,)) in chunks:
            yield outcomes


def run_sequential_test(
    match: Match,
    test: Sprt,
    max_games: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Outcomes, SprtVerdict]:
    """Play until a sequential test decides whether the first of two players is stronger.

    The games up to the decision are the same on any number of threads. Because the test stops early, the win rates of
    such games are slightly biased towards the verdict.

    Args:
        match: A match of two players.
        test: The test.
        max_games: Maximum number of games.
        backend: Where games run; one thread if None.
        progress: Called with the number of games of every finished chunk.

    Returns:
        The games up to the decision, and the verdict.

    Raises:
        OptionError: the match has not two players.
    """
    if match.seats != 2:
        raise OptionError(f"a sequential test is between two bots; {match.game.name} has {match.seats} here")
    running_test, parts = SprtMonitor(test), []
    with closing(run_in_order(match, 0, max_games + -max_games % match.per_deal, backend)) as chunks:
        for part in chunks:
            parts.append(part)
            running_test.add(deal_payoffs(match, part))
            if progress:
                progress(len(part))
            if running_test.verdict.decision != "running":
                break
    outcomes = Outcomes.joined(parts)
    if running_test.verdict.decision != "running":
        outcomes = outcomes.first(running_test.verdict.count * match.per_deal)
    return outcomes, running_test.verdict


def deal_payoffs(match: Match, outcomes: Outcomes) -> np.ndarray:
    """The observations of a sequential test: the first player's payoff in each deal.

    Args:
        match: The match.
        outcomes: Its games; the first one begins a deal.
    """
    payoffs: np.ndarray = match.by_deal(match.by_player(outcomes))[:, 0]
    return payoffs


def play_range(match: Match, part: range) -> Outcomes:
    """Play a range of a match's games, here and now.

    Args:
        match: What is played.
        part: Numbers of the games.
    """
    if match.by_moves:
        return _outcomes(match, [play_game(match, number) for number in part])
    assert match.compiled_games is not None
    records, addresses = match.game_data(part)
    first_players = match.first_player(np.arange(part.start, part.stop))
    outcomes = match.compiled_games.play(addresses, match.seeds(part), first_players)
    del records  # kept until here: the addresses point into them
    return outcomes


def play_game(match: Match, number: int) -> Episode:
    """Play one game of a match move by move, with its listener; it is recorded if it cannot be reproduced.

    A game that ends because a bot had to wait for a processor is played once more; the second result stands. Not with
    kept bots: they would see the deal again.

    Args:
        match: What is played.
        number: Number of the game, from 0.
    """
    episode, listener = _play_once(match, number)
    if episode.reason == STARVED and not any(getattr(player, "keep", None) for player in match.players):
        first, (episode, listener) = episode, _play_once(match, number)
        episode = _note_starved(match, number, first, episode)
    if listener is not None:
        listener.on_end(episode)
    if match.on_record is not None and not match.reproducible:
        match.on_record(_episode_record(match, number, episode))
    return episode


def _play_once(match: Match, number: int) -> tuple[Episode, EpisodeListener | None]:
    _, *seeds = (int(seed) for seed in match.seeds(range(number, number + 1))[0])
    seating = match.seating(number)
    position = match.start_position(number)
    listener = match.listeners(number) if match.listeners else None
    bots, bot_seeds = [match.players[k] for k in seating], [seeds[k] for k in seating]
    return play_episode(position, bots, bot_seeds, listener), listener


def _note_starved(match: Match, number: int, first: Episode, second: Episode) -> Episode:
    """Store that a game was played once more; returns the second try with a note in the log of the starved bot."""
    assert first.culprit is not None
    game = StarvedGame(number, match.seating(number)[first.culprit], first.fault, second.reason == STARVED)
    match.starved.append(game)
    if match.on_starved is not None:
        match.on_starved(game)
    logs = list(second.logs)
    logs[first.culprit] = f"note: this game was played once more; the first try: {first.fault}\n{logs[first.culprit]}"
    return replace(second, logs=logs)


def replay_game(match: Match, number: int) -> Position:
    """Play one game move by move.

    Args:
        match: What is played.
        number: Number of the game, from 0.

    Returns:
        The final position with its history.
    """
    return play_game(match, number).position


def game_replay(match: Match, number: int, players: list[str]) -> tuple[Replay, Episode]:
    """Play one game move by move.

    Args:
        match: What is played.
        number: Number of the game, from 0.
        players: Names of the bots by seat.

    Returns:
        Its replay, and how it went. If a bot ended the game by a fault, the replay has the moves up to it.
    """
    episode = play_game(match, number)
    return _replay(episode, players), episode


def run_chunks(
    work: Callable[[range], T],
    total: int,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    first_chunk: int = FIRST_CHUNK,
    step: int = 1,
    first: int = 0,
) -> Generator[tuple[range, T], None, None]:
    """Run work on the numbers first .. total-1 in chunks whose size adapts to its speed.

    Args:
        work: Called with each chunk, a range of numbers, on a worker of the backend; pickled for other processes.
        total: The end of the numbers.
        backend: Where the work runs; one thread if None.
        progress: Called with the size of every finished chunk.
        first_chunk: Size of the first chunks.
        step: Every chunk is a multiple of it.
        first: The first number.

    Yields:
        Each chunk and its result, in order. Close the generator to stop early.
    """
    backend = backend or Threads(1)
    sizer = ChunkSizer(backend.count, first_chunk, step)
    with closing(backend.run(_TimedWork(work), sizer.chunks(total, first))) as results:
        for part, seconds, result in results:
            sizer.record(len(part), seconds)
            if progress:
                progress(len(part))
            yield part, result


class ChunkSizer:
    """Chooses chunk sizes from how long earlier chunks took."""

    def __init__(self, workers: int, first: int, step: int = 1) -> None:
        """`first` games at the beginning; every size is a multiple of `step`."""
        self._workers, self._size, self._step = workers, first, step

    def next_size(self, left: int) -> int:
        """The size of the next chunk when `left` games remain."""
        share = -(-left // (CHUNKS_PER_WORKER * self._workers))
        size = min(self._size, max(share, self._size // MIN_CHUNK_DIVISOR))
        return min(max(size - size % self._step, self._step), left)

    def chunks(self, total: int, first: int = 0) -> Iterator[range]:
        """Games first .. total-1 in chunks, each sized when it is requested."""
        at = first
        while at < total:
            part = range(at, at + self.next_size(total - at))
            yield part
            at = part.stop

    def record(self, games: int, seconds: float) -> None:
        """Record that a chunk of `games` games took `seconds`."""
        target = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(min(target, MAX_CHUNK, MAX_GROWTH * games), 1)


class _MatchGames:
    """The games of all matches in one sequence: match k has those below ends[k]. Any range can be played anywhere."""

    def __init__(self, matches: Sequence[Match], games: Sequence[int]) -> None:
        self.matches, self.ends = list(matches), list(accumulate(games))

    def __call__(self, part: range) -> tuple[int, list[Outcomes]]:
        """Play a range; returns its first match, and outcomes from that match on."""
        first = bisect_right(self.ends, part.start)
        outcomes, k, at = [], first, part.start
        while at < part.stop:
            before, stop = self.ends[k - 1] if k else 0, min(self.ends[k], part.stop)
            outcomes.append(play_range(self.matches[k], range(at - before, stop - before)))
            k, at = k + 1, stop
        return first, outcomes


class _TimedWork(Generic[T]):
    """Measures the seconds that each chunk takes on its worker."""

    def __init__(self, work: Callable[[range], T]) -> None:
        self.work = work

    def __call__(self, part: range) -> tuple[range, float, T]:
        start = time.perf_counter()
        result = self.work(part)
        return part, time.perf_counter() - start, result


def _episode_record(match: Match, number: int, episode: Episode) -> EpisodeRecord:
    seating = match.seating(number)
    replay = _replay(episode, [match.players[k].name for k in seating])
    logs = [episode.logs[seating.index(k)] for k in range(match.seats)]
    return EpisodeRecord(number, replay, logs, episode.fault)


def _replay(episode: Episode, players: list[str]) -> Replay:
    fault = {"seat": episode.culprit, "reason": episode.reason, "what": episode.fault} if episode.fault else None
    return Replay.from_position(episode.position, players, fault)


def _outcomes(match: Match, episodes: list[Episode]) -> Outcomes:
    return Outcomes(
        np.array([episode.payoffs for episode in episodes]),
        np.array([episode.position.scores for episode in episodes], np.int64),
        np.array([match.reasons.index(episode.reason) for episode in episodes], np.int64),
        np.array([episode.position.length for episode in episodes], np.int64),
    )
