"""Events of a recording, and traces of encounters with challenges."""

from ludus.design.platformer.level_graph.cell_grid import grid_of_level
from ludus.design.platformer.level_graph.graph import build_graph
from ludus.design.platformer.recordings import Recording
from ludus.design.platformer.recordings.challenge_traces import traces_of
from ludus.design.platformer.recordings.events import (
    DEATH_EVENT,
    EXIT_EVENT,
    MINE_EVENT,
    NODE_EVENT,
    SKIP_EVENT,
    TRAP_EVENT,
    events_of,
)
from ludus.design.platformer.verify.agent import walk_level
from ludus.games.platformer.level_files import read_level
from ludus.games.platformer.move_notation import read_presses
from ludus.games.platformer.options import find_level
from tests.cases import each

# The blocks are closed in the first 6 ticks of every 120: in tick 1, and again from 120 on
SQUEEZE = read_level("""level Squeeze

cells
##########
#ooo#oooo#
#oootoooo#
##########

start 1 1
exit 8 1
squeeze 4 1 period 120 phase 0
""")
MINED = read_level("""level Mined

cells
##########
#oooo#ooo#
#ootttooo#
##########

start 1 1
exit 8 1
mine 3 1
mine 4 1
squeeze 5 1 period 120 phase 0
""")


def play(level, presses, **more):
    return Recording(level, bytes(read_presses(presses)), **more)


def cell(level, node):
    return build_graph(grid_of_level(level)).nodes[node][1:]


def kinds(events):
    return [event.kind for event in events]


def test_a_walking_body_visits_one_node_after_another():
    events = events_of(play(SQUEEZE, "15 right"))
    assert [cell(SQUEEZE, event.node) for event in events] == [(1, 1), (2, 1)]
    assert {event.kind for event in events} == {NODE_EVENT}
    assert all(event.safe for event in events)


def test_a_trace_begins_when_the_body_enters_a_trap_cell_and_ends_at_the_next_safe_node():
    events = events_of(play(SQUEEZE, "20 rest, 90 right"))
    met = next(event for event in events if event.kind == TRAP_EVENT)
    assert (cell(SQUEEZE, met.node), met.trap, met.safe) == ((4, 1), 0, False)
    assert kinds(events)[-1] == EXIT_EVENT
    assert DEATH_EVENT not in kinds(events)
    (trace,) = traces_of(play(SQUEEZE, "20 rest, 90 right"))
    assert (cell(SQUEEZE, trace.start), cell(SQUEEZE, trace.end)) == ((3, 1), (5, 1))
    assert trace.success
    assert trace.nodes == (trace.encounter,)
    assert cell(SQUEEZE, trace.encounter) == (4, 1)


def test_a_death_is_a_failure_at_the_node_of_the_killing_trap():
    killed = play(SQUEEZE, "85 rest, 35 right")
    death = next(event for event in events_of(killed) if event.kind == DEATH_EVENT)
    assert (cell(SQUEEZE, death.node), death.trap, death.cell) == ((4, 1), 0, (4, 1))
    (trace,) = traces_of(killed)
    assert (trace.success, trace.end, cell(SQUEEZE, trace.encounter)) == (False, -1, (4, 1))


def test_after_a_death_the_next_attempt_is_a_separate_trace():
    traces = traces_of(play(SQUEEZE, "85 rest, 35 right, 20 rest, 90 right", session=4, order=2), level=7)
    assert [trace.success for trace in traces] == [False, True]
    assert {(trace.session, trace.level, trace.order) for trace in traces} == {(4, 7, 2)}
    assert len({trace.start for trace in traces}) == 1


def test_entering_a_trap_and_returning_is_no_attempt():
    there_and_back = play(SQUEEZE, "10 rest, 31 right, 7 left, 40 rest")
    events = events_of(there_and_back)
    assert TRAP_EVENT in kinds(events)
    assert DEATH_EVENT not in kinds(events)
    assert cell(SQUEEZE, events[-1].node) == (3, 1)
    assert traces_of(there_and_back) == []


def test_a_death_by_a_mine_is_a_failure_at_the_trap_behind_it():
    killed = play(MINED, "24 right, 60 rest")
    events = events_of(killed)
    assert MINE_EVENT in kinds(events)
    assert TRAP_EVENT not in kinds(events)
    death = next(event for event in events if event.kind == DEATH_EVENT)
    assert MINED.traps[death.trap].name == "mine 3 1"
    (trace,) = traces_of(killed)
    assert (trace.success, cell(MINED, trace.encounter)) == (False, (5, 1))


def test_mines_alone_are_no_challenge():
    lone = read_level("\n".join(("level Lone", "", "cells", "########", "#oooooo#", "#ootooo#", "########", ""
                                 "", "start 1 1", "exit 6 1", "mine 3 1", "")))  # fmt: skip
    assert traces_of(play(lone, "60 right")) == []
    assert [trace.encounter for trace in traces_of(play(lone, "24 right, 60 rest"))] == [None]


def test_a_skipped_level_ends_with_a_skip_event():
    events = events_of(play(SQUEEZE, "20 right", skipped=True))
    assert (events[-1].kind, events[-1].tick) == (SKIP_EVENT, 20)


def test_a_hang_is_ground_too():
    level = find_level("tower")
    events = events_of(Recording(level, bytes(walk_level(level).moves)))
    nodes = build_graph(grid_of_level(level)).nodes
    assert {nodes[event.node][0] for event in events if event.kind == NODE_EVENT} == {0, 1, 2}


@each("name", ["first-steps", "trap-school"])
def test_a_run_of_the_agent_has_only_successes_and_ends_at_the_exit(name):
    level = find_level(name)
    walk = Recording(level, bytes(walk_level(level).moves))
    events = events_of(walk)
    assert DEATH_EVENT not in kinds(events)
    assert kinds(events)[-1] == EXIT_EVENT
    traces = traces_of(walk)
    assert all(trace.success and trace.nodes and trace.start != trace.end for trace in traces)
    assert bool(traces) == any(trap.period for trap in level.traps)


def test_events_in_plain_python_are_the_same():
    for moves in ("85 rest, 35 right, 20 rest, 90 right", "30 right+jump, 10 left, 40 rest"):
        assert events_of(play(SQUEEZE, moves)) == events_of(play(SQUEEZE, moves), compiled=False)
