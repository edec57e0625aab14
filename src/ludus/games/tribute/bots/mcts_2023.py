"""MCTSBot as published: a tree over its own turn on a seeded state; nodes are evaluated themselves, not by rollouts.

After each new node the original plays a random turn, but then returns the heuristic of the node itself. These rollouts
have no effect and are left out here: an iteration is a node. The value of a move is the greatest value below it. All
values lie close together between 0 and 1, and the exploration constant is sqrt(2), so the tree grows almost evenly. It
is reused while the next position allows the same moves as the predicted one.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.tribute.bots import sot_bot_options_and_random
from ludus.games.tribute.bots.heuristic_evaluation import HeuristicWeights, fill_weights, heuristic
from ludus.games.tribute.bots.mcts_2023_tree import (
    MaxTree,
    add_child,
    backpropagate,
    best_child,
    is_full,
    reroot,
    reset_tree,
    select_child,
)
from ludus.games.tribute.bots.multi_card_choices import (
    PendingParts,
    count_combined_moves,
    ends_turn,
    has_pending_part,
    has_same_moves,
    next_part,
    play_combined_move,
    start_combined_move,
)
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
from ludus.games.tribute.bots.sot_bot_options_and_random import seed_generator
from ludus.games.tribute.move_bits import END_TURN
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.resampling import reference_seeded_state
from ludus.games.tribute.state import DRAFT_PATRON, State
from ludus.games.tribute.state_copy import copy_state

SEED = 42
LOWEST, HIGHEST = -10_000.0, 40_000.0  # assumed range of the heuristic


class Options(PublishedSearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MAX_ITERATIONS, description="nodes to expand, for each move")] = 1000


class Params(Record):
    published: int64
    start: int64
    drafting: DraftRanks
    nanoseconds: int64
    iterations: int64
    weights: HeuristicWeights


class Memory(Record):
    stream: uint64
    published: int64
    turn: int64  # turn of the tree; 0: there is no tree
    parts: PendingParts
    root: State  # predicted position
    tree: MaxTree


class Scratch(Record):
    moves: int64[MAX_MOVES]
    others: int64[MAX_MOVES]
    here: State


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    memory.turn = 0
    memory.parts.done = 0
    memory.parts.count = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    if has_pending_part(data, state, moves, memory.parts):
        return next_part(memory.parts)
    n = count_combined_moves(data, state, moves)
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    if memory.turn != state.turn or not has_same_moves(data, memory.root, state, moves, ints_in(scratch.others)):
        copy_state(memory.root, state)
        reference_seeded_state(data, memory.root, SEED)
        reset_tree(memory.tree, n)
        memory.turn = state.turn
    if ends_turn(state, 0, n):
        return END_TURN
    search(data, params, memory, scratch)
    child = best_child(memory.tree)
    number = int(memory.tree.nodes[child].number)
    n = count_combined_moves(data, memory.root, moves)
    move = start_combined_move(data, memory.root, moves, number, memory.parts)
    if not ends_turn(memory.root, number, n):
        count_combined_moves(data, memory.root, moves)
        play_combined_move(data, memory.root, moves, number)
        reroot(memory.tree, child)
    return move


@rule
def search(data, params, memory, scratch):
    tree, tries, until = memory.tree, 0, deadline(params)
    while has_time(params, until, tries) and not is_full(tree):
        copy_state(scratch.here, memory.root)
        leaf = descend(data, scratch.here, tree, ints_in(scratch.moves))
        value = (heuristic(data, scratch.here, params.weights, 0) - LOWEST) / (HIGHEST - LOWEST)
        backpropagate(tree, leaf, max(value, 0.0))
        tries += 1


@rule
def descend(data, here, tree, moves):
    """Descend to a node that is new or ends the turn, and make the moves on the path."""
    at = 0
    while True:
        n = count_combined_moves(data, here, moves)
        node = tree.nodes[at]
        if node.visits == 0 and at != 0:
            node.moves = n
            return at
        child = add_child(tree, at) if node.seen < node.moves else select_child(tree, at)
        number = tree.nodes[child].number
        if ends_turn(here, number, n):
            return child
        play_combined_move(data, here, moves, number)
        at = child


def fill(options, params) -> None:
    sot_bot_options_and_random.fill_published(options, params, "mcts", SEED)
    fill_published_budget(options, params)
    fill_weights(params.weights)


bot = BotSpec(
    name="mcts-2023",
    summary="Monte Carlo tree search over its own turn; as published",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    runs_on_gpu=False,
    cheats=True,
    source=f"{SOURCE}MCTSBot",
)
