"""Rules that place all traps of a level: along its routes, then on paths that are still too easy."""

# mypy: ignore-errors

from ludus.core import record_reader, rule
from ludus.design.levels.trapping.escapes import GRID_WIDTH, BypassSearch, find_bypass
from ludus.design.levels.trapping.placing import place_on_route, place_once, rebuild_graph
from ludus.design.levels.trapping.sequences import TrapPlan, node_code
from ludus.design.levels.ways.detours import FOUND, RouteSearch, add_tree_path, find_route_rule, grow_tree
from ludus.design.levels.ways.flood import ReachRecord
from ludus.design.levels.ways.moves import STAND, MoveTable
from ludus.design.levels.ways.network import MAX_NODES, GraphRecord, build, is_trap
from ludus.design.levels.ways.sheets import MARGIN, CellGrid

MAX_ROUNDS = 60  # rounds to close trap-free paths or to add challenges
DONE, NO_ROUTE, TRAP_FREE_LEFT, TOO_EASY = 1, 0, -1, -2
CHALLENGE_WEIGHT = 255  # weight of a step into a trap, in the search for the easiest path


@rule
def place_all(plan, sheet, graph, moves, found, routes, ways, allow_trap_free):
    """Place traps along all routes, then on every path that still has none."""
    plan.sequences = plan.trap_nodes = plan.placed = 0
    start, end = rebuild_graph(plan, sheet, graph, moves)
    if start < 0 or end < 0 or find_route_rule(graph, routes, start, end) != FOUND:
        return NO_ROUTE
    for k in range(routes.first[routes.count]):  # node numbers change with the level; codes do not
        node = routes.nodes[k]
        routes.nodes[k] = node_code(graph.kind[node], graph.x[node], graph.y[node])
    for r in range(routes.count):
        plan.route_size = routes.first[r + 1] - routes.first[r]
        for k in range(plan.route_size):
            plan.route[k] = routes.nodes[routes.first[r] + k]
        place_on_route(plan, sheet, graph, moves, found, plan.alpha)
    if allow_trap_free:
        return DONE
    answer = close_trap_free_routes(plan, sheet, graph, moves, found, routes, ways)
    return answer if answer != DONE else add_challenges(plan, sheet, graph, moves, found, routes)


@rule
def close_trap_free_routes(plan, sheet, graph, moves, found, routes, ways):
    """Place traps on every trap-free path."""
    for _ in range(MAX_ROUNDS):
        if not trap_free_route(plan, sheet, graph, moves, routes) and not bypass_route(plan, sheet, graph, ways):
            return DONE
        if not place_on_plan_route(plan, sheet, graph, moves, found):
            return TRAP_FREE_LEFT
    return TRAP_FREE_LEFT


@rule
def add_challenges(plan, sheet, graph, moves, found, routes):
    """Place traps on the easiest path until it has the required number of challenges."""
    for _ in range(MAX_ROUNDS):
        rebuild_graph(plan, sheet, graph, moves)
        if easiest_route(plan, sheet, graph, routes) >= plan.challenges:
            return DONE
        if not place_on_plan_route(plan, sheet, graph, moves, found):
            return TOO_EASY
    return TOO_EASY


@rule
def place_on_plan_route(plan, sheet, graph, moves, found):
    """Place traps along the plan's route; whether any was placed."""
    before = plan.placed + 0
    rebuild_graph(plan, sheet, graph, moves)
    place_once(plan, sheet, graph, moves, found)
    return plan.placed > before


@rule
def easiest_route(plan, sheet, graph, routes):
    """Copy the path with the fewest challenges to the plan; returns their number. Overwrites the graph's weights."""
    for node in range(graph.count):
        for edge in range(graph.first[node], graph.first[node + 1]):
            graph.weight[edge] = CHALLENGE_WEIGHT if enters_trap(sheet, graph, node, graph.end[edge]) else 1
    start, end = node_at(graph, plan.start_x, plan.start_y), node_at(graph, plan.end_x, plan.end_y)
    grow_tree(graph, routes, start, False, False)
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    copy_route(plan, graph, routes)
    count = 0
    for k in range(1, plan.route_size):
        count += enters_trap(sheet, graph, routes.nodes[k - 1], routes.nodes[k])
    return count


@rule(inline=True)
def enters_trap(sheet, graph, node, there):
    """1 for a step from a safe cell into a trap that is not a mine."""
    return is_trap(sheet, graph.x[there], graph.y[there]) & (1 - is_trap(sheet, graph.x[node], graph.y[node]))


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
def trap_free_route(plan, sheet, graph, moves, routes):
    """Copy the shortest trap-free path, falls included, to the plan's route; False if there is none."""
    build(sheet, graph, moves, 1)
    start, end = node_at(graph, plan.start_x, plan.start_y), node_at(graph, plan.end_x, plan.end_y)
    grow_tree(graph, routes, start, False, True)
    if routes.done[end] == 0:
        return False
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    copy_route(plan, graph, routes)
    return True


@rule
def bypass_route(plan, sheet, graph, ways):
    """Copy a trap-free path of an ideal jumper to the plan's route; False if there is none.

    All nodes along a floor are listed, so that there is room for traps.
    """
    base = find_bypass(sheet, ways, plan.start_x, plan.start_y, plan.end_x, plan.end_y)
    if base < 0:
        return False
    plan.route_size = 0
    x, y = plan.end_x, plan.end_y
    while base >= 0:
        to_x, to_y = ways.bases[base] % GRID_WIDTH - MARGIN, ways.bases[base] // GRID_WIDTH - MARGIN
        while to_y == y and abs(x - to_x) > 1:
            x += 1 if to_x > x else -1
            add_to_route(plan, graph, x, y)
        x, y = to_x, to_y
        add_to_route(plan, graph, x, y)
        base = ways.came[base]
    return True


@rule
def add_to_route(plan, graph, x, y):
    for kind in range(3):
        if graph.node_at[kind, y + MARGIN, x + MARGIN] > 0 and plan.route_size < MAX_NODES:
            plan.route[plan.route_size] = node_code(kind, x, y)
            plan.route_size += 1
            return


_plan_at, _sheet_at, _graph_at, _moves_at = (
    record_reader(TrapPlan),
    record_reader(CellGrid),
    record_reader(GraphRecord),
    record_reader(MoveTable),
)
_flood_at, _routes_at, _ways_at = record_reader(ReachRecord), record_reader(RouteSearch), record_reader(BypassSearch)


@rule(export=True)
def place_by_address(plan, sheet, graph, moves, found, routes, ways, allow_trap_free):
    return place_all(
        _plan_at(plan),
        _sheet_at(sheet),
        _graph_at(graph),
        _moves_at(moves),
        _flood_at(found),
        _routes_at(routes),
        _ways_at(ways),
        allow_trap_free,
    )
