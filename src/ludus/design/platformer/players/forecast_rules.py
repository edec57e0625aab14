"""Rules of forecasting players: they look, imagine a few futures, and go when none of them ends badly.

Nothing of the error model of the other players is used here. A forecaster has a belief: a copy of the level in which
the phases of traps are a little wrong, and an inner clock that runs too fast or too slow since the last look. Before a
trap it imagines a few futures in the belief, with its own errors in them: sometimes many, sometimes none. It goes if
none of them ends badly; the longer it waits, the larger the share of bad ones that it accepts. Between two cells in a
trap it decides again. The error of a movement is proportional to its size: to how long a button is held and how far it
runs up.

The moves through a trap are those with which the agent passes it, tried at many moments; of those the one that
succeeds at most moments is taken.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, int32, int64, record_reader, rule, uint8, uint64
from ludus.core.random import random_below
from ludus.design.platformer.level_graph.graph_construction import GraphRecord
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, STAND
from ludus.design.platformer.level_graph.route_search import RouteSearch
from ludus.design.platformer.recordings.event_rules import NOWHERE, PlayEventLog, begin_log, log_tick, node_at
from ludus.design.platformer.verify.agent_search import (
    MAX_DEPTH,
    SHORT_WAIT,
    WalkRecord,
    begin_edge,
    clear_state,
    is_safe,
    pass_traps,
    plan_path,
    stand_node,
)
from ludus.design.platformer.verify.move_controllers import (
    MIN_PRESS_INTERVAL,
    NO_JUMP,
    MoveControllers,
    MoveInProgress,
    arrived,
    has_missed,
    steer,
)
from ludus.games.platformer import constants as u
from ludus.games.platformer.constants import AIR, CELL, GROUND, HALF_CELL, JUMP, LEFT, RIGHT
from ludus.games.platformer.game_data_records import MINE, TRAP_KINDS, TRAPS_WITHOUT_PERIOD, GameData
from ludus.games.platformer.rules import apply, start
from ludus.games.platformer.state import AT_EXIT, RUNNING, State

UNIT = 1 << 24
MAX_FUTURES = 12  # futures that are imagined for a decision, at most
DECISION_INTERVAL = 6  # ticks between two decisions while waiting
HESITATION, MAX_HESITATIONS = 6, 5  # ticks of a wait within a trap, and such waits in a row
LOOK_INTERVAL = 60  # ticks of waiting after which it looks again
MAX_WAIT = 900  # ticks before a trap; then it goes
SIGHT = 8  # cells: traps so near are looked at
MAX_BUTTON_TICKS = 40
TRIAL_MOMENTS, MOMENT_INTERVAL = 24, 7  # moments at which moves through a trap are tried, and ticks between them
MAX_MOMENTS = 72  # moments at most, if nothing is found at the first ones
KNOWN_MOVES = 4  # ways to pass a trap that are compared
EFFORTS = (10, 12, 15)  # tenths of the shortest hold of a jump that are compared
HOLD_MARGIN = (0.88, 1.12)  # factors of the hold with which they must succeed
WAIT = -1  # edge number for a short wait
UNKNOWN, NONE = 0, 255  # sizes of a crossing
STUCK_REPEATS, STUCK_TICKS = 3, 24  # the same node so often in a row: random buttons for so many ticks
MAX_FORECAST_TICKS = 1 << 16
MAX_PRACTICE = 64  # attempts at a kind after which practice has no more effect
KIND_COUNT = len(TRAP_KINDS)
NO_KIND = 255


class ForecasterParams(Record):
    """Error model of a forecaster; times in ticks."""

    stream: uint64
    delay: float64  # from a decision to the movement, and of a look
    blur: float64  # standard deviation of the error of a trap's phase
    tempo: float64  # standard deviation of the rate of the inner clock
    motor: float64  # standard deviation of a movement, relative to its size
    care: float64  # mean number of futures that it imagines for a decision
    impatience: float64  # share of bad futures that it accepts per tick of waiting
    detour: int64  # half cells of detour to avoid one move through a trap
    practice: float64[MAX_PRACTICE + 1]  # factor of errors, impatience and 1 / care, by attempts at the kind of trap
    attempts: int32[KIND_COUNT]


class Crossing(Record):
    """Moves from a safe node through traps to the next; of a level, not of a player."""

    size: uint8
    kind: uint8  # kind of its first trap; NO_KIND: none but mines
    effort: uint8  # tenths of the shortest hold of jumps
    edge: int32[MAX_DEPTH]
    variant: uint8[MAX_DEPTH]


class ForecastRecord(Record):
    """Play in progress, and what the player imagines."""

    state: State
    log: PlayEventLog
    current_move: MoveInProgress
    imagined: State
    imagined_move: MoveInProgress
    futures: int64  # futures that it imagines for each decision of this attempt
    looked: int64  # tick of the last look
    rate: float64  # of the inner clock: ticks too fast per tick
    last_jump: int64
    last_tick: int64
    count: int64
    moves: uint8[MAX_FORECAST_TICKS]
    option: Crossing
    options: Crossing[KNOWN_MOVES]


_crossing_at = record_reader(Crossing)
CROSSING_BYTES = Crossing.nbytes


@rule
def noise(player):
    """Random number of mean 0 and standard deviation 1: a sum of three uniform ones, the same on every machine."""
    total = 0
    for _ in range(3):
        total += random_below(player, UNIT)
    return 2.0 * total / UNIT - 3.0


@rule(inline=True)
def whole(x):
    """Nearest whole number."""
    return int(x + 0.5) if x >= 0 else -int(0.5 - x)


@rule
def practised(player, kind):
    """Factor of errors at traps of a kind; it acts as skill does."""
    return 1.0 if kind == NO_KIND else player.practice[min(player.attempts[kind], MAX_PRACTICE)] + 0.0


@rule
def finished(play):
    return play.state.reason != RUNNING or play.count >= play.last_tick


@rule
def tick(data, graph, play, buttons):
    """Hold buttons for one tick; False if the player dies or the play is over."""
    state, deaths = play.state, play.state.deaths + 0
    if finished(play):
        return False
    if buttons & JUMP and state.body.held == 0:
        play.last_jump = state.tick
    apply(data, state, buttons)
    log_tick(play.log, data, graph, state, buttons)
    play.moves[play.count] = buttons
    play.count += 1
    return state.deaths == deaths


@rule
def stay(data, graph, play, ticks):
    """Stay for some ticks; False if the player dies or the play is over."""
    alive = True
    for _ in range(ticks):
        alive = alive and tick(data, graph, play, 0)
    return alive


@rule
def look(data, belief, graph, player, play, node, kind):
    """Look at the traps around: their phases as they seem, and a new start of the inner clock."""
    for k in range(data.trap_count):
        trap = data.traps[k]
        x, y = graph.x[node], graph.y[node]
        # Sums, not differences: cells are unsigned numbers.
        near = x <= trap.x + SIGHT and trap.x <= x + SIGHT and y <= trap.y + SIGHT and trap.y <= y + SIGHT
        if near and trap.kind not in TRAPS_WITHOUT_PERIOD:
            wrong = whole(noise(player) * player.blur * practised(player, trap.kind))
            belief.traps[k].phase = (trap.phase + wrong + 64 * trap.period) % trap.period
    play.looked = play.state.tick
    play.rate = noise(player) * player.tempo * practised(player, kind)


@rule
def imagine(world, graph, controllers, play, node, crossing, first, scale):
    """Whether the moves of a crossing from number `first` on succeed from `play.imagined`."""
    state, move, here = play.imagined, play.imagined_move, node
    for k in range(first, crossing.size):
        edge = crossing.edge[k]
        if edge == WAIT:
            for _ in range(SHORT_WAIT):
                apply(world, state, 0)
            if state.deaths > 0:
                return False
            continue
        begin_edge(graph, controllers, move, here, edge, crossing.variant[k])
        set_hold(move, scale)
        done = False
        for _ in range(world.physics.move_ticks):
            apply(world, state, steer(move, state.body))
            if state.deaths > 0:
                return False
            if state.reason != RUNNING:
                return True
            if arrived(move, state.body):
                done = True
                break
            if has_missed(move, state.body):
                return False
        if not done:
            return False
        here = graph.end[edge] + 0
    return True


@rule(inline=True)
def set_hold(move, scale):
    """Hold the button of a jump longer or shorter than the shortest jump needs."""
    if move.run_up != NO_JUMP:
        move.hold = min(max(whole(move.hold * scale), 1), MAX_BUTTON_TICKS)


@rule
def drawn_futures(player, kind):
    """Number of futures that the player imagines in this attempt: geometric, its attention varies."""
    count, care = 0, player.care / practised(player, kind)
    while count < MAX_FUTURES and random_below(player, UNIT) * (1.0 + care) < UNIT * care:
        count += 1
    return count


@rule
def imagined_risk(belief, graph, controllers, player, play, node, crossing, first, lag):
    """Share of the imagined futures that end badly if the player goes after `lag` ticks."""
    if play.futures == 0:
        return 0.0
    skilled = practised(player, crossing.kind)
    ahead, bad = play.rate * (play.state.tick - play.looked), 0
    for _ in range(play.futures):
        play.imagined = play.state
        state = play.imagined
        state.deaths = 0
        state.tick = max(1, state.tick + whole(ahead + noise(player) * player.blur * skilled))
        for _ in range(lag):
            apply(belief, state, 0)
        alive = state.deaths == 0
        scale = 0.1 * crossing.effort * (1.0 + player.motor * skilled * noise(player))
        if not alive or not imagine(belief, graph, controllers, play, node, crossing, first, scale):
            bad += 1
    return bad / play.futures


@rule
def cross(data, belief, graph, controllers, walk, known, player, play, node):
    """Pass the next traps: look, wait until the imagined risk is acceptable, go."""
    crossing = crossing_from(data, graph, controllers, walk, known, play, node)
    if not stay(data, graph, play, delay_ticks(player)):
        return
    if crossing.size == NONE:
        go_on_blindly(data, graph, controllers, walk, play, node)
        return
    look(data, belief, graph, player, play, node, crossing.kind)
    play.futures = drawn_futures(player, crossing.kind)
    skilled = practised(player, crossing.kind)
    lag, waited = whole(player.delay), 0
    while waited < MAX_WAIT:
        risk = imagined_risk(belief, graph, controllers, player, play, node, crossing, 0, lag)
        if risk <= player.impatience * skilled * waited:
            break
        if not stay(data, graph, play, DECISION_INTERVAL):
            return
        waited += DECISION_INTERVAL
        if waited % LOOK_INTERVAL == 0:
            look(data, belief, graph, player, play, node, crossing.kind)
    if crossing.kind != NO_KIND:
        player.attempts[crossing.kind] += 1
    if stay(data, graph, play, max(whole(player.delay * (1.0 + player.motor * skilled * noise(player))), 0)):
        go_through(data, belief, graph, controllers, player, play, node, crossing, skilled)


@rule
def delay_ticks(player):
    """Ticks of a look: at least half of the mean."""
    return whole(player.delay * max(0.5, 1.0 + 0.2 * noise(player)))


@rule
def go_through(data, belief, graph, controllers, player, play, node, crossing, skilled):
    """Carry out the moves of a crossing; at every node within the traps the player may hesitate."""
    here = node
    for k in range(crossing.size):
        edge = crossing.edge[k]
        if edge == WAIT:
            if not stay(data, graph, play, SHORT_WAIT):
                return
            continue
        if k > 0:
            for _ in range(MAX_HESITATIONS):
                risk = imagined_risk(belief, graph, controllers, player, play, here, crossing, k, 0)
                if risk == 0 or risk <= imagined_risk(
                    belief, graph, controllers, player, play, here, crossing, k, HESITATION
                ):
                    break
                if not stay(data, graph, play, HESITATION):
                    return
        begin_edge(graph, controllers, play.current_move, here, edge, crossing.variant[k])
        blur_movement(player, play.current_move, 0.1 * crossing.effort, player.motor * skilled)
        if not move_along(data, graph, play):
            return
        here = graph.end[edge] + 0


@rule
def blur_movement(player, move, effort, spread):
    """Errors of a movement, proportional to its size."""
    if move.run_up == NO_JUMP:
        return
    set_hold(move, effort * (1.0 + spread * noise(player)))
    if move.run_up > 0:
        move.run_up = max(0, whole(move.run_up * (1.0 + spread * noise(player))))
    if move.repeats or move.climb:
        move.again_hold = min(max(whole(move.again_hold * (1.0 + spread * noise(player))), 1), MAX_BUTTON_TICKS)


@rule
def move_along(data, graph, play):
    """Carry out the current move; False if it ends in death or elsewhere."""
    move, body = play.current_move, play.state.body
    for _ in range(data.physics.move_ticks):
        begins = move.held == 0 and move.run_up != NO_JUMP and body.stance != AIR
        too_soon = begins and play.state.tick - play.last_jump < MIN_PRESS_INTERVAL
        if not tick(data, graph, play, 0 if too_soon else steer(move, body)):
            return False
        if finished(play) or arrived(move, body):
            return True
        if has_missed(move, body):
            return False
    return False


@rule
def crossing_from(data, graph, controllers, walk, known, play, node):
    """Moves through the next traps on the path; of size NONE if there are none. Found once for a level."""
    crossing = _crossing_at(known + node * CROSSING_BYTES)
    if crossing.size != UNKNOWN:
        return crossing
    crossing.size = NONE
    count = 0
    for patience in range(2):
        if count == 0:
            count = collect_options(data, graph, controllers, walk, play, node, patience)
    best = -1
    for k in range(count):
        for effort in EFFORTS:
            play.options[k].effort = effort
            succeeded = successful_moments(data, graph, controllers, play, node, play.options[k])
            if succeeded > best:
                best = succeeded
                copy_crossing(play.options[k], crossing)
    return crossing


@rule
def collect_options(data, graph, controllers, walk, play, node, patience):
    """Different ways through, found by the agent at different moments; returns how many."""
    base, count = walk.steps[0], 0
    rest_at(data, graph, base.state, node)
    base.node, base.pressed = node, 0
    for moment in range(MAX_MOMENTS):
        if count == KNOWN_MOVES or (moment >= TRIAL_MOMENTS and count > 0):
            break
        walk.used = 0
        size = pass_traps(data, graph, controllers, walk, patience)
        if size > 0:
            note_option(data, graph, walk, play.options[count], size)
            is_new = True
            for k in range(count):
                is_new = is_new and not same_moves(play.options[k], play.options[count])
            count += 1 if is_new else 0
        for _ in range(MOMENT_INTERVAL):
            apply(data, base.state, 0)
    return count


@rule
def note_option(data, graph, walk, option, size):
    option.size, option.kind = size, NO_KIND
    for k in range(size):
        at = walk.steps[k]
        waits = walk.steps[k + 1].node == at.node
        option.edge[k], option.variant[k] = (WAIT, 0) if waits else (at.edge, at.variant)
        if not waits and option.kind == NO_KIND:
            option.kind = kind_between(data, graph, at.node, graph.end[at.edge])


@rule
def kind_between(data, graph, node, there):
    """Kind of a trap in the cells between two nodes, which a jump may pass; NO_KIND if there is none but mines."""
    x, y, to_x, to_y = graph.x[node] + 0, graph.y[node] + 0, graph.x[there] + 0, graph.y[there] + 0
    for row in range(min(y, to_y), max(y, to_y) + 1):
        for column in range(min(x, to_x), max(x, to_x) + 1):
            trap = data.trap_at[row + 1, column + 1]
            if trap != 0 and data.traps[trap - 1].kind != MINE:
                return data.traps[trap - 1].kind + 0
    return NO_KIND


@rule
def same_moves(one, other):
    same = one.size == other.size
    for k in range(one.size):
        same = same and one.edge[k] == other.edge[k] and one.variant[k] == other.variant[k]
    return same


@rule
def copy_crossing(one, other):
    other.size, other.kind, other.effort = one.size, one.kind, one.effort
    for k in range(one.size):
        other.edge[k], other.variant[k] = one.edge[k], one.variant[k]


@rule
def successful_moments(data, graph, controllers, play, node, option):
    """Number of start times at which a way through succeeds, with a jump held a little too short and too long."""
    succeeded = 0
    for moment in range(TRIAL_MOMENTS):
        works = True
        for margin in HOLD_MARGIN:
            if works:
                rest_at(data, graph, play.imagined, node)
                play.imagined.tick = moment * MOMENT_INTERVAL
                works = imagine(data, graph, controllers, play, node, option, 0, 0.1 * option.effort * margin)
        succeeded += 1 if works else 0
    return succeeded


@rule
def rest_at(data, graph, state, node):
    """State of a game in which the body rests at a node."""
    clear_state(state)
    start(data, state, 0)
    body, kind = state.body, graph.kind[node]
    left, low = graph.x[node] * CELL, graph.y[node] * CELL
    if kind == STAND:
        body.x, body.y = left + HALF_CELL, low
    else:
        body.stance = u.HANG_LEFT if kind == HANG_LEFT else u.HANG_RIGHT
        body.x = left + (data.physics.half_width if kind == HANG_LEFT else CELL - data.physics.half_width)
        body.y = low + CELL - data.physics.height


@rule
def leave_trap(data, belief, graph, controllers, walk, player, play, node):
    """Leave a trap in which the player has ended up: react, then take a way out that is open in its belief."""
    if not stay(data, graph, play, whole(player.delay)):
        return
    base = walk.steps[0]
    base.state, base.node, base.pressed = play.state, node, 0
    base.state.deaths = 0
    walk.used = 0
    play.futures = drawn_futures(player, data.traps[data.trap_at[graph.y[node] + 1, graph.x[node] + 1] - 1].kind)
    size = pass_traps(belief, graph, controllers, walk, 0)
    if size == 0:
        go_on_blindly(data, graph, controllers, walk, play, node)
        return
    note_option(data, graph, walk, play.option, size)
    play.option.effort = EFFORTS[0]
    go_through(data, belief, graph, controllers, player, play, node, play.option, practised(player, play.option.kind))


@rule
def path_edge(graph, walk, node):
    """Edge to the next node on the path."""
    there = walk.path[walk.rank[node] + 1]
    for edge in range(graph.first[node], graph.first[node + 1]):
        if graph.end[edge] == there:
            return edge
    return graph.first[node] + 0


@rule
def go_on_blindly(data, graph, controllers, walk, play, node):
    """Carry out the next move of the path without error, whatever the traps do."""
    begin_edge(graph, controllers, play.current_move, node, path_edge(graph, walk, node), 0)
    move_along(data, graph, play)


@rule
def play_forecasting(data, belief, graph, controllers, walk, routes, known, player, play, end_x, end_y):
    """Play from the start until the exit or until the player gives up; whether the exit was reached."""
    state = play.state
    clear_state(state)
    start(data, state, 0)
    begin_log(play.log, data, graph, state)
    play.count, play.last_jump = 0, -MIN_PRESS_INTERVAL
    play.looked, play.rate = 0, 0.0
    walk.budget = 1 << 40
    for k in range(data.trap_count):
        belief.traps[k].phase = data.traps[k].phase
    shun_traps(data, graph, player.detour)
    end, before, repeats = stand_node(graph, end_x, end_y), NOWHERE, 0
    while not finished(play):
        node = place_of(data, graph, state.body)
        if node == NOWHERE:
            if state.body.stance == AIR:
                tick(data, graph, play, 0)
            else:
                struggle(data, graph, player, play)
            continue
        if not centred(data, graph, play, node):
            continue
        repeats = repeats + 1 if node == before else 0
        before = node
        found = plan_path(graph, walk, routes, node, end)
        if not found or walk.size < 2:
            struggle(data, graph, player, play)
            continue
        edge = path_edge(graph, walk, node)
        if not is_safe(data, graph, node):
            leave_trap(data, belief, graph, controllers, walk, player, play, node)
        elif is_safe(data, graph, graph.end[edge]) and not graph.trapped[edge]:
            if repeats > STUCK_REPEATS:
                struggle(data, graph, player, play)
                repeats = 0
            else:
                go_on_blindly(data, graph, controllers, walk, play, node)
        else:
            cross(data, belief, graph, controllers, walk, known, player, play, node)
    return state.reason == AT_EXIT


@rule
def shun_traps(data, graph, detour):
    """Make moves through traps longer by the detour that the player accepts to avoid one."""
    for edge in range(graph.edges):
        there = graph.end[edge]
        trap = data.trap_at[graph.y[there] + 1, graph.x[there] + 1]
        if graph.trapped[edge] or (trap != 0 and data.traps[trap - 1].kind != MINE):
            graph.weight[edge] += detour


@rule
def place_of(data, graph, body):
    """Node at which the body stands or hangs; NOWHERE in the air."""
    if body.stance == AIR:
        return NOWHERE
    x, y = body.x // CELL, body.y // CELL
    if body.stance != GROUND:
        return node_at(graph, body.stance - 1, x, y)
    node = node_at(graph, STAND, x, y)
    for side in (-1, 1):  # at an edge, the body stands on the cell beside it
        if node == NOWHERE:
            node = node_at(graph, STAND, (body.x + side * data.physics.half_width) // CELL, y)
    return node


@rule
def centred(data, graph, play, node):
    """Whether the body is in the middle of its cell; if not, it takes a step there."""
    body = play.state.body
    away = 0 if body.stance != GROUND else body.x - graph.x[node] * CELL - HALF_CELL
    if abs(away) <= data.physics.tolerance:
        return True
    tick(data, graph, play, LEFT if away > 0 else RIGHT)
    return False


@rule
def struggle(data, graph, player, play):
    """Hold random buttons for a while, if there is no path or a move fails again and again."""
    side = LEFT if random_below(player, 2) == 0 else RIGHT
    buttons = side | JUMP if random_below(player, 2) == 0 else side
    for _ in range(STUCK_TICKS):
        if not tick(data, graph, play, buttons):
            return
    tick(data, graph, play, 0)


_data_at, _graph_at, _controllers_at, _walk_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(MoveControllers),
    record_reader(WalkRecord),
)
_routes_at, _player_at, _play_at = (
    record_reader(RouteSearch),
    record_reader(ForecasterParams),
    record_reader(ForecastRecord),
)


@rule(export=True)
def forecast_by_address(data, belief, graph, controllers, walk, routes, known, player, play, end_x, end_y):
    return play_forecasting(
        _data_at(data),
        _data_at(belief),
        _graph_at(graph),
        _controllers_at(controllers),
        _walk_at(walk),
        _routes_at(routes),
        known,
        _player_at(player),
        _play_at(play),
        end_x,
        end_y,
    )
