"""Chad: tree search over its own actions and the opponent's reply, with predictions of the opponent's hand.

Draft: the card with the highest weight for its seat (card_weights.py).

Turn: a tree search (MCTS) over sequences of own actions. At a leaf the turn is completed greedily, and with each of
DEALS predicted hands (card_weights.py) the opponent replies greedily. The value is a linear evaluation of cards and
health on both sides (evaluation.py). Ends of the turn that are visited again get a tree of replies for each hand. The
value of a position is that of the best action tried there (turn_tree.py).

The idea is the original's; search, prediction, evaluation and weights are ours. All versions are played in the same
way, but only a draft allows predictions; otherwise hands are resampled uniformly.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.core.random import random_below, seed_stream
from ludus.games.locm.action_effects import PASS
from ludus.games.locm.bots.card_weight_draft import pick
from ludus.games.locm.bots.card_weights import CardWeights, fill_weights, predict_hidden
from ludus.games.locm.bots.evaluation import EvaluationWeights, evaluate, fill_evaluation_weights, play, play_greedily
from ludus.games.locm.bots.stored_turn_plan import MAX_PLAN_MOVES, TurnPlan, add_move, clear_plan, has_move, next_move
from ludus.games.locm.bots.turn_tree import MAX_NODES, TurnTreeNode, add_node, backpropagate, best_child, descend
from ludus.games.locm.state import BATTLE, DECK, HAND, State

DEALS = 4  # predicted hands
HALF_WIN_GAIN = 100.0  # an increase of the evaluation that has the value of half a win
MAX_MOVES = 256


class Params(Record):
    iterations: int64
    trust: int64  # visits that a node needs for the plan to continue there
    weights: CardWeights
    worth: EvaluationWeights


class Memory(Record):
    stream: uint64
    plan: TurnPlan


class Scratch(Record):
    moves: int64[MAX_MOVES]
    deals: State[DEALS]
    here: State  # in the own turn
    there: State  # in the opponent's turn
    before: int64  # evaluation of the position before the search
    used: int64
    path: int64[MAX_PLAN_MOVES]
    reply: int64[MAX_PLAN_MOVES]
    nodes: TurnTreeNode[MAX_NODES]


class Options(BotOptions, frozen=True):
    iterations: Annotated[int, Meta(ge=1, le=1_000_000, description="positions evaluated for each turn")] = 500


@rule
def begin(data, state, seed, params, memory, scratch):
    memory.stream = seed_stream(seed)
    clear_plan(memory.plan)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return pick(data, state, seat, params.weights)
    if not has_move(memory.plan, state):
        for k in range(DEALS):
            scratch.deals[k] = state
            predict_hidden(data, scratch.deals[k], seat, random_below(memory, 1 << 31), params.weights)
        scratch.before = evaluate(data, state, seat, params.worth)
        scratch.used = 0
        add_node(scratch, PASS, 1.0)
        for _ in range(params.iterations):
            search_turn(data, seat, params, scratch)
        store_plan(data, state, params, memory.plan, scratch)
    return next_move(memory.plan)


# Own turn


@rule
def search_turn(data, seat, params, scratch):
    """Evaluate one more position of the own turn, or one more reply to an end of it."""
    scratch.here = scratch.deals[0]  # all deals are equal until the turn ends
    path = ints_in(scratch.path)
    depth = descend(data, scratch.here, params, scratch, 0, 1.0, path)
    at = path[depth - 1]
    node = scratch.nodes[at]
    passed = depth > 1 and node.move == PASS
    if passed and node.visits > 0:
        search_reply(data, seat, params, scratch, at)
    else:
        if not passed:
            play_greedily(data, scratch.here, params.worth, ints_in(scratch.moves))
        node.value = value_after_replies(data, seat, params, scratch)
    backpropagate(scratch, path, depth, 1.0)


@rule
def value_after_replies(data, seat, params, scratch):
    """Return the value of an end of the turn: the mean over the predicted hands, each played greedily."""
    total = 0.0
    for k in range(DEALS):
        end_turn(data, seat, scratch, k)
        play_greedily(data, scratch.there, params.worth, ints_in(scratch.moves))
        total += leaf_value(data, scratch.there, seat, params, scratch)
    return total / DEALS


@rule
def end_turn(data, seat, scratch, k):
    """Begin the opponent's turn with one of the predicted hands.

    It draws one card, independent of its damage: if damage gave it cards, the search would avoid attacking.
    """
    scratch.there = scratch.here
    there = scratch.there
    if there.reason != 0:
        return
    foe, predicted = there.players[1 - seat], scratch.deals[k].players[1 - seat]
    for j in range(DECK):
        foe.deck[j] = predicted.deck[j]
        foe.order[j] = predicted.order[j]
    for j in range(HAND):
        foe.hand[j] = predicted.hand[j]
    foe.next_draw = 1
    play(data, there, PASS)


# Opponent's turn


@rule
def search_reply(data, seat, params, scratch, passed):
    """Evaluate one more position of the opponent's turn, with the hand that was searched least."""
    end = scratch.nodes[passed]
    if end.count == 0:
        if scratch.used + DEALS > MAX_NODES:
            return
        end.first = scratch.used
        end.count = DEALS
        for _ in range(DEALS):
            add_node(scratch, PASS, 1.0)
            scratch.nodes[scratch.used - 1].value = end.value
    root = int(end.first)
    for k in range(end.first, end.first + DEALS):
        if scratch.nodes[k].visits < scratch.nodes[root].visits:
            root = k
    end_turn(data, seat, scratch, root - end.first)
    path = ints_in(scratch.reply)
    depth = descend(data, scratch.there, params, scratch, root, -1.0, path)
    node = scratch.nodes[path[depth - 1]]
    if depth == 1 or node.move != PASS:
        play_greedily(data, scratch.there, params.worth, ints_in(scratch.moves))
    node.value = leaf_value(data, scratch.there, seat, params, scratch)
    backpropagate(scratch, path, depth, -1.0)
    total = 0.0
    for k in range(end.first, end.first + DEALS):
        total += scratch.nodes[k].value
    end.value = total / DEALS


@rule
def leaf_value(data, there, seat, params, scratch):
    if there.reason != 0:
        return 1.0 if there.winner == seat else -1.0
    change = float(evaluate(data, there, seat, params.worth) - scratch.before)
    return change / (HALF_WIN_GAIN + abs(change))


# Result


@rule
def store_plan(data, state, params, plan, scratch):
    """Store the best line of moves, as far as its nodes have enough visits; later moves are searched again."""
    clear_plan(plan)
    scratch.here = state
    at = best_child(scratch, scratch.nodes[0], 1.0)
    while at >= 0:
        node = scratch.nodes[at]
        add_move(plan, scratch.here, node.move)
        if node.move == PASS or node.visits < params.trust:
            return
        play(data, scratch.here, node.move)
        at = best_child(scratch, node, 1.0)


def fill(options, params) -> None:
    params.iterations = options.iterations
    params.trust = options.iterations // 20
    fill_weights(params.weights)
    fill_evaluation_weights(params.worth)


bot = BotSpec(
    name="chad",
    summary="tree search over its turn and the opponent's reply, with predicted hands",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source="Strategy Card Game AI Competition, agent Chad",
)
