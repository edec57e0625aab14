"""Rules that build the graph of a grid of cells and mark its reachable nodes; see graph.py."""

# mypy: ignore-errors

from ludus.core import Record, int32, record_reader, rule, uint8, uint16
from ludus.design.platformer.level_graph.cell_grid import MARGIN, NO_TRAP, CellGrid, is_open
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, HANG_RIGHT, STAND, MoveTable
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.physics import MAX_COLUMNS, MAX_ROWS

MAX_NODES, MAX_EDGES = 12_000, 120_000  # at most
FALL = 255  # move number of a fall
BUILT, TOO_LARGE = 1, 0


class GraphRecord(Record):
    count: uint16  # nodes
    edges: int32
    kind: uint8[MAX_NODES]
    x: uint8[MAX_NODES]
    y: uint8[MAX_NODES]
    first: int32[MAX_NODES + 1]  # first edge of each node
    end: uint16[MAX_EDGES]
    move: uint8[MAX_EDGES]
    weight: uint8[MAX_EDGES]
    trapped: uint8[MAX_EDGES]  # whether the move passes a trap that is not a mine
    node_at: uint16[3, MAX_ROWS + 2 * MARGIN, MAX_COLUMNS + 2 * MARGIN]  # 1 + node of this kind in the cell; 0: none


@rule
def build(grid, graph, moves, falls):
    """Build the graph: nodes row by row, edges sorted by their start."""
    graph.count = graph.edges = 0
    for kind in range(3):  # including the margin: the previous level may have been larger
        for row in range(grid.height + 2 * MARGIN):
            for column in range(grid.width + 2 * MARGIN):
                graph.node_at[kind, row, column] = 0
    for y in range(grid.height):
        for x in range(grid.width):
            if is_open(grid, x, y):
                find_nodes(grid, graph, x, y)
                if graph.count > MAX_NODES - 3:
                    return TOO_LARGE
    for node in range(graph.count):
        graph.first[node] = graph.edges
        if graph.edges > MAX_EDGES - 64:
            return TOO_LARGE
        find_edges(grid, graph, moves, node)
        if falls:
            find_falls(grid, graph, node)
    graph.first[graph.count] = graph.edges
    return BUILT


@rule
def find_nodes(grid, graph, x, y):
    if not is_open(grid, x, y - 1):
        add_node(graph, STAND, x, y)
    if is_open(grid, x, y + 1):
        if not is_open(grid, x - 1, y) and is_open(grid, x - 1, y + 1):
            add_node(graph, HANG_LEFT, x, y)
        if not is_open(grid, x + 1, y) and is_open(grid, x + 1, y + 1):
            add_node(graph, HANG_RIGHT, x, y)


@rule(inline=True)
def add_node(graph, kind, x, y):
    node = graph.count
    graph.kind[node], graph.x[node], graph.y[node] = kind, x, y
    graph.count = node + 1
    graph.node_at[kind, y + MARGIN, x + MARGIN] = node + 1


@rule
def find_edges(grid, graph, moves, node):
    kind, x, y = graph.kind[node], graph.x[node], graph.y[node]
    for number in range(moves.count):
        move = moves.rows[number]
        if move.from_kind != kind:
            continue
        there = graph.node_at[move.to_kind, y + move.dy + MARGIN, x + move.dx + MARGIN]
        if there == 0:
            continue
        trapped, matches = 0, True
        for k in range(move.cells):
            cell_x, cell_y = x + move.x[k], y + move.y[k]
            if is_open(grid, cell_x, cell_y) != (k < move.opens):
                matches = False
                break
            trapped |= is_trap(grid, cell_x, cell_y)
        if matches:
            add_edge(graph, there - 1, number, weight(move.dx, move.dy), trapped)


@rule
def find_falls(grid, graph, node):
    """Add falls of two cells or more: down from a ledge, or from a hang."""
    kind, x, y = graph.kind[node], graph.x[node], graph.y[node]
    for side in range(-1, 2):
        if (kind == STAND) != (side != 0) or (side != 0 and not is_open(grid, x + side, y)):
            continue
        trapped, low = is_trap(grid, x, y) | is_trap(grid, x + side, y), y
        while is_open(grid, x + side, low - 1):
            low -= 1
            trapped |= is_trap(grid, x + side, low)
        if y - low >= 2:
            there = graph.node_at[STAND, low + MARGIN, x + side + MARGIN]
            add_edge(graph, there - 1, FALL, weight(side, low - y), trapped)


@rule(inline=True)
def add_edge(graph, there, move, halves, trapped):
    edge = graph.edges
    graph.end[edge], graph.move[edge], graph.weight[edge], graph.trapped[edge] = there, move, halves, trapped
    graph.edges = edge + 1


@rule(inline=True)
def weight(dx, dy):
    """Weight of a move in half cells (thesis 3.3.1)."""
    return 1 if abs(dx) == 1 and dy == 0 else 2 * (abs(dx) + abs(dy))


@rule(inline=True)
def is_trap(grid, x, y):
    """1 if the cell has a trap that is not a mine; a mine alone is no challenge."""
    trap = grid.traps[y + MARGIN, x + MARGIN]
    return 1 if trap != NO_TRAP and trap != MINE + 1 else 0


_grid_at, _graph_at, _moves_at = record_reader(CellGrid), record_reader(GraphRecord), record_reader(MoveTable)


@rule(export=True)
def build_by_address(grid, graph, moves, falls):
    return build(_grid_at(grid), _graph_at(graph), _moves_at(moves), falls)


class ReachRecord(Record):
    seen: uint8[MAX_NODES]
    queue: uint16[MAX_NODES]


@rule
def mark_reachable(graph, reach, start, trap_free):
    """Mark all nodes reachable from a node; returns their number. With `trap_free`, trapped edges are ignored."""
    for node in range(graph.count):
        reach.seen[node] = 0
    if start < 0:
        return 0
    reach.seen[start] = 1
    reach.queue[0] = start
    done, count = 0, 1
    while done < count:
        node = reach.queue[done]
        done += 1
        for edge in range(graph.first[node], graph.first[node + 1]):
            there = graph.end[edge]
            if reach.seen[there] == 0 and not (trap_free and graph.trapped[edge]):
                reach.seen[there] = 1
                reach.queue[count] = there
                count += 1
    return count
