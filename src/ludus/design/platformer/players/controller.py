"""Control loop of a synthetic player: carries out the planner's plan with human errors.

Between traps the player moves without error. Before traps it stops, observes, waits for its moment and goes; then every
key press is early or late, with an error that grows with the time since the last safe node.
"""

# mypy: ignore-errors

import math

from ludus.core import record_reader, rule
from ludus.core.random import random_below
from ludus.design.platformer.level_graph.graph_construction import GraphRecord
from ludus.design.platformer.level_graph.piece_move_table import STAND
from ludus.design.platformer.level_graph.route_search import RouteSearch
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
from ludus.design.platformer.players.trap_crossing_plan import (
    CHECK_INTERVAL,
    best_start,
    check_starts,
    find_strategies,
    strategy_from,
)
from ludus.design.platformer.recordings.event_rules import NOWHERE, begin_log, node_at
from ludus.design.platformer.verify.agent_search import (
    SHORT_WAIT,
    WalkRecord,
    begin_edge,
    clear_state,
    is_safe,
    plan_path,
    stand_node,
)
from ludus.design.platformer.verify.move_controllers import NO_JUMP
from ludus.games.platformer.constants import AIR, CELL, GROUND, HALF_CELL, JUMP, LEFT, RIGHT
from ludus.games.platformer.game_data_records import MINE, GameData
from ludus.games.platformer.rules import start
from ludus.games.platformer.state import AT_EXIT

MAX_CHECKS = 5  # observations of a trap that does not open, before the player goes anyway
EXTRA_HOLD, MAX_HOLD = 17, 250  # ticks: most to hold a jump, beyond its top, and in any physics
MAX_FALL_SPEED = 32_000  # of a body that presses again very late
RANDOM_PRESS_TICKS = 20  # ticks of random key presses if there is no plan
MAX_REPEATS = 3  # repetitions of a move before random key presses


@rule
def attempt(data, graph, styles, walk, strategies, player, play, node, again):
    """Pass the next traps: observe, wait for the moment, go."""
    observed = reaction_ticks(player)
    if not hold_nothing(data, graph, play, observed):
        return
    strategy = strategy_from(data, graph, styles, walk, strategies, play, node)
    if strategy.size == NO_STRATEGY:
        follow_path_blindly(data, graph, styles, walk, player, play, node)
        return
    wait = 0
    if not chance(player, player.haste):
        check_starts(data, graph, styles, walk, play, play.state, node, strategy)
        wait = best_start(play)
        if chance(player, player.lapse):
            wait = wrong_start(player, play, wait)
        if wait < 0:
            if again % MAX_CHECKS < MAX_CHECKS - 1:
                hold_nothing(data, graph, play, START_CHECKS * CHECK_INTERVAL)  # then observe again
                return
            wait = random_below(player, START_CHECKS) * CHECK_INTERVAL
        ahead = player.drift * (observed + strategy.ticks_to_trap)
        jump = player.sigma_jump if is_jump(graph, styles, strategy, 0) else 0.0
        wait += timing_error(player, math.sqrt(player.sigma * player.sigma + ahead * ahead + jump * jump))
    if hold_nothing(data, graph, play, max(wait, 0)):
        perform_strategy(data, graph, styles, walk, player, play, node, strategy)


@rule
def reaction_ticks(player):
    return max(round_to_int(player.delay + player.delay_spread * normal_noise(player)), 4)


@rule
def wrong_start(player, play, right):
    """Start time that does not lead through; the right one if all do."""
    wrong = 0
    for k in range(START_CHECKS):
        wrong += 1 - play.start_works[k]
    skip = random_below(player, wrong) if wrong > 0 else 0
    for k in range(START_CHECKS):
        if play.start_works[k] == 0:
            if skip == 0:
                return k * CHECK_INTERVAL
            skip -= 1
    return right


@rule
def perform_strategy(data, graph, styles, walk, player, play, node, strategy):
    """Carry out the moves of a strategy, with timing errors."""
    began, here, late = play.state.tick + 0, node, 0
    for k in range(strategy.size):
        if late > 0 and not hold_nothing(data, graph, play, late):
            return
        late = 0
        edge = strategy.edge[k]
        if k + 1 < strategy.size:
            late = start_error(graph, styles, player, play, strategy, k + 1, began)
        if edge == WAIT_EDGE:
            late += SHORT_WAIT
            continue
        begin_edge(graph, styles.controllers[strategy.style], play.current_move, here, edge, strategy.variant[k])
        if play.current_move.run_up != NO_JUMP:
            hold = play.current_move.hold + timing_error(player, player.sigma_jump)
            play.current_move.hold = min(max(hold, 1), min(data.physics.apex_ticks + EXTRA_HOLD, MAX_HOLD))
        if play.current_move.repeats or play.current_move.climb:  # the next press comes early or late, too
            spread = math.sqrt(player.sigma * player.sigma + player.sigma_jump * player.sigma_jump)
            speed = play.current_move.fall_speed + timing_error(player, spread) * data.physics.gravity
            play.current_move.fall_speed = max(min(speed, MAX_FALL_SPEED), -MAX_FALL_SPEED)
        if not carry_out_move(data, graph, play, max(-late, 0)):
            return
        here = graph.end[edge] + 0


@rule
def is_jump(graph, styles, strategy, k):
    edge = strategy.edge[k]
    if edge == WAIT_EDGE:
        return False
    return strategy.variant[k] > 0 or styles.controllers[SHORTEST_STYLE].rows[graph.move[edge]].run_up != NO_JUMP


@rule
def start_error(graph, styles, player, play, strategy, k, began):
    """Timing error of a move, in ticks; zero while running straight on."""
    before, edge = strategy.edge[k - 1], strategy.edge[k]
    jump = is_jump(graph, styles, strategy, k)
    if not jump and before != WAIT_EDGE and edge != WAIT_EDGE and continues_run(graph, before, edge):
        return 0
    drifted = player.drift * (play.state.tick - began)
    extra = player.sigma_jump if jump else 0.0
    return timing_error(player, math.sqrt(player.sigma * player.sigma + drifted * drifted + extra * extra))


@rule
def continues_run(graph, before, edge):
    return graph.move[before] == graph.move[edge]


@rule
def escape_traps(data, graph, styles, walk, player, play, node):
    """Escape from within traps without a plan: react first, then leave by any path that is open."""
    if not hold_nothing(data, graph, play, reaction_ticks(player)):
        return
    play.strategy_count = 0
    find_strategies(data, graph, styles, walk, play, play.state, node, 0, 1, 1)
    if play.strategy_count == 0:
        follow_path_blindly(data, graph, styles, walk, player, play, node)
        return
    perform_strategy(data, graph, styles, walk, player, play, node, play.strategies[0])


@rule
def follow_path_blindly(data, graph, styles, walk, player, play, node):
    """Follow the path without checking the traps."""
    here, edge = node, next_on_path(graph, walk, node)
    begin_edge(graph, styles.controllers[SHORTEST_STYLE], play.current_move, here, edge, 0)
    carry_out_move(data, graph, play, 0)


@rule
def play_all(data, graph, styles, walk, routes, strategies, player, play, end_x, end_y):
    """Play from the start until the exit or until the player gives up; whether the exit was reached."""
    state = play.state
    clear_state(state)
    start(data, state, 0)
    begin_log(play.log, data, graph, state)
    play.count = 0
    play.last_jump = -MIN_JUMP_INTERVAL
    walk.budget = 1 << 40
    add_trap_detours(data, graph, player.detour)
    end, last, again, planned = stand_node(graph, end_x, end_y), NOWHERE, 0, False
    while not is_over(play):
        node = current_node(data, graph, state.body)
        if node == NOWHERE or not move_to_middle(data, graph, play, node):
            if state.body.stance == AIR:
                press(data, graph, play, 0)
            elif node == NOWHERE:
                press_randomly(data, graph, player, play)
            continue
        again = again + 1 if node == last else 0
        last = node
        if not planned or walk.rank[node] < 0:
            planned = plan_path(graph, walk, routes, node, end)
        if (
            not planned
            or walk.rank[node] == walk.size - 1
            or (again > MAX_REPEATS and next_move_is_safe(data, graph, walk, node))
        ):
            press_randomly(data, graph, player, play)
            again = 0
        elif not is_safe(data, graph, node):
            escape_traps(data, graph, styles, walk, player, play, node)
            planned = False
        elif next_move_is_safe(data, graph, walk, node):
            safe_move(data, graph, styles, walk, play, node)
        else:
            plan_path(graph, walk, routes, node, end)  # from this node, independent of earlier players
            attempt(data, graph, styles, walk, strategies, player, play, node, again)
            planned = False
    return state.reason == AT_EXIT


@rule
def add_trap_detours(data, graph, detour):
    """Add the detour that a player accepts to the weight of trapped edges."""
    for edge in range(graph.edges):
        there = graph.end[edge]
        trap = data.trap_at[graph.y[there] + 1, graph.x[there] + 1]
        if graph.trapped[edge] or (trap != 0 and data.traps[trap - 1].kind != MINE):
            graph.weight[edge] += detour


@rule
def current_node(data, graph, body):
    """Node at which the body stands or hangs."""
    x, y = body.x // CELL, body.y // CELL
    if body.stance != GROUND:
        return node_at(graph, body.stance - 1, x, y) if body.stance != AIR else NOWHERE
    node = node_at(graph, STAND, x, y)
    if node == NOWHERE:
        node = node_at(graph, STAND, (body.x - data.physics.half_width) // CELL, y)
    if node == NOWHERE:
        node = node_at(graph, STAND, (body.x + data.physics.half_width - 1) // CELL, y)
    return node


@rule
def move_to_middle(data, graph, play, node):
    """Move to the middle of the cell; False when that has taken a tick."""
    body = play.state.body
    if body.stance != GROUND:
        return True
    offset = body.x - graph.x[node] * CELL - HALF_CELL
    if -data.physics.tolerance <= offset <= data.physics.tolerance:
        return True
    press(data, graph, play, RIGHT if offset < 0 else LEFT)
    return False


@rule
def press_randomly(data, graph, player, play):
    """Hold random buttons for a while."""
    buttons = (LEFT, RIGHT, LEFT | JUMP, RIGHT | JUMP)[random_below(player, 4)]
    deaths = play.state.deaths + 0
    for _ in range(RANDOM_PRESS_TICKS):
        if is_over(play) or play.state.deaths > deaths:
            return
        press(data, graph, play, buttons)
    if not is_over(play):
        press(data, graph, play, 0)


@rule
def next_move_is_safe(data, graph, walk, node):
    """Whether the next move on the path touches no trap."""
    edge = next_on_path(graph, walk, node)
    return is_safe(data, graph, node) and is_safe(data, graph, graph.end[edge]) and not graph.trapped[edge]


@rule
def safe_move(data, graph, styles, walk, play, node):
    """Carry out one move outside traps, without error."""
    edge = next_on_path(graph, walk, node)
    begin_edge(graph, styles.controllers[SHORTEST_STYLE], play.current_move, node, edge, 0)
    carry_out_move(data, graph, play, 0)


_data_at, _graph_at, _styles_at, _walk_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(JumpStyles),
    record_reader(WalkRecord),
)
_routes_at, _player_at, _play_at = record_reader(RouteSearch), record_reader(PlayerParams), record_reader(PlayRecord)


@rule(export=True)
def play_by_address(data, graph, styles, walk, routes, strategies, player, play, end_x, end_y):
    return play_all(
        _data_at(data),
        _graph_at(graph),
        _styles_at(styles),
        _walk_at(walk),
        _routes_at(routes),
        strategies,
        _player_at(player),
        _play_at(play),
        end_x,
        end_y,
    )
