"""Search that solves a room: pieces are added depth first, in random order, until all exits are connected.

Constraints on an added piece, by their names in the thesis:

    C0  it is inside the room
    C1  it joins the path in a connection cell, and no cell is open for one piece and solid for another
    C2  it adds a connection cell
    C3  of its cells only connection cells may be exits
    C4  in the end all exits are connected: the search starts at one exit, every piece joins the path, and it ends when
        all exits are on the path
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int64, record_reader, rule, uint8, uint16, uint64
from ludus.core.random import random_below, seed_stream
from ludus.design.platformer.level_graph.piece_move_table import MAX_MOVES, MoveTable

SPAN = 32  # cells of a row of the grid
MAX_EXITS = 8
MAX_DEPTH = 512  # pieces in a room, at most
MAX_BRANCHES = MAX_EXITS + 1  # lists of cells to continue from; each exit that is reached starts a new one
MAX_POINTS = MAX_DEPTH + 1
FREE, OPEN, SOLID = 0, 1, 2
SOLVED, STEP_LIMIT_REACHED, UNSOLVABLE = 1, 0, -1


class SearchLevel(Record):
    """Piece on the path, and what is still to be tried after it."""

    move: uint8  # the move that led here, from ..
    came_from: uint16  # .. this cell, to ..
    to: uint16
    is_exit: uint8  # whether this cell is an exit
    branch: uint8  # list of cells that this level continues from
    single: uint8  # whether the list is only the cell `to`
    left: int16  # cells of the list not tried yet
    here: uint16  # cell that is being tried
    next: uint8  # index in `order`
    order: uint8[MAX_MOVES]  # order in which moves are tried


class RoomSearch(Record):
    stream: uint64
    width: uint8
    height: uint8
    exits: uint8
    required: uint8
    exit_at: uint16[MAX_EXITS]
    required_at: uint16[4 * MAX_EXITS]  # cells that exits need, as y * SPAN + x
    required_as: uint8[4 * MAX_EXITS]
    tries: int64
    steps: int64
    grid: uint8[SPAN, SPAN]  # the result
    opens: uint8[SPAN * SPAN]  # number of pieces and exits that need this cell open
    solids: uint8[SPAN * SPAN]
    connects: uint8[SPAN * SPAN]
    exit: uint8[SPAN * SPAN]
    points: uint16[MAX_POINTS]  # connection cells of the path
    lists: uint16[MAX_BRANCHES, MAX_POINTS]
    levels: SearchLevel[MAX_DEPTH + 1]


@rule
def solve(moves, room, seed, cap, tries):
    """Search until solved or out of tries. Returns SOLVED, STEP_LIMIT_REACHED, or UNSOLVABLE if all was tried."""
    room.stream = seed_stream(seed)
    room.tries = room.steps = 0
    answer = STEP_LIMIT_REACHED
    while answer == STEP_LIMIT_REACHED and room.tries < tries:
        room.tries += 1
        clear(room)
        answer = search(moves, room, cap)
    for y in range(room.height):
        for x in range(room.width):
            cell = y * SPAN + x
            room.grid[y, x] = OPEN if room.opens[cell] > 0 else (SOLID if room.solids[cell] > 0 else FREE)
    return answer


@rule
def clear(room):
    for cell in range(room.height * SPAN):
        room.opens[cell] = room.solids[cell] = room.connects[cell] = room.exit[cell] = 0
    for k in range(room.required):
        if room.required_as[k] == OPEN:
            room.opens[room.required_at[k]] += 1
        else:
            room.solids[room.required_at[k]] += 1
    for k in range(room.exits):
        room.exit[room.exit_at[k]] = 1


@rule
def search(moves, room, cap):
    """One search from a random exit."""
    start = room.exit_at[random_below(room, room.exits)]
    missing, depth, branch, looked = room.exits - 1, 0, 0, 0
    room.connects[start] = 1
    room.points[0] = start
    first = room.levels[0]
    first.to, first.single, first.branch, first.is_exit = start, 1, 0, 1
    begin(moves, room, first)
    if missing == 0:
        return SOLVED
    while True:
        level = room.levels[depth]
        if level.next == moves.count and not another_cell(moves, room, level):
            if depth == 0:
                return UNSOLVABLE
            undo(moves, room, level)
            missing += level.is_exit
            branch = room.levels[depth - 1].branch
            depth -= 1
            continue
        if looked == cap:
            return STEP_LIMIT_REACHED
        looked += 1
        room.steps += 1
        move = level.order[level.next]
        level.next += 1
        if depth == MAX_DEPTH or not fits(moves.rows[move], room, level.here):
            continue
        depth += 1
        add(moves.rows[move], room, level.here)
        after = room.levels[depth]
        after.move, after.came_from = move, level.here
        after.to = level.here + moves.rows[move].dy * SPAN + moves.rows[move].dx
        room.points[depth] = after.to
        after.is_exit = room.exit[after.to]
        missing -= after.is_exit
        if missing == 0:
            return SOLVED
        if after.is_exit:
            branch += 1
            for k in range(depth + 1):
                room.lists[branch, k] = room.points[k]
            after.left, after.single = depth + 1, 0
        else:
            after.single = 1
        after.branch = branch
        begin(moves, room, after)


@rule
def begin(moves, room, level):
    """Set up the choices of a new level."""
    if level.single:
        level.left = 1
    level.next = moves.count
    another_cell(moves, room, level)


@rule
def another_cell(moves, room, level):
    """Continue from another cell of the list, with a new random order of moves; False if none is left."""
    if level.left == 0:
        return False
    if level.single:
        level.here = level.to
    else:
        points = room.lists[level.branch]
        k = random_below(room, level.left)
        level.here = points[k]
        points[k] = points[level.left - 1]
        points[level.left - 1] = level.here
    level.left -= 1
    level.next = 0
    shuffle_moves(moves, room, level)
    return True


@rule
def shuffle_moves(moves, room, level):
    """Shuffle the pieces, and the directions of each piece."""
    for k in range(moves.pieces):
        level.order[k] = k
    for k in range(moves.pieces - 1, 0, -1):
        swap(level, k, random_below(room, k + 1))
    end = moves.count
    for k in range(moves.pieces - 1, -1, -1):  # from the end: entries are read before they are overwritten
        piece = level.order[k]
        first, count = moves.first[piece], moves.first[piece + 1] - moves.first[piece]
        end -= count
        for n in range(count):
            level.order[end + n] = first + n
        for n in range(count - 1, 0, -1):
            swap(level, end + n, end + random_below(room, n + 1))


@rule(inline=True)
def swap(level, one, other):
    saved = level.order[one] + 0
    level.order[one] = level.order[other]
    level.order[other] = saved


@rule
def fits(move, room, here):
    """Check C0 to C3 for a move from a connection cell."""
    x, y = here % SPAN, here // SPAN
    to = here + move.dy * SPAN + move.dx
    for k in range(move.cells):
        cell_x, cell_y = x + move.x[k], y + move.y[k]
        if cell_x < 0 or cell_y < 0 or cell_x >= room.width or cell_y >= room.height:  # C0
            return False
        cell = cell_y * SPAN + cell_x
        if k < move.opens:
            if room.solids[cell] > 0:  # C1
                return False
        elif room.opens[cell] > 0:
            return False
        if room.exit[cell] and cell != here and cell != to:  # C3
            return False
    return room.connects[to] == 0  # C2


@rule
def add(move, room, here):
    for k in range(move.cells):
        cell = here + move.y[k] * SPAN + move.x[k]
        if k < move.opens:
            room.opens[cell] += 1
        else:
            room.solids[cell] += 1
    room.connects[here + move.dy * SPAN + move.dx] += 1


@rule
def undo(moves, room, level):
    move = moves.rows[level.move]
    for k in range(move.cells):
        cell = level.came_from + move.y[k] * SPAN + move.x[k]
        if k < move.opens:
            room.opens[cell] -= 1
        else:
            room.solids[cell] -= 1
    room.connects[level.to] -= 1


_moves_at, _room_at = record_reader(MoveTable), record_reader(RoomSearch)


@rule(export=True)
def solve_by_address(moves, room, seed, cap, tries):
    return solve(_moves_at(moves), _room_at(room), seed, cap, tries)
