"""Trap sequences: which nodes of a route a sequence occupies, and which cells it changes (thesis 3.3.2).

A sequence is up to two mines, then one trap or two. Each part occupies consecutive nodes of the route:

    mine         a stand; the cell and its floor
    saw          three stands in a row; their cells and floors, and open cells above them
    squeeze      a stand between two others; its cell, floor and ceiling
    wall spikes  a hang by a wall of two cells; its cell, the wall, and open cells above it
    twin saws    as a saw
    saw-squeeze  as a saw between two stands, which have open cells above them too; and a ceiling above its middle
    jaws         as wall spikes, and a wall on the other side

Cells above and below are dug or added where needed (reading, G16). A modifier says what happens to a cell (figure 3.8):
it is a value that the cell must have, or one of two more: add a solid cell, dig an open one. Adding and digging are
allowed where a cell is not obliged to stay, and the changed cell is obliged from then on (reading, G14).
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int64, rule, uint8, uint16, uint64
from ludus.design.platformer.level_graph.cell_grid import (
    FIXED,
    MARGIN,
    MOVING,
    NO_TRAP,
    OBLIGED_OPEN,
    OBLIGED_SOLID,
    OPEN,
    SOLID,
    is_open,
)
from ludus.design.platformer.level_graph.graph_construction import MAX_NODES
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, STAND
from ludus.games.platformer.game_data_records import (
    JAWS,
    MAX_TRAPS,
    MINE,
    POINT_LEFT,
    POINT_RIGHT,
    POINT_UP,
    SAW_SQUEEZE,
    SQUEEZE,
    WALL_SPIKES,
    WIDE_TRAPS,
)

ADD, DIG = 6, 7  # in addition to the values of cells
MODIFIER_SIGNS = "#=o.td^+"
MAX_PARTS = 4  # two mines and two traps
MAX_SEQUENCE_NODES = 8  # nodes of a sequence, at most
MAX_CHANGES = 48
MAX_MARKS = 4096
CONSTRAINT_COUNT = 6  # C0 .. C5
NO_PART = 255


@rule(inline=True)
def is_allowed(modifier, value):
    """Truth table of the modifiers."""
    if modifier in (SOLID, OPEN):
        return value == modifier
    if modifier == OBLIGED_SOLID:
        return value in (SOLID, OBLIGED_SOLID)
    if modifier == OBLIGED_OPEN:
        return value in (OPEN, OBLIGED_OPEN)
    if modifier == MOVING:
        return value == OPEN
    return value in (SOLID, OPEN)  # FIXED, ADD and DIG


@rule(inline=True)
def value_after(modifier):
    """Value of a cell after the modifier."""
    if modifier == ADD:
        return OBLIGED_SOLID
    return OBLIGED_OPEN if modifier == DIG else modifier


assert FIXED < ADD  # values and modifiers share their numbers


class PlacedTrapRow(Record):
    kind: uint8
    x: uint8
    y: uint8
    facing: uint8
    period: uint16
    phase: uint16
    sequence: uint16  # number of its sequence


class CellChange(Record):
    x: int16
    y: int16
    modifier: uint8
    trap: uint8
    old_value: uint8
    old_trap: uint8


class TrapPlan(Record):
    """Parameters of the placement, and the placed traps."""

    stream: uint64
    alpha: int64  # share of the nodes of a route that may be trapped, in thousandths
    fastest: int64  # shortest period, ticks
    slowest: int64
    most_mines: int64
    challenges: int64  # least number on the easiest path
    doubles: int64  # whether a sequence may have two traps in addition to mines
    kinds: int64  # number of entries of `kind`
    kind: uint8[8]
    start_x: int16
    start_y: int16
    end_x: int16
    end_y: int16
    marks: int64  # cells that must stay connected
    mark_x: int16[MAX_MARKS]
    mark_y: int16[MAX_MARKS]
    route_size: int64
    route: uint16[MAX_NODES]  # node codes
    travel: uint8[256]  # ticks of each move
    sequences: int64
    trap_nodes: int64
    refused: int64[CONSTRAINT_COUNT]  # rejections by constraint
    placed: int64
    traps: PlacedTrapRow[MAX_TRAPS]
    # the sequence that is being tried
    parts: int64
    part: uint8[MAX_PARTS]
    part_node: uint8[MAX_PARTS]  # its first node in `nodes`
    size: int64
    nodes: uint16[MAX_SEQUENCE_NODES]
    changes: int64
    change: CellChange[MAX_CHANGES]


@rule(inline=True)
def node_code(kind, x, y):
    return kind << 13 | y << 7 | x


@rule(inline=True)
def node_of(graph, code):
    """Node with this code, or -1."""
    return graph.node_at[code >> 13, (code >> 7 & 63) + MARGIN, (code & 127) + MARGIN] - 1


@rule
def part_length(kind):
    """Number of nodes of a part."""
    return 3 if kind in WIDE_TRAPS else 1


@rule
def match(plan, grid, graph, first):
    """C0: the parts fit on consecutive nodes of the route from here on, which are still connected."""
    if first + plan.size > plan.route_size:
        return False
    for k in range(plan.size):
        node = node_of(graph, plan.route[first + k])
        if node < 0:
            return False
        plan.nodes[k] = node
        if k > 0 and edge_between(graph, plan.nodes[k - 1], node) < 0:
            return False
    plan.changes = 0
    matched = 0
    while matched < plan.parts and match_part(plan, grid, graph, plan.part[matched], plan.part_node[matched]):
        matched += 1
    return matched == plan.parts


@rule
def edge_between(graph, one, other):
    for edge in range(graph.first[one], graph.first[one + 1]):
        if graph.end[edge] == other:
            return edge
    return -1


@rule
def match_part(plan, grid, graph, kind, first):
    """C0 for one part; adds its cell changes."""
    node = plan.nodes[first]
    x, y = graph.x[node], graph.y[node]
    if kind in (WALL_SPIKES, JAWS):
        if graph.kind[node] == STAND:
            return False
        side = -1 if graph.kind[node] == HANG_LEFT else 1
        if is_open(grid, x + side, y - 1):
            return False
        change(plan, x, y, MOVING, kind)
        change(plan, x + side, y, OBLIGED_SOLID, 255)
        change(plan, x + side, y - 1, OBLIGED_SOLID, 255)
        change(plan, x, y + 1, OBLIGED_OPEN, 255)
        change(plan, x + side, y + 1, OBLIGED_OPEN, 255)
        if kind == JAWS:
            change(plan, x - side, y, ADD if is_open(grid, x - side, y) else OBLIGED_SOLID, 255)
        return True
    for k in range(part_length(kind)):
        here = plan.nodes[first + k]
        if graph.kind[here] != STAND or graph.y[here] != y:
            return False
        if k > 0 and abs(graph.x[here] - graph.x[plan.nodes[first + k - 1]]) != 1:
            return False
        change(plan, graph.x[here], y, MOVING, kind)
        change(plan, graph.x[here], y - 1, OBLIGED_SOLID, 255)
        if kind in WIDE_TRAPS and not (kind == SAW_SQUEEZE and k == 1):
            above = OBLIGED_OPEN if is_open(grid, graph.x[here], y + 1) else DIG
            change(plan, graph.x[here], y + 1, above, 255)
    if kind in WIDE_TRAPS and abs(graph.x[plan.nodes[first + 2]] - x) != 2:
        return False
    if kind in (SQUEEZE, SAW_SQUEEZE):
        return match_blocks(plan, grid, graph, kind, graph.x[plan.nodes[first + part_length(kind) // 2]], y)
    return True


@rule
def match_blocks(plan, grid, graph, kind, x, y):
    """C0 for the blocks of a squeeze: a ceiling, and a place to stand on both sides of the trap."""
    half = part_length(kind) // 2
    change(plan, x, y + 1, ADD if is_open(grid, x, y + 1) else OBLIGED_SOLID, 255)
    for side in range(-1, 2, 2):
        column = x + side * (half + 1)
        if not is_stand(graph, column, y):
            return False
        if kind == SAW_SQUEEZE:  # from there the player jumps over the saw
            change(plan, column, y + 1, OBLIGED_OPEN if is_open(grid, column, y + 1) else DIG, 255)
    return True


@rule(inline=True)
def is_stand(graph, x, y):
    return graph.node_at[STAND, y + MARGIN, x + MARGIN] > 0


@rule(inline=True)
def change(plan, x, y, modifier, trap):
    """Add a cell change; `trap` is the kind of the trap that occupies the cell, 255 for none."""
    one = plan.change[plan.changes]
    one.x, one.y, one.modifier, one.trap = x, y, modifier, NO_TRAP if trap == NO_PART else trap + 1
    plan.changes += 1


@rule
def feasible(plan, grid):
    """C1: every change is allowed, no two conflict, and neither start nor end gets a trap."""
    for k in range(plan.changes):
        one = plan.change[k]
        for n in range(k):
            other = plan.change[n]
            if other.x == one.x and other.y == one.y and value_after(other.modifier) != value_after(one.modifier):
                return False
        if not is_allowed(one.modifier, grid.cells[one.y + MARGIN, one.x + MARGIN]):
            return False
        at_start = one.x == plan.start_x and one.y == plan.start_y
        at_end = one.x == plan.end_x and one.y == plan.end_y
        if one.trap != NO_TRAP and (at_start or at_end):
            return False
    return True


@rule
def is_separated(plan, grid, graph, last):
    """C2, and with `last` C3: all nodes next to the sequence are free of traps.

    There must be such a node before its first node, or after its last.
    """
    has_neighbour = False
    for n in range(plan.size):
        if (n == plan.size - 1) != last and plan.size > 1:
            continue
        row, column = graph.y[plan.nodes[n]] + MARGIN, graph.x[plan.nodes[n]] + MARGIN
        for kind in range(3):
            node = graph.node_at[kind, row, column] - 1
            if node < 0:
                continue
            for edge in range(graph.first[node], graph.first[node + 1]):
                there = graph.end[edge]
                if not is_in_sequence(plan, graph.x[there], graph.y[there]):
                    has_neighbour = has_neighbour or (node == plan.nodes[n] and (n == 0 or last))
                    if grid.traps[graph.y[there] + MARGIN, graph.x[there] + MARGIN] != NO_TRAP:
                        return False
    return has_neighbour


@rule
def is_in_sequence(plan, x, y):
    """Whether the sequence has a trap in this cell."""
    for k in range(plan.changes):
        one = plan.change[k]
        if one.trap != NO_TRAP and one.x == x and one.y == y:
            return True
    return False


@rule
def apply_changes(plan, grid):
    for k in range(plan.changes):
        one = plan.change[k]
        row, column = one.y + MARGIN, one.x + MARGIN
        one.old_value, one.old_trap = grid.cells[row, column], grid.traps[row, column]
        grid.cells[row, column] = value_after(one.modifier)
        if one.trap != NO_TRAP:
            grid.traps[row, column] = one.trap


@rule
def undo_changes(plan, grid):
    for k in range(plan.changes - 1, -1, -1):
        one = plan.change[k]
        row, column = one.y + MARGIN, one.x + MARGIN
        grid.cells[row, column], grid.traps[row, column] = one.old_value, one.old_trap


@rule
def facing_of(graph, kind, node):
    """Direction of wall spikes: away from the wall of the hang."""
    if kind != WALL_SPIKES:
        return POINT_UP
    return POINT_RIGHT if graph.kind[node] == HANG_LEFT else POINT_LEFT


assert MINE != NO_PART
