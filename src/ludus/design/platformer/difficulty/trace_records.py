"""Records of plays and traces, as the study of difficulty needs them.

    data = session_arrays(recordings)           # of one session; plain arrays for a file
    records = TraceRecords.join(sessions)
    records.resample(numbers)                   # sessions repeated or left out, for the bootstrap

Levels are stored as reduced graphs (rating.py), so that any model can rate them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ludus.design.platformer.difficulty.challenge_models import LINEAR_MODEL, TraceHistogram, count_traces
from ludus.design.platformer.difficulty.challenges import ChallengeGraph, find_challenges
from ludus.design.platformer.difficulty.rating import NoPath, ReducedGraph, reduce_graph
from ludus.design.platformer.recordings.challenge_traces import find_traces
from ludus.design.platformer.recordings.events import DEATH_EVENT, EXIT_EVENT, Event
from ludus.games.platformer.constants import TICKS_PER_SECOND
from ludus.games.platformer.level import Level
from ludus.util.errors import LudusError

PLAY_COLUMNS = ("order", "level", "deaths", "finished", "ticks")
TRACE_COLUMNS = ("play", "trap", "mines", "j", "success")
TIME_COLUMNS = ("t_cycle", "t_timing")


def session_arrays(recordings: Iterable[tuple[Level, Sequence[Event]]]) -> dict[str, Any]:
    """Arrays of one session: its levels, its plays in order, its traces.

    Traces that match no challenge of the graph are counted and left out.
    """
    levels: dict[Level, int] = {}
    shorts, played, traces, times, lost = [], [], [], [], 0
    for order, (level, events) in enumerate(recordings):
        challenge_graph = find_challenges(level)
        if level not in levels:
            levels[level] = len(levels)
            shorts.append(_reduced_to_data(_reduce_rateable(level, challenge_graph)))
        deaths = sum(event.kind == DEATH_EVENT for event in events)
        finished = any(event.kind == EXIT_EVENT for event in events)
        ticks = max((event.tick for event in events), default=0)
        played.append((order, levels[level], deaths, finished, ticks))
        for trace in find_traces(events, level):
            challenge = None if trace.encounter is None else challenge_graph.challenge_of(trace.start, trace.encounter)
            if challenge is None:
                lost += 1
                continue
            traces.append((order, level.traps[challenge.trap].kind, challenge.mines, challenge.j, trace.success))
            times.append((challenge.t_cycle, challenge.t_timing))
    return {
        "levels": shorts,
        "plays": np.array(played, np.int64).reshape(-1, len(PLAY_COLUMNS)),
        "traces": np.array(traces, np.int64).reshape(-1, len(TRACE_COLUMNS)),
        "times": np.array(times, float).reshape(-1, len(TIME_COLUMNS)),
        "lost": lost,
    }


@dataclass(frozen=True)
class TraceRecords:
    """Plays and traces of many sessions; each array has one entry per play or trace."""

    levels_reduced: tuple[ReducedGraph, ...]  # reduced graphs of the levels
    sessions: int
    session: np.ndarray  # session of each play
    order: np.ndarray
    level: np.ndarray
    deaths: np.ndarray
    finished: np.ndarray
    ticks: np.ndarray  # tick of the last event of a play
    trace_session: np.ndarray
    trace_play: np.ndarray  # index of its play in the arrays above
    t_cycle: np.ndarray
    t_timing: np.ndarray
    j: np.ndarray
    trap: np.ndarray  # kind of the trap
    success: np.ndarray
    unmatched: int  # traces that match no challenge

    @classmethod
    def join(cls, pieces: Sequence[dict[str, Any]]) -> TraceRecords:
        """Join sessions; equal levels are stored once.

        Raises:
            LudusError: there are no traces.
        """
        if not pieces or not sum(len(piece["traces"]) for piece in pieces):
            raise LudusError("no player met a trap, so difficulty cannot be measured")
        known: dict[bytes, int] = {}
        shorts: list[ReducedGraph] = []
        plays, traces, times = [], [], []
        first = 0
        for number, piece in enumerate(pieces):
            level_numbers = []
            for level_data in piece["levels"]:
                short = _reduced_from_data(level_data)
                key = short.edges.tobytes() + short.parameters.tobytes() + repr((short.start, short.exits)).encode()
                if key not in known:
                    known[key] = len(shorts)
                    shorts.append(short)
                level_numbers.append(known[key])
            rows = np.array(piece["plays"])
            places = np.array([level_numbers[k] for k in rows[:, 1]], np.int64)
            plays.append(np.column_stack([np.full(len(rows), number), rows[:, 0], places, rows[:, 2:]]))
            met = np.array(piece["traces"])
            traces.append(np.column_stack([np.full(len(met), number), met[:, 0] + first, met[:, 1:]]))
            times.append(np.array(piece["times"]))
            first += len(rows)
        session, order, level, deaths, finished, ticks = np.concatenate(plays).T
        trace_session, trace_play, trap, _, j, success = np.concatenate(traces).T
        t_cycle, t_timing = np.concatenate(times).T
        lost = sum(piece["lost"] for piece in pieces)
        return cls(
            *(tuple(shorts), len(pieces), session, order, level, deaths, finished.astype(bool), ticks),
            *(trace_session, trace_play, t_cycle, t_timing, j, trap, success.astype(bool), lost),
        )

    @cached_property
    def scores(self) -> np.ndarray:
        """Share of challenges passed in each session."""
        tried = np.bincount(self.trace_session, minlength=self.sessions)
        won = np.bincount(self.trace_session, self.success, minlength=self.sessions)
        scores: np.ndarray = won / np.maximum(tried, 1)
        return scores

    @property
    def minutes(self) -> float:
        """Mean duration of a session."""
        return float(self.ticks.sum()) / (60 * TICKS_PER_SECOND) / self.sessions

    def histogram(self, chosen: np.ndarray | None = None) -> TraceHistogram:
        """Histogram of all traces, or of some."""
        rows = slice(None) if chosen is None else chosen
        return count_traces(self.t_cycle[rows], self.t_timing[rows], self.j[rows], self.success[rows])

    def resample(self, numbers: Sequence[int] | np.ndarray) -> TraceRecords:
        """Records of these sessions, each as often as it is named."""
        plays = [np.flatnonzero(self.session == k) for k in range(self.sessions)]
        traces = [np.flatnonzero(self.trace_session == k) for k in range(self.sessions)]
        one, new, met, where, first = [], [], [], [], 0
        for number, k in enumerate(numbers):
            one.append(plays[k])
            new.append(np.full(len(plays[k]), number))
            met.append(traces[k])
            start = plays[k][0] if len(plays[k]) else 0
            where.append(np.column_stack([np.full(len(traces[k]), number), self.trace_play[traces[k]] - start + first]))
            first += len(plays[k])
        p, t = np.concatenate(one), np.concatenate(met)
        trace_session, trace_play = np.concatenate(where).T
        return TraceRecords(
            *(self.levels_reduced, len(numbers), np.concatenate(new), self.order[p], self.level[p], self.deaths[p]),
            *(self.finished[p], self.ticks[p], trace_session, trace_play, self.t_cycle[t], self.t_timing[t]),
            *(self.j[t], self.trap[t], self.success[t], self.unmatched),
        )


def _reduce_rateable(level: Level, challenges: ChallengeGraph) -> ReducedGraph:
    try:
        short = reduce_graph(challenges)
        short.rate(LINEAR_MODEL)
    except NoPath as error:
        raise LudusError(f"the level {level.name!r} cannot be rated: {error}") from None
    return short


def _reduced_to_data(reduced: ReducedGraph) -> dict[str, Any]:
    return {
        "places": reduced.node_count,
        "start": reduced.start,
        "exits": list(reduced.exits),
        "ways": reduced.edges,
        "numbers": reduced.parameters,
    }


def _reduced_from_data(data: dict[str, Any]) -> ReducedGraph:
    return ReducedGraph(
        data["places"], data["start"], tuple(data["exits"]), np.array(data["ways"]), np.array(data["numbers"])
    )
