"""How a player passes traps: observe, wait for the moment, go; then every key press is early or late."""

# mypy: ignore-errors

import math

from ludus.core import rule
from ludus.core.random import draw
from ludus.design.levels.people.habits import SHORTEST
from ludus.design.levels.people.hands import LOOKS, NONE, STAY, rest
from ludus.design.levels.people.moving import move, next_on_path
from ludus.design.levels.people.noise import bell, chance, error, round_off
from ludus.design.levels.people.strategies import LOOK, best_start, look, seek, strategy_from
from ludus.design.levels.proving.steering import NO_JUMP
from ludus.design.levels.proving.walking import SHORT_WAIT, begin

PATIENCE = 5  # observations of a trap that does not open, before the player goes anyway
LONGEST_HOLD = 40


@rule
def attempt(table, graph, habits, walk, book, person, hand, node, again):
    """Pass the next traps: observe, wait for the moment, go."""
    observed = reaction(person)
    if not rest(table, graph, hand, observed):
        return
    strategy = strategy_from(table, graph, habits, walk, book, hand, node)
    if strategy.size == NONE:
        blindly(table, graph, habits, walk, person, hand, node)
        return
    wait = 0
    if not chance(person, person.haste):
        look(table, graph, habits, walk, hand, hand.state, node, strategy)
        wait = best_start(hand)
        if chance(person, person.lapse):
            wait = wrong_start(person, hand, wait)
        if wait < 0:
            if again % PATIENCE < PATIENCE - 1:
                rest(table, graph, hand, LOOKS * LOOK)  # then observe again
                return
            wait = draw(person, LOOKS) * LOOK
        ahead = person.drift * (observed + strategy.before)
        jump = person.sigma_jump if jumps(graph, habits, strategy, 0) else 0.0
        wait += error(person, math.sqrt(person.sigma * person.sigma + ahead * ahead + jump * jump))
    if rest(table, graph, hand, max(wait, 0)):
        perform(table, graph, habits, walk, person, hand, node, strategy)


@rule
def reaction(person):
    return max(round_off(person.delay + person.delay_spread * bell(person)), 4)


@rule
def wrong_start(person, hand, right):
    """Start time that does not lead through; the right one if all do."""
    wrong = 0
    for k in range(LOOKS):
        wrong += 1 - hand.fine[k]
    skip = draw(person, wrong) if wrong > 0 else 0
    for k in range(LOOKS):
        if hand.fine[k] == 0:
            if skip == 0:
                return k * LOOK
            skip -= 1
    return right


@rule
def perform(table, graph, habits, walk, person, hand, node, strategy):
    """Carry out the moves of a strategy, with timing errors."""
    began, here, late = hand.state.tick + 0, node, 0
    for k in range(strategy.size):
        if late > 0 and not rest(table, graph, hand, late):
            return
        late = 0
        edge = strategy.edge[k]
        if k + 1 < strategy.size:
            late = slip(graph, habits, person, hand, strategy, k + 1, began)
        if edge == STAY:
            late += SHORT_WAIT
            continue
        begin(graph, habits.ways[strategy.way], hand.errand, here, edge, strategy.variant[k])
        if hand.errand.run_up != NO_JUMP:
            hold = hand.errand.hold + error(person, person.sigma_jump)
            hand.errand.hold = min(max(hold, 1), LONGEST_HOLD)
        if not move(table, graph, hand, max(-late, 0)):
            return
        here = graph.end[edge] + 0


@rule
def jumps(graph, habits, strategy, k):
    edge = strategy.edge[k]
    if edge == STAY:
        return False
    return strategy.variant[k] > 0 or habits.ways[SHORTEST].rows[graph.move[edge]].run_up != NO_JUMP


@rule
def slip(graph, habits, person, hand, strategy, k, began):
    """Timing error of a move, in ticks; zero while running straight on."""
    before, edge = strategy.edge[k - 1], strategy.edge[k]
    jump = jumps(graph, habits, strategy, k)
    if not jump and before != STAY and edge != STAY and runs_on(graph, before, edge):
        return 0
    drifted = person.drift * (hand.state.tick - began)
    extra = person.sigma_jump if jump else 0.0
    return error(person, math.sqrt(person.sigma * person.sigma + drifted * drifted + extra * extra))


@rule
def runs_on(graph, before, edge):
    return graph.move[before] == graph.move[edge]


@rule
def scramble(table, graph, habits, walk, person, hand, node):
    """Escape from within traps without a plan: react first, then leave by any path that is open."""
    if not rest(table, graph, hand, reaction(person)):
        return
    hand.choices = 0
    seek(table, graph, habits, walk, hand, hand.state, node, 0, 1)
    if hand.choices == 0:
        blindly(table, graph, habits, walk, person, hand, node)
        return
    perform(table, graph, habits, walk, person, hand, node, hand.choice[0])


@rule
def blindly(table, graph, habits, walk, person, hand, node):
    """Follow the path without checking the traps."""
    here, edge = node, next_on_path(graph, walk, node)
    begin(graph, habits.ways[SHORTEST], hand.errand, here, edge, 0)
    move(table, graph, hand, 0)
