"""How a player passes traps: observe, wait for the moment, go; then every key press is early or late.

Control loop of a synthetic player: carries out the planner's plan with human errors.

Between traps the player moves without error. Before traps it stands still, observes, waits for its moment and goes;
then every key press is early or late, with an error that grows with the time since the last safe node.
"""

import math

from ludus.core import record_reader, rule
from ludus.core.random import random_below
from ludus.design.platformer.level_graph.graph_rules import GraphRecord
from ludus.design.platformer.level_graph.moves import STAND
from ludus.design.platformer.level_graph.route_rules import RouteSearch
from ludus.design.platformer.players.motor_rules import (
    MIN_JUMP_INTERVAL,
    NO_STRATEGY,
    SHORTEST_STYLE,
    START_CHECKS,
    WAIT_EDGE,
    JumpStyles,
    PlayerParams,
    PlayRecord,
    carry_out_move,
    chance,
    hold_nothing,
    is_over,
    next_on_path,
    normal_noise,
    press,
    round_to_int,
    timing_error,
)
from ludus.design.platformer.players.planner import (
    CHECK_INTERVAL,
    best_start,
    check_starts,
    find_strategies,
    strategy_from,
)
from ludus.design.platformer.recordings.event_rules import NOWHERE, begin_log, node_at
from ludus.design.platformer.verify.agent_rules import (
    SHORT_WAIT,
    WalkRecord,
    begin_edge,
    clear_state,
    is_safe,
    plan_path,
    stand_node,
)
from ludus.design.platformer.verify.move_controllers import MIDDLE_TOLERANCE, NO_JUMP
from ludus.games.platformer.constants import AIR, CELL, GROUND, HALF_CELL, HALF_WIDTH, JUMP, LEFT, RIGHT
from ludus.games.platformer.data import MINE, GameData
from ludus.games.platformer.rules import start
from ludus.games.platformer.state import AT_EXIT

# mypy: ignore-errors


MAX_CHECKS = 5  # observations of a trap that does not open, before the player goes anyway
MAX_HOLD = 40


@rule
def attempt(table, graph, habits, walk, book, person, hand, node, again):
    """Pass the next traps: observe, wait for the moment, go."""
    observed = reaction_ticks(person)
    if not hold_nothing(table, graph, hand, observed):
        return
    strategy = strategy_from(table, graph, habits, walk, book, hand, node)
    if strategy.size == NO_STRATEGY:
        follow_path_blindly(table, graph, habits, walk, person, hand, node)
        return
    wait = 0
    if not chance(person, person.haste):
        check_starts(table, graph, habits, walk, hand, hand.state, node, strategy)
        wait = best_start(hand)
        if chance(person, person.lapse):
            wait = wrong_start(person, hand, wait)
        if wait < 0:
            if again % MAX_CHECKS < MAX_CHECKS - 1:
                hold_nothing(table, graph, hand, START_CHECKS * CHECK_INTERVAL)  # then observe again
                return
            wait = random_below(person, START_CHECKS) * CHECK_INTERVAL
        ahead = person.drift * (observed + strategy.before)
        jump = person.sigma_jump if is_jump(graph, habits, strategy, 0) else 0.0
        wait += timing_error(person, math.sqrt(person.sigma * person.sigma + ahead * ahead + jump * jump))
    if hold_nothing(table, graph, hand, max(wait, 0)):
        perform_strategy(table, graph, habits, walk, person, hand, node, strategy)


@rule
def reaction_ticks(person):
    return max(round_to_int(person.delay + person.delay_spread * normal_noise(person)), 4)


@rule
def wrong_start(person, hand, right):
    """Start time that does not lead through; the right one if all do."""
    wrong = 0
    for k in range(START_CHECKS):
        wrong += 1 - hand.fine[k]
    skip = random_below(person, wrong) if wrong > 0 else 0
    for k in range(START_CHECKS):
        if hand.fine[k] == 0:
            if skip == 0:
                return k * CHECK_INTERVAL
            skip -= 1
    return right


@rule
def perform_strategy(table, graph, habits, walk, person, hand, node, strategy):
    """Carry out the moves of a strategy, with timing errors."""
    began, here, late = hand.state.tick + 0, node, 0
    for k in range(strategy.size):
        if late > 0 and not hold_nothing(table, graph, hand, late):
            return
        late = 0
        edge = strategy.edge[k]
        if k + 1 < strategy.size:
            late = start_error(graph, habits, person, hand, strategy, k + 1, began)
        if edge == WAIT_EDGE:
            late += SHORT_WAIT
            continue
        begin_edge(graph, habits.ways[strategy.way], hand.errand, here, edge, strategy.variant[k])
        if hand.errand.run_up != NO_JUMP:
            hold = hand.errand.hold + timing_error(person, person.sigma_jump)
            hand.errand.hold = min(max(hold, 1), MAX_HOLD)
        if not carry_out_move(table, graph, hand, max(-late, 0)):
            return
        here = graph.end[edge] + 0


@rule
def is_jump(graph, habits, strategy, k):
    edge = strategy.edge[k]
    if edge == WAIT_EDGE:
        return False
    return strategy.variant[k] > 0 or habits.ways[SHORTEST_STYLE].rows[graph.move[edge]].run_up != NO_JUMP


@rule
def start_error(graph, habits, person, hand, strategy, k, began):
    """Timing error of a move, in ticks; zero while running straight on."""
    before, edge = strategy.edge[k - 1], strategy.edge[k]
    jump = is_jump(graph, habits, strategy, k)
    if not jump and before != WAIT_EDGE and edge != WAIT_EDGE and continues_run(graph, before, edge):
        return 0
    drifted = person.drift * (hand.state.tick - began)
    extra = person.sigma_jump if jump else 0.0
    return timing_error(person, math.sqrt(person.sigma * person.sigma + drifted * drifted + extra * extra))


@rule
def continues_run(graph, before, edge):
    return graph.move[before] == graph.move[edge]


@rule
def escape_traps(table, graph, habits, walk, person, hand, node):
    """Escape from within traps without a plan: react first, then leave by any path that is open."""
    if not hold_nothing(table, graph, hand, reaction_ticks(person)):
        return
    hand.choices = 0
    find_strategies(table, graph, habits, walk, hand, hand.state, node, 0, 1)
    if hand.choices == 0:
        follow_path_blindly(table, graph, habits, walk, person, hand, node)
        return
    perform_strategy(table, graph, habits, walk, person, hand, node, hand.choice[0])


@rule
def follow_path_blindly(table, graph, habits, walk, person, hand, node):
    """Follow the path without checking the traps."""
    here, edge = node, next_on_path(graph, walk, node)
    begin_edge(graph, habits.ways[SHORTEST_STYLE], hand.errand, here, edge, 0)
    carry_out_move(table, graph, hand, 0)


# mypy: ignore-errors


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
