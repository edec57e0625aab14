"""What kills, where and when."""

from itertools import pairwise

from ludus.core.rule import plain
from ludus.games.platformer import constants as u
from ludus.games.platformer import game_data_records as t
from ludus.games.platformer import traps
from ludus.games.platformer.level import LevelTrap
from ludus.games.platformer.movement import THESIS_PHYSICS, physics_record
from ludus.games.platformer.physics import PhysicsRecord
from ludus.games.platformer.state import State
from tests.cases import each

from .level_texts import begin, body, level, play

SAW = ["#########", "#ooooooo#", "#ooooooo#", "#ootttoo#", "#########"]
CELL = ["#######", "#ooooo#", "#oo#oo#", "#ootoo#", "#######"]


THESIS_RECORD = PhysicsRecord.over(physics_record(THESIS_PHYSICS).copy())


def deadly(kind, x, y, tick, facing=t.POINT_UP, period=100, lit=0, cell=(3, 1)):
    """Whether a trap kills a body with its feet at x, y."""
    state = State.over(State.zeros())
    state.body.x, state.body.y, state.tick, state.lit[0] = x, y, tick, lit
    trap = t.Trap.over(t.Trap.zeros())
    for name, value in zip(("kind", "facing", "period", "x", "y"), (kind, facing, period, *cell), strict=True):
        setattr(trap, name, value)
    return plain(traps.kills)(THESIS_RECORD, state, trap)


def test_a_saw_rolls_over_three_cells_and_back_in_a_period():
    way = [plain(traps.saw_offset)(LevelTrap(t.SAW, 0, 0, period=100), now) for now in range(100)]
    assert way[0] == 0
    assert way[50] == 3 * u.CELL - 2 * 1800
    assert way[1:50] == way[:50:-1]
    assert max(abs(a - b) for a, b in pairwise(way)) == 360


def test_a_saw_is_half_a_cell_high_and_round():
    above = 3 * u.CELL + 1800
    assert deadly(t.SAW, above, u.CELL, 0)
    assert deadly(t.SAW, above, u.CELL + 3599, 0)
    assert not deadly(t.SAW, above, u.CELL + 3600, 0)
    beside = above + 1800 + u.HALF_WIDTH
    assert not deadly(t.SAW, beside, u.CELL, 0)
    assert deadly(t.SAW, beside - 1, u.CELL, 0)
    assert not deadly(t.SAW, beside - 1, u.CELL + 3000, 0)  # its edge is round


def test_wall_spikes_are_out_for_two_fifths_of_the_period_and_come_out_in_6_ticks():
    out = [plain(traps.spikes_out)(LevelTrap(t.WALL_SPIKES, 0, 0, period=100), now) for now in range(100)]
    assert out[:7] == [600, 1200, 1800, 2400, 3000, 3600, 3600]
    assert out[34:41] == [3600, 3000, 2400, 1800, 1200, 600, 0]
    assert sum(depth > 0 for depth in out) == 40
    at_wall, away = 4 * u.CELL - u.HALF_WIDTH, 4 * u.CELL - 3600 - u.HALF_WIDTH
    assert deadly(t.WALL_SPIKES, at_wall, u.CELL, 10, t.POINT_LEFT)
    assert not deadly(t.WALL_SPIKES, away, u.CELL, 10, t.POINT_LEFT)
    assert not deadly(t.WALL_SPIKES, at_wall, u.CELL, 60, t.POINT_LEFT)
    assert deadly(t.WALL_SPIKES, 3 * u.CELL + u.HALF_WIDTH, u.CELL, 10, t.POINT_RIGHT)


def test_a_squeeze_kills_in_the_first_6_ticks_of_its_period():
    middle = 3 * u.CELL + u.HALF_CELL
    assert [tick for tick in range(200) if deadly(t.SQUEEZE, middle, u.CELL, tick)] == [*range(6), *range(100, 106)]
    assert not deadly(t.SQUEEZE, 3 * u.CELL - u.HALF_WIDTH, u.CELL, 0)


@each(
    ("facing", "x", "y", "dead"),
    [
        (t.POINT_UP, 3.5, 1.49, True),
        (t.POINT_UP, 3.5, 1.5, False),
        (t.POINT_DOWN, 3.5, 0.76, True),
        (t.POINT_DOWN, 3.5, 0.75, False),
        (t.POINT_RIGHT, 3.66, 1, True),
        (t.POINT_RIGHT, 3.67, 1, False),
    ],
)
def test_spikes_are_always_there_half_a_cell_deep(facing, x, y, dead):
    assert deadly(t.SPIKES, round(x * u.CELL), round(y * u.CELL), 77, facing) == dead


def test_a_mine_explodes_0_6_s_after_it_was_lit():
    middle = 3 * u.CELL + u.HALF_CELL
    dead = [tick for tick in range(1, 200) if deadly(t.MINE, middle, u.CELL, tick, lit=1)]
    assert dead == [*range(37, 43)]
    here = begin(level(CELL, "mine 3 1"))
    play(here, "17 right")  # now it touches the mine's cell
    assert here.state.lit[0] == 17
    play(here, "4 right, 31 rest")
    assert here.state.deaths == 0
    play(here, "1 rest")
    assert (here.state.deaths, here.state.tick) == (1, 17 + 36)


def test_a_mine_can_be_lit_again_a_second_after_it_went_off():
    middle = 3 * u.CELL + u.HALF_CELL
    lit = {}
    for tick in range(80, 110):
        state = State.over(State.zeros())
        state.body.x, state.body.y, state.tick, state.lit[0] = middle, u.CELL, tick, 1
        trap = t.Trap.over(t.Trap.zeros())
        trap.kind, trap.x, trap.y = t.MINE, 3, 1
        plain(traps.kills)(THESIS_RECORD, state, trap)
        lit[tick] = state.lit[0]
    assert [tick for tick in lit if lit[tick] == tick] == [*range(97, 110)]


def test_who_leaves_a_mine_in_time_lives():
    here = play(begin(level(CELL, "mine 3 1")), "36 right, 60 rest")
    assert (here.state.deaths, here.state.lit[0]) == (0, 17)


def test_twin_saws_are_saws_against_each_other():
    left, right = 3 * u.CELL + 1800, 6 * u.CELL - 1800
    for x in (left, right):
        assert deadly(t.TWIN_SAWS, x, u.CELL, 0)
        assert not deadly(t.TWIN_SAWS, x, u.CELL, 25)
    assert deadly(t.TWIN_SAWS, (left + right) // 2, u.CELL, 25)


def test_a_saw_squeeze_closes_in_the_middle_when_the_saw_is_at_its_right_end():
    middle = 4 * u.CELL + u.HALF_CELL
    assert [tick for tick in range(100) if deadly(t.SAW_SQUEEZE, middle, u.CELL + 1700, tick)].count(50) == 1
    assert deadly(t.SAW_SQUEEZE, 3 * u.CELL + 1800, u.CELL, 0)
    assert not deadly(t.SAW_SQUEEZE, middle, u.CELL, 0)


def test_jaws_bite_from_the_left_then_from_the_right():
    left, right = 3 * u.CELL + u.HALF_WIDTH, 4 * u.CELL - u.HALF_WIDTH
    assert (deadly(t.JAWS, left, u.CELL, 20), deadly(t.JAWS, right, u.CELL, 20)) == (True, False)
    assert (deadly(t.JAWS, left, u.CELL, 70), deadly(t.JAWS, right, u.CELL, 70)) == (False, True)


def test_phases_shift_a_trap():
    early = begin(level(SAW, "saw 3 1 period 90 phase 30"))
    late = begin(level(SAW, "saw 3 1 period 90 phase 0"))
    play(early, "40 right"), play(late, "40 right")
    assert (body(early).x, early.state.deaths) != (body(late).x, late.state.deaths)
