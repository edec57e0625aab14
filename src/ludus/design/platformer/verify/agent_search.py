"""Rules of the agent that plays a level with its traps running; see agent.py."""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, record_reader, rule, uint8, uint16
from ludus.design.platformer.level_graph.cell_grid import MARGIN
from ludus.design.platformer.level_graph.graph_construction import FALL, MAX_NODES, GraphRecord
from ludus.design.platformer.level_graph.piece_move_table import STAND
from ludus.design.platformer.level_graph.route_search import RouteSearch, add_tree_path, grow_tree
from ludus.design.platformer.verify.move_controllers import (
    MoveControllers,
    MoveInProgress,
    arrived,
    begin_move,
    has_missed,
    steer,
)
from ludus.games.platformer.game_data_records import MAX_MINES, SAW_SQUEEZE, GameData
from ludus.games.platformer.rules import apply, start
from ludus.games.platformer.state import AT_EXIT, RUNNING, State

MAX_DEPTH = 7  # moves and short waits between two safe nodes, at most
WAIT_TICKS = 2  # ticks between two starts from a safe node
SHORT_WAIT = 5  # ticks to wait at a node in a trap
MAX_STARTS = 180  # starts tried from a safe node; times WAIT_TICKS, three times the longest period of the thesis
TRIES_PER_START = 120  # moves per start
JUMP_VARIANTS = 2  # jumps of other heights in horizontal moves through traps, such as over a saw
FAR_JUMP_VARIANTS = 2  # the same to the far side of a cell, over a saw in its near side
FAR_OFFSET = 1900  # units from the middle of the cell
MAX_REPLANS = 8
MAX_WALK_TICKS = 40_000  # ticks
ARRIVED, NO_PATH, STUCK, OUT_OF_BUDGET = 1, 0, -1, -2
BLOCKED_WEIGHT = 200  # weight of a move into traps that the agent failed at


class WalkStep(Record):
    """Node between two safe nodes, and the state of the game when it is reached."""

    state: State
    node: uint16
    pressed: int32  # ticks so far
    edge: int32  # edge tried last
    variant: uint8  # 0: the move's own controller, then jumps of other heights ..
    last: uint8  # .. up to this one
    backward: uint8  # whether edges that lead back are being tried
    waited: uint8  # short waits at this node


class WalkRecord(Record):
    budget: int64  # moves to try
    used: int64
    stuck_x: int64  # where it gave up
    stuck_y: int64
    pressed: int64
    current_move: MoveInProgress
    path: uint16[MAX_NODES]
    size: int64
    rank: int32[MAX_NODES]  # position on the path; -1: not on it
    steps: WalkStep[MAX_DEPTH + 1]
    presses: uint8[MAX_WALK_TICKS]


@rule
def walk_level_rule(data, graph, controllers, walk, routes, end_x, end_y):
    """Walk from the start of the level to its exit."""
    here = stand_node(graph, data.start_x, data.start_y)
    end = stand_node(graph, end_x, end_y)
    walk.used = walk.pressed = 0
    base = walk.steps[0]
    clear_state(base.state)
    start(data, base.state, 0)
    base.node, base.pressed = here, 0
    for _ in range(MAX_REPLANS):
        if not plan_path(graph, walk, routes, base.node, end):
            return NO_PATH
        answer = follow(data, graph, controllers, walk)
        if answer != STUCK:
            return answer
        walk.stuck_x, walk.stuck_y = graph.x[base.node], graph.y[base.node]
        avoid_next_traps(data, graph, walk, base.node)
    return STUCK


@rule
def clear_state(state):
    """Reset the fields that the start of a game expects to be zero."""
    state.tick = state.deaths = state.killer = state.reason = state.body.held = 0
    for mine in range(MAX_MINES):
        state.lit[mine] = 0


@rule(inline=True)
def stand_node(graph, x, y):
    return graph.node_at[STAND, y + MARGIN, x + MARGIN] - 1


@rule
def plan_path(graph, walk, routes, here, end):
    """Plan the shortest path from a node to the end."""
    grow_tree(graph, routes, here, False, False)
    if routes.done[end] == 0:
        return False
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    walk.size = routes.first[1]
    for node in range(graph.count):
        walk.rank[node] = -1
    for k in range(walk.size):
        walk.path[k] = routes.nodes[k]
        walk.rank[routes.nodes[k]] = k
    return True


@rule
def avoid_next_traps(data, graph, walk, here):
    """Raise the weight of the next traps on the path, so that another path may be shorter."""
    for k in range(walk.rank[here] + 1, walk.size):
        if is_safe(data, graph, walk.path[k]):
            break
        for node in range(graph.count):
            for edge in range(graph.first[node], graph.first[node + 1]):
                if graph.end[edge] == walk.path[k]:
                    graph.weight[edge] = BLOCKED_WEIGHT


@rule(inline=True)
def is_safe(data, graph, node):
    """Whether the agent can wait at a node: its cell has no trap."""
    return data.trap_at[graph.y[node] + 1, graph.x[node] + 1] == 0


@rule
def follow(data, graph, controllers, walk):
    """Follow the path from safe node to safe node; wait at each until the traps can be passed."""
    base = walk.steps[0]
    while base.state.reason == RUNNING:
        if walk.rank[base.node] == walk.size - 1:
            return NO_PATH  # the end of the path is no exit
        through = 0
        for patience in range(2):
            for _ in range(MAX_STARTS):
                through = pass_traps(data, graph, controllers, walk, patience)
                if through > 0:
                    break
                if walk.used >= walk.budget:
                    return OUT_OF_BUDGET
                if base.pressed + WAIT_TICKS >= MAX_WALK_TICKS - 2000:
                    return STUCK
                for _ in range(WAIT_TICKS):
                    apply(data, base.state, 0)
                    walk.presses[base.pressed] = 0
                    base.pressed += 1
            if through > 0:
                break
        if through == 0:
            return STUCK
        there = walk.steps[through]
        base.state, base.node, base.pressed = there.state, there.node, there.pressed
    walk.pressed = base.pressed
    return ARRIVED if base.state.reason == AT_EXIT else STUCK


@rule
def pass_traps(data, graph, controllers, walk, patience):
    """Search from the safe node of step 0 to a safe node farther on the path; returns the last step, or 0."""
    base = walk.steps[0]
    here, tries, depth = walk.rank[base.node], 0, 0
    rewind(graph, base)
    while tries < TRIES_PER_START and walk.used < walk.budget:
        at = walk.steps[depth]
        edge = next_edge(data, graph, walk, at)
        if edge < 0 and not (patience and depth > 0 and at.waited == 0):
            if depth == 0:
                return 0
            depth -= 1
            continue
        if depth == MAX_DEPTH:
            depth -= 1
            continue
        after = walk.steps[depth + 1]
        after.state, after.pressed = at.state, at.pressed
        tries += 1
        walk.used += 1
        if edge < 0:
            at.waited = 1
            after.node = at.node
            if not wait_briefly(data, walk, after):
                continue
            rewind(graph, after)
            after.waited = 0
            depth += 1
            continue
        after.node = graph.end[edge]
        on = walk.rank[after.node]
        at_rest = is_safe(data, graph, after.node)
        if at_rest and on <= here:
            continue
        if not perform_move(data, graph, controllers, walk, after, at.node, edge, at.variant):
            continue
        depth += 1
        if at_rest or after.state.reason != RUNNING:
            return depth
        rewind(graph, after)
        after.waited = 0
    return 0


@rule(inline=True)
def rewind(graph, at):
    at.edge, at.backward = graph.first[at.node] - 1, 0
    at.variant = at.last = 0


@rule
def next_edge(data, graph, walk, at):
    """Next edge to try: first those that lead on along the path, then the others; -1 when all were tried."""
    if at.variant < at.last:
        at.variant += 1
        return at.edge + 0
    while True:
        while at.edge + 1 < graph.first[at.node + 1]:
            at.edge += 1
            there = graph.end[at.edge]
            onwards = walk.rank[there] > walk.rank[at.node]
            if onwards != (at.backward == 1) and graph.move[at.edge] != FALL:
                level = graph.y[there] == graph.y[at.node]
                can_jump = level and graph.kind[at.node] == STAND and graph.kind[there] == STAND
                at.variant = at.last = 0
                if can_jump and not are_safe(data, graph, at.node, there):
                    at.last = JUMP_VARIANTS + (FAR_JUMP_VARIANTS if has_narrow_saw(data, graph, there) else 0)
                return at.edge + 0
        if at.backward:
            return -1
        at.edge, at.backward = graph.first[at.node] - 1, 1


@rule(inline=True)
def are_safe(data, graph, one, other):
    """Whether neither node is in a trap."""
    return is_safe(data, graph, one) and is_safe(data, graph, other)


@rule(inline=True)
def has_narrow_saw(data, graph, node):
    """Whether the node is in a saw that cannot be jumped over everywhere."""
    trap = data.trap_at[graph.y[node] + 1, graph.x[node] + 1]
    return trap != 0 and data.traps[trap - 1].kind == SAW_SQUEEZE


@rule
def wait_briefly(data, walk, after):
    """Wait a little; False if the body dies."""
    for _ in range(SHORT_WAIT):
        apply(data, after.state, 0)
        walk.presses[after.pressed] = 0
        after.pressed += 1
    return after.state.deaths == 0


@rule
def perform_move(data, graph, controllers, walk, after, node, edge, variant):
    """Carry out one move in the game; False if it ends in death or elsewhere."""
    move = walk.current_move
    begin_edge(graph, controllers, move, node, edge, variant)
    for _ in range(data.physics.move_ticks):
        buttons = steer(move, after.state.body)
        walk.presses[after.pressed] = buttons
        after.pressed += 1
        apply(data, after.state, buttons)
        if after.state.deaths > 0:
            return False
        if after.state.reason != RUNNING or arrived(move, after.state.body):
            return True
        if has_missed(move, after.state.body):
            return False
    return False


@rule
def begin_edge(graph, controllers, move, node, edge, variant):
    """Begin the move along an edge, with its controller or a variant."""
    there = graph.end[edge]
    begin_move(
        move,
        controllers.rows[graph.move[edge]],
        graph.kind[node],
        graph.x[node],
        graph.y[node],
        graph.kind[there],
        graph.x[there],
        graph.y[there],
    )
    apply_variant(move, controllers, graph.x[node], graph.x[there], variant)


@rule
def apply_variant(move, controllers, x, to_x, variant):
    """Change the jump to another height, or to the far side of the cell, if the variant says so."""
    if variant == 0:
        return
    move.run_up, move.repeats, move.climb = 0, 0, 0
    if variant > JUMP_VARIANTS:
        move.hold = controllers.far_hold if variant == JUMP_VARIANTS + 1 else controllers.high_hold
        move.aside = FAR_OFFSET if to_x > x else -FAR_OFFSET
    else:
        move.hold = controllers.low_hold if variant == 1 else controllers.high_hold


_data_at, _graph_at, _controllers_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(MoveControllers),
)
_walk_at, _routes_at = record_reader(WalkRecord), record_reader(RouteSearch)


@rule(export=True)
def walk_by_address(data, graph, controllers, walk, routes, end_x, end_y):
    return walk_level_rule(
        _data_at(data), _graph_at(graph), _controllers_at(controllers), _walk_at(walk), _routes_at(routes), end_x, end_y
    )
