"""Rules that place trap sequences along routes (thesis 3.3.4, algorithm 3).

Constraints, by their names in the thesis:

    C0  a sequence occupies a part of a route
    C1  the cells that it changes may be changed
    C2  all nodes before it are free of traps
    C3  all nodes after it are free of traps
    C4  afterwards all exits, and all places to stand, are still connected
    C5  on every route less than a share alpha of the nodes is trapped

Sequences are tried in random order, as long as a whole round places something (reading, G20).
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import random_below
from ludus.design.levels.trapping.sequences import (
    MAX_SEQUENCE_NODES,
    is_separated,
    apply_changes,
    edge_between,
    facing_of,
    feasible,
    match,
    part_length,
    undo_changes,
)
from ludus.design.levels.ways.flood import mark_reachable
from ludus.design.levels.ways.moves import STAND
from ludus.design.levels.ways.network import BUILT, build
from ludus.design.levels.ways.sheets import MARGIN
from ludus.games.platformer.table import MINE, MAX_MINES, MAX_TRAPS, WIDE_TRAPS

MAX_OPTIONS = 128


@rule
def rebuild_graph(plan, sheet, graph, moves):
    """Rebuild the graph of the grid; returns its start and end nodes."""
    if build(sheet, graph, moves, 0) != BUILT:
        return -1, -1
    start = graph.node_at[STAND, plan.start_y + MARGIN, plan.start_x + MARGIN] - 1
    return start, graph.node_at[STAND, plan.end_y + MARGIN, plan.end_x + MARGIN] - 1


@rule
def place_on_route(plan, sheet, graph, moves, found, alpha):
    """Place sequences on the plan's route until none fits."""
    trapped = 0
    while True:
        size = place_one(plan, sheet, graph, moves, found, trapped, alpha)
        if size == 0:
            return
        trapped += size


@rule
def place_once(plan, sheet, graph, moves, found):
    """Place one sequence anywhere on the route: within alpha, otherwise without that limit."""
    if place_one(plan, sheet, graph, moves, found, 0, plan.alpha) == 0:
        place_one(plan, sheet, graph, moves, found, 0, 1 << 20)


@rule
def place_one(plan, sheet, graph, moves, found, trapped, alpha):
    """Try all sequences in random order; number of nodes of the placed one, or 0."""
    options = local_ints(MAX_OPTIONS)
    count = list_options(plan, options)
    for k in range(count - 1, 0, -1):
        other = random_below(plan, k + 1)
        saved = options[k]
        options[k] = options[other]
        options[other] = saved
    for k in range(count):
        choose(plan, options[k])
        if (trapped + plan.size) * 1000 >= alpha * plan.route_size:
            plan.refused[5] += 1
            continue
        if plan.placed + plan.parts > MAX_TRAPS or plan.size > MAX_SEQUENCE_NODES or count_mines(plan) + 2 > MAX_MINES:
            continue
        if place_somewhere(plan, sheet, graph, moves, found):
            return plan.size + 0
    return 0


@rule
def list_options(plan, options):
    """List sequences as numbers: mines, the trap, and 1 + a second trap or 0."""
    count = 0
    for kind in range(plan.kinds):
        for number in range(plan.most_mines + 1):
            options[count] = number << 8 | kind << 4
            count += 1
        if plan.doubles:
            for second in range(plan.kinds):
                options[count] = kind << 4 | (second + 1)
                count += 1
    return count


@rule
def choose(plan, option):
    """Set the parts of a sequence, with its mines at either end."""
    number, kind, second = option >> 8, plan.kind[option >> 4 & 15], option & 15
    before = random_below(plan, 2) == 0
    plan.parts = plan.size = 0
    if before:
        add_mines(plan, number)
    add_part(plan, kind)
    if second > 0:
        add_part(plan, plan.kind[second - 1])
    if not before:
        add_mines(plan, number)


@rule
def add_mines(plan, number):
    for _ in range(number):
        add_part(plan, MINE)


@rule
def add_part(plan, kind):
    plan.part[plan.parts], plan.part_node[plan.parts] = kind, plan.size
    plan.parts += 1
    plan.size += part_length(kind)


@rule
def count_mines(plan):
    count = 0
    for k in range(plan.placed):
        if plan.traps[k].kind == MINE:
            count += 1
    return count


@rule
def place_somewhere(plan, sheet, graph, moves, found):
    """Place the chosen sequence where it fits, starting from a random node of the route."""
    begin = random_below(plan, plan.route_size)
    for k in range(plan.route_size):
        if not match(plan, sheet, graph, (begin + k) % plan.route_size):
            plan.refused[0] += 1
        elif not feasible(plan, sheet):
            plan.refused[1] += 1
        elif not is_separated(plan, sheet, graph, False):
            plan.refused[2] += 1
        elif not is_separated(plan, sheet, graph, True):
            plan.refused[3] += 1
        else:
            record_traps(plan, graph)
            apply_changes(plan, sheet)
            start, _ = rebuild_graph(plan, sheet, graph, moves)
            if start >= 0 and all_connected(plan, graph, found, start):
                plan.sequences += 1
                plan.placed += plan.parts
                plan.trap_nodes += plan.size
                return True
            plan.refused[4] += 1
            undo_changes(plan, sheet)
            rebuild_graph(plan, sheet, graph, moves)
    return False


@rule
def all_connected(plan, graph, found, start):
    """C4. Every edge has a reverse edge, so all that is reachable from the start is connected."""
    mark_reachable(graph, found, start, 0)
    for k in range(plan.marks):
        node = graph.node_at[STAND, plan.mark_y[k] + MARGIN, plan.mark_x[k] + MARGIN] - 1
        if node < 0 or found.seen[node] == 0:
            return False
    unreached = 0
    for node in range(graph.count):
        if graph.kind[node] == STAND and found.seen[node] == 0:
            unreached += 1
    return unreached == 0


@rule
def record_traps(plan, graph):
    """Append the traps of the sequence to the list.

    Traps with a period share the same one; each is later than the one before by the travel time between them (thesis
    3.3.4).
    """
    period = plan.fastest + random_below(plan, plan.slowest - plan.fastest + 1)
    phase = random_below(plan, period)
    for part in range(plan.parts):
        first = plan.part_node[part]
        node = plan.nodes[first]
        row = plan.traps[plan.placed + part]
        row.kind, row.sequence = plan.part[part], plan.sequences
        row.x, row.y, row.facing = graph.x[node], graph.y[node], facing_of(graph, row.kind, node)
        row.period = row.phase = 0
        if row.kind in WIDE_TRAPS:
            row.x = min(row.x, graph.x[plan.nodes[first + 2]])
        if row.kind != MINE:
            row.period, row.phase = period, phase
            next_part = first + part_length(row.kind) if part + 1 < plan.parts else first
            for k in range(first, next_part):
                edge = edge_between(graph, plan.nodes[k], plan.nodes[k + 1])
                phase = (phase - plan.travel[graph.move[edge]]) % period
