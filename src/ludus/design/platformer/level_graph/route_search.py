"""Rules that find routes; see graph.py."""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, record_reader, rule, uint8, uint16
from ludus.design.platformer.level_graph.graph_construction import MAX_EDGES, MAX_NODES, GraphRecord

MAX_ROUTES = 400
FOUND, NO_PATH, TOO_MANY_ROUTES = 1, 0, -1
NONE = -1
ENTRY_BITS = 20  # low bits of a heap entry; its key is above them


class RouteSearch(Record):
    count: uint16
    first: int32[MAX_ROUTES + 1]
    nodes: uint16[MAX_NODES]  # of all routes, one after another; each node is in one route only
    used: uint8[MAX_NODES]  # whether a node is on a route
    done: uint8[MAX_NODES]  # whether a node is in the tree that was grown last
    parent: int32[MAX_NODES]
    depth: int32[MAX_NODES]
    parent_weight: int32[MAX_NODES]  # weight of the edge to the parent
    chords: int32  # edges that are not in the tree
    chord: int32[MAX_EDGES]
    chord_from: uint16[MAX_EDGES]
    length_bound: int32[MAX_EDGES]  # upper bound of the length of a chord's route; 0: none left
    cycle: uint16[MAX_NODES]  # nodes of the cycle measured last
    cost: int32[MAX_NODES]  # weight of the edge to the next node
    heaped: int32
    heap: int64[MAX_EDGES + 1]
    entries: int32
    entry_edge: int32[MAX_EDGES + 1]
    entry_from: int32[MAX_EDGES + 1]


@rule
def find_route_rule(graph, routes, start, end):
    """Find all routes between two nodes."""
    for node in range(graph.count):
        routes.used[node] = 0
    routes.count = routes.first[0] = 0
    grow_tree(graph, routes, start, False, False)
    if routes.done[end] == 0:
        return NO_PATH
    add_tree_path(routes, end)
    grow_tree(graph, routes, start, True, False)
    find_chords(graph, routes)
    while True:
        best, longest = NONE, 0
        for k in range(routes.chords):
            if routes.length_bound[k] > longest:
                length, size = measure_cycle(graph, routes, k)
                routes.length_bound[k] = length  # it only gets shorter
                if size > 0 and length > longest:
                    best, longest = k, length
        if best == NONE:
            return FOUND
        if routes.count == MAX_ROUTES:
            return TOO_MANY_ROUTES
        add_detour(routes, measure_cycle(graph, routes, best)[1])


@rule
def grow_tree(graph, routes, start, least_weight, trap_free):
    """Grow a tree from a node: shortest paths (Dijkstra), or minimum spanning tree (Prim)."""
    for node in range(graph.count):
        routes.done[node] = 0
    routes.entries = routes.heaped = 0
    routes.done[start], routes.parent[start], routes.depth[start], routes.parent_weight[start] = 1, NONE, 0, 0
    push_edges(graph, routes, start, 0, trap_free)
    while routes.heaped > 0:
        code = pop(routes)
        entry = code & ((1 << ENTRY_BITS) - 1)
        edge, parent = routes.entry_edge[entry], routes.entry_from[entry]
        node = graph.end[edge]
        if routes.done[node] == 0:
            routes.done[node], routes.parent[node] = 1, parent
            routes.depth[node], routes.parent_weight[node] = routes.depth[parent] + 1, graph.weight[edge]
            push_edges(graph, routes, node, 0 if least_weight else code >> ENTRY_BITS, trap_free)


@rule
def push_edges(graph, routes, node, so_far, trap_free):
    """Push the edges of a node to the heap."""
    for edge in range(graph.first[node], graph.first[node + 1]):
        if routes.done[graph.end[edge]] == 0 and not (trap_free and graph.trapped[edge]):
            entry = routes.entries
            routes.entry_edge[entry], routes.entry_from[entry] = edge, node
            routes.entries = entry + 1
            push(routes, (so_far + graph.weight[edge]) << ENTRY_BITS | entry)


@rule
def push(routes, code):
    k = routes.heaped
    routes.heaped = k + 1
    while k > 0 and routes.heap[(k - 1) // 2] > code:
        routes.heap[k] = routes.heap[(k - 1) // 2]
        k = (k - 1) // 2
    routes.heap[k] = code


@rule
def pop(routes):
    """Pop the least code; of equal keys the one pushed first."""
    least, last = routes.heap[0] + 0, routes.heap[routes.heaped - 1] + 0
    routes.heaped -= 1
    k = 0
    while 2 * k + 1 < routes.heaped:
        child = 2 * k + 1
        if child + 1 < routes.heaped and routes.heap[child + 1] < routes.heap[child]:
            child += 1
        if routes.heap[child] >= last:
            break
        routes.heap[k] = routes.heap[child]
        k = child
    routes.heap[k] = last
    return least


@rule
def add_tree_path(routes, end):
    """Add the tree path to a node as a route."""
    first = routes.first[routes.count]
    size = routes.depth[end] + 1
    node = end
    for k in range(size):
        routes.nodes[first + size - 1 - k] = node
        routes.used[node] = 1
        node = routes.parent[node]
    routes.count += 1
    routes.first[routes.count] = first + size


@rule
def find_chords(graph, routes):
    """Find the edges that are not in the tree, one of each pair of reverse edges."""
    routes.chords = 0
    for node in range(graph.count):
        if routes.done[node] == 0:
            continue
        for edge in range(graph.first[node], graph.first[node + 1]):
            there = graph.end[edge]
            if there > node and routes.parent[there] != node and routes.parent[node] != there:
                k = routes.chords
                routes.chord[k], routes.chord_from[k], routes.length_bound[k] = edge, node, 1 << 30
                routes.chords = k + 1


@rule
def measure_cycle(graph, routes, k):
    """Length and number of nodes of the new part of a chord's cycle; (length, 0) if it cannot be a route.

    The cycle is stored rotated, so that the new part comes first.
    """
    size = find_cycle(graph, routes, k)
    length, news, turns, begin = 0, 0, 0, 0
    before = routes.used[routes.cycle[size - 1]]
    for n in range(size):
        here = routes.used[routes.cycle[n]]
        after = routes.used[routes.cycle[n + 1 if n + 1 < size else 0]]
        if here == 0:
            news += 1
            if before:
                turns += 1
                begin = n
        if here == 0 or after == 0:
            length += routes.cost[n]
        before = here
    if news == 0:
        return 0, 0
    if turns != 1:
        return length, 0
    for n in range(news):
        routes.cost[n] = routes.cycle[(begin + n) % size]  # the costs are no longer needed
    for n in range(news):
        routes.cycle[n] = routes.cost[n]
    return length, news


@rule
def find_cycle(graph, routes, k):
    """Store the cycle that a chord closes and the weights along it; returns its number of nodes."""
    edge, one, other = routes.chord[k], routes.chord_from[k] + 0, graph.end[routes.chord[k]] + 0
    size, steps = 0, 0
    a, b = one, other
    while a != b:  # find the common ancestor
        if routes.depth[a] >= routes.depth[b]:
            a = routes.parent[a]
        else:
            b = routes.parent[b]
        steps += 1
    a = one
    meeting = b
    while True:
        routes.cycle[size], routes.cost[size] = a, routes.parent_weight[a]
        size += 1
        if a == meeting:
            break
        a = routes.parent[a]
    size = steps + 1
    b, n = other, steps
    while b != meeting:
        routes.cycle[n] = b
        routes.cost[n - 1] = routes.parent_weight[b]
        n -= 1
        b = routes.parent[b]
    routes.cost[steps] = graph.weight[edge]
    return size


@rule
def add_detour(routes, size):
    first = routes.first[routes.count]
    for n in range(size):
        routes.nodes[first + n] = routes.cycle[n]
        routes.used[routes.cycle[n]] = 1
    routes.count += 1
    routes.first[routes.count] = first + size


_graph_at, _routes_at = record_reader(GraphRecord), record_reader(RouteSearch)


@rule(export=True)
def routes_by_address(graph, routes, start, end):
    return find_route_rule(_graph_at(graph), _routes_at(routes), start, end)
