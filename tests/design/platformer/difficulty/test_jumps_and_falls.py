"""Jumps without traps are rated by errors in time, and falls are found, rated and used as ways."""

import pytest

from ludus.design.platformer.difficulty.challenges import NO_TRAP, find_challenges
from ludus.design.platformer.difficulty.jumps_and_falls import JumpTrials, add_falls, find_falls, rate_jumps
from ludus.design.platformer.difficulty.rating import rate_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.options import find_level


def level_of(rows, *lines):
    return read_level("\n".join(["level Test", "cells", *rows, "", *lines]))


def gap(width, bottom="o", up=0):
    """A gap of some cells between two floors, two cells deep, the right one higher by `up`."""
    right = ["ooooo#"] * (4 - up) + ["######"] * (up + 2)
    left = ["#oooo"] * 4 + ["#####"] * 2
    middle = ["o" * width] * 4 + ["o" * width, bottom * width]
    rows = ["#" * (11 + width), *(a + b + c for a, b, c in zip(left, middle, right, strict=True)), "#" * (11 + width)]
    return level_of(rows, "start 1 3", f"exit {8 + width} {3 + up}")


def only_jump(level, skill=0.0):
    return max(rate_jumps(find_challenges(level), skill=skill), key=lambda jump: jump.miss)


def test_wider_gaps_and_higher_ends_are_missed_more_often():
    one, two = only_jump(gap(1)), only_jump(gap(2))
    assert 0 < one.miss < two.miss < 0.5
    assert only_jump(gap(1, up=1)).miss != one.miss
    assert only_jump(gap(2), skill=2).miss < two.miss < only_jump(gap(2), skill=-2).miss


def test_a_miss_over_an_empty_gap_costs_time_and_over_spikes_a_life():
    empty, spikes = only_jump(gap(2)), only_jump(gap(2, "d"))
    assert empty.deadly == 0 < empty.seconds_lost
    assert spikes.deadly > 0
    assert spikes.miss == pytest.approx(empty.miss)
    assert spikes.deadly > 0.9 * spikes.miss - spikes.seconds_lost


def test_a_step_up_of_one_cell_is_never_missed():
    rows = ["##########", "#oooooooo#", "#oooooooo#", "#oooo#####", "##########"]
    (jump,) = rate_jumps(find_challenges(level_of(rows, "start 1 1", "exit 8 2")))
    assert jump.miss == 0


def test_jumps_through_traps_are_left_to_the_models_of_traps():
    level = find_level("trap-school")
    graph = find_challenges(level)
    nodes = graph.trap_graph.nodes
    ends = [(nodes[jump.start][1:], nodes[jump.end][1:]) for jump in rate_jumps(graph)]
    assert ((17, 2), (19, 2)) in ends  # over the pit of spikes
    assert all(not 24 <= start[0] <= 26 for start, _ in ends)  # the wall with spikes


LEDGE = ["##########", "#oooooooo#", "#oooooooo#", "#####oooo#", "#####oooo#", "#####oooo#", "##########"]


def test_a_fall_from_a_ledge_leads_down_and_not_back():
    level = level_of(LEDGE, "start 1 4", "exit 8 1")
    falls = find_falls(level)
    nodes = find_challenges(level).trap_graph.nodes
    pairs = {(nodes[fall.start][1:], nodes[fall.end][1:]) for fall in falls if nodes[fall.start][0] == 0}
    assert {((4, 4), (column, 1)) for column in (5, 6, 7)} <= pairs
    assert all(start[1] - end[1] >= 2 for start, end in pairs)
    near = next(fall for fall in falls if nodes[fall.end] == (0, 5, 1) and nodes[fall.start] == (0, 4, 4))
    assert near.steered  # one lands farther away without steering
    assert near.trap == NO_TRAP


def test_steering_can_avoid_spikes():
    rows = [*LEDGE[:5], "#####ooddd"[:9] + "#", LEDGE[6]]
    level = level_of(rows, "start 1 4", "exit 5 1")
    nodes = find_challenges(level).trap_graph.nodes
    falls = {nodes[fall.end][1:]: fall for fall in find_falls(level) if nodes[fall.start] == (0, 4, 4)}
    assert falls[5, 1].steered
    assert falls[5, 1].steering_saves
    assert (7, 1) not in falls  # into the spikes
    assert falls[5, 1].risk <= falls[5, 1].miss


def test_a_way_by_falling_makes_a_level_easier():
    """Steps lead down on the right and back through a saw; on the left one falls straight to the exit."""
    rows = [
        "################",
        *["#oooooooooooooo#"] * 3,
        "#ooo#######oooo#",
        "#oooooooooooooo#",
        "#oootttoooo##oo#",
        "################",
    ]
    level = level_of(rows, "start 6 4", "exit 2 1", "saw 4 1 period 96 phase 0")
    graph, falls = find_challenges(level), find_falls(level)
    assert rate_level(graph).difficulty > 0.1
    assert rate_level(add_falls(graph, falls)).difficulty == 0
    assert rate_level(add_falls(graph, [])).difficulty == rate_level(graph).difficulty


def test_compiled_and_plain_trials_agree():
    level = gap(1)
    jump = only_jump(level)
    one, other = (JumpTrials(level, compiled=compiled) for compiled in (True, False))
    edge = one._edges[jump.start, jump.end, jump.move]
    errors = [[(-6, 0.3), (0, 0.4), (5, 0.3)], [(-3, 0.5), (4, 0.5)]]
    assert one._try(jump.start, edge, (3, 1), errors) == other._try(jump.start, edge, (3, 1), errors)
    for start, side, column, late in ((0, 1, 5, 0), (0, 1, 5, 9)):
        assert one._fall(start, side, column, late) == other._fall(start, side, column, late)
