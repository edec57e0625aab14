"""Rules that place traps on the ways that players take: kinds in turn, each first alone, with rest between them.

The way of a player is the shortest path from start to exit, where each move through a trap counts as longer by the
detour that the player accepts (players/controller.py). A trap is placed only if it is on the way of usual players
afterwards, and if all others are still met by usual or bold players, so no trap stands where nobody goes. A risk is the
exception: a trap on the way of bold players that the others avoid by a detour.

    slots      the way is divided into as many parts as challenges are wanted; one is placed near the middle of each
    kinds      the kind that can be as hard as the curve asks for comes first, and the one that has been placed least;
               the first of a kind has no mines
    rest       between two challenges there are some cells of way
    pacing     a curve gives the intensity along the way: a high one means a hard kind, short periods, and mines before
               the trap. Last, when the way is known, each trap gets the period with which players fail as often as the
               curve asks for there

Where a sequence fits, and which cells it changes, is said in trap_placement_on_route.py.
"""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, local_ints, record_reader, rule, uint8
from ludus.core.random import random_below
from ludus.design.platformer.generator.trap_bypass_check import BypassSearch
from ludus.design.platformer.generator.trap_placement import (
    DONE,
    NO_ROUTE,
    TRAP_FREE_LEFT,
    add_mines,
    add_part,
    all_connected,
    bypass_route,
    copy_route,
    count_mines,
    node_at,
    rebuild_graph,
    record_traps,
    trap_free_route,
)
from ludus.design.platformer.generator.trap_placement_on_route import (
    TrapPlan,
    apply_changes,
    edge_between,
    feasible,
    is_separated,
    match,
    node_of,
    undo_changes,
)
from ludus.design.platformer.level_graph.cell_grid import MARGIN, NO_TRAP, CellGrid, is_open
from ludus.design.platformer.level_graph.graph_construction import MAX_NODES, GraphRecord, ReachRecord, is_trap
from ludus.design.platformer.level_graph.piece_move_table import MoveTable
from ludus.design.platformer.level_graph.route_search import RouteSearch, add_tree_path, grow_tree
from ludus.games.platformer.game_data_records import MAX_MINES, MAX_TRAPS, MINE, WIDE_TRAPS

CURVE_POINTS = 33  # points of the pacing curve, from the start to the exit
NO_SPACE, NO_CHOICE, OFF_CURVE = -3, -4, -5
NO_PLACE = -1
PERIOD_SPREAD = 32  # periods vary by one part in so many around what the curve asks for
MAX_KINDS = 8
FAILURE_POINTS = 8  # points of the table of failures and periods of a kind
EASY_KINDS, HARD_KINDS, ALL_KINDS = 0, 1, 2
HARD_SLOT = 2  # a slot for a hard kind that is not filled yet
HARD_PART = 550  # thousandths of the challenges that are of hard kinds, where these fit
# Weights of what a kind is too hard or too easy, of its number so far, and of chance
GAP_WEIGHT, COUNT_WEIGHT, KIND_NOISE = 3, 200, 150
MAX_SLOTS = 128
MIN_CONTRAST, MIN_DIFFERENCE = 300, 100  # of a curve and of two points of it that are compared with the risks of traps
MAX_COMPARED = 64  # traps
MIN_DETOUR = 2  # cells that a safe way must be longer than the quick one


class WayPlan(Record):
    """What is wanted on the ways, and what has been placed."""

    cells_per_challenge: int64  # wanted cells of way per challenge
    least: int64  # least number of challenges
    rest: int64  # cells between two challenges
    most_cells: int64  # cells of way per challenge, at most
    most_stretch: int64  # cells of way without a challenge, at most
    all_kinds: int64  # whether every kind must be placed
    bold: int64  # half cells of detour that bold, usual and careful players accept for a move through a trap
    usual: int64
    risks: int64  # wanted number of risks
    curve: int32[CURVE_POINTS]  # intensity along the way, in thousandths
    failures: int32[CURVE_POINTS]  # thousandths of attempts that should fail at a trap along the way
    risk_failure: int64  # the same for risks
    kind_failures: int32[MAX_KINDS, FAILURE_POINTS]  # of each kind of the plan, from the least to the most
    kind_periods: int32[MAX_KINDS, FAILURE_POINTS]  # ticks with which they fail so often
    shortest: int64  # ticks of a period
    longest: int64
    most_mines: int64
    is_hard: uint8[MAX_KINDS]  # whether players fail often at a kind, however long its period is
    hard_share: int64  # largest share of challenges of hard kinds, in thousandths
    most_hard: int64  # their largest number
    agreement: int64  # least agreement of the risks of traps with the curve, in thousandths; 0: any
    contrast: int64  # difference of the greatest and the least intensity of the curve
    # working memory
    cells_to: int32[MAX_NODES]  # cells from the start to each node of the plan's route
    is_met: uint8[MAX_TRAPS]  # whether bold players meet a trap
    placed_kinds: int64[MAX_KINDS]
    challenges: int64
    taken_risks: int64
    hard: int64  # challenges of hard kinds


@rule
def take_way(plan, ways, grid, graph, routes, detour):
    """Copy the way of players who accept this detour to the plan's route; False if there is none."""
    for node in range(graph.count):
        for edge in range(graph.first[node], graph.first[node + 1]):
            if graph.trapped[edge] or is_trap(grid, graph.x[graph.end[edge]], graph.y[graph.end[edge]]):
                graph.weight[edge] += detour
    start, end = node_at(graph, plan.start_x, plan.start_y), node_at(graph, plan.end_x, plan.end_y)
    grow_tree(graph, routes, start, False, False)
    for node in range(graph.count):
        for edge in range(graph.first[node], graph.first[node + 1]):
            if graph.trapped[edge] or is_trap(grid, graph.x[graph.end[edge]], graph.y[graph.end[edge]]):
                graph.weight[edge] -= detour
    if end < 0 or routes.done[end] == 0:
        return False
    routes.count = routes.first[0] = 0
    add_tree_path(routes, end)
    copy_route(plan, graph, routes)
    length = 0
    for k in range(plan.route_size):
        if k > 0:
            length += abs(way_x(plan, k) - way_x(plan, k - 1)) + abs(way_y(plan, k) - way_y(plan, k - 1))
        ways.cells_to[k] = length
    return True


@rule(inline=True)
def way_x(plan, k):
    return int(plan.route[k] & 127)


@rule(inline=True)
def way_y(plan, k):
    return int(plan.route[k] >> 7 & 63)


@rule(inline=True)
def has_trap(plan, grid, k):
    """Whether node k of the way has a trap or a mine."""
    return grid.traps[way_y(plan, k) + MARGIN, way_x(plan, k) + MARGIN] != NO_TRAP


@rule
def is_on_way(plan, trap):
    """Whether the plan's route goes through a placed trap."""
    return place_on_way(plan, trap) < plan.route_size


@rule
def place_on_way(plan, trap):
    """First node of the plan's route in a cell of a placed trap; the size of the route if there is none."""
    row = plan.traps[trap]
    wide = 3 if row.kind in WIDE_TRAPS else 1
    k = 0
    while k < plan.route_size and not (way_y(plan, k) == row.y and row.x <= way_x(plan, k) < row.x + wide):
        k += 1
    return k


@rule
def all_met(plan, ways, grid, graph, routes, risk):
    """Whether all traps are met: the new ones by usual players, or if they are a risk by bold ones alone.

    Afterwards the plan's route is the way of usual players.
    """
    if not take_way(plan, ways, grid, graph, routes, ways.bold):
        return False
    for trap in range(plan.placed):
        ways.is_met[trap] = is_on_way(plan, trap)
    if not take_way(plan, ways, grid, graph, routes, ways.usual):
        return False
    for trap in range(plan.placed):
        usual = is_on_way(plan, trap)
        if not usual and not ways.is_met[trap]:
            return False
        if trap >= plan.placed - plan.parts and usual == risk:
            return False
    return is_calm(plan, ways, grid, graph)


@rule
def has_choice(plan, ways, grid, graph, routes):
    """Whether the way of bold players is shorter; afterwards the plan's route is the way of usual players."""
    take_way(plan, ways, grid, graph, routes, ways.bold)
    quick = ways.cells_to[plan.route_size - 1] + 0
    take_way(plan, ways, grid, graph, routes, ways.usual)
    return ways.cells_to[plan.route_size - 1] - quick >= MIN_DETOUR


@rule
def has_rest(plan, ways, grid, first):
    """Whether the sequence has enough rest before and after it, and is not at the very start or end of the way."""
    begin, end = first - 1, first + plan.size
    if begin < 0 or end >= plan.route_size or ways.cells_to[begin] < 2 or end > plan.route_size - 2:
        return False
    if has_trap(plan, grid, begin) or has_trap(plan, grid, end):
        return False
    k = begin
    while k >= 0 and not has_trap(plan, grid, k):
        k -= 1
    if k >= 0 and ways.cells_to[begin] - ways.cells_to[k + 1] < ways.rest:
        return False
    k = end
    while k < plan.route_size and not has_trap(plan, grid, k):
        k += 1
    return k == plan.route_size or ways.cells_to[k - 1] - ways.cells_to[end] >= ways.rest


@rule
def is_calm(plan, ways, grid, graph):
    """Whether the plan's route has enough rest between all challenges, and no mines where a kind is met first.

    A challenge is a part of the route between two nodes without a trap; moves across a trap belong to one, too.
    """
    end, begin, mine, new, known = NO_PLACE, NO_PLACE, False, False, 0
    for k in range(1, plan.route_size):
        edge = edge_between(graph, node_of(graph, plan.route[k - 1]), node_of(graph, plan.route[k]))
        here, before = has_trap(plan, grid, k), has_trap(plan, grid, k - 1)
        if not here and not before and not graph.trapped[edge]:
            continue
        if not before:
            begin, mine, new = k - 1, False, False
            if end != NO_PLACE and ways.cells_to[begin] - ways.cells_to[end] < ways.rest:
                return False
        if here:
            trap = grid.traps[way_y(plan, k) + MARGIN, way_x(plan, k) + MARGIN]
            if trap == MINE + 1:
                mine = True
            elif not known >> trap & 1:
                new = True
                known |= 1 << trap
            if mine and new:
                return False
        else:
            end = k
    return True


@rule
def is_known(plan, grid, first):
    """Whether players meet the kind of the chosen sequence before this node of the way."""
    kind = NO_TRAP
    for part in range(plan.parts):
        if plan.part[part] != MINE:
            kind = plan.part[part] + 1
    k = 0
    while k < first and grid.traps[way_y(plan, k) + MARGIN, way_x(plan, k) + MARGIN] != kind:
        k += 1
    return k < first


@rule
def try_at(plan, ways, grid, graph, moves, reach, routes, first, risk):
    """Place the chosen sequence at a node of the way, if it fits and players meet it."""
    if not has_rest(plan, ways, grid, first) or (plan.parts > 1 and not is_known(plan, grid, first)):
        return False
    if not match(plan, grid, graph, first):
        plan.refused[0] += 1
        return False
    if not feasible(plan, grid):
        plan.refused[1] += 1
        return False
    if not is_separated(plan, grid, graph, False) or not is_separated(plan, grid, graph, True):
        plan.refused[2] += 1
        return False
    record_traps(plan, graph)
    apply_changes(plan, grid)
    start, end = rebuild_graph(plan, grid, graph, moves)
    plan.placed += plan.parts
    if start >= 0 and end >= 0 and all_connected(plan, graph, reach, start):
        met = all_met(plan, ways, grid, graph, routes, risk)
        if met and (not risk or has_choice(plan, ways, grid, graph, routes)):
            plan.sequences += 1
            plan.trap_nodes += plan.size
            return True
        plan.refused[5] += 1
    else:
        plan.refused[4] += 1
    plan.placed -= plan.parts
    undo_changes(plan, grid)
    rebuild_graph(plan, grid, graph, moves)
    take_way(plan, ways, grid, graph, routes, ways.usual)
    return False


@rule(inline=True)
def curve_point(at, length):
    """Point of the pacing curve for a number of cells from the start of a way."""
    return min((at * (CURVE_POINTS - 1) + length // 2) // max(length, 1), CURVE_POINTS - 1)


@rule
def nearest_failure(ways, kind_number, failure):
    """Thousandths of attempts with which players can fail at a kind: those nearest to what is asked for."""
    least, most = ways.kind_failures[kind_number, 0], ways.kind_failures[kind_number, FAILURE_POINTS - 1]
    return min(max(failure, least), most)


@rule
def period_for(ways, kind_number, failure):
    """Ticks of the period with which players fail so often at a kind, as nearly as possible."""
    failures, periods = ways.kind_failures[kind_number], ways.kind_periods[kind_number]
    k = 1
    while k < FAILURE_POINTS - 1 and failures[k] < failure:
        k += 1
    low, high = int(failures[k - 1]), int(failures[k])
    part = min(max(failure, low), high) - low
    return int(periods[k - 1]) + (int(periods[k]) - int(periods[k - 1])) * part // max(high - low, 1)


@rule
def number_of_kind(plan, kind):
    """Number of a kind of traps among those of the plan; their count if it is another."""
    number = 0
    while number < plan.kinds and plan.kind[number] != kind:
        number += 1
    return number


@rule
def set_periods(plan, ways):
    """Set the periods of all traps as the curve asks for where they are on the plan's route; risks are intense."""
    length = ways.cells_to[plan.route_size - 1] + 0
    for trap in range(plan.placed):
        row = plan.traps[trap]
        number, k = number_of_kind(plan, row.kind), place_on_way(plan, trap)
        if number == plan.kinds:
            continue
        failure = ways.failures[curve_point(ways.cells_to[k], length)] if k < plan.route_size else ways.risk_failure
        middle = period_for(ways, number, int(failure))
        spread = middle // PERIOD_SPREAD
        period = min(max(middle - spread + random_below(plan, 2 * spread + 1), ways.shortest), ways.longest)
        row.phase = int(row.phase) * period // int(row.period)
        row.period = period


@rule
def choose_sequence(plan, ways, kind_number, intensity, with_mines):
    """Set the parts of a sequence of this kind for an intensity."""
    mines = 0
    if with_mines and count_mines(plan) + 2 <= MAX_MINES:
        mines = (ways.most_mines * max(2 * intensity - 1000, 0) + random_below(plan, 1000)) // 1000
    before = random_below(plan, 2) == 0
    plan.parts = plan.size = 0
    if before:
        add_mines(plan, mines)
    add_part(plan, plan.kind[kind_number])
    if not before:
        add_mines(plan, mines)


@rule
def rank_kinds(plan, ways, ranked, failure, which):
    """Count and numbers of easy, hard or all kinds: those at which players can fail so often first, then rare ones."""
    scores, count = local_ints(MAX_KINDS), 0
    for k in range(plan.kinds):
        hard = int(ways.is_hard[k])
        if which == 1 - hard or (hard and ways.hard >= ways.most_hard):
            continue
        off = GAP_WEIGHT * abs(nearest_failure(ways, k, failure) - failure)
        scores[k] = off + COUNT_WEIGHT * ways.placed_kinds[k] + random_below(plan, KIND_NOISE)
        n = count
        while n > 0 and scores[k] < scores[ranked[n - 1]]:
            ranked[n] = ranked[n - 1]
            n -= 1
        ranked[n] = k
        count += 1
    return count


@rule
def rank_slots(plan, ways, ranked, slots):
    """Numbers of the slots, the most intense first; chance decides where the curve is flat."""
    scores = local_ints(MAX_SLOTS)
    for slot in range(slots):
        point = curve_point(2 * slot + 1, 2 * slots)
        scores[slot] = 1000 * ways.curve[point] + random_below(plan, 1000)
        n = slot
        while n > 0 and scores[slot] > scores[ranked[n - 1]]:
            ranked[n] = ranked[n - 1]
            n -= 1
        ranked[n] = slot


@rule
def place_in_slot(plan, ways, grid, graph, moves, reach, routes, slot, slots, which):
    """Place one challenge in a slot, or else next to it; whether one was placed."""
    for wider in range(1, 3):
        length = ways.cells_to[plan.route_size - 1] + 0
        middle, near = length * (2 * slot + 1) // (2 * slots), length * wider // (2 * slots)
        if place_near(plan, ways, grid, graph, moves, reach, routes, middle, near, which):
            return True
    return False


@rule
def place_near(plan, ways, grid, graph, moves, reach, routes, middle, reachable, which):
    """Place one challenge near a point of the way, at most so many cells from it; whether one was placed."""
    point = curve_point(middle, ways.cells_to[plan.route_size - 1] + 0)
    intensity, ranked = int(ways.curve[point]), local_ints(MAX_KINDS)
    for k in range(rank_kinds(plan, ways, ranked, int(ways.failures[point]), which)):
        kind = ranked[k]
        for with_mines in (1, 0):
            choose_sequence(plan, ways, kind, intensity, with_mines)
            if plan.placed + plan.parts > MAX_TRAPS:
                return False
            if with_mines and plan.parts == 1:
                continue
            if try_around(plan, ways, grid, graph, moves, reach, routes, middle, reachable):
                ways.placed_kinds[kind] += 1
                ways.challenges += 1
                ways.hard += int(ways.is_hard[kind])
                return True
    return False


@rule
def try_around(plan, ways, grid, graph, moves, reach, routes, middle, reachable):
    """Place the chosen sequence at the nearest node of the way where that is possible."""
    low = 0
    while low < plan.route_size and ways.cells_to[low] < middle:
        low += 1
    high = low
    low -= 1
    while low >= 0 or high < plan.route_size:
        below = middle - ways.cells_to[low] if low >= 0 else 1 << 20
        above = ways.cells_to[high] - middle if high < plan.route_size else 1 << 20
        if min(below, above) > reachable:
            return False
        if below < above:
            first = low
            low -= 1
        else:
            first = high
            high += 1
        if try_at(plan, ways, grid, graph, moves, reach, routes, first, False):
            return True
    return False


@rule
def place_risk(plan, ways, grid, graph, moves, reach, routes):
    """Place a trap that bold players meet and others avoid by a detour; whether one was placed.

    The detour is over a slab, so the trap is below it.
    """
    begin = random_below(plan, plan.route_size)
    for kind in range(plan.kinds):
        choose_sequence(plan, ways, kind, 1000, 0)
        for n in range(plan.route_size):
            first = (begin + n) % plan.route_size
            x, y = way_x(plan, first), way_y(plan, first)
            if is_open(grid, x, y + 1) or not is_open(grid, x, y + 2):
                continue
            if try_at(plan, ways, grid, graph, moves, reach, routes, first, True):
                ways.taken_risks += 1
                return True
    return False


@rule
def follows_curve(plan, ways):
    """Whether the traps on the plan's route are ordered by risk as the curve asks for, for most pairs of them."""
    if ways.contrast < MIN_CONTRAST or ways.agreement == 0:
        return True
    asked, risks, count = local_ints(MAX_COMPARED), local_ints(MAX_COMPARED), 0
    length = ways.cells_to[plan.route_size - 1] + 0
    for trap in range(plan.placed):
        number, k = number_of_kind(plan, plan.traps[trap].kind), place_on_way(plan, trap)
        if number < plan.kinds and k < plan.route_size and count < MAX_COMPARED:
            point = curve_point(ways.cells_to[k], length)
            asked[count] = ways.curve[point]
            risks[count] = nearest_failure(ways, number, int(ways.failures[point]))
            count += 1
    agreeing, pairs = 0, 0
    for one in range(count):
        for other in range(one):
            difference = asked[one] - asked[other]
            if abs(difference) >= MIN_DIFFERENCE:
                pairs += 1
                more = risks[one] - risks[other]
                agreeing += 1 if difference * more > 0 else -1 if difference * more < 0 else 0
    return agreeing * 1000 >= ways.agreement * pairs


@rule
def widest_gap(plan, ways, grid):
    """First and last cell of the longest part of the plan's route without a trap."""
    begin, best, best_end = 0, 0, 0
    for k in range(1, plan.route_size):
        if has_trap(plan, grid, k) or k == plan.route_size - 1:
            end = ways.cells_to[k] + 0
            if not has_trap(plan, grid, k - 1) and end - begin > best_end - best:
                best, best_end = begin, end
            begin = ways.cells_to[min(k + 1, plan.route_size - 1)] + 0
    return best, best_end


@rule
def is_dense(plan, ways, grid):
    """Whether the plan's route has enough challenges, and often enough."""
    length, last, challenges = ways.cells_to[plan.route_size - 1] + 0, 0, 0
    for k in range(1, plan.route_size):
        if has_trap(plan, grid, k):
            if not has_trap(plan, grid, k - 1):
                challenges += 1
                if ways.cells_to[k - 1] - last > ways.most_stretch:
                    return False
            last = ways.cells_to[min(k + 1, plan.route_size - 1)] + 0
    enough = challenges >= ways.least and length <= max(challenges, 1) * ways.most_cells
    return enough and length - last <= ways.most_stretch


@rule
def place_on_ways(plan, ways, grid, graph, moves, reach, routes, bypass, allow_trap_free):
    """Place risks, then a challenge in every part of the usual way, then more where the kinds are uneven."""
    plan.sequences = plan.trap_nodes = plan.placed = 0
    ways.challenges = ways.taken_risks = ways.hard = 0
    for kind in range(MAX_KINDS):
        ways.placed_kinds[kind] = 0
    start, end = rebuild_graph(plan, grid, graph, moves)
    if start < 0 or end < 0 or not all_connected(plan, graph, reach, start):
        return NO_ROUTE
    if not take_way(plan, ways, grid, graph, routes, ways.usual):
        return NO_ROUTE
    for _ in range(ways.risks):
        place_risk(plan, ways, grid, graph, moves, reach, routes)
        take_way(plan, ways, grid, graph, routes, ways.usual)
    if ways.risks > 0 and ways.taken_risks == 0:
        return NO_CHOICE
    length = ways.cells_to[plan.route_size - 1] + 0
    wanted = (length + ways.cells_per_challenge // 2) // ways.cells_per_challenge
    wanted = min(max(ways.least, wanted, 1), MAX_SLOTS)
    ways.most_hard = max((wanted * ways.hard_share + 500) // 1000, min(ways.hard_share, 1))
    ranked, is_filled = local_ints(MAX_SLOTS), local_ints(MAX_SLOTS)
    rank_slots(plan, ways, ranked, wanted)
    for n in range(wanted):
        is_filled[ranked[n]] = HARD_SLOT if n * 1000 < wanted * HARD_PART else 0
    for slot in range(wanted):
        if is_filled[slot] == HARD_SLOT:
            is_filled[slot] = place_in_slot(plan, ways, grid, graph, moves, reach, routes, slot, wanted, HARD_KINDS)
    for n in range(wanted):
        if not is_filled[ranked[n]] and ways.hard * 1000 < wanted * HARD_PART:
            slot = ranked[n]
            is_filled[slot] = place_in_slot(plan, ways, grid, graph, moves, reach, routes, slot, wanted, HARD_KINDS)
    for slot in range(wanted):
        if not is_filled[slot]:
            place_in_slot(plan, ways, grid, graph, moves, reach, routes, slot, wanted, EASY_KINDS)
    for _ in range(wanted):
        begin, end = widest_gap(plan, ways, grid)
        length = ways.cells_to[plan.route_size - 1] + 0
        is_enough = ways.challenges >= ways.least and ways.challenges * ways.most_cells >= length
        if end - begin <= ways.most_stretch and is_enough:
            break
        if not place_near(
            plan, ways, grid, graph, moves, reach, routes, (begin + end) // 2, (end - begin) // 2, ALL_KINDS
        ):
            if end - begin > ways.most_stretch:
                return NO_SPACE
            if not place_near(
                plan, ways, grid, graph, moves, reach, routes, random_below(plan, length), length, ALL_KINDS
            ):
                break
    if not is_dense(plan, ways, grid) or not is_calm(plan, ways, grid, graph):
        return NO_SPACE
    if not follows_curve(plan, ways):
        return OFF_CURVE
    set_periods(plan, ways)
    for kind in range(plan.kinds):
        if ways.all_kinds and ways.placed_kinds[kind] == 0 and ways.most_hard >= plan.kinds - 1:
            return NO_SPACE
    if ways.risks > 0 and not has_choice(plan, ways, grid, graph, routes):
        return NO_CHOICE
    if allow_trap_free:
        return DONE
    if trap_free_route(plan, grid, graph, moves, routes) or bypass_route(plan, grid, graph, bypass):
        return TRAP_FREE_LEFT
    return DONE


_plan_at, _ways_at, _grid_at, _graph_at, _moves_at = map(
    record_reader, (TrapPlan, WayPlan, CellGrid, GraphRecord, MoveTable)
)
_reach_at, _routes_at, _bypass_at = map(record_reader, (ReachRecord, RouteSearch, BypassSearch))


@rule(export=True)
def place_on_ways_by_address(plan, ways, grid, graph, moves, reach, routes, bypass, allow_trap_free):
    return place_on_ways(
        _plan_at(plan),
        _ways_at(ways),
        _grid_at(grid),
        _graph_at(graph),
        _moves_at(moves),
        _reach_at(reach),
        _routes_at(routes),
        _bypass_at(bypass),
        allow_trap_free,
    )
