"""How a player passes traps: observe, wait for the moment, go; then every key press is early or late."""

# mypy: ignore-errors

import math

from ludus.core import rule
from ludus.core.random import random_below
from ludus.design.levels.people.habits import SHORTEST_STYLE
from ludus.design.levels.people.hands import START_CHECKS, NO_STRATEGY, WAIT_EDGE, hold_nothing
from ludus.design.levels.people.moving import carry_out_move, next_on_path
from ludus.design.levels.people.noise import normal_noise, chance, timing_error, round_to_int
from ludus.design.levels.people.strategies import (
    CHECK_INTERVAL,
    best_start,
    check_starts,
    find_strategies,
    strategy_from,
)
from ludus.design.levels.proving.steering import NO_JUMP
from ludus.design.levels.proving.walking import SHORT_WAIT, begin_edge

MAX_CHECKS = 5  # observations of a trap that does not open, before the player goes anyway
MAX_HOLD = 40


@rule
def attempt(table, graph, habits, walk, book, person, hand, node, again):
    """Pass the next traps: observe, wait for the moment, go."""
    observed = reaction_ticks(person)
    if not hold_nothing(table, graph, hand, observed):
        return
    strategy = strategy_from(table, graph, habits, walk, book, hand, node)
    if strategy.size == NO_STRATEGY:
        follow_path_blindly(table, graph, habits, walk, person, hand, node)
        return
    wait = 0
    if not chance(person, person.haste):
        check_starts(table, graph, habits, walk, hand, hand.state, node, strategy)
        wait = best_start(hand)
        if chance(person, person.lapse):
            wait = wrong_start(person, hand, wait)
        if wait < 0:
            if again % MAX_CHECKS < MAX_CHECKS - 1:
                hold_nothing(table, graph, hand, START_CHECKS * CHECK_INTERVAL)  # then observe again
                return
            wait = random_below(person, START_CHECKS) * CHECK_INTERVAL
        ahead = person.drift * (observed + strategy.before)
        jump = person.sigma_jump if is_jump(graph, habits, strategy, 0) else 0.0
        wait += timing_error(person, math.sqrt(person.sigma * person.sigma + ahead * ahead + jump * jump))
    if hold_nothing(table, graph, hand, max(wait, 0)):
        perform_strategy(table, graph, habits, walk, person, hand, node, strategy)


@rule
def reaction_ticks(person):
    return max(round_to_int(person.delay + person.delay_spread * normal_noise(person)), 4)


@rule
def wrong_start(person, hand, right):
    """Start time that does not lead through; the right one if all do."""
    wrong = 0
    for k in range(START_CHECKS):
        wrong += 1 - hand.fine[k]
    skip = random_below(person, wrong) if wrong > 0 else 0
    for k in range(START_CHECKS):
        if hand.fine[k] == 0:
            if skip == 0:
                return k * CHECK_INTERVAL
            skip -= 1
    return right


@rule
def perform_strategy(table, graph, habits, walk, person, hand, node, strategy):
    """Carry out the moves of a strategy, with timing errors."""
    began, here, late = hand.state.tick + 0, node, 0
    for k in range(strategy.size):
        if late > 0 and not hold_nothing(table, graph, hand, late):
            return
        late = 0
        edge = strategy.edge[k]
        if k + 1 < strategy.size:
            late = start_error(graph, habits, person, hand, strategy, k + 1, began)
        if edge == WAIT_EDGE:
            late += SHORT_WAIT
            continue
        begin_edge(graph, habits.ways[strategy.way], hand.errand, here, edge, strategy.variant[k])
        if hand.errand.run_up != NO_JUMP:
            hold = hand.errand.hold + timing_error(person, person.sigma_jump)
            hand.errand.hold = min(max(hold, 1), MAX_HOLD)
        if not carry_out_move(table, graph, hand, max(-late, 0)):
            return
        here = graph.end[edge] + 0


@rule
def is_jump(graph, habits, strategy, k):
    edge = strategy.edge[k]
    if edge == WAIT_EDGE:
        return False
    return strategy.variant[k] > 0 or habits.ways[SHORTEST_STYLE].rows[graph.move[edge]].run_up != NO_JUMP


@rule
def start_error(graph, habits, person, hand, strategy, k, began):
    """Timing error of a move, in ticks; zero while running straight on."""
    before, edge = strategy.edge[k - 1], strategy.edge[k]
    jump = is_jump(graph, habits, strategy, k)
    if not jump and before != WAIT_EDGE and edge != WAIT_EDGE and continues_run(graph, before, edge):
        return 0
    drifted = person.drift * (hand.state.tick - began)
    extra = person.sigma_jump if jump else 0.0
    return timing_error(person, math.sqrt(person.sigma * person.sigma + drifted * drifted + extra * extra))


@rule
def continues_run(graph, before, edge):
    return graph.move[before] == graph.move[edge]


@rule
def escape_traps(table, graph, habits, walk, person, hand, node):
    """Escape from within traps without a plan: react first, then leave by any path that is open."""
    if not hold_nothing(table, graph, hand, reaction_ticks(person)):
        return
    hand.choices = 0
    find_strategies(table, graph, habits, walk, hand, hand.state, node, 0, 1)
    if hand.choices == 0:
        follow_path_blindly(table, graph, habits, walk, person, hand, node)
        return
    perform_strategy(table, graph, habits, walk, person, hand, node, hand.choice[0])


@rule
def follow_path_blindly(table, graph, habits, walk, person, hand, node):
    """Follow the path without checking the traps."""
    here, edge = node, next_on_path(graph, walk, node)
    begin_edge(graph, habits.ways[SHORTEST_STYLE], hand.errand, here, edge, 0)
    carry_out_move(table, graph, hand, 0)
