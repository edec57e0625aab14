"""RandomSimulationBot as published: random turns on a seeded state, with its faults.

- Its heuristic gives every own card the tier of the agent that it looked at last; it looks at the rival's after its
  own.
- A simulated turn ends by itself with a chance of 1 in 10,000 before each move.
- It makes a new plan after a draw and after every choice, and if the next move of a plan is not legal. If only the end
  of the turn is left then, the plan is empty, and the bot crashes when it reads its first move.
"""

# mypy: ignore-errors

import math
import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, local_ints, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import CRASHED, ILLEGAL_MOVE, BotSpec
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import (
    RANDOM_SIMULATION,
    HeuristicWeights,
    fill_weights,
    heuristic,
    tier,
)
from ludus.games.tribute.bots.multi_card_choices import MAX_PARTS, count_combined_moves, split_combined_move
from ludus.games.tribute.bots.patron_draft import DraftRanks
from ludus.games.tribute.bots.search_budget import (
    MAX_ITERATIONS,
    SOURCE,
    PublishedSearcherOptions,
    deadline,
    draft,
    fill_published_budget,
    has_time,
)
from ludus.games.tribute.bots.sot_bot_options_and_random import PUBLISHED_SEED, roll, seed_generator
from ludus.games.tribute.bots.turn_simulation import MAX_TURN_MOVES, play_move
from ludus.games.tribute.move_bits import END_TURN, PLAY, verb_of
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.resampling import reference_seeded_state
from ludus.games.tribute.state import DRAFT_PATRON, FREE, RUNNING, State
from ludus.games.tribute.state_copy import copy_state

EARLY_END = 10_000
NEW = 1 << 20  # flag on the first part of each move of a plan


class Options(PublishedSearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS, description="random turns to simulate")] = 1000


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    nanoseconds: int64
    iterations: int64
    weights: HeuristicWeights  # the card weight is 0, see own_cards
    card: int64


class Memory(Record):
    stream: uint64
    published: int64
    renew: int64  # 1: a new plan is needed
    turn: int64  # turn of the last move
    held: int64  # cards in hand after it if none is drawn
    done: int64
    count: int64
    plan: int64[MAX_TURN_MOVES]


class Scratch(Record):
    moves: int64[MAX_MOVES]
    line: int64[MAX_TURN_MOVES]
    deal: State
    trial: State


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.renew = 1
    memory.turn = 0
    memory.done = 0
    memory.count = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == DRAFT_PATRON:
        moves = ints_in(scratch.moves)
        return draft(params, memory, moves, legal_moves(data, state, moves))
    if state.picked != 0 and memory.done < memory.count and memory.plan[memory.done] < NEW:
        return next_move(state, memory)  # remaining cards of a choice
    if memory.turn == state.turn and state.players[seat].hand_size > memory.held:
        memory.renew = 1
    memory.turn = state.turn
    if memory.renew != 0:
        make_plan(data, state, params, memory, scratch)
        memory.renew = 0
    if memory.done == memory.count:
        memory.renew = 1
        return END_TURN if state.asked == FREE else ILLEGAL_MOVE
    if not is_legal(data, state, memory, scratch):
        make_plan(data, state, params, memory, scratch)
        if memory.count == 0:
            return CRASHED
    if state.asked != FREE:
        memory.renew = 1
    return next_move(state, memory)


@rule
def next_move(state, memory):
    move = memory.plan[memory.done] & (NEW - 1)
    memory.done += 1
    me = state.players[state.active]
    memory.held = me.hand_size - (1 if verb_of(move) == PLAY else 0)
    return move


@rule
def is_legal(data, state, memory, scratch):
    """Whether the next move of the plan, with all its parts, is legal here."""
    moves = ints_in(scratch.moves)
    copy_state(scratch.trial, state)
    k = memory.done + 0
    while k < memory.count and (k == memory.done or memory.plan[k] < NEW):
        move, listed = memory.plan[k] & (NEW - 1), False
        for j in range(legal_moves(data, scratch.trial, moves)):
            listed |= moves[j] == move
        if not listed:
            return False
        if move != END_TURN:
            play_move(data, scratch.trial, move)
        k += 1
    return True


@rule
def make_plan(data, state, params, memory, scratch):
    """Plan the best of many random turns."""
    copy_state(scratch.deal, state)
    reference_seeded_state(data, scratch.deal, PUBLISHED_SEED)
    memory.done = 0
    memory.count = 0
    most, tries, until = -math.inf, 0, deadline(params)
    while has_time(params, until, tries):
        copy_state(scratch.trial, scratch.deal)
        n, drawn = random_turn(data, scratch.trial, memory, scratch)
        value = heuristic(data, scratch.trial, params.weights, drawn) + own_cards(data, scratch.trial, params)
        if value > most:
            most = value
            memory.count = n
            for k in range(n):
                memory.plan[k] = scratch.line[k]
        tries += 1


@rule
def random_turn(data, trial, memory, scratch):
    """Play random moves, whole choices at a time; they are written to `line`.

    Returns:
        Number of moves, and number of cards drawn.
    """
    moves, parts = ints_in(scratch.moves), local_ints(MAX_PARTS)
    n, drawn = 0, 0
    while n < MAX_TURN_MOVES - MAX_PARTS and trial.reason == RUNNING:
        count = count_combined_moves(data, trial, moves)
        if trial.asked == FREE:
            count -= 1  # the last is the end of the turn
            if count == 0:
                break
            if roll(memory, EARLY_END) == 0:
                scratch.line[n] = END_TURN | NEW
                n += 1
                break
        size = split_combined_move(data, trial, moves, roll(memory, count), parts)
        for k in range(size):
            drawn += play_move(data, trial, parts[k])
            scratch.line[n] = parts[k] | NEW if k == 0 else parts[k]
            n += 1
    return n, drawn


@rule
def own_cards(data, state, params):
    """Value of own cards in the heuristic, with one tier for all: that of the last agent."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    if me.prestige >= params.weights.calm_below:
        return 0
    last = 0
    if rival.agent_count != 0:
        last = tier(data, state, params.weights, rival.agents[rival.agent_count - 1])
    elif me.agent_count != 0:
        last = tier(data, state, params.weights, me.agents[me.agent_count - 1])
    return params.card * last * (me.hand_size + state.played_size + me.cooldown_size + me.pile_size)


def fill(options, params) -> None:
    sot_bot_options_and_random.fill_published(options, params, "random-simulation")
    fill_published_budget(options, params)
    fill_weights(params.weights, RANDOM_SIMULATION)
    params.card, params.weights.card = int(params.weights.card), 0


bot = BotSpec(
    name="random-simulation-2023",
    summary="simulates random turns of its own and plays the best one; as published",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    runs_on_gpu=False,
    cheats=True,
    source=f"{SOURCE}RandomSimulationBot",
)
