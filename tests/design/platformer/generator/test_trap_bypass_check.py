"""The check that no player can bypass the traps of a level."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core.compile_once import load_rule
from ludus.design.platformer.generator.trap_bypass_check import (
    GRID_WIDTH,
    BypassSearch,
    find_bypass_by_address,
    set_bypass_reach,
)
from ludus.design.platformer.level_graph.cell_grid import MARGIN, grid_from_rows
from ludus.games.platformer import constants as u
from ludus.games.platformer.game_data_records import MINE, SAW
from ludus.games.platformer.motion_planning import GridNode, make_grid, resting_body, simulate
from ludus.games.platformer.movement import THESIS_PHYSICS
from tests.games.platformer.random_physics import any_physics

SIZE = 14


def bases(rows, start, traps=(), compiled=True, kind=SAW, physics=THESIS_PHYSICS):
    """The cells that one could come to hold on in without touching a trap."""
    grid, search = grid_from_rows(rows), BypassSearch.zeros()
    set_bypass_reach(search, physics)
    for x, y in traps:
        grid["traps"][0, y + MARGIN, x + MARGIN] = kind + 1
    nowhere = (len(rows[0]) - 1, len(rows) + 1)
    load_rule(find_bypass_by_address, 6, compiled)(grid.ctypes.data, search.ctypes.data, *start, *nowhere)
    cells = search["bases"][0, : int(search["count"][0])].astype(int)
    return {(int(cell) % GRID_WIDTH - MARGIN, int(cell) // GRID_WIDTH - MARGIN) for cell in cells}


@given(st.lists(st.text("#oooo", min_size=SIZE, max_size=SIZE), min_size=9, max_size=9), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_random_presses_hold_on_only_where_the_check_allows(rows, seed):
    assert_bases_cover(rows, seed, THESIS_PHYSICS)


@given(
    rows=st.lists(st.text("#oooo", min_size=SIZE, max_size=SIZE), min_size=9, max_size=9),
    seed=st.integers(0, 2**32),
    physics=any_physics(),
)
@settings(max_examples=150, deadline=None)
def test_random_presses_in_any_physics_hold_on_only_where_the_check_allows(rows, seed, physics):
    assert_bases_cover(rows, seed, physics)


def assert_bases_cover(rows, seed, physics):
    half, height = physics.half_width, physics.height
    rng = np.random.default_rng(seed)
    rows = (*rows, "#" * SIZE)
    solid = {(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
    stands = [(x, y) for x in range(SIZE) for y in range(1, len(rows)) if (x, y) not in solid and (x, y - 1) in solid]
    if not stands:
        return
    start = stands[rng.integers(len(stands))]
    traps = {(int(x), int(y)) for x, y in rng.integers(0, (SIZE, len(rows)), (12, 2))} - solid - {start}
    allowed = bases(rows, start, traps, physics=physics)
    moves = np.repeat(rng.choice(u.MOVES, 150), rng.integers(1, 25, 150))
    at_rest = resting_body(GridNode("stand", *start), physics)
    for body in simulate(make_grid(rows), at_rest, moves.tolist(), physics=physics):
        left, right = (int(body["x"]) - half) // u.CELL, (int(body["x"]) + half - 1) // u.CELL
        low, high = int(body["y"]) // u.CELL, (int(body["y"]) + height - 1) // u.CELL
        if {(x, y) for x in (left, right) for y in (low, high)} & traps:
            break
        if body["stance"] != u.AIR:
            assert (int(body["x"]) // u.CELL, low) in allowed


def test_a_saw_cannot_be_jumped_over_without_entering_its_cells_but_two_cells_can():
    hall = ("o" * 12, "o" * 12, "o" * 12, "#" * 12)
    assert (11, 1) not in bases(hall, (0, 1), [(5, 1), (6, 1), (7, 1)])
    assert (11, 1) in bases(hall, (0, 1), [(5, 1), (6, 1)])
    assert (11, 1) in bases(hall, (0, 1), [(5, 1), (6, 1), (7, 1)], kind=MINE)


def test_the_reach_of_a_jump_is_bounded():
    search = BypassSearch.zeros()
    set_bypass_reach(search, THESIS_PHYSICS)
    assert search["columns_above"][0] == 3
    assert search["columns_aside"][0, 0] == 5
    assert all(one <= other for one, other in pairwise(search["columns_aside"][0].tolist()))


def test_compiled_and_plain_rules_find_the_same_bypasses():
    rows = ("oooooooo", "oo#ooooo", "oooo#ooo", "#ooooo##", "########")
    assert bases(rows, (1, 1), [(4, 1)]) == bases(rows, (1, 1), [(4, 1)], compiled=False)
