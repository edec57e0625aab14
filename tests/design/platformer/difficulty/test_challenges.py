"""The challenges of levels."""

import pytest

from ludus.design.platformer.difficulty.challenges import find_challenges, list_challenges
from ludus.design.platformer.difficulty.failure_model import usual_passages
from ludus.design.platformer.generator.generate import generate_level
from ludus.design.platformer.spec import LevelSpec

WIDE, FLOOR = "#oooooooooo#", "############"


def ways(challenge_graph):
    """(from, to, t_timing, j) of challenges, nodes by their cells."""
    cells = [(x, y) for _, x, y in challenge_graph.trap_graph.nodes]
    return {(cells[c.source], cells[c.end], round(c.t_timing, 2), c.j) for c in challenge_graph.challenges}


@pytest.fixture(scope="module")
def squeezed(hand_made):
    rows = (FLOOR, "#oooo##oooo#", "#ootttooooo#", FLOOR)
    traps = ("squeeze 5 1 period 96 phase 0", "mine 3 1", "mine 4 1")
    return find_challenges(hand_made(*rows, traps=traps))


def test_mines_lengthen_the_path_into_a_trap_and_are_no_challenge_of_their_own(squeezed):
    parameters = ways(squeezed)
    assert ((2, 1), (5, 1), 0.63, 0) in parameters  # over both mines
    assert ((6, 1), (5, 1), 0.21, 0) in parameters  # from behind
    assert {end for _, end, _, _ in parameters} == {(5, 1)}
    assert {item.mines for item in squeezed.challenges} == {0, 1, 2}  # one may jump to the second mine
    assert {item.kind for item in squeezed.challenges} == {"squeeze"}
    assert {item.t_cycle for item in squeezed.challenges} == {1.6}


def test_all_paths_into_a_trap_are_challenges_and_paths_out_of_it_are_free(squeezed):
    ground = squeezed.trap_graph
    inside, behind = ground.stand_node((5, 1)), ground.stand_node((6, 1))
    assert behind in {end for end, _ in squeezed.free_moves[inside]}
    assert all(
        inside not in {end for end, _ in ways} for node, ways in enumerate(squeezed.free_moves) if node != inside
    )
    for node, edges in enumerate(ground.edges):
        for end, _, _, _ in edges:
            if end == inside and not ground.is_mine[node]:
                assert any(item.source == node for item in squeezed.challenges)


def test_a_saw_is_walked_into_without_a_jump_from_both_sides(hand_made):
    challenge_graph = find_challenges(
        hand_made(FLOOR, WIDE, WIDE, "#oootttoooo#", FLOOR, traps=("saw 4 1 period 72 phase 0",))
    )
    parameters = ways(challenge_graph)
    assert {((3, 1), (4, 1), 0.21, 0), ((7, 1), (6, 1), 0.21, 0)} <= parameters
    assert not any(source in ((4, 1), (5, 1), (6, 1)) for source, _, _, _ in parameters)


def test_wall_spikes_take_two_jumps_the_second_out_of_the_hang(hand_made):
    rows = (FLOOR, WIDE, WIDE, "#ooot##oooo#", "#oooo##oooo#", FLOOR)
    challenge_graph = find_challenges(hand_made(*rows, traps=("wall-spikes 4 2 left period 90 phase 0",)))
    assert ((4, 1), (4, 2), 0.57, 2) in ways(challenge_graph)  # up to the ledge
    assert ((5, 3), (4, 2), 0.38, 2) in ways(challenge_graph)  # and from above


def test_a_dead_end_in_a_trap_takes_one_more_jump(hand_made):
    """Figure 5.2 has challenges of one jump within a step: one walks in, and has to jump out."""
    rows = (FLOOR, WIDE, "#ooot##oooo#", FLOOR)
    challenge_graph = find_challenges(hand_made(*rows, traps=("wall-spikes 4 1 left period 90 phase 0",)))
    stand = challenge_graph.trap_graph.stand_node((4, 1))
    entered = [item for item in challenge_graph.challenges if item.end == stand and item.nodes == (stand,)]
    assert [
        (round(item.t_timing, 2), item.j)
        for item in entered
        if challenge_graph.trap_graph.nodes[item.source][1:] == (3, 1)
    ] == [(0.21, 1)]


def test_jumps_over_static_spikes_are_free(hand_made):
    rows = ("########", "#oooooo#", "#oooooo#", "###oo###", "###dd###", "########")
    challenge_graph = find_challenges(hand_made(*rows, start=(1, 3), end=(6, 3)))
    assert not challenge_graph.challenges
    assert challenge_graph.trap_graph.stand_node((5, 3)) in {
        there for there, _ in challenge_graph.free_moves[challenge_graph.trap_graph.stand_node((2, 3))]
    }


def test_a_jump_through_a_trap_is_a_challenge_with_a_safe_end(hand_made):
    rows = ("########", "#oooooo#", "#oooooo#", "###tooo#", "###o####", "###o####", "########")
    traps = ("wall-spikes 3 3 right period 90 phase 0",)
    challenge_graph = find_challenges(hand_made(*rows, traps=traps, start=(1, 4), end=(6, 3)))
    cells = [(x, y) for _, x, y in challenge_graph.trap_graph.nodes]
    through = [item for item in challenge_graph.challenges if challenge_graph.trap_graph.trap_at_node[item.end] == -1]
    assert {(cells[item.source], cells[item.end]) for item in through} >= {((2, 4), (4, 3))}
    assert all(item.j == 1 and item.nodes == (item.end,) for item in through)


def test_a_trace_is_mapped_to_the_shortest_path_into_its_trap(squeezed):
    ground = squeezed.trap_graph
    far, near, inside = ground.stand_node((1, 1)), ground.stand_node((2, 1)), ground.stand_node((5, 1))
    assert squeezed.challenge_of(near, inside).mines == 2
    assert squeezed.challenge_of(far, inside) == squeezed.challenge_of(near, inside)
    assert squeezed.challenge_of(ground.stand_node((6, 1)), inside).mines == 0
    by_mine = squeezed.challenge_of(near, ground.stand_node((4, 1)))
    assert by_mine.trap == squeezed.challenge_of(near, inside).trap
    assert squeezed.challenge_of(near, far) is None


def test_the_occupied_bins_are_those_of_the_thesis():
    """Figure 5.2: no jump in the first three bins of t_timing, two jumps from the second on, three from the third."""
    least = {0: 0, 1: 0, 2: 1, 3: 2}
    seen = set()
    for seed in range(25):
        for item in list_challenges(generate_level(seed, LevelSpec(setup="thesis", agent_check=False)).level):
            place = int(item.t_timing / 0.25)
            if item.j == 0:
                assert place <= 2
            assert place >= least.get(item.j, 2)
            seen.add((item.j, place))
    assert {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2)} <= seen


def test_passages_are_on_the_usual_path(squeezed):
    (passage,) = usual_passages(squeezed)
    assert (passage.kind, passage.mines, passage.traps, passage.jumps) == ("squeeze", 2, 1, 0)
    assert passage.t_timing == pytest.approx(3 * 2 / 9.5)
    assert passage.inside == pytest.approx(2 / 9.5)
