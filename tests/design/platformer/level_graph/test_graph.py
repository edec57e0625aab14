"""The graph of a level."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.platformer.level_graph.cell_grid import MARGIN, grid_from_rows, grid_rows, make_cell_grid
from ludus.design.platformer.level_graph.graph import FALL, STAND, build_graph
from ludus.design.platformer.level_graph.piece_move_table import graph_moves
from ludus.games.platformer.game_data_records import MINE, SAW
from ludus.games.platformer.motion_planning import list_nodes, make_grid
from ludus.games.platformer.room_building_pieces import load_pieces

KINDS = ("stand", "left hang", "right hang")
ROWS = st.integers(3, 12).flatmap(
    lambda width: st.lists(st.text("#o=.", min_size=width, max_size=width), min_size=3, max_size=9)
)


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_nodes_are_those_of_the_physics(rows):
    rows = tuple(rows)
    graph = build_graph(grid_from_rows(rows))
    assert sorted((KINDS[kind], x, y) for kind, x, y in graph.nodes) == [
        (node.kind, node.x, node.y) for node in list_nodes(make_grid(rows))
    ]
    assert grid_rows(grid_from_rows(rows)) == rows


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_every_edge_except_falls_has_a_reverse_edge_of_the_same_weight(rows):
    graph = build_graph(grid_from_rows(tuple(rows)))
    known = {(edge.start, edge.end): edge.weight for edge in graph.edges}
    assert all(known.get((end, start)) == weight for (start, end), weight in known.items())
    falling = build_graph(grid_from_rows(tuple(rows)), falls=True)
    for edge in falling.edges:
        if edge.move == FALL:
            (_, _, high), (kind, _, low) = falling.nodes[edge.start], falling.nodes[edge.end]
            assert kind == STAND
            assert low <= high - 2
    assert [edge for edge in falling.edges if edge.move != FALL] == graph.edges


@given(ROWS)
@settings(max_examples=15, deadline=None)
def test_compiled_and_plain_rules_build_the_same_graph(rows):
    one, other = (build_graph(grid_from_rows(tuple(rows)), True, compiled) for compiled in (True, False))
    assert one.record.tobytes() == other.record.tobytes()


@given(ROWS)
@settings(max_examples=30, deadline=None)
def test_edges_are_the_pieces_that_fit_the_cells(rows):
    rows = tuple(rows)
    graph, edges = build_graph(grid_from_rows(rows)), set()

    def open_at(x, y):
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[len(rows) - 1 - y][x] in "o."

    for kind, x, y in graph.nodes:
        for move in graph_moves(load_pieces()):
            end = (move.to_kind, x + move.step[0], y + move.step[1])
            right = all(open_at(x + a, y + b) for a, b in move.open)
            right = right and not any(open_at(x + a, y + b) for a, b in move.solid)
            if move.from_kind == kind and right and end in graph.node_numbers:
                edges.add((graph.node_numbers[kind, x, y], graph.node_numbers[end]))
    assert {(edge.start, edge.end) for edge in graph.edges} == edges


def test_a_step_has_weight_one_half_and_other_moves_their_distance_in_cells():
    graph = build_graph(grid_from_rows(("oooooo", "oooooo", "#oo#oo", "##o###")))
    weights = {(graph.nodes[edge.start][1:], graph.nodes[edge.end][1:]): edge.weight for edge in graph.edges}
    assert weights[(4, 1), (5, 1)] == 1
    assert weights[(4, 1), (3, 2)] == 4
    assert weights[(0, 2), (3, 2)] == 6


def test_an_edge_through_a_trap_is_trapped_but_not_one_through_a_mine():
    grid = make_cell_grid(np.array([[0] * 5, [2] * 5, [2] * 5], np.uint8))
    grid["traps"][0, 1 + MARGIN, 2 + MARGIN] = SAW + 1
    graph = build_graph(grid)
    assert len(graph.reachable((0, 1))) == 5
    assert graph.reachable((0, 1), trap_free=True) == {graph.stand_node((0, 1)), graph.stand_node((1, 1))}
    grid["traps"][0, 1 + MARGIN, 2 + MARGIN] = MINE + 1
    assert len(build_graph(grid).reachable((0, 1), trap_free=True)) == 5


def test_a_fall_is_a_one_way_edge():
    rows = ("oooo", "#ooo", "#ooo", "#ooo", "####")
    graph = build_graph(grid_from_rows(rows), falls=True)
    assert graph.stand_node((1, 1)) in graph.reachable((0, 4))
    assert not graph.are_connected([(0, 4), (1, 1)])
