"""Path search: A* over key presses in the real physics, from a body to a standing or hanging goal.

Actions of a search node: on the ground run or jump; in the air steer, cut the jump short, keep the hands open or jump
again where the physics allows it; in a hang jump or let go. Buttons are held for some ticks, or until the body lands,
leaves the ground or grabs a ledge. Of nearly equal nodes only the first is expanded. All memory is in one record.
"""

# mypy: ignore-errors

import math

from ludus.core import Record, int16, int32, int64, rule, uint8
from ludus.games.platformer.constants import (
    AIR,
    CELL,
    DOWN,
    GRAB_REACH,
    GROUND,
    HALF_CELL,
    JUMP,
    LEFT,
    RIGHT,
)
from ludus.games.platformer.physics import (
    DOUBT_LEFT,
    DOUBT_RIGHT,
    FORBIDDEN,
    LEDGE_LEFT,
    LEDGE_RIGHT,
    Body,
    PhysicsRecord,
    step,
    wall_beside,
)

MAX_PATH_NODES = 1 << 15  # maximum number of search nodes
HASH_SLOTS = 1 << 17
LAST_ERA = 1 << 22
MAX_PATH_TICKS = 1200  # maximum ticks of a path
AIR_HOLD = 3  # ticks for which buttons are held in the air
NO_PATH_NODE = -1
FOUND, NO_PATH, BUDGET_EXCEEDED = 1, 0, -1


class PathNode(Record):
    body: Body
    parent: int32
    next: int32  # next node in the same bucket
    ticks: int16  # since the start
    buttons: uint8  # held from the parent to here
    hold: uint8  # number of ticks for which they were held


class PathSearch(Record):
    physics: PhysicsRecord
    goal_stance: int64
    goal_x: int64  # the cell
    goal_y: int64
    avoid: int64  # flags of cells that the body must not touch
    budget: int64  # maximum number of nodes to expand
    expanded: int64
    count: int64  # number of nodes
    found: int64  # the node at the goal
    lowest: int64  # the first bucket that may be non-empty
    era: int64  # number of this search, stored in the hash slots so that they need not be cleared
    trial: Body
    buckets: int32[MAX_PATH_TICKS + 1]  # open list: nodes by the lower bound of the ticks of a path
    slots: int64[HASH_SLOTS]
    places: PathNode[MAX_PATH_NODES]


@rule
def search_path(grid, search):
    """Search a path from `search.trial`; return FOUND, NO_WAY, or GAVE_UP if the budget is used up."""
    search.era += 1
    if search.era == LAST_ERA:
        for slot in range(HASH_SLOTS):
            search.slots[slot] = 0
        search.era = 1
    search.expanded = search.count = 0
    search.found = search.lowest = NO_PATH_NODE
    for ticks in range(MAX_PATH_TICKS + 1):
        search.buckets[ticks] = NO_PATH_NODE
    if is_goal(search, search.trial):
        store_node(search, NO_PATH_NODE, 0, 0)
        search.found = 0
        return FOUND
    store_node(search, NO_PATH_NODE, 0, 0)
    while True:
        here = pop_best(search)
        if here == NO_PATH_NODE:
            return NO_PATH
        if search.expanded >= search.budget or search.count + 12 > MAX_PATH_NODES:
            return BUDGET_EXCEEDED
        search.expanded += 1
        if expand(grid, search, here):
            return FOUND


@rule
def pop_best(search):
    """Remove the node with the smallest lower bound from the open list and return it."""
    ticks = max(search.lowest, 0)
    while ticks <= MAX_PATH_TICKS:
        here = search.buckets[ticks]
        if here != NO_PATH_NODE:
            search.buckets[ticks] = search.places[here].next
            search.lowest = ticks
            return here + 0
        ticks += 1
    return NO_PATH_NODE


@rule
def expand(grid, search, here):
    """Expand a node; return True if an action leads to the goal."""
    body = search.places[here].body
    keep = search.places[here].buttons & (LEFT | RIGHT)
    if search.places[here].parent == NO_PATH_NODE:
        keep = LEFT if search.goal_x * CELL + HALF_CELL < body.x else RIGHT
    again = body.stance == AIR and can_jump_again(grid, search.physics, body)
    for side in range(3):
        aside = (keep + 1 + side) % 3  # of equal nodes the last one is expanded first: keep the direction
        if body.stance == AIR:
            if again and try_buttons(grid, search, here, aside | JUMP, AIR_HOLD):
                return True
            if body.vy > 0:
                if not again and try_buttons(grid, search, here, aside | JUMP, AIR_HOLD):
                    return True
                if try_buttons(grid, search, here, aside, AIR_HOLD):
                    return True
            else:
                if try_buttons(grid, search, here, aside, AIR_HOLD):
                    return True
                if near_ledge(grid, search.physics, body) and try_buttons(grid, search, here, aside | DOWN, AIR_HOLD):
                    return True
        elif body.stance == GROUND:
            if try_buttons(grid, search, here, aside, search.physics.ground_hold):
                return True
            if body.held == 0 and try_buttons(grid, search, here, aside | JUMP, AIR_HOLD):
                return True
        else:
            if try_buttons(grid, search, here, aside | (JUMP if body.held == 0 else 0), AIR_HOLD):
                return True
            if try_buttons(grid, search, here, aside | DOWN, AIR_HOLD):
                return True
    return False


@rule
def can_jump_again(grid, physics, body):
    """Return whether a press of the jump button in the air is a jump."""
    if physics.extended == 0 or body.held:
        return False
    return body.coyote > 0 or body.air_jumps < physics.air_jumps or wall_beside(grid, physics, body) != 0


@rule
def try_buttons(grid, search, here, buttons, hold):
    """Hold buttons from a node on and store the resulting node; return True if it is the goal."""
    search.trial = search.places[here].body
    body, stance, ticks = search.trial, search.places[here].body.stance, 0
    left_ground = stance == AIR
    if may_leave_a_wall(grid, search.physics, body, buttons):
        return False
    while ticks < hold:
        step(grid, search.physics, body, buttons)
        ticks += 1
        if not is_allowed(grid, search.physics, search.avoid, body, buttons):
            return False
        if is_goal(search, body):
            store_node(search, here, buttons, ticks)
            search.found = search.count - 1
            return True
        if body.stance != AIR and left_ground:
            break
        if body.stance == AIR and not left_ground:
            left_ground = True
            if buttons & JUMP == 0:
                break
    store_node(search, here, buttons, ticks)
    return False


@rule
def is_allowed(grid, physics, avoid, body, buttons):
    """Return whether the body touches no forbidden cell and would not grab a ledge that only may exist."""
    left, right = (body.x - physics.half_width) // CELL, (body.x + physics.half_width - 1) // CELL
    low, high = body.y // CELL, (body.y + physics.height - 1) // CELL
    around = grid.cells[low + 1, left + 1] | grid.cells[low + 1, right + 1]
    around |= grid.cells[high + 1, left + 1] | grid.cells[high + 1, right + 1]
    if around & avoid:
        return False
    if around & (DOUBT_LEFT | DOUBT_RIGHT) == 0 or body.stance != AIR or body.vy >= 0:
        return True
    if buttons & DOWN or body.let_go > 0:
        return True
    ledge = (body.y + physics.height + GRAB_REACH) // CELL
    if body.y + physics.height - ledge * CELL > GRAB_REACH:
        return True
    column = body.x // CELL
    here = grid.cells[ledge, column + 1]
    from_left = body.x - physics.half_width - column * CELL
    from_right = (column + 1) * CELL - body.x - physics.half_width
    if here & DOUBT_LEFT and 0 <= from_left <= GRAB_REACH:
        return False
    return not (here & DOUBT_RIGHT and 0 <= from_right <= GRAB_REACH)


@rule
def may_leave_a_wall(grid, physics, body, buttons):
    """Return whether this press in the air could be a wall jump off a cell that only may be solid."""
    if physics.wall_jump == 0 or body.stance != AIR or body.held or buttons & JUMP == 0:
        return False
    left, right = body.x - physics.half_width, body.x + physics.half_width
    low, high = body.y // CELL + 1, (body.y + physics.height - 1) // CELL + 1
    flags = 0
    if left % CELL == 0:
        flags |= grid.cells[low, left // CELL] | grid.cells[high, left // CELL]
    if right % CELL == 0:
        flags |= grid.cells[low, right // CELL + 1] | grid.cells[high, right // CELL + 1]
    return flags & FORBIDDEN != 0 and wall_beside(grid, physics, body) == 0


@rule
def near_ledge(grid, physics, body):
    """Return whether there is a ledge in the cells that the body overlaps or enters next."""
    column, low, high = body.x // CELL + 1, body.y // CELL, (body.y + physics.height - 1) // CELL + 1
    flags = grid.cells[low, column] | grid.cells[low + 1, column] | grid.cells[high, column]
    return flags & (LEDGE_LEFT | LEDGE_RIGHT | DOUBT_LEFT | DOUBT_RIGHT) != 0


@rule
def store_node(search, here, buttons, hold):
    """Store `search.trial` as a node, unless a nearly equal one is known."""
    if here != NO_PATH_NODE and is_known(search, search.trial):
        if not is_goal(search, search.trial):
            return
    ticks = hold + (search.places[here].ticks if here != NO_PATH_NODE else 0)
    least = ticks + ticks_lower_bound(search, search.trial)
    if least > MAX_PATH_TICKS:
        return
    place = search.places[search.count]
    place.body = search.trial
    place.parent, place.ticks, place.buttons, place.hold = here, ticks, buttons, hold
    place.next = search.buckets[least]
    search.buckets[least] = search.count
    search.lowest = min(search.lowest, least) if search.lowest != NO_PATH_NODE else least
    search.count += 1


@rule
def is_known(search, body):
    """Return whether a nearly equal body was met in this search; if not, record this one."""
    physics = search.physics
    key = search.era << 40 | (body.x // physics.x_quantum) << 28 | (body.y // 600) << 17
    key |= ((body.vx + physics.vx_offset) // physics.vx_quantum) << 13
    key |= ((body.vy + physics.max_fall_speed) // physics.vy_quantum) << 6
    key |= body.stance << 3 | body.held << 1 | (1 if body.let_go > 0 else 0)
    if physics.extended:  # bits that the numbers above leave free
        key |= (1 if body.coyote > 0 else 0) << 2 | (1 if body.locked > 0 else 0) << 5
        key |= (body.air_jumps & 1) << 27 | (body.air_jumps >> 1) << 39
    slot = ((key ^ (key >> 21)) * 0x2545F4914F6CDD1D >> 40) & (HASH_SLOTS - 1)
    for _ in range(16):
        if search.slots[slot] == key:
            return True
        if search.slots[slot] >> 40 != search.era:
            search.slots[slot] = key
            return False
        slot = (slot + 1) & (HASH_SLOTS - 1)
    return False


# Goal test and lower bound


@rule
def is_goal(search, body):
    """Return whether the body is at the goal of the search."""
    if body.stance != search.goal_stance or body.y // CELL != search.goal_y or body.x // CELL != search.goal_x:
        return False
    return body.stance != GROUND or abs(body.x - search.goal_x * CELL - HALF_CELL) <= search.physics.tolerance


@rule
def ticks_lower_bound(search, body):
    """Return a lower bound of the ticks to the goal: horizontally at full speed, vertically by a jump or a fall."""
    if search.goal_stance == GROUND:
        across = max(abs(body.x - search.goal_x * CELL - HALF_CELL) - search.physics.tolerance, 0)
        up = search.goal_y * CELL - body.y
    else:
        across = max(
            abs(body.x - search.goal_x * CELL - HALF_CELL) - HALF_CELL + search.physics.half_width - GRAB_REACH, 0
        )
        up = search.goal_y * CELL + CELL - search.physics.height - body.y
    physics = search.physics
    return max(
        (across + physics.run_speed - 1) // physics.run_speed,
        climb_lower_bound(physics, up) if up > 0 else fall_lower_bound(physics, -up, body.vy),
    )


@rule
def climb_lower_bound(physics, up):
    """Return a lower bound of the ticks to rise by `up` units, at any speed."""
    if physics.extended:
        fastest = physics.top_speed - physics.gravity
        return (up + fastest - 1) // fastest
    if up > physics.apex_height:
        return physics.apex_ticks + 0
    half = physics.jump_speed - physics.gravity // 2
    return math.ceil((half - math.sqrt(half * half - 2 * physics.gravity * up)) / physics.gravity)


@rule
def fall_lower_bound(physics, down, vy):
    """Return a lower bound of the ticks to fall by `down` units from the vertical speed `vy`."""
    speed = physics.gravity // 2 - min(vy, 0)
    return math.ceil((math.sqrt(speed * speed + 2 * physics.gravity * down) - speed) / physics.gravity)
