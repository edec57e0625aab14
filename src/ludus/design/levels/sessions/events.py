"""The events of a play, found by playing it once more (thesis 4.3).

    for event in events_of(play):
        event.tick, event.kind, event.node

The body is at a node when it stands or hangs: at the nearest one (reading, G35). Nodes are numbered as in
`build_graph(sheet_of(level))`. Kinds of events:

    NODE    the body has come to a node, or it has come to be safe there or not
    TRAP    it has come into a cell of a trap; the node is the nearest one in such a cell
    MINE    it has come into the cell of a mine
    DEATH   it was killed; the node is the nearest one of the trap that did it, of a mine that of the trap behind it
    EXIT    it has left the level
    SKIP    the player gave the level up
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from ludus.core.errors import LudusError
from ludus.design.levels.doors import ready
from ludus.design.levels.sessions import watching
from ludus.design.levels.sessions.plays import Play, Respawn
from ludus.design.levels.sessions.watching import AT_MINE, AT_NODE, AT_TRAP, MOST_EVENTS, Run, replay_by_address
from ludus.design.levels.ways.graph import build_graph
from ludus.design.levels.ways.sheets import sheet_of
from ludus.games.platformer.level import Cell, Level
from ludus.games.platformer.packing import pack_level
from ludus.games.platformer.table import CHECKPOINT, FROM_START, Table
from ludus.games.platformer.units import CELL, TALL

NODE, TRAP, MINE, DEATH, EXIT = AT_NODE, AT_TRAP, AT_MINE, watching.DEATH, watching.EXIT
SKIP = EXIT + 1
NAMES = ("node", "trap", "mine", "death", "exit", "skip")
NOWHERE = watching.NOWHERE
LONGEST = 1 << 16  # ticks of a play: 18 minutes


@dataclass(frozen=True)
class Event:
    """Something that happened at a tick. `trap` is a number of the level's: of the trap in the cell of the node, of the
    one that the body has come into, or of the one that killed."""

    tick: int
    kind: int
    node: int
    trap: int | None
    safe: bool  # whether the body touches no trap
    x: int  # the middle of the feet, in units
    y: int

    @property
    def cell(self) -> Cell:
        """Where the middle of the body is."""
        return self.x // CELL, (self.y + TALL // 2) // CELL


def events_of(play: Play, compiled: bool = True) -> list[Event]:
    """All events of a play, in order."""
    if len(play.moves) > LONGEST:
        raise LudusError(f"a play has at most {LONGEST:,} ticks, not {len(play.moves):,}")
    table, run, moves = table_of(play.level, play.respawn), _memory(), np.zeros(LONGEST, np.uint8)
    run.view(np.uint8)[:] = 0
    moves[: len(play.moves)] = np.frombuffer(play.moves, np.uint8)
    graph = build_graph(sheet_of(play.level), compiled=compiled).array
    records = (table, graph, run, moves)
    done = ready(replay_by_address, 5, compiled)(*(each.ctypes.data for each in records), len(play.moves))
    events = read_events(run["watch"])
    if play.skipped:
        body = run["state"]["body"][0]
        events.append(Event(done, SKIP, int(run["watch"]["node"][0]), None, False, int(body["x"]), int(body["y"])))
    return events


def read_events(watch: np.ndarray) -> list[Event]:
    """What a Watch has seen."""
    if int(watch["full"][0]):
        raise LudusError(f"more than {MOST_EVENTS:,} events in one play")
    rows = watch["rows"][0, : int(watch["count"][0])]
    columns = (rows[name].tolist() for name in ("tick", "kind", "node", "trap", "safe", "x", "y"))
    return [
        Event(tick, kind, node, trap - 1 if trap else None, bool(safe), x, y)
        for tick, kind, node, trap, safe, x, y in zip(*columns, strict=True)
    ]


def table_of(level: Level, respawn: Respawn = "checkpoint") -> np.ndarray:
    """A level as the rules read it; its time never ends."""
    table: np.ndarray = Table.zeros()
    pack_level(level, table)
    table["respawn"] = FROM_START if respawn == "start" else CHECKPOINT
    table["last_tick"] = 1 << 30
    return table


_local = threading.local()


def _memory() -> np.ndarray:
    if not hasattr(_local, "run"):
        _local.run = Run.zeros()
    memory: np.ndarray = _local.run
    return memory
