"""In the manner of OneLaneIsEnough: all that a turn can come to, and of that what stands the opponent's attacks.

Draft: one tier list for both seats (card_weights.py).

Turn: combinations of summons, items and attacks are tried out, always from the most promising position on (worth.py)
and each position once, whatever the order of moves that leads there, until `nodes` of them are known. A killing
blow ends the search. Otherwise the best positions are looked at again as the opponent's creatures leave them, which
kill if they can and trade where it pays. What is left then decides, and whether the opponent is within reach.

The idea is the original's; search, evaluation and list are ours. The opponent's hand stays out of it. All versions are
played alike.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.core.bot import Bot, BotOptions
from ludus.core.memory import numbers_in
from ludus.games.locm.actions import PASS
from ludus.games.locm.bots.card_weights import TIERS, CardWeights, fill_weights
from ludus.games.locm.bots.turn_plan import TurnPlan, add_move, fingerprint, forget, has_move, next_move
from ludus.games.locm.bots.weighted import pick
from ludus.games.locm.bots.worth import WON, Worth, battle_moves, fill_worth, finish_turn, play, reach, standing
from ludus.games.locm.state import BATTLE, State

MOST_MOVES = 256
MOST_NODES = 4096
SLOTS = 2 * MOST_NODES  # of the hash table
LOOKED_AT_AGAIN = 100  # of the positions found
IN_REACH = 60  # for a kill in the next own turn, if nothing new comes in between
NEVER = -(1 << 60)


class Params(Record):
    nodes: int64
    weights: CardWeights
    worth: Worth


class Memory(Record):
    plan: TurnPlan


class Scratch(Record):
    moves: int64[MOST_MOVES]
    states: State[MOST_NODES + 1]  # one to try out a reply in
    values: int64[MOST_NODES]
    promises: int64[MOST_NODES]  # values of what is not yet tried out further
    parents: int64[MOST_NODES]
    made: int64[MOST_NODES]  # the move that led there
    next: int64[MOST_NODES]  # on the way that was chosen
    seen: int64[SLOTS]


class Options(BotOptions, frozen=True):
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES, description="positions tried out in a turn")] = 1000


@rule
def begin(table, state, seed, params, memory, scratch):
    forget(memory.plan)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return pick(table, state, TIERS, params.weights)
    if not has_move(memory.plan, state):
        scratch.states[0] = state
        count, killing = try_out(table, seat, params, scratch)
        end = killing if killing > 0 else best_end(table, seat, params, scratch, count)
        keep_plan(memory.plan, scratch, end)
    return next_move(memory.plan)


@rule
def try_out(table, seat, params, scratch):
    """Positions of this turn, from states[0] on. How many, and the one in which the opponent is dead, or 0."""
    moves = numbers_in(scratch.moves)
    for k in range(SLOTS):
        scratch.seen[k] = 0
    is_new(table, seat, params, scratch, 0)
    count = 1
    while True:
        at = highest(scratch.promises, count)
        if scratch.promises[at] == NEVER:
            return count, 0
        scratch.promises[at] = NEVER
        n = battle_moves(table, scratch.states[at], moves)
        for k in range(1, n):
            if count == params.nodes:
                return count, 0
            scratch.states[count] = scratch.states[at]
            play(table, scratch.states[count], moves[k])
            if is_new(table, seat, params, scratch, count):
                scratch.parents[count] = at
                scratch.made[count] = moves[k]
                if scratch.values[count] == WON:
                    return count, count
                count += 1


@rule
def is_new(table, seat, params, scratch, at):
    """Value a position, unless it has been reached before."""
    here = scratch.states[at]
    key = fingerprint(here, 0)
    slot = key % SLOTS
    while scratch.seen[slot] != 0:
        if scratch.seen[slot] == key:
            return False
        slot = (slot + 1) % SLOTS
    scratch.seen[slot] = key
    value = standing(table, here, seat, params.worth)
    scratch.values[at] = value
    scratch.promises[at] = value if here.reason == 0 else NEVER
    return True


@rule
def highest(values, count):
    at = 0
    for k in range(1, count):
        if values[k] > values[at]:
            at = k
    return at


@rule
def best_end(table, seat, params, scratch, count):
    """Of the positions with the highest values, the one that is best after the opponent's attacks."""
    best, choice = NEVER, 0
    for _ in range(min(count, LOOKED_AT_AGAIN)):
        at = highest(scratch.values, count)
        scratch.values[at] = NEVER
        value = after_reply(table, seat, params, scratch, at)
        if value > best:
            best, choice = value, at
    return choice


@rule
def after_reply(table, seat, params, scratch, at):
    """What the end of the turn is worth once the opponent's creatures have attacked; its hand stays closed."""
    scratch.states[MOST_NODES] = scratch.states[at]
    here = scratch.states[MOST_NODES]
    me, foe = here.players[seat], here.players[1 - seat]
    play(table, here, PASS)
    foe.hand_count = 0
    finish_turn(table, here, params.worth, numbers_in(scratch.moves))
    value = standing(table, here, seat, params.worth)
    if here.reason == 0 and reach(me, foe, 0) >= foe.health:
        value += IN_REACH
    return value


@rule
def keep_plan(plan, scratch, end):
    """The moves that lead to a position, and PASS."""
    forget(plan)
    after = end  # the tree knows the way back: turn it around
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
    fill_worth(params.worth)


bot = Bot(
    name="onelane",
    summary="tries out the combinations of its turn and keeps the end that stands the opponent's attacks best",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source="Strategy Card Game AI Competition, agent OneLaneIsEnough",
)
