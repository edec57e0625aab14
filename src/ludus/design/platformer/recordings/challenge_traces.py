"""Traces of a player's encounters with challenges, found in the events of a recording (thesis 4.3).

A trace begins where the body touches ground in safety. It ends in success at the next safe node, or the exit, if there
was a trap on the way, and in failure at death (reading, G36). Entering a trap and returning to the node where the trace
began is no attempt. Mines are no challenge of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.events import (
    DEATH_EVENT,
    EXIT_EVENT,
    NODE_EVENT,
    NOWHERE,
    SKIP_EVENT,
    TRAP_EVENT,
    Event,
    events_of,
)
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.level import Level


@dataclass(frozen=True)
class ChallengeTrace:
    """Encounter with a challenge; nodes are numbered as in `build_level_graph(level)`."""

    session: int
    level: int  # number of the level
    order: int  # position of the recording in its session
    start: int  # safe node at the beginning
    nodes: tuple[int, ...]  # nodes of traps other than mines, in order of contact
    end: int  # safe node at the end, or -1
    success: bool

    @property
    def encounter(self) -> int | None:
        """Node of the challenge: the first one touched in a success, the one nearest to the death in a failure.

        None if only mines were near.
        """
        if not self.nodes:
            return None
        return self.nodes[0] if self.success else self.nodes[-1]


def traces_of(recording: Recording, level: int = 0, compiled: bool = True) -> list[ChallengeTrace]:
    """All traces of a recording of level number `level`."""
    return find_traces(events_of(recording, compiled), recording.level, recording.session, level, recording.order)


def find_traces(
    events: Iterable[Event], level: Level, session: int = 0, number: int = 0, order: int = 0
) -> list[ChallengeTrace]:
    """All traces in the events of a play."""
    traces, start = [], NOWHERE
    on_ground: list[int] = []  # nodes of traps touched with feet or hands
    passed: list[int] = []  # nodes near which the body entered a trap

    def add(nodes: Iterable[int], end: int) -> None:
        met = tuple(node for node in nodes if node != NOWHERE)
        traces.append(ChallengeTrace(session, number, order, start, met, end, end != NOWHERE))

    for event in events:
        if event.kind == TRAP_EVENT:
            passed.append(event.node)
        elif event.kind == DEATH_EVENT:
            if start != NOWHERE:
                add([*(on_ground or passed[:1]), event.node], NOWHERE)
            start, on_ground, passed = NOWHERE, [], []
        elif event.kind in (NODE_EVENT, EXIT_EVENT) and event.safe:
            if passed and start not in (NOWHERE, event.node):
                add(on_ground or passed[:1], event.node)
            start, on_ground, passed = event.node, [], []
        elif event.kind == NODE_EVENT and event.trap is not None and level.traps[event.trap].kind != MINE:
            on_ground.append(event.node)
        elif event.kind == SKIP_EVENT:
            break
    return traces
