"""Planner: how to get from a safe node through traps to the next, and when to start.

Strategies are found by the search of the agent. A player compares several and takes the one with the longest window of
start times, found by simulation from the current state. All this is without errors; errors are added when the plan is
carried out.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, STAND
from ludus.design.platformer.players.motor_rules import (
    MAX_STRATEGIES,
    NO_STRATEGY,
    PLAYER_STYLES,
    SHORTEST_STYLE,
    START_CHECKS,
    WAIT_EDGE,
    strategy_in,
)
from ludus.design.platformer.verify.agent_search import clear_state, pass_traps, perform_move, wait_briefly
from ludus.games.platformer import constants as u
from ludus.games.platformer.constants import CELL, HALF_CELL
from ludus.games.platformer.game_data_records import MINE
from ludus.games.platformer.rules import apply, start

CHECK_INTERVAL = 3  # ticks between two start times that are checked
SCAN_INTERVAL = 8  # ticks between two states from which strategies are searched
DEFAULT_SCANS, MAX_SCANS = 15, 60  # number of such states; more if nothing is found
ENOUGH_RATIO = (4, 5)  # share of the longest window that a window must have to be taken


@rule
def strategy_from(data, graph, styles, walk, strategies, play, node):
    """Best strategy from a node on the path; of size NO_STRATEGY if there is none."""
    known = strategy_in(strategies, node)
    if known.size > 0:
        return known
    known.size = NO_STRATEGY
    state_at_node(data, graph, play.waiting_state, node)
    play.strategy_count = 0
    for patience in range(2):
        if play.strategy_count == 0:
            waiting = play.waiting_state
            find_strategies(data, graph, styles, walk, play, waiting, node, patience, DEFAULT_SCANS, SCAN_INTERVAL)
    if data.physics.extended:  # a long climb between walls may be open for a tick only
        for patience in range(2):
            if play.strategy_count == 0:
                find_strategies(data, graph, styles, walk, play, play.waiting_state, node, patience, DEFAULT_SCANS, 1)
    widest = -1
    for k in range(play.strategy_count):
        for style in PLAYER_STYLES:
            play.strategies[k].style = style
            width = start_window_width(data, graph, styles, walk, play, node, play.strategies[k])
            if width > widest:
                copy_strategy(play.strategies[k], known)
                widest = width
    return known


@rule
def copy_strategy(one, other):
    other.size, other.style, other.ticks_to_trap = one.size, one.style, one.ticks_to_trap
    for k in range(one.size):
        other.edge[k], other.variant[k] = one.edge[k], one.variant[k]


@rule
def start_window_width(data, graph, styles, walk, play, node, strategy):
    """Longest window of start times, in ticks, with jumps held a little shorter or longer than intended."""
    base, style = walk.steps[0], strategy.style + 0
    base.state = play.waiting_state
    best = run = 0
    for _ in range(START_CHECKS // 2):
        works = True
        for shift in (-1, 1):
            strategy.style = style + shift
            works = works and leads_through(data, graph, styles, walk, node, strategy)
        run = run + 2 * CHECK_INTERVAL if works else 0
        best = max(best, run)
        for _ in range(2 * CHECK_INTERVAL):
            apply(data, base.state, 0)
    strategy.style = style
    return best


@rule
def state_at_node(data, graph, state, node):
    """State of a game that begins at a node."""
    clear_state(state)
    start(data, state, 0)
    body = state.body
    body.x, body.y = graph.x[node] * CELL, graph.y[node] * CELL
    if graph.kind[node] == STAND:
        body.x += HALF_CELL
        return
    on_left = graph.kind[node] == HANG_LEFT
    body.stance = u.HANG_LEFT if on_left else u.HANG_RIGHT
    body.x += data.physics.half_width if on_left else CELL - data.physics.half_width
    body.y += CELL - data.physics.height


@rule
def find_strategies(data, graph, styles, walk, play, state, node, patience, scans, interval):
    """Find strategies that lead through at some time from this state on, tried at an interval; with one scan, now."""
    base = walk.steps[0]
    base.state, base.node, base.pressed = state, node, 0
    base.state.deaths = 0
    for scan in range(scans if scans == 1 else MAX_SCANS * SCAN_INTERVAL // interval):
        if scan >= scans and play.strategy_count > 0:
            return
        walk.used = 0
        through = pass_traps(data, graph, styles.controllers[SHORTEST_STYLE], walk, patience)
        if through > 0:
            add_strategy(data, graph, styles.controllers[SHORTEST_STYLE], walk, play, through)
            if play.strategy_count == MAX_STRATEGIES:
                return
        for _ in range(interval):
            apply(data, base.state, 0)


@rule
def add_strategy(data, graph, controllers, walk, play, through):
    """Store the strategy that was found, unless it is known."""
    choice = play.strategies[play.strategy_count]
    choice.size, choice.ticks_to_trap, choice.style = through, 0, SHORTEST_STYLE
    met = False
    for k in range(through):
        at = walk.steps[k]
        if walk.steps[k + 1].node == at.node:
            choice.edge[k], choice.variant[k] = WAIT_EDGE, 0
        else:
            choice.edge[k], choice.variant[k] = at.edge, at.variant
            there = graph.end[at.edge]
            if not met:
                choice.ticks_to_trap += controllers.ticks[graph.move[at.edge]]
            trap = data.trap_at[graph.y[there] + 1, graph.x[there] + 1]
            met = met or (trap != 0 and data.traps[trap - 1].kind != MINE)
    for k in range(play.strategy_count):
        other, same = play.strategies[k], play.strategies[k].size == choice.size
        for n in range(through):
            same = same and other.edge[n] == choice.edge[n] and other.variant[n] == choice.variant[n]
        if same:
            return
    play.strategy_count += 1


@rule
def check_starts(data, graph, styles, walk, play, state, node, strategy):
    """Check whether a strategy leads through if started now, a little later, and so on."""
    base = walk.steps[0]
    base.state = state
    base.state.deaths = 0
    for k in range(START_CHECKS):
        play.start_works[k] = 1 if leads_through(data, graph, styles, walk, node, strategy) else 0
        for _ in range(CHECK_INTERVAL):
            apply(data, base.state, 0)


@rule
def leads_through(data, graph, styles, walk, node, strategy):
    """Whether a strategy works from step 0 on, without errors."""
    at, here = walk.steps[1], node
    at.state, at.pressed = walk.steps[0].state, 0
    for k in range(strategy.size):
        edge = strategy.edge[k]
        if edge == WAIT_EDGE:
            if not wait_briefly(data, walk, at):
                return False
            continue
        at.node = graph.end[edge]
        if not perform_move(data, graph, styles.controllers[strategy.style], walk, at, here, edge, strategy.variant[k]):
            return False
        here = at.node + 0
    return True


@rule
def longest_window(play):
    """Longest run of start times that lead through."""
    best = run = 0
    for k in range(START_CHECKS):
        run = run + 1 if play.start_works[k] else 0
        best = max(best, run)
    return best


@rule
def best_start(play):
    """Ticks until the middle of the first window that is long enough; -1 if there is none."""
    wanted = longest_window(play) * ENOUGH_RATIO[0]
    if wanted == 0:
        return -1
    run = 0
    for k in range(START_CHECKS + 1):
        if k < START_CHECKS and play.start_works[k]:
            run += 1
        else:
            if run * ENOUGH_RATIO[1] >= wanted:
                return (2 * k - run - 1) * CHECK_INTERVAL // 2
            run = 0
    return -1
