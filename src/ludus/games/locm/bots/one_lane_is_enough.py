"""OneLaneIsEnough: best-first search over its own turn, then the opponent's attacks on the best results.

Draft: one tier list for both seats (card_weights.py).

Turn: combinations of summons, items and attacks are searched, always from the position with the highest evaluation
(evaluation.py) and each position once, independent of the order of moves, until `nodes` positions are known. A killing
blow ends the search. Otherwise the best positions are evaluated again after the attacks of the opponent's creatures,
which kill if they can and trade if that is favourable. This evaluation decides, plus a bonus if the opponent can be
killed next turn.

The idea is the original's; search, evaluation and tier list are ours. The opponent's hand is ignored. All versions are
played in the same way.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.games.locm.action_effects import PASS
from ludus.games.locm.bots.card_weight_draft import pick
from ludus.games.locm.bots.card_weights import TIERS, CardWeights, fill_weights
from ludus.games.locm.bots.evaluation import (
    WIN_VALUE,
    EvaluationWeights,
    battle_moves,
    evaluate,
    fill_evaluation_weights,
    play,
    play_greedily,
    unguarded_damage,
)
from ludus.games.locm.bots.stored_turn_plan import TurnPlan, add_move, clear_plan, has_move, next_move, position_hash
from ludus.games.locm.state import BATTLE, State

MAX_MOVES = 256
MAX_NODES = 4096
HASH_SLOTS = 2 * MAX_NODES  # of the hash table
REPLY_CANDIDATES = 100  # number of positions evaluated after the opponent's attacks
KILL_THREAT_BONUS = 60  # bonus for a possible kill in the next own turn
LOWEST_VALUE = -(1 << 60)


class Params(Record):
    nodes: int64
    weights: CardWeights
    worth: EvaluationWeights


class Memory(Record):
    plan: TurnPlan


class Scratch(Record):
    moves: int64[MAX_MOVES]
    states: State[MAX_NODES + 1]  # the last one is for simulating a reply
    values: int64[MAX_NODES]
    promises: int64[MAX_NODES]  # values of positions not yet expanded
    parents: int64[MAX_NODES]
    made: int64[MAX_NODES]  # the move that led to the position
    next: int64[MAX_NODES]  # next position on the chosen line
    seen: int64[HASH_SLOTS]


class Options(BotOptions, frozen=True):
    nodes: Annotated[int, Meta(ge=1, le=MAX_NODES, description="positions tried in each turn")] = 1000


@rule
def begin(data, state, seed, params, memory, scratch):
    clear_plan(memory.plan)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return pick(data, state, TIERS, params.weights)
    if not has_move(memory.plan, state):
        scratch.states[0] = state
        count, killing = search_turn(data, seat, params, scratch)
        end = killing if killing > 0 else best_end(data, seat, params, scratch, count)
        store_plan(memory.plan, scratch, end)
    return next_move(memory.plan)


@rule
def search_turn(data, seat, params, scratch):
    """Search the positions of this turn from states[0]; return their number and a winning position, or 0."""
    moves = ints_in(scratch.moves)
    for k in range(HASH_SLOTS):
        scratch.seen[k] = 0
    is_new(data, seat, params, scratch, 0)
    count = 1
    while True:
        at = argmax(scratch.promises, count)
        if scratch.promises[at] == LOWEST_VALUE:
            return count, 0
        scratch.promises[at] = LOWEST_VALUE
        n = battle_moves(data, scratch.states[at], moves)
        for k in range(1, n):
            if count == params.nodes:
                return count, 0
            scratch.states[count] = scratch.states[at]
            play(data, scratch.states[count], moves[k])
            if is_new(data, seat, params, scratch, count):
                scratch.parents[count] = at
                scratch.made[count] = moves[k]
                if scratch.values[count] == WIN_VALUE:
                    return count, count
                count += 1


@rule
def is_new(data, seat, params, scratch, at):
    """Evaluate a position, unless it has been reached before; return whether it is new."""
    here = scratch.states[at]
    key = position_hash(here, 0)
    slot = key % HASH_SLOTS
    while scratch.seen[slot] != 0:
        if scratch.seen[slot] == key:
            return False
        slot = (slot + 1) % HASH_SLOTS
    scratch.seen[slot] = key
    value = evaluate(data, here, seat, params.worth)
    scratch.values[at] = value
    scratch.promises[at] = value if here.reason == 0 else LOWEST_VALUE
    return True


@rule
def argmax(values, count):
    at = 0
    for k in range(1, count):
        if values[k] > values[at]:
            at = k
    return at


@rule
def best_end(data, seat, params, scratch, count):
    """Return the position that is best after the opponent's attacks, among those with the highest values."""
    best, choice = LOWEST_VALUE, 0
    for _ in range(min(count, REPLY_CANDIDATES)):
        at = argmax(scratch.values, count)
        scratch.values[at] = LOWEST_VALUE
        value = value_after_reply(data, seat, params, scratch, at)
        if value > best:
            best, choice = value, at
    return choice


@rule
def value_after_reply(data, seat, params, scratch, at):
    """Evaluate an end of the turn after the attacks of the opponent's creatures, without its hand."""
    scratch.states[MAX_NODES] = scratch.states[at]
    here = scratch.states[MAX_NODES]
    me, foe = here.players[seat], here.players[1 - seat]
    play(data, here, PASS)
    foe.hand_count = 0
    play_greedily(data, here, params.worth, ints_in(scratch.moves))
    value = evaluate(data, here, seat, params.worth)
    if here.reason == 0 and unguarded_damage(me, foe, 0) >= foe.health:
        value += KILL_THREAT_BONUS
    return value


@rule
def store_plan(plan, scratch, end):
    """Store the moves that lead to a position, and PASS."""
    clear_plan(plan)
    after = end  # parents give the line backwards: reverse it
    scratch.next[end] = 0
    while after > 0:
        scratch.next[scratch.parents[after]] = after
        after = scratch.parents[after]
    at = 0
    while at != end:
        add_move(plan, scratch.states[at], scratch.made[scratch.next[at]])
        at = scratch.next[at]
    add_move(plan, scratch.states[end], PASS)


def fill(options, params) -> None:
    params.nodes = options.nodes
    fill_weights(params.weights)
    fill_evaluation_weights(params.worth)


bot = BotSpec(
    name="onelane",
    summary="searches the combinations of its turn for the result that is best after the opponent's attacks",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source="Strategy Card Game AI Competition, agent OneLaneIsEnough",
)
