"""Trap sequences in a level."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.rule import plain
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.generator.trap_placement_on_route import MODIFIER_SIGNS, is_allowed, value_after
from ludus.design.platformer.generator.traps import RoomsNotConnected, TrapFreeRouteLeft, TrapParams, place_traps
from ludus.design.platformer.level_graph.cell_grid import SIGNS, grid_from_rows, grid_of_level, grid_rows
from ludus.design.platformer.level_graph.graph import build_graph, find_routes
from ludus.design.platformer.level_graph.movement_tables import move_controllers
from ludus.design.platformer.level_graph.piece_move_table import HANG_LEFT, HANG_RIGHT, STAND, graph_moves
from ludus.design.platformer.spec import LevelSpec
from ludus.games.platformer.game_data_records import MINE, POINT_RIGHT, SAW, SQUEEZE, WALL_SPIKES
from ludus.games.platformer.level_files import check_level
from ludus.games.platformer.room_building_pieces import load_pieces
from ludus.util.errors import OptionError, UnknownName
from tests.cases import each

SEEDS = st.integers(0, 2**32)
FILLS = st.sampled_from(["solid", "airy", "open"])
HALL = ("o" * 30, "o" * 30, "o" * 30, "#" * 30)


def made(seed, **spec):
    return generate_level(seed, LevelSpec(setup="thesis", agent_check=False, **spec))


def test_modifiers_are_allowed_as_in_the_truth_table_of_the_thesis():
    allowed = {"#": "#", "o": "o", "=": "#=", ".": "o.", "t": "o", "d": "#o", "^": "#o", "+": "#o"}
    for modifier, sign in enumerate(MODIFIER_SIGNS):
        assert {SIGNS[value] for value in range(len(SIGNS)) if plain(is_allowed)(modifier, value)} == set(allowed[sign])
    assert [SIGNS[plain(value_after)(MODIFIER_SIGNS.index(sign))] for sign in "^+t="] == ["=", ".", "t", "="]


@given(SEEDS, FILLS, st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_level_with_traps_is_valid_and_stays_connected(seed, fill, doubles):
    level = made(seed, fill=fill, traps=TrapParams(doubles=doubles))
    check_level(level.level)
    graph = build_graph(grid_of_level(level.level))
    assert graph.are_connected([level.level.start, *level.level.exits, *level.marks])


@given(SEEDS, FILLS)
@settings(max_examples=40, deadline=None)
def test_no_path_from_start_to_end_is_free_of_traps(seed, fill):
    level = made(seed, fill=fill).level
    graph = build_graph(grid_of_level(level), falls=True)
    assert graph.stand_node(level.exits[0]) not in graph.reachable(level.start, trap_free=True)


@given(SEEDS, FILLS, st.floats(0.05, 0.9))
@settings(max_examples=30, deadline=None)
def test_on_every_route_less_than_the_density_of_the_nodes_is_trapped(seed, fill, alpha):
    bare = made(seed, fill=fill, traps=None)
    (start, end), grid = (bare.level.start, bare.level.exits[0]), grid_of_level(bare.level)
    graph = build_graph(grid)
    routes = [[graph.nodes[node] for node in route] for route in find_routes(graph, start, end)]
    placed = place_traps(grid, start, end, bare.marks, seed, TrapParams(density=alpha, trap_free=True))
    trapped = {(node_kind(trap), *cell) for trap in placed.traps for cell in trap.cells}
    counts = [len(trapped.intersection(route)) for route in routes]
    assert sum(counts) == placed.trap_nodes
    assert all(
        1000 * count < round(1000 * alpha) * len(route) for count, route in zip(counts, routes, strict=True) if count
    )


def node_kind(trap):
    """Of the nodes that a trap lies on."""
    return STAND if trap.kind != WALL_SPIKES else HANG_LEFT if trap.facing == POINT_RIGHT else HANG_RIGHT


def test_the_density_is_exceeded_only_where_a_path_would_have_no_trap():
    few = TrapParams(density=0.001)
    for fill in ("solid", "airy", "open"):
        level = made(3, fill=fill, traps=few).level
        assert level.traps
        assert made(3, fill=fill, traps=replace(few, trap_free=True)).level.traps == ()


LOW = ("." * 30, "." * 30, "o" * 30, "#" * 30)  # no ceiling may be built


@each(
    ("rows", "marks", "spec", "refused"),
    [
        (HALL, [], {"kinds": ("wall-spikes",)}, (30, 0, 0, 0, 0, 0)),  # C0: there is no wall
        (LOW, [], {"kinds": ("squeeze",)}, (2, 28, 0, 0, 0, 0)),  # C1, and at both ends no place to stand before it
        (HALL, [], {"kinds": ("squeeze",), "density": 0.01}, (0, 0, 0, 0, 0, 1)),  # C5
        (HALL, [(0, 3)], {"kinds": ("squeeze",)}, (2, 0, 0, 0, 28, 0)),  # C4: nobody gets to the mark
    ],
)
def test_rejections_are_counted_by_constraint(rows, marks, spec, refused):
    spec = TrapParams(**{"density": 1.0, "mines": 0, "trap_free": True, **spec})
    placed = place_traps(grid_from_rows(rows), (0, 1), (29, 1), marks, 5, spec)
    assert placed.rejections == refused
    assert placed.traps == ()


def test_no_sequence_is_placed_next_to_existing_traps():
    spec = TrapParams(density=1.0, kinds=("saw",), trap_free=True)
    placed = [place_traps(grid_from_rows(HALL), (0, 1), (29, 1), [], seed, spec) for seed in range(10)]
    before, after = (sum(item.rejections[constraint] for item in placed) for constraint in (2, 3))
    assert before > 0
    assert after > 0


@given(SEEDS, FILLS, st.integers(0, 2), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_sequence_is_a_trap_with_mines_on_one_side(seed, fill, mines, doubles):
    spec = TrapParams(mines=mines, doubles=doubles, periods=(60, 90))
    placed = made(seed, fill=fill, traps=spec).placed_traps
    for number in set(placed.sequences):
        traps = [trap for trap, own in zip(placed.traps, placed.sequences, strict=True) if own == number]
        kinds = [trap.kind for trap in traps]
        real = [trap for trap in traps if trap.kind != MINE]
        assert kinds.count(MINE) <= mines
        assert 1 <= len(real) <= 1 + doubles
        assert kinds in (
            [MINE] * (len(kinds) - len(real)) + [t.kind for t in real],
            [t.kind for t in real] + [MINE] * (len(kinds) - len(real)),
        )
        assert len({trap.period for trap in real}) == 1
        assert 60 <= real[0].period <= 90
        assert all(0 <= trap.phase < trap.period for trap in real)


@given(SEEDS, st.sampled_from([("solid", 5), ("solid", 3), ("airy", 3), ("open", 1)]))
@settings(max_examples=30, deadline=None)
def test_the_easiest_path_has_the_required_number_of_challenges(seed, wanted):
    fill, challenges = wanted
    level = made(seed, fill=fill, traps=TrapParams(challenges=challenges)).level
    assert fewest_challenges(level) >= challenges


def fewest_challenges(level):
    """Steps into a trap from a cell that has none, on the way with the fewest of them."""
    graph = build_graph(grid_of_level(level))
    trapped = {cell for trap in level.traps if trap.kind != MINE for cell in trap.cells}
    counts = {graph.stand_node(level.start): 0}
    for _ in graph.nodes:
        for edge in graph.edges:
            if edge.start in counts:
                begins = graph.nodes[edge.end][1:] in trapped and graph.nodes[edge.start][1:] not in trapped
                counts[edge.end] = min(counts.get(edge.end, 1000), counts[edge.start] + begins)
    return counts[graph.stand_node(level.exits[0])]


def test_the_second_trap_of_a_sequence_is_later_by_the_travel_time():
    spec = TrapParams(density=0.2, mines=0, doubles=True, kinds=("squeeze",), trap_free=True)
    walk = next(k for k, move in enumerate(graph_moves(load_pieces())) if move.step == (1, 0))
    seen = 0
    for seed in range(20):
        placed = place_traps(grid_from_rows(HALL), (0, 1), (29, 1), [], seed, spec)
        for one, other in zip(placed.traps, placed.traps[1:], strict=False):
            if placed.sequences[placed.traps.index(one)] == placed.sequences[placed.traps.index(other)]:
                seen += 1
                assert (one.phase - other.phase) % one.period == move_controllers()["ticks"][0, walk]
    assert seen > 10


def test_traps_of_every_kind_are_placed_and_only_those_asked_for():
    seen = {trap.kind for seed in range(20) for trap in made(seed).level.traps}
    assert seen == {SAW, WALL_SPIKES, SQUEEZE, MINE}
    only = made(3, fill="solid", traps=TrapParams(kinds=("squeeze",), mines=0, trap_free=True)).level.traps
    assert {trap.kind for trap in only} == {SQUEEZE}


@each("fill", ["solid", "airy", "open"])
def test_between_two_sequences_there_is_a_place_without_a_trap(fill):
    for seed in range(40):
        level = made(seed, fill=fill)
        graph, own = build_graph(grid_of_level(level.level)), {}
        for trap, sequence in zip(level.placed_traps.traps, level.placed_traps.sequences, strict=True):
            own.update(dict.fromkeys(trap.cells, sequence))
        for edge in graph.edges:
            both = {own.get(graph.nodes[node][1:]) for node in (edge.start, edge.end)} - {None}
            assert len(both) < 2


def test_start_and_end_are_free_of_traps():
    for seed in range(30):
        level = made(seed, rooms=(1, 1)).level
        cells = {cell for trap in level.traps for cell in trap.cells}
        assert not cells & {level.start, *level.exits}


def test_a_level_where_no_trap_fits_is_refused():
    with pytest.raises(TrapFreeRouteLeft, match="without a trap"):
        place_traps(grid_from_rows(("oo", "oo", "##")), (0, 1), (1, 1), [], 1)
    with pytest.raises(RoomsNotConnected, match="no way"):
        place_traps(grid_from_rows(("o#o", "o#o", "###")), (0, 1), (2, 1), [], 1)


def test_compiled_and_plain_rules_place_the_same_traps():
    sheets = [grid_from_rows(HALL) for _ in range(2)]
    spec = TrapParams(trap_free=True)
    one, other = (
        place_traps(grid, (0, 1), (29, 1), [], 5, spec, compiled=compiled)
        for grid, compiled in zip(sheets, (True, False), strict=True)
    )
    assert one == other
    assert grid_rows(sheets[0]) == grid_rows(sheets[1])
    assert one.traps


@each(
    "wrong",
    [
        {"density": 1.2},
        {"density": 0.0},
        {"periods": (90, 60)},
        {"periods": (5, 60)},
        {"mines": 3},
        {"challenges": 2, "trap_free": True},
    ],
)
def test_invalid_trap_parameters_are_refused(wrong):
    with pytest.raises(OptionError):
        TrapParams(**wrong)


def test_a_trap_that_cannot_be_placed_is_refused():
    with pytest.raises(UnknownName, match="squeeze"):
        TrapParams(kinds=("sqeeze",))
