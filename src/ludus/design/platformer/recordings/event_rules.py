"""Rules that log the events of a play, tick by tick; see events.py."""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, record_reader, rule, uint8
from ludus.design.platformer.level_graph.cell_grid import MARGIN
from ludus.design.platformer.level_graph.graph_construction import GraphRecord
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, STAND
from ludus.games.platformer.constants import AIR, CELL, HALF_CELL
from ludus.games.platformer.game_data_records import MINE, GameData
from ludus.games.platformer.physics import TRAP, Body, step
from ludus.games.platformer.rules import apply, start
from ludus.games.platformer.state import AT_EXIT, RUNNING, State

MAX_EVENTS = 30_000  # events of a play, at most
AT_NODE, AT_TRAP, AT_MINE, DEATH, EXIT = range(5)
NOWHERE = -1
NODE_RADIUS, TRAP_RADIUS = 1, 4  # search radius in cells for the nearest node: any node, nodes in traps


class EventRow(Record):
    tick: int32
    node: int32  # NOWHERE: none is near
    kind: uint8
    trap: uint8  # 1 + number of the trap in the cell of the node, that the body entered, or that killed it
    safe: uint8  # whether the body touches no trap
    x: int32  # position of the body
    y: int32


class PlayEventLog(Record):
    """Event log; `node`, `trap` and the body are those of the previous tick."""

    count: int64
    full: int64  # whether the log is full
    node: int64
    trap: int64
    safe: int64
    deaths: int64
    previous_body: Body
    rows: EventRow[MAX_EVENTS]


class ReplayRecord(Record):
    state: State
    log: PlayEventLog


@rule
def replay_rule(data, graph, run, moves, count):
    """Play all moves until the game ends; returns how many were played."""
    state, log = run.state, run.log
    start(data, state, 0)
    begin_log(log, data, graph, state)
    played = 0
    while played < count and state.reason == RUNNING:
        buttons = moves[played]
        apply(data, state, buttons)
        log_tick(log, data, graph, state, buttons)
        played += 1
    return played


@rule
def begin_log(log, data, graph, state):
    log.count = log.full = log.deaths = log.trap = log.safe = 0
    log.node = NOWHERE
    log_contacts(log, data, graph, state)


@rule
def log_tick(log, data, graph, state, buttons):
    """Log the events of the tick that was just played."""
    if state.deaths > log.deaths:
        step(
            data.grid, data.physics, log.previous_body, buttons
        )  # place of death; the body itself has already respawned
        node = nearest_in_trap(data, graph, log.previous_body, state.killer)
        add_event(log, state.tick, DEATH, node, state.killer, 0, log.previous_body)
        log.deaths, log.node, log.trap = state.deaths, NOWHERE, 0
    log_contacts(log, data, graph, state)
    if state.reason == AT_EXIT:
        add_event(log, state.tick, EXIT, nearest_node(data, graph, state.body), 0, 1, state.body)


@rule
def log_contacts(log, data, graph, state):
    body = state.body
    trap = touched_trap(data, body)
    if trap != 0 and trap != log.trap:
        kind = AT_MINE if data.traps[trap - 1].kind == MINE else AT_TRAP
        add_event(log, state.tick, kind, nearest_in_trap(data, graph, body, trap), trap, 0, body)
    if body.stance != AIR:
        node = nearest_node(data, graph, body)
        inside = 0 if node == NOWHERE else data.trap_at[graph.y[node] + 1, graph.x[node] + 1]
        safe = 1 if trap == 0 and inside == 0 and node != NOWHERE else 0
        if node != log.node or safe != log.safe:
            add_event(log, state.tick, AT_NODE, node, inside, safe, body)
            log.node, log.safe = node, safe
    log.trap = trap
    log.previous_body = body


@rule(inline=True)
def add_event(log, tick, kind, node, trap, safe, body):
    if log.count == MAX_EVENTS:
        log.full = 1
        return
    event = log.rows[log.count]
    event.tick, event.kind, event.node = tick, kind, node
    event.trap, event.safe, event.x, event.y = trap, safe, body.x, body.y
    log.count += 1


@rule
def touched_trap(data, body):
    """1 + number of a trap in the cells of the body, preferably not a mine; 0 if there is none."""
    half, height = data.physics.half_width, data.physics.height
    left, right = (body.x - half) // CELL, (body.x + half - 1) // CELL
    low, high = body.y // CELL, (body.y + height - 1) // CELL
    trap_number = 0
    for y in range(low, high + 1):
        for x in range(left, right + 1):
            if data.grid.cells[y + 1, x + 1] & TRAP:
                trap = data.trap_at[y + 1, x + 1]
                if trap_number == 0 or data.traps[trap_number - 1].kind == MINE:
                    trap_number = trap
    return trap_number


@rule
def nearest_node(data, graph, body):
    """Node nearest to the body (reading, G35)."""
    x, y = body.x // CELL, body.y // CELL
    best, least = NOWHERE, 1 << 60
    for row in range(y - NODE_RADIUS, y + NODE_RADIUS + 1):
        for column in range(x - NODE_RADIUS, x + NODE_RADIUS + 1):
            best, least = nearer_node(data, graph, body, column, row, best, least)
    return best


@rule
def nearer_node(data, graph, body, column, row, best, least):
    """Nearest node so far and its distance, including the nodes of this cell."""
    for kind in range(3):
        node = node_at(graph, kind, column, row)
        if node != NOWHERE:
            away = squared_distance(data, graph, node, body)
            if away < least:
                best, least = node, away
    return best, least


@rule
def nearest_in_trap(data, graph, body, trap):
    """Nearest node in a cell of this trap; for mines, or if it has none, in a cell of any trap but mines."""
    is_challenge = data.traps[trap - 1].kind != MINE
    for other in range(2):
        if other == 0 and not is_challenge:
            continue
        x, y = body.x // CELL, body.y // CELL
        best, least = NOWHERE, 1 << 60
        for row in range(y - TRAP_RADIUS, y + TRAP_RADIUS + 1):
            for column in range(x - TRAP_RADIUS, x + TRAP_RADIUS + 1):
                if cell_has_trap(data, column, row, trap, other):
                    best, least = nearer_node(data, graph, body, column, row, best, least)
        if best != NOWHERE:
            return best
    return NOWHERE


@rule(inline=True)
def cell_has_trap(data, x, y, trap, other):
    """Whether a cell has this trap, or with `other` any trap but mines."""
    if not (0 <= x < data.grid.width and 0 <= y < data.grid.height):
        return False
    here = data.trap_at[y + 1, x + 1]
    if other == 0:
        return here == trap
    return here != 0 and data.traps[here - 1].kind != MINE


@rule(inline=True)
def node_at(graph, kind, x, y):
    return graph.node_at[kind, y + MARGIN, x + MARGIN] - 1


@rule(inline=True)
def squared_distance(data, graph, node, body):
    """Squared distance from the body to a body that stands or hangs at the node."""
    kind, x, y = graph.kind[node], graph.x[node] * CELL, graph.y[node] * CELL
    if kind == STAND:
        x += HALF_CELL
    else:
        x += data.physics.half_width if kind == HANG_LEFT else CELL - data.physics.half_width
        y += CELL - data.physics.height
    return (body.x - x) * (body.x - x) + (body.y - y) * (body.y - y)


class ButtonArray(Record):
    """Buttons of a recording; see events.py."""

    buttons: uint8[1 << 16]


_data_at, _graph_at, _run_at, _moves_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(ReplayRecord),
    record_reader(ButtonArray),
)


@rule(export=True)
def replay_by_address(data, graph, run, moves, count):
    return replay_rule(_data_at(data), _graph_at(graph), _run_at(run), _moves_at(moves).buttons, count)
