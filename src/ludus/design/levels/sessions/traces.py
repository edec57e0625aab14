"""Event traces: what became of each encounter with a challenge (thesis 4.3).

    traces_of(play)

A trace begins where the body touches ground in safety. It ends in success at the next safe node, or the exit, if there
was a trap on the way, and in failure at death (reading, G36). Whoever only looks in and comes back to the node that the
trace began at has tried nothing. Mines are no challenge of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludus.design.levels.sessions.events import DEATH, EXIT, NODE, NOWHERE, SKIP, TRAP, Event, events_of
from ludus.design.levels.sessions.plays import Play
from ludus.games.platformer.level import Level
from ludus.games.platformer.table import MINE


@dataclass(frozen=True)
class Trace:
    """An encounter with a challenge; nodes are numbered as in `build_graph(sheet_of(level))`."""

    session: int
    level: int  # its number, among the levels that the traces are of
    order: int  # of the play in its session
    start: int  # the safe node
    nodes: tuple[int, ...]  # those of traps that are no mines, in the order in which they were met
    end: int  # the safe node at the end, or -1
    success: bool

    @property
    def encounter(self) -> int | None:
        """The node of the challenge: where one was on the ground in it first, or nearest to the death; None if no trap
        but a mine was near."""
        if not self.nodes:
            return None
        return self.nodes[0] if self.success else self.nodes[-1]


def traces_of(play: Play, level: int = 0, compiled: bool = True) -> list[Trace]:
    """All traces of a play, of the level with this number."""
    return find_traces(events_of(play, compiled), play.level, play.session, level, play.order)


def find_traces(
    events: Iterable[Event], level: Level, session: int = 0, number: int = 0, order: int = 0
) -> list[Trace]:
    """The same from events."""
    found, start = [], NOWHERE
    on_ground: list[int] = []  # nodes of traps that were touched with the feet or hands
    passed: list[int] = []  # and those near which the body came into a trap

    def add(nodes: Iterable[int], end: int) -> None:
        met = tuple(node for node in nodes if node != NOWHERE)
        found.append(Trace(session, number, order, start, met, end, end != NOWHERE))

    for event in events:
        if event.kind == TRAP:
            passed.append(event.node)
        elif event.kind == DEATH:
            if start != NOWHERE:
                add([*(on_ground or passed[:1]), event.node], NOWHERE)
            start, on_ground, passed = NOWHERE, [], []
        elif event.kind in (NODE, EXIT) and event.safe:
            if passed and start not in (NOWHERE, event.node):
                add(on_ground or passed[:1], event.node)
            start, on_ground, passed = event.node, [], []
        elif event.kind == NODE and event.trap is not None and level.traps[event.trap].kind != MINE:
            on_ground.append(event.node)
        elif event.kind == SKIP:
            break
    return found
