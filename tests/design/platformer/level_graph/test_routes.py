"""Routes through a level."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ludus.design.platformer.level_graph.cell_grid import grid_from_rows
from ludus.design.platformer.level_graph.graph import STAND, build_graph, find_routes
from ludus.util.errors import LudusError

ROWS = st.integers(5, 20).flatmap(
    lambda width: st.lists(st.text("#ooo", min_size=width, max_size=width), min_size=4, max_size=12)
)


def drawn(rows, choice):
    """A graph, and two cells in it with a way between them."""
    graph = build_graph(grid_from_rows(tuple(rows)))
    stands = [node for node in graph.nodes if node[0] == STAND]
    assume(stands)
    start = stands[choice % len(stands)][1:]
    others = [graph.nodes[k][1:] for k in sorted(graph.reachable(start)) if graph.nodes[k][0] == STAND]
    return graph, start, others[choice // 7 % len(others)]


def distances(graph, start):
    away = {start: 0}
    for _ in graph.nodes:
        for edge in graph.edges:
            if edge.start in away:
                away[edge.end] = min(away.get(edge.end, 1 << 30), away[edge.start] + edge.weight)
    return away


@given(ROWS, st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_the_first_route_is_the_shortest_path(rows, choice):
    graph, start, end = drawn(rows, choice)
    route = find_routes(graph, start, end)[0]
    weights = {(edge.start, edge.end): edge.weight for edge in graph.edges}
    assert (route[0], route[-1]) == (graph.stand_node(start), graph.stand_node(end))
    assert sum(weights[pair] for pair in pairwise(route)) == distances(graph, route[0])[route[-1]]


@given(ROWS, st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_detours_begin_and_end_at_earlier_routes(rows, choice):
    graph, start, end = drawn(rows, choice)
    routes = find_routes(graph, start, end)
    linked = {(edge.start, edge.end) for edge in graph.edges}
    known = set(routes[0])
    assert len(known) == len(routes[0])
    for route in routes[1:]:
        assert not known & set(route)
        assert len(set(route)) == len(route) > 0
        assert all(pair in linked for pair in pairwise(route))
        for last in (route[0], route[-1]):
            assert any((last, node) in linked for node in known)
        known |= set(route)
    assert known <= graph.reachable(start)


@given(ROWS, st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_compiled_and_plain_rules_find_the_same_routes(rows, choice):
    graph, start, end = drawn(rows, choice)
    assert find_routes(graph, start, end) == find_routes(graph, start, end, compiled=False)


def test_a_path_around_a_block_is_a_detour():
    graph = build_graph(grid_from_rows(("oooooooo", "oooooooo", "oo####oo", "oooooooo", "########")))
    routes = find_routes(graph, (0, 1), (7, 1))
    assert [graph.nodes[node] for node in routes[0]] == [(STAND, x, 1) for x in range(8)]
    above = {(STAND, x, 3) for x in range(2, 6)}
    assert any(above <= {graph.nodes[node] for node in route} for route in routes[1:])


def test_without_a_path_there_is_no_route():
    graph = build_graph(grid_from_rows(("ooo#ooo", "ooo#ooo", "#######")))
    with pytest.raises(LudusError, match="no way from"):
        find_routes(graph, (0, 1), (6, 1))
    with pytest.raises(LudusError, match="stand in"):
        find_routes(graph, (0, 2), (6, 1))
