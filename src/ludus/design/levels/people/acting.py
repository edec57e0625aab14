"""Control loop of a synthetic player: carries out the planner's plan with human errors.

Between traps the player moves without error. Before traps it stands still, observes, waits for its moment and goes;
then every key press is early or late, with an error that grows with the time since the last safe node.
"""

# mypy: ignore-errors

from ludus.core import record_reader, rule
from ludus.core.random import random_below
from ludus.design.levels.people.attempts import attempt, escape_traps
from ludus.design.levels.people.habits import SHORTEST_STYLE, JumpStyles
from ludus.design.levels.people.hands import MIN_JUMP_INTERVAL, PlayRecord, PlayerParams, is_over, press
from ludus.design.levels.people.moving import carry_out_move, next_on_path
from ludus.design.levels.proving.steering import MIDDLE_TOLERANCE
from ludus.design.levels.proving.walking import WalkRecord, begin_edge, clear_state, stand_node, plan_path, is_safe
from ludus.design.levels.sessions.watching import NOWHERE, begin_log, node_at
from ludus.design.levels.ways.detours import RouteSearch
from ludus.design.levels.ways.moves import STAND
from ludus.design.levels.ways.network import GraphRecord
from ludus.games.platformer.rules import start
from ludus.games.platformer.state import AT_EXIT
from ludus.games.platformer.table import MINE, GameData
from ludus.games.platformer.units import AIR, CELL, GROUND, HALF_CELL, HALF_WIDTH, JUMP, LEFT, RIGHT

TRAP_DETOUR = 6  # half cells of detour that a player accepts to avoid a trap
RANDOM_PRESS_TICKS = 20  # ticks of random key presses if there is no plan
MAX_REPEATS = 3  # repetitions of a move before random key presses


@rule
def play_all(table, graph, habits, walk, routes, book, person, hand, end_x, end_y):
    """Play from the start until the exit or until the player gives up; whether the exit was reached."""
    state = hand.state
    clear_state(state)
    start(table, state, 0)
    begin_log(hand.watch, table, graph, state)
    hand.count = 0
    hand.last_jump = -MIN_JUMP_INTERVAL
    walk.budget = 1 << 40
    add_trap_detours(table, graph)
    end, last, again, planned = stand_node(graph, end_x, end_y), NOWHERE, 0, False
    while not is_over(hand):
        node = current_node(graph, state.body)
        if node == NOWHERE or not move_to_middle(table, graph, hand, node):
            if state.body.stance == AIR:
                press(table, graph, hand, 0)
            elif node == NOWHERE:
                press_randomly(table, graph, person, hand)
            continue
        again = again + 1 if node == last else 0
        last = node
        if not planned or walk.rank[node] < 0:
            planned = plan_path(graph, walk, routes, node, end)
        if (
            not planned
            or walk.rank[node] == walk.size - 1
            or (again > MAX_REPEATS and next_move_is_safe(table, graph, walk, node))
        ):
            press_randomly(table, graph, person, hand)
            again = 0
        elif not is_safe(table, graph, node):
            escape_traps(table, graph, habits, walk, person, hand, node)
            planned = False
        elif next_move_is_safe(table, graph, walk, node):
            safe_move(table, graph, habits, walk, hand, node)
        else:
            plan_path(graph, walk, routes, node, end)  # from this node, independent of earlier players
            attempt(table, graph, habits, walk, book, person, hand, node, again)
            planned = False
    return state.reason == AT_EXIT


@rule
def add_trap_detours(table, graph):
    """Add the detour that players accept to the weight of trapped edges."""
    for edge in range(graph.edges):
        there = graph.end[edge]
        trap = table.trap_at[graph.y[there] + 1, graph.x[there] + 1]
        if graph.trapped[edge] or (trap != 0 and table.traps[trap - 1].kind != MINE):
            graph.weight[edge] += TRAP_DETOUR


@rule
def current_node(graph, body):
    """Node at which the body stands or hangs."""
    x, y = body.x // CELL, body.y // CELL
    if body.stance != GROUND:
        return node_at(graph, body.stance - 1, x, y) if body.stance != AIR else NOWHERE
    node = node_at(graph, STAND, x, y)
    if node == NOWHERE:
        node = node_at(graph, STAND, (body.x - HALF_WIDTH) // CELL, y)
    if node == NOWHERE:
        node = node_at(graph, STAND, (body.x + HALF_WIDTH - 1) // CELL, y)
    return node


@rule
def move_to_middle(table, graph, hand, node):
    """Move to the middle of the cell; False when that has taken a tick."""
    body = hand.state.body
    if body.stance != GROUND:
        return True
    offset = body.x - graph.x[node] * CELL - HALF_CELL
    if -MIDDLE_TOLERANCE <= offset <= MIDDLE_TOLERANCE:
        return True
    press(table, graph, hand, RIGHT if offset < 0 else LEFT)
    return False


@rule
def press_randomly(table, graph, person, hand):
    """Hold random buttons for a while."""
    buttons = (LEFT, RIGHT, LEFT | JUMP, RIGHT | JUMP)[random_below(person, 4)]
    deaths = hand.state.deaths + 0
    for _ in range(RANDOM_PRESS_TICKS):
        if is_over(hand) or hand.state.deaths > deaths:
            return
        press(table, graph, hand, buttons)
    if not is_over(hand):
        press(table, graph, hand, 0)


@rule
def next_move_is_safe(table, graph, walk, node):
    """Whether the next move on the path touches no trap."""
    edge = next_on_path(graph, walk, node)
    return is_safe(table, graph, node) and is_safe(table, graph, graph.end[edge]) and not graph.trapped[edge]


@rule
def safe_move(table, graph, habits, walk, hand, node):
    """Carry out one move outside traps, without error."""
    edge = next_on_path(graph, walk, node)
    begin_edge(graph, habits.ways[SHORTEST_STYLE], hand.errand, node, edge, 0)
    carry_out_move(table, graph, hand, 0)


_table_at, _graph_at, _habits_at, _walk_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(JumpStyles),
    record_reader(WalkRecord),
)
_routes_at, _person_at, _hand_at = record_reader(RouteSearch), record_reader(PlayerParams), record_reader(PlayRecord)


@rule(export=True)
def play_by_address(table, graph, habits, walk, routes, book, person, hand, end_x, end_y):
    return play_all(
        _table_at(table),
        _graph_at(graph),
        _habits_at(habits),
        _walk_at(walk),
        _routes_at(routes),
        book,
        _person_at(person),
        _hand_at(hand),
        end_x,
        end_y,
    )
