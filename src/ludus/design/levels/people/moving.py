"""One move of a player along the graph: steered like the agent's, but ended early or begun late by timing errors."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.design.levels.people.hands import is_over, press, too_soon
from ludus.design.levels.proving.manners import MAX_MOVE_TICKS
from ludus.design.levels.proving.steering import MIDDLE_TOLERANCE, NO_JUMP, arrived, has_missed, steer
from ludus.design.levels.ways.moves import STAND
from ludus.games.platformer.units import AIR, CELL, GROUND, HALF_CELL, RUN_SPEED


@rule
def carry_out_move(table, graph, hand, early):
    """Carry out the move; False if it ends in death or elsewhere. It is ended `early` ticks before it is done."""
    errand, body, deaths = hand.errand, hand.state.body, hand.state.deaths + 0
    for _ in range(MAX_MOVE_TICKS):
        if is_over(hand):
            return False
        begins = errand.held == 0 and errand.run_up != NO_JUMP and body.stance != AIR
        buttons = 0 if begins and too_soon(hand) else steer(errand, body)
        press(table, graph, hand, buttons)
        if hand.state.deaths > deaths:
            return False
        if is_over(hand) or arrived(errand, body):
            return True
        if early > 0 and body.stance == GROUND and body.y == errand.to_y * CELL and errand.to_kind == STAND:
            offset = body.x - errand.to_x * CELL - HALF_CELL
            if abs(offset) <= MIDDLE_TOLERANCE + early * RUN_SPEED and body.x // CELL == errand.to_x:
                return True
        if has_missed(errand, body):
            return False
    return False


@rule
def next_on_path(graph, walk, node):
    there = walk.path[walk.rank[node] + 1]
    for edge in range(graph.first[node], graph.first[node + 1]):
        if graph.end[edge] == there:
            return edge
    return graph.first[node] + 0
