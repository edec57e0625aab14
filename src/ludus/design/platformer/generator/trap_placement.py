"""Rules that place all traps of a level: along its routes, then on paths that are still too easy (thesis 3.3.4,
algorithm 3).

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

from ludus.core import local_ints, record_reader, rule
from ludus.core.random import random_below
from ludus.design.platformer.generator.trap_bypass_check import GRID_WIDTH, BypassSearch, find_bypass
from ludus.design.platformer.generator.trap_placement_on_route import (
    MAX_SEQUENCE_NODES,
    TrapPlan,
    apply_changes,
    edge_between,
    facing_of,
    feasible,
    is_separated,
    match,
    node_code,
    part_length,
    undo_changes,
)
from ludus.design.platformer.level_graph.cell_grid import MARGIN, CellGrid
from ludus.design.platformer.level_graph.graph_construction import (
    BUILT,
    MAX_NODES,
    GraphRecord,
    ReachRecord,
    build,
    is_trap,
    mark_reachable,
)
from ludus.design.platformer.level_graph.piece_move_table import STAND, MoveTable
from ludus.design.platformer.level_graph.route_search import (
    FOUND,
    RouteSearch,
    add_tree_path,
    find_route_rule,
    grow_tree,
)
from ludus.games.platformer.game_data_records import MAX_MINES, MAX_TRAPS, MINE, WIDE_TRAPS

MAX_OPTIONS = 128
MAX_ROUNDS = 60  # rounds to close trap-free paths or to add challenges
DONE, NO_ROUTE, TRAP_FREE_LEFT, TOO_EASY = 1, 0, -1, -2
CHALLENGE_WEIGHT = 255  # weight of a step into a trap, in the search for the easiest path


@rule
def rebuild_graph(plan, grid, graph, moves):
    """Rebuild the graph of the grid; returns its start and end nodes."""
    if build(grid, graph, moves, 0) != BUILT:
        return -1, -1
    start = graph.node_at[STAND, plan.start_y + MARGIN, plan.start_x + MARGIN] - 1
    return start, graph.node_at[STAND, plan.end_y + MARGIN, plan.end_x + MARGIN] - 1


@rule
def place_on_route(plan, grid, graph, moves, reach, alpha):
    """Place sequences on the plan's route until none fits."""
    trapped = 0
    while True:
        size = place_one(plan, grid, graph, moves, reach, trapped, alpha)
        if size == 0:
            return
        trapped += size


@rule
def place_once(plan, grid, graph, moves, reach):
    """Place one sequence anywhere on the route: within alpha, otherwise without that limit."""
    if place_one(plan, grid, graph, moves, reach, 0, plan.alpha) == 0:
        place_one(plan, grid, graph, moves, reach, 0, 1 << 20)


@rule
def place_one(plan, grid, graph, moves, reach, trapped, alpha):
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
        if place_somewhere(plan, grid, graph, moves, reach):
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
def place_somewhere(plan, grid, graph, moves, reach):
    """Place the chosen sequence where it fits, starting from a random node of the route."""
    begin = random_below(plan, plan.route_size)
    for k in range(plan.route_size):
        if not match(plan, grid, graph, (begin + k) % plan.route_size):
            plan.refused[0] += 1
        elif not feasible(plan, grid):
            plan.refused[1] += 1
        elif not is_separated(plan, grid, graph, False):
            plan.refused[2] += 1
        elif not is_separated(plan, grid, graph, True):
            plan.refused[3] += 1
        else:
            record_traps(plan, graph)
            apply_changes(plan, grid)
            start, _ = rebuild_graph(plan, grid, graph, moves)
            if start >= 0 and all_connected(plan, graph, reach, start):
                plan.sequences += 1
                plan.placed += plan.parts
                plan.trap_nodes += plan.size
                return True
            plan.refused[4] += 1
            undo_changes(plan, grid)
            rebuild_graph(plan, grid, graph, moves)
    return False


@rule
def all_connected(plan, graph, reach, start):
    """C4. Every edge has a reverse edge, so all that is reachable from the start is connected."""
    mark_reachable(graph, reach, start, 0)
    for k in range(plan.marks):
        node = graph.node_at[STAND, plan.mark_y[k] + MARGIN, plan.mark_x[k] + MARGIN] - 1
        if node < 0 or reach.seen[node] == 0:
            return False
    unreached = 0
    for node in range(graph.count):
        if graph.kind[node] == STAND and reach.seen[node] == 0:
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


@rule
def place_all(plan, grid, graph, moves, reach, routes, bypass, allow_trap_free):
    """Place traps along all routes, then on every path that still has none."""
    plan.sequences = plan.trap_nodes = plan.placed = 0
    start, end = rebuild_graph(plan, grid, graph, moves)
    if start < 0 or end < 0 or find_route_rule(graph, routes, start, end) != FOUND:
        return NO_ROUTE
    for k in range(routes.first[routes.count]):  # node numbers change with the level; codes do not
        node = routes.nodes[k]
        routes.nodes[k] = node_code(graph.kind[node], graph.x[node], graph.y[node])
    for r in range(routes.count):
        plan.route_size = routes.first[r + 1] - routes.first[r]
        for k in range(plan.route_size):
            plan.route[k] = routes.nodes[routes.first[r] + k]
        place_on_route(plan, grid, graph, moves, reach, plan.alpha)
    if allow_trap_free:
        return DONE
    answer = close_trap_free_routes(plan, grid, graph, moves, reach, routes, bypass)
    return answer if answer != DONE else add_challenges(plan, grid, graph, moves, reach, routes)


@rule
def close_trap_free_routes(plan, grid, graph, moves, reach, routes, bypass):
    """Place traps on every trap-free path."""
    for _ in range(MAX_ROUNDS):
        if not trap_free_route(plan, grid, graph, moves, routes) and not bypass_route(plan, grid, graph, bypass):
            return DONE
        if not place_on_plan_route(plan, grid, graph, moves, reach):
            return TRAP_FREE_LEFT
    return TRAP_FREE_LEFT


@rule
def add_challenges(plan, grid, graph, moves, reach, routes):
    """Place traps on the easiest path until it has the required number of challenges."""
    for _ in range(MAX_ROUNDS):
        rebuild_graph(plan, grid, graph, moves)
        if easiest_route(plan, grid, graph, routes) >= plan.challenges:
            return DONE
        if not place_on_plan_route(plan, grid, graph, moves, reach):
            return TOO_EASY
    return TOO_EASY


@rule
def place_on_plan_route(plan, grid, graph, moves, reach):
    """Place traps along the plan's route; whether any was placed."""
    before = plan.placed + 0
    rebuild_graph(plan, grid, graph, moves)
    place_once(plan, grid, graph, moves, reach)
    return plan.placed > before


@rule
def easiest_route(plan, grid, graph, routes):
    """Copy the path with the fewest challenges to the plan; returns their number. Overwrites the graph's weights."""
    for node in range(graph.count):
        for edge in range(graph.first[node], graph.first[node + 1]):
            graph.weight[edge] = CHALLENGE_WEIGHT if enters_trap(grid, graph, node, graph.end[edge]) else 1
    start, end = node_at(graph, plan.start_x, plan.start_y), node_at(graph, plan.end_x, plan.end_y)
    grow_tree(graph, routes, start, False, False)
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    copy_route(plan, graph, routes)
    count = 0
    for k in range(1, plan.route_size):
        count += enters_trap(grid, graph, routes.nodes[k - 1], routes.nodes[k])
    return count


@rule(inline=True)
def enters_trap(grid, graph, node, there):
    """1 for a step from a safe cell into a trap that is not a mine."""
    return is_trap(grid, graph.x[there], graph.y[there]) & (1 - is_trap(grid, graph.x[node], graph.y[node]))


@rule(inline=True)
def node_at(graph, x, y):
    return graph.node_at[STAND, y + MARGIN, x + MARGIN] - 1


@rule
def copy_route(plan, graph, routes):
    """Copy the first route to the plan, as node codes."""
    plan.route_size = routes.first[1]
    for k in range(plan.route_size):
        node = routes.nodes[k]
        plan.route[k] = node_code(graph.kind[node], graph.x[node], graph.y[node])


@rule
def trap_free_route(plan, grid, graph, moves, routes):
    """Copy the shortest trap-free path, falls included, to the plan's route; False if there is none."""
    build(grid, graph, moves, 1)
    start, end = node_at(graph, plan.start_x, plan.start_y), node_at(graph, plan.end_x, plan.end_y)
    grow_tree(graph, routes, start, False, True)
    if routes.done[end] == 0:
        return False
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    copy_route(plan, graph, routes)
    return True


@rule
def bypass_route(plan, grid, graph, bypass):
    """Copy a trap-free path of an ideal jumper to the plan's route; False if there is none.

    All nodes along a floor are listed, so that there is room for traps.
    """
    base = find_bypass(grid, bypass, plan.start_x, plan.start_y, plan.end_x, plan.end_y)
    if base < 0:
        return False
    plan.route_size = 0
    x, y = plan.end_x, plan.end_y
    while base >= 0:
        to_x, to_y = bypass.bases[base] % GRID_WIDTH - MARGIN, bypass.bases[base] // GRID_WIDTH - MARGIN
        while to_y == y and abs(x - to_x) > 1:
            x += 1 if to_x > x else -1
            add_to_route(plan, graph, x, y)
        x, y = to_x, to_y
        add_to_route(plan, graph, x, y)
        base = bypass.previous[base]
    return True


@rule
def add_to_route(plan, graph, x, y):
    for kind in range(3):
        if graph.node_at[kind, y + MARGIN, x + MARGIN] > 0 and plan.route_size < MAX_NODES:
            plan.route[plan.route_size] = node_code(kind, x, y)
            plan.route_size += 1
            return


_plan_at, _grid_at, _graph_at, _moves_at = (
    record_reader(TrapPlan),
    record_reader(CellGrid),
    record_reader(GraphRecord),
    record_reader(MoveTable),
)
_reach_at, _routes_at, _bypass_at = record_reader(ReachRecord), record_reader(RouteSearch), record_reader(BypassSearch)


@rule(export=True)
def place_by_address(plan, grid, graph, moves, reach, routes, bypass, allow_trap_free):
    return place_all(
        _plan_at(plan),
        _grid_at(grid),
        _graph_at(graph),
        _moves_at(moves),
        _reach_at(reach),
        _routes_at(routes),
        _bypass_at(bypass),
        allow_trap_free,
    )
