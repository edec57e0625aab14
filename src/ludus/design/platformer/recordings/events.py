"""Recordings of plays, their events (found by replaying them), and traces of encounters with challenges (thesis 4.3).

    recording = Recording(level, moves)             # a level and the buttons that a player held, tick by tick
    for event in events_of(recording):
        event.tick, event.kind, event.node
    traces_of(recording)

When the body stands or hangs, it is at the nearest node (reading, G35). Nodes are numbered as in
`build_graph(grid_of_level(level))`. Kinds of events:

    NODE_EVENT    the body reaches a node, or becomes safe or unsafe there
    TRAP_EVENT    it enters a cell of a trap; the node is the nearest one in such a cell
    MINE_EVENT    it enters the cell of a mine
    DEATH_EVENT   it is killed; the node is the nearest one of the trap, for a mine that of the trap behind it
    EXIT_EVENT    it leaves the level
    SKIP_EVENT    the player gives up the level

A trace begins where the body touches ground in safety. It ends in success at the next safe node, or the exit, if there
was a trap on the way, and in failure at death (reading, G36). Entering a trap and returning to the node where the trace
began is no attempt. Mines are no challenge of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludus.core.exported_rules import load_rule
from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import build_graph
from ludus.design.platformer.recordings import event_rules
from ludus.design.platformer.recordings.event_rules import (
    AT_MINE,
    AT_NODE,
    AT_TRAP,
    MAX_EVENTS,
    ReplayRecord,
    replay_by_address,
)
from ludus.games.platformer.constants import CELL, HEIGHT
from ludus.games.platformer.level import Cell, Level, pack_level
from ludus.games.platformer.level_data import CHECKPOINT, FROM_START, MINE, GameData
from ludus.util.errors import LudusError

PlayerKind = Literal["synthetic", "person"]
Respawn = Literal["checkpoint", "start"]
PLAYER_KINDS: tuple[PlayerKind, ...] = ("synthetic", "person")
RESPAWNS: tuple[Respawn, ...] = ("checkpoint", "start")
RATING_RANGE = (1, 5)  # very easy to very hard
NODE_EVENT, TRAP_EVENT, MINE_EVENT, DEATH_EVENT, EXIT_EVENT = (
    AT_NODE,
    AT_TRAP,
    AT_MINE,
    event_rules.DEATH,
    event_rules.EXIT,
)
SKIP_EVENT = EXIT_EVENT + 1
EVENT_NAMES = ("node", "trap", "mine", "death", "exit", "skip")
NOWHERE = event_rules.NOWHERE
MAX_RECORDING_TICKS = 1 << 16  # ticks of a recording, at most: 18 minutes


@dataclass(frozen=True)
class Recording:
    """Recording of one play of one level."""

    level: Level
    moves: bytes  # the buttons of every tick
    player: str = "player"
    kind: PlayerKind = "synthetic"
    session: int = 0
    order: int = 0  # position in its session
    respawn: Respawn = "checkpoint"
    skipped: bool = False  # whether the player gave up the level
    rating: int | None = None  # difficulty as rated by the player


@dataclass(frozen=True)
class Event:
    """Event at a tick.

    `trap` is a number in level.traps: the trap in the cell of the node, the trap that the body entered, or the trap
    that killed it.
    """

    tick: int
    kind: int
    node: int
    trap: int | None
    safe: bool  # whether the body touches no trap
    x: int  # middle of the feet, in units
    y: int

    @property
    def cell(self) -> Cell:
        """Cell of the middle of the body."""
        return self.x // CELL, (self.y + HEIGHT // 2) // CELL


def events_of(recording: Recording, compiled: bool = True) -> list[Event]:
    """All events of a recording, in order."""
    if len(recording.moves) > MAX_RECORDING_TICKS:
        raise LudusError(f"a play has at most {MAX_RECORDING_TICKS:,} ticks, not {len(recording.moves):,}")
    data, run, moves = (
        level_data(recording.level, recording.respawn),
        _replay_memory(),
        np.zeros(MAX_RECORDING_TICKS, np.uint8),
    )
    run.view(np.uint8)[:] = 0
    moves[: len(recording.moves)] = np.frombuffer(recording.moves, np.uint8)
    graph = build_graph(grid_of_level(recording.level), compiled=compiled).record
    records = (data, graph, run, moves)
    last_tick = load_rule(replay_by_address, 5, compiled)(
        *(record.ctypes.data for record in records), len(recording.moves)
    )
    events = read_events(run["log"])
    if recording.skipped:
        body = run["state"]["body"][0]
        events.append(
            Event(last_tick, SKIP_EVENT, int(run["log"]["node"][0]), None, False, int(body["x"]), int(body["y"]))
        )
    return events


def read_events(log: np.ndarray) -> list[Event]:
    """Events in the log of compiled rules."""
    if int(log["full"][0]):
        raise LudusError(f"more than {MAX_EVENTS:,} events in one play")
    rows = log["rows"][0, : int(log["count"][0])]
    columns = (rows[name].tolist() for name in ("tick", "kind", "node", "trap", "safe", "x", "y"))
    return [
        Event(tick, kind, node, trap - 1 if trap else None, bool(safe), x, y)
        for tick, kind, node, trap, safe, x, y in zip(*columns, strict=True)
    ]


def level_data(level: Level, respawn: Respawn = "checkpoint") -> np.ndarray:
    """Game data of a level, without a time limit."""
    data: np.ndarray = GameData.zeros()
    pack_level(level, data)
    data["respawn"] = FROM_START if respawn == "start" else CHECKPOINT
    data["last_tick"] = 1 << 30
    return data


_local = threading.local()


def _replay_memory() -> np.ndarray:
    if not hasattr(_local, "run"):
        _local.run = ReplayRecord.zeros()
    memory: np.ndarray = _local.run
    return memory


@dataclass(frozen=True)
class ChallengeTrace:
    """Encounter with a challenge; nodes are numbered as in `build_graph(grid_of_level(level))`."""

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
