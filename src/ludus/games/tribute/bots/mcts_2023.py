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
from ludus.core.bot import Bot
from ludus.core.memory import numbers_in
from ludus.games.tribute.bots import classic
from ludus.games.tribute.bots.classic import take_dice
from ludus.games.tribute.bots.drafting import Drafting
from ludus.games.tribute.bots.growth import Growth, add_child, best_child, is_full, keep_below, learn, plant, promising
from ludus.games.tribute.bots.heuristic import Weights, fill_weights, heuristic
from ludus.games.tribute.bots.searcher import (
    MOST_ITERATIONS,
    SOURCE,
    PublishedSearcherOptions,
    deadline,
    draft,
    fill_published_budget,
    has_time,
)
from ludus.games.tribute.bots.whole_moves import (
    Parts,
    allows_same,
    has_part,
    is_end,
    list_whole,
    next_part,
    play_whole,
    take_whole,
)
from ludus.games.tribute.moves import END_TURN, MOST_MOVES
from ludus.games.tribute.seeded import seed_state
from ludus.games.tribute.state import DRAFT_PATRON, State

SEED = 42
LOWEST, HIGHEST = -10_000.0, 40_000.0  # assumed range of the heuristic


class Options(PublishedSearcherOptions, frozen=True, forbid_unknown_fields=True):
    iterations: Annotated[int, Meta(ge=1, le=MOST_ITERATIONS, description="nodes to look at, for each move")] = 1000


class Params(Record):
    published: int64
    start: int64
    drafting: Drafting
    nanoseconds: int64
    iterations: int64
    weights: Weights


class Memory(Record):
    stream: uint64
    published: int64
    turn: int64  # turn of the tree; 0: there is no tree
    parts: Parts
    root: State  # predicted position
    tree: Growth


class Scratch(Record):
    moves: int64[MOST_MOVES]
    others: int64[MOST_MOVES]
    here: State


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(params, memory, seed)
    memory.turn = 0
    memory.parts.done = 0
    memory.parts.count = 0


@rule
def choose(table, state, seat, params, memory, scratch):
    moves = numbers_in(scratch.moves)
    if has_part(table, state, moves, memory.parts):
        return next_part(memory.parts)
    n = list_whole(table, state, moves)
    if state.asked == DRAFT_PATRON:
        return draft(params, memory, moves, n)
    if memory.turn != state.turn or not allows_same(table, memory.root, state, moves, numbers_in(scratch.others)):
        memory.root = state
        seed_state(table, memory.root, SEED)
        plant(memory.tree, n)
        memory.turn = state.turn
    if is_end(state, 0, n):
        return END_TURN
    search(table, params, memory, scratch)
    child = best_child(memory.tree)
    number = int(memory.tree.nodes[child].number)
    n = list_whole(table, memory.root, moves)
    move = take_whole(table, memory.root, moves, number, memory.parts)
    if not is_end(memory.root, number, n):
        list_whole(table, memory.root, moves)
        play_whole(table, memory.root, moves, number)
        keep_below(memory.tree, child)
    return move


@rule
def search(table, params, memory, scratch):
    tree, tries, until = memory.tree, 0, deadline(params)
    while has_time(params, until, tries) and not is_full(tree):
        scratch.here = memory.root
        leaf = descend(table, scratch.here, tree, numbers_in(scratch.moves))
        value = (heuristic(table, scratch.here, params.weights, 0) - LOWEST) / (HIGHEST - LOWEST)
        learn(tree, leaf, max(value, 0.0))
        tries += 1


@rule
def descend(table, here, tree, moves):
    """Descend to a node that is new or ends the turn, and make the moves on the path."""
    at = 0
    while True:
        n = list_whole(table, here, moves)
        node = tree.nodes[at]
        if node.visits == 0 and at != 0:
            node.moves = n
            return at
        child = add_child(tree, at) if node.seen < node.moves else promising(tree, at)
        number = tree.nodes[child].number
        if is_end(here, number, n):
            return child
        play_whole(table, here, moves, number)
        at = child


def fill(options, params) -> None:
    classic.fill_published(options, params, "mcts", SEED)
    fill_published_budget(options, params)
    fill_weights(params.weights)


bot = Bot(
    name="mcts-2023",
    summary="grows a tree over its own turn; as published",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    on_card=False,
    cheats=True,
    source=f"{SOURCE}MCTSBot",
)
