"""Events of a recording, found by replaying it.

    for event in events_of(recording):
        event.tick, event.kind, event.node

When the body stands or hangs, it is at the nearest node (reading, G35). Nodes are numbered as in
`build_level_graph(level)`. Kinds of events:

    NODE_EVENT    the body reaches a node, or becomes safe or unsafe there
    TRAP_EVENT    it enters a cell of a trap; the node is the nearest one in such a cell
    MINE_EVENT    it enters the cell of a mine
    DEATH_EVENT   it is killed; the node is the nearest one of the trap, for a mine that of the trap behind it
    EXIT_EVENT    it leaves the level
    SKIP_EVENT    the player gives up the level
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from ludus.core.compile_once import load_rule
from ludus.design.platformer.level_graph.graph import build_level_graph
from ludus.design.platformer.recordings import MAX_RECORDING_TICKS, Recording, Respawn, event_rules
from ludus.design.platformer.recordings.event_rules import (
    AT_MINE,
    AT_NODE,
    AT_TRAP,
    MAX_EVENTS,
    ReplayRecord,
    replay_by_address,
)
from ludus.games.platformer.constants import CELL, HEIGHT
from ludus.games.platformer.game_data_records import CHECKPOINT, FROM_START, GameData
from ludus.games.platformer.level import Cell, Level, pack_level
from ludus.util.errors import LudusError

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
    graph = build_level_graph(recording.level, compiled=compiled).record
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
