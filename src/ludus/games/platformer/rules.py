"""The rules of the platformer under their contract names: a move is the set of buttons held for one tick."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.platformer.constants import CELL, GROUND, HALF_CELL, MOVES
from ludus.games.platformer.game_data_records import CHECKPOINT
from ludus.games.platformer.physics import EXIT, SAFE, TRAP, step
from ludus.games.platformer.state import AT_EXIT, RUNNING, TIME
from ludus.games.platformer.traps import kills


@rule
def start(data, state, seed):
    state.safe_x, state.safe_y = data.start_x, data.start_y
    respawn(state)


@rule
def current_player(state):
    return 0


@rule
def legal_moves(data, state, moves):
    n = 0
    for buttons in MOVES:
        moves[n] = buttons
        n += 1
    return n


@rule
def apply(data, state, move):
    state.tick += 1
    step(data.grid, data.physics, state.body, move)
    touch_cells(data, state)
    if state.reason == RUNNING and state.tick >= data.last_tick:
        state.reason = TIME


@rule(inline=True)
def touch_cells(data, state):
    """Apply the effects of the cells that the body touches: death, exit, new respawn cell."""
    body, grid, physics = state.body, data.grid, data.physics
    left, right = (body.x - physics.half_width) // CELL, (body.x + physics.half_width - 1) // CELL
    low, high = body.y // CELL, (body.y + physics.height - 1) // CELL
    at_feet = grid.cells[low + 1, left + 1] | grid.cells[low + 1, right + 1]
    around = at_feet | grid.cells[high + 1, left + 1] | grid.cells[high + 1, right + 1]
    if around & TRAP:
        if touches_trap(data, state, left, right, low, high):
            die(data, state)
            return
    elif body.stance == GROUND and grid.cells[low + 1, body.x // CELL + 1] & SAFE:
        state.safe_x, state.safe_y = body.x // CELL, low
    if around & EXIT and grid.cells[(body.y + physics.height // 2) // CELL + 1, body.x // CELL + 1] & EXIT:
        state.reason = AT_EXIT


@rule
def touches_trap(data, state, left, right, low, high):
    """Return whether a trap in the cells around the body kills it."""
    for y in range(low, high + 1):
        for x in range(left, right + 1):
            trap = data.trap_at[y + 1, x + 1]
            if trap != 0 and kills(data.physics, state, data.traps[trap - 1]):
                state.killer = trap
                return True
    return False


@rule
def die(data, state):
    state.deaths += 1
    if data.respawn != CHECKPOINT:
        state.safe_x, state.safe_y = data.start_x, data.start_y
    respawn(state)


@rule
def respawn(state):
    """Put the body at rest in the centre of the respawn cell; a held button stays held."""
    body = state.body
    body.x, body.y = state.safe_x * CELL + HALF_CELL, state.safe_y * CELL
    body.vx = body.vy = 0
    body.stance = GROUND
    body.let_go = body.coyote = body.air_jumps = body.locked = 0


@rule
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    return 1.0 if state.reason == AT_EXIT else 0.0


@rule
def score(state, seat):
    return -state.deaths


@rule
def resample_hidden(data, state, seat, seed):
    pass  # nothing is hidden
