"""Rules that try passages, jumps and falls in the physics; passage_measures.py and jumps_and_falls.py use them.

A passage is tried without errors from many start times. A jump or a fall is tried in a level without moving traps, with
one error in time and one in how long the button is held; what counts is where the body comes to rest, and whether it
touched cells of a trap on its way.
"""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, record_reader, rule, uint8
from ludus.design.platformer.level_graph.graph_construction import GraphRecord
from ludus.design.platformer.level_graph.piece_move_table import STAND
from ludus.design.platformer.level_graph.route_search import RouteSearch
from ludus.design.platformer.players.motor_rules import (
    NO_STRATEGY,
    WAIT_EDGE,
    JumpStyles,
    PlayRecord,
)
from ludus.design.platformer.players.trap_crossing_plan import leads_through, state_at_node, strategy_from
from ludus.design.platformer.recordings.event_rules import NOWHERE, nearest_node, touched_trap
from ludus.design.platformer.verify.agent_search import WalkRecord, begin_edge, plan_path
from ludus.design.platformer.verify.move_controllers import (
    NO_JUMP,
    MoveInProgress,
    arrived,
    steer,
    towards,
)
from ludus.games.platformer.constants import AIR, CELL, DOWN, GROUND, HALF_CELL, JUMP, LEFT, RIGHT
from ludus.games.platformer.game_data_records import MINE, SPIKES, GameData
from ludus.games.platformer.physics import step
from ludus.games.platformer.rules import apply
from ludus.games.platformer.state import State
from ludus.games.platformer.traps import spikes_touch

START_INTERVAL = 3  # ticks between two start times
MAX_STARTS = 400  # start times of a passage: twenty seconds
MAX_TRACK = 512  # ticks of a track
MAX_REST_TICKS = 300  # ticks until a body must have come to rest
EXTRA_HOLD = 17  # ticks that a button is held beyond the top of a jump, at most
ARRIVED, ELSEWHERE, RESTLESS, KILLED = 1, 0, -1, -2  # results of a trial


class PassageTrial(Record):
    """Start times of a passage that work, and the track of the body from the middle of the longest window."""

    works: uint8[MAX_STARTS]  # with every jump held as planned
    robust: uint8[MAX_STARTS]  # and also with every jump held two ticks longer or shorter
    ticks_to_trap: int64
    presses: int64  # moves that need a press of their own after the first one
    begins_with_jump: int64
    track: int64  # ticks of the track
    x: int32[MAX_TRACK]
    y: int32[MAX_TRACK]


class MoveTrial(Record):
    """One trial of a jump or a fall: its errors, and where the body came to rest."""

    run: int64  # ticks of running before the jump, if it begins on the ground
    late: int64  # ticks
    longer: int64  # ticks that the button is held longer
    node: int64  # where the body rests; NOWHERE: at no node
    trap: int64  # 1 + the first trap but mines and spikes whose cells it touched on its way; 0: none
    killer: int64  # 1 + the spikes that killed it; 0: none
    ticks: int64
    state: State
    current_move: MoveInProgress


@rule
def try_passage(data, graph, styles, walk, routes, strategies, play, trial, node, end):
    """Try the passage from a safe node on the way to `end`; False if the planner finds no way through."""
    if not plan_path(graph, walk, routes, node, end) or walk.size < 2:
        return False
    strategy = strategy_from(data, graph, styles, walk, strategies, play, node)
    if strategy.size == NO_STRATEGY:
        return False
    trial.ticks_to_trap, trial.presses = strategy.ticks_to_trap, 0
    for k in range(strategy.size):
        jump = needs_press(graph, styles, strategy, k)
        if k == 0:
            trial.begins_with_jump = jump
        else:
            trial.presses += jump
    state_at_node(data, graph, play.waiting_state, node)
    base, style = walk.steps[0], strategy.style + 0
    base.state = play.waiting_state
    base.state.deaths = 0
    best = run = middle = 0
    for k in range(MAX_STARTS):
        works = leads_through(data, graph, styles, walk, node, strategy)
        robust = works
        for shift in (-1, 1):
            if robust:
                strategy.style = style + shift
                robust = leads_through(data, graph, styles, walk, node, strategy)
        strategy.style = style
        trial.works[k], trial.robust[k] = 1 if works else 0, 1 if robust else 0
        run = run + 1 if works else 0
        if run > best:
            best, middle = run, k - run // 2
        for _ in range(START_INTERVAL):
            apply(data, base.state, 0)
    record_track(data, graph, styles, walk, play, trial, node, strategy, middle)
    return True


@rule(inline=True)
def needs_press(graph, styles, strategy, k):
    """1 if move k of a strategy is a jump."""
    edge = strategy.edge[k]
    if edge == WAIT_EDGE:
        return 0
    jump = strategy.variant[k] > 0 or styles.controllers[strategy.style].rows[graph.move[edge]].run_up != NO_JUMP
    return 1 if jump else 0


@rule
def record_track(data, graph, styles, walk, play, trial, node, strategy, start):
    """Record the places of the body, tick by tick, if it starts at this start time."""
    base = walk.steps[0]
    base.state = play.waiting_state
    base.state.deaths = 0
    for _ in range(START_INTERVAL * start):
        apply(data, base.state, 0)
    leads_through(data, graph, styles, walk, node, strategy)
    pressed = walk.steps[1].pressed
    trial.track = 0
    for k in range(min(pressed, MAX_TRACK)):
        apply(data, base.state, walk.presses[k])
        trial.x[k], trial.y[k] = base.state.body.x, base.state.body.y
        trial.track = k + 1
        if base.state.deaths > 0 or base.state.reason != 0:
            return


@rule
def try_move(data, graph, styles, trial, node, edge, style):
    """Try a move along an edge with errors; only permanent spikes kill.

    The press is late or early in time, not in place: before a late press the body runs on, after an early one it jumps
    before it runs.
    """
    state_at_node(data, graph, trial.state, node)
    move, body = trial.current_move, trial.state.body
    begin_edge(graph, styles.controllers[style], move, node, edge, 0)
    ahead = RIGHT if move.to_x > move.x else (LEFT if move.to_x < move.x else 0)
    timed = move.run_up != NO_JUMP and graph.kind[node] == STAND
    press = wait = 0
    if move.run_up != NO_JUMP:
        move.hold = min(max(move.hold + trial.longer, 1), data.physics.apex_ticks + EXTRA_HOLD)
    if timed:
        press = trial.run + trial.late
        wait = max(-press, 0)
    trial.trap = trial.killer = trial.ticks = 0
    flown = False
    for tick in range(MAX_REST_TICKS):
        if timed and move.held == 0:
            if tick < press:
                buttons = ahead | DOWN
            else:
                move.held = 1
                buttons = towards(move, body) | JUMP
        else:
            buttons = steer(move, body)
        if tick < wait:
            buttons = JUMP | DOWN
        step(data.grid, data.physics, body, buttons)
        if note_traps(data, trial):
            return KILLED
        if arrived(move, body):
            trial.node = graph.end[edge] + 0
            return ARRIVED
        flown = flown or body.stance == AIR
        if flown and body.stance != AIR and (body.y // CELL != move.to_y or body.x // CELL != move.to_x):
            trial.node = nearest_node(data, graph, body)
            return ELSEWHERE
    trial.node = NOWHERE
    return RESTLESS


@rule
def note_traps(data, trial):
    """Count a tick and note the first moving trap whose cells the body touches; True if spikes kill it."""
    trial.ticks += 1
    body, half, height = trial.state.body, data.physics.half_width, data.physics.height
    touched = touched_trap(data, body)
    if touched == 0:
        return False
    kind = data.traps[touched - 1].kind
    if trial.trap == 0 and kind != SPIKES and kind != MINE:
        trial.trap = touched
    for y in range(body.y // CELL, (body.y + height - 1) // CELL + 1):
        for x in range((body.x - half) // CELL, (body.x + half - 1) // CELL + 1):
            here = data.trap_at[y + 1, x + 1]
            if here != 0 and data.traps[here - 1].kind == SPIKES:
                spikes = data.traps[here - 1]
                if spikes_touch(data.physics, body, spikes, spikes.facing, HALF_CELL):
                    trial.killer, trial.node = here, NOWHERE
                    return True
    return False


@rule
def try_fall(data, graph, trial, node, side, column):
    """Run off the edge on one side, or let go of a ledge, and steer to a column; the steering begins late."""
    state_at_node(data, graph, trial.state, node)
    body, move = trial.state.body, trial.current_move
    move.from_kind, move.to_kind, move.x, move.y = graph.kind[node], STAND, graph.x[node], graph.y[node]
    move.to_x, move.to_y, move.aside, move.tolerance = column, 0, 0, data.physics.tolerance
    ahead = LEFT if side < 0 else (RIGHT if side > 0 else 0)
    fallen = 0
    trial.trap = trial.killer = trial.ticks = 0
    for _ in range(MAX_REST_TICKS):
        if body.stance == AIR:
            buttons = (ahead | DOWN) if fallen < trial.late else towards(move, body)
            fallen += 1
        elif fallen == 0:
            buttons = ahead | DOWN
        else:
            break
        step(data.grid, data.physics, body, buttons)
        if note_traps(data, trial):
            return KILLED
        if fallen == 0 and body.stance == GROUND and body.vx == 0:
            trial.node = NOWHERE
            return RESTLESS  # a wall
    trial.node = nearest_node(data, graph, body) if body.stance == GROUND else NOWHERE
    return ARRIVED if trial.node != NOWHERE and graph.x[trial.node] == column else ELSEWHERE


_data_at, _graph_at, _styles_at, _walk_at = (
    record_reader(GameData),
    record_reader(GraphRecord),
    record_reader(JumpStyles),
    record_reader(WalkRecord),
)
_routes_at, _play_at, _passage_at, _trial_at = (
    record_reader(RouteSearch),
    record_reader(PlayRecord),
    record_reader(PassageTrial),
    record_reader(MoveTrial),
)


@rule(export=True)
def try_passage_by_address(data, graph, styles, walk, routes, strategies, play, trial, node, end):
    return try_passage(
        _data_at(data),
        _graph_at(graph),
        _styles_at(styles),
        _walk_at(walk),
        _routes_at(routes),
        strategies,
        _play_at(play),
        _passage_at(trial),
        node,
        end,
    )


@rule(export=True)
def try_move_by_address(data, graph, styles, trial, node, edge, style):
    return try_move(_data_at(data), _graph_at(graph), _styles_at(styles), _trial_at(trial), node, edge, style)


@rule(export=True)
def try_fall_by_address(data, graph, trial, node, side, column):
    return try_fall(_data_at(data), _graph_at(graph), _trial_at(trial), node, side, column)
