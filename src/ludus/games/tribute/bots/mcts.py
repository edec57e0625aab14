"""MCTS as intended: a tree over its own turn, on fair redeals, with random turns as rollouts.

The value of a move is the best result below it, as in the original, or the mean. The published bot loses the value of
its rollouts, see mcts_2023.py.
"""

# mypy: ignore-errors

import sys
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, float64, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import random_below
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import HeuristicWeights, fill_weights
from ludus.games.tribute.bots.patron_draft import DraftRanks
from ludus.games.tribute.bots.search_budget import (
    MAX_ITERATIONS,
    SOURCE,
    SearcherOptions,
    TurnClock,
    draft,
    fill_budget,
    has_time,
    stop_clock,
    turn_deadline,
)
from ludus.games.tribute.bots.sot_bot_options_and_random import seed_generator
from ludus.games.tribute.bots.turn_simulation import (
    MAX_TURN_MOVES,
    distinct,
    fresh_seed,
    play_move,
    play_random_turn,
    turn_value,
)
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.state import DRAFT_PATRON, FREE, RUNNING, State
from ludus.games.tribute.state_copy import copy_state
from ludus.search.mcts_tree import MAX_NODES, ROOT, SearchNode, best_move, grow, learn, look_up, most_promising, plant
from ludus.search.templates import mcts

MINE = 0  # the only seat in a tree over the bot's own turn
REDEALS = 64
nth_missing = rule(mcts.nth_missing)


class Options(SearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS, description="random turns to simulate, for each move")] = (
        400
    )
    backup: Annotated[
        Literal["max", "mean"], Meta(description="value of a move: the best result below it, or the mean")
    ] = "max"
    exploration: Annotated[float, Meta(ge=0, le=1000, description="exploration constant; values are 0 to 1")] = 1.4
    redeals: Annotated[int, Meta(ge=1, le=REDEALS, description="number of redeals of hidden cards")] = 1

    @property
    def keep_best(self) -> int:
        return int(self.backup == "max")


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    nanoseconds: int64
    by_turn: int64
    iterations: int64
    keep_best: int64
    redeals: int64
    exploration: float64
    weights: HeuristicWeights


class Memory(Record):
    stream: uint64
    published: int64
    clock: TurnClock


class Scratch(Record):
    moves: int64[MAX_MOVES]
    found: int64[MAX_MOVES]  # child node of each move
    line: int64[MAX_TURN_MOVES]
    path: int64[MAX_TURN_MOVES]
    count: int64  # number of nodes in use
    rewards: float64[1]
    centre: float64
    spread: float64
    here: State
    deals: State[REDEALS]
    nodes: SearchNode[MAX_NODES]


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.clock.turn = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, legal_moves(data, state, moves))
    if distinct(data, state, moves) == 1:
        return moves[0]
    for k in range(params.redeals):
        copy_state(scratch.deals[k], state)
        resample_hidden(data, scratch.deals[k], seat, fresh_seed(memory))
    set_scale(data, params, scratch)
    plant(scratch)
    tries, until = 0, turn_deadline(params, memory.clock, state)
    while has_time(params, until, tries):
        copy_state(scratch.here, scratch.deals[tries % params.redeals])
        length, drawn, over = descend(data, scratch.here, params, memory, scratch)
        if not over:
            _, more = play_random_turn(data, scratch.here, memory, scratch)
            drawn += more
        scratch.rewards[MINE] = reward(data, scratch.here, params, drawn, scratch)
        learn(scratch, length, params.keep_best)
        tries += 1
    stop_clock(params, memory.clock)
    return best_move(scratch, params.keep_best)


@rule
def descend(data, here, params, memory, scratch):
    """Descend to a new node or to the end of the turn.

    Returns:
        Length of the path, cards drawn, and whether the turn is over.
    """
    moves = ints_in(scratch.moves)
    scratch.path[0] = ROOT
    length, drawn, grown = 1, 0, False
    while not grown and length < MAX_TURN_MOVES and here.reason == RUNNING:
        n = distinct(data, here, moves)
        parent = scratch.path[length - 1]
        missing = look_up(scratch, parent, moves, n)
        if missing > 0 and scratch.count < MAX_NODES:
            k = nth_missing(scratch, random_below(memory, missing))
            child = grow(scratch, parent, moves[k], MINE)
            grown = True
        else:
            k = most_promising(scratch, n, params.exploration, params.keep_best)
            if k < 0:
                break  # the node pool is full and holds none of these moves
            child = scratch.found[k]
        scratch.path[length] = child
        length += 1
        if moves[k] == END_TURN:
            return length, drawn, True
        drawn += play_move(data, here, moves[k])
    return length, drawn, False


@rule
def reward(data, state, params, drawn, scratch):
    """Reward from 0 to 1: no gain gives 0.5, the largest gain of a single move 0.75."""
    gain = (turn_value(data, state, params.weights, drawn) - scratch.centre) / scratch.spread
    return 0.5 + 0.5 * gain / (1.0 + abs(gain))


@rule
def set_scale(data, params, scratch):
    """Set the reward scale by the value of the turn so far and by what each move adds to it."""
    moves = ints_in(scratch.moves)
    scratch.centre = turn_value(data, scratch.deals[0], params.weights, 0)
    spread = 1.0
    n = distinct(data, scratch.deals[0], moves)
    if scratch.deals[0].asked == FREE:
        n -= 1  # the last is the end of the turn
    for k in range(n):
        copy_state(scratch.here, scratch.deals[0])
        drawn = play_move(data, scratch.here, moves[k])
        spread = max(spread, abs(turn_value(data, scratch.here, params.weights, drawn) - scratch.centre))
    scratch.spread = spread


def fill(options, params) -> None:
    sot_bot_options_and_random.fill(options, params, "mcts")
    fill_budget(options, params)
    fill_weights(params.weights, file=options.weights, tiers=options.tiers)
    for name in ("keep_best", "redeals", "exploration"):
        setattr(params, name, getattr(options, name))


bot = BotSpec(
    name="mcts",
    summary="Monte Carlo tree search over its own turn, with random turns on redeals",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source=f"{SOURCE}MCTSBot",
)
