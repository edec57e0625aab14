"""The plan of a turn in the memory of a bot: moves that are played one after another.

A plan is followed as long as the position is the expected one.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint64
from ludus.core.compiled_bot_spec import StreamMemory
from ludus.games.delve.bots.node_pickers import seed_streams
from ludus.games.delve.combat import playable
from ludus.games.delve.moves import ALL_ENEMIES, END, played_kind, target_of

MAX_PLAN_CARDS = 8  # cards in a plan


class MovePlan(Record):
    encounter: int64
    turn: int64  # 0: there is no plan
    played: int64  # cards played in this encounter when the plan was made
    done: int64  # moves played
    count: int64  # moves in all
    moves: int64[MAX_PLAN_CARDS + 1]


class PlanningMemory(Record):
    """The memory of a bot that plans its turn."""

    stream: uint64
    nodes: StreamMemory
    plan: MovePlan


@rule
def reset_planning(memory, seed):
    """Reset the memory for a new game."""
    seed_streams(memory, seed)
    memory.plan.turn = 0
    memory.plan.count = 0
    memory.plan.done = 0


@rule
def start_plan(state, plan):
    """Start an empty plan at this position."""
    plan.encounter = state.encounter
    plan.turn = state.turn
    plan.played = state.played
    plan.done = 0
    plan.count = 0


@rule
def add_move(plan, move):
    """Append a move to the plan."""
    plan.moves[plan.count] = move
    plan.count += 1


@rule
def is_current(data, state, plan):
    """Return whether the next move of the plan belongs to this position."""
    if plan.turn != state.turn or plan.encounter != state.encounter or plan.done >= plan.count:
        return False
    if state.played != plan.played + plan.done:
        return False
    move = plan.moves[plan.done]
    if move == END:
        return True
    place = target_of(move)
    return playable(data, state, played_kind(move)) and (place == ALL_ENEMIES or state.enemies[place] > 0)


@rule
def next_move(plan):
    """Return the next move of the plan and advance it."""
    plan.done += 1
    return plan.moves[plan.done - 1] + 0
