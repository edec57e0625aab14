"""A turn that has been decided: its moves are made one after another while the fight is where they belong."""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint64
from ludus.core.bot import Stream
from ludus.games.delve.bots.dice import take_dice
from ludus.games.delve.fight import playable
from ludus.games.delve.kinds import HAND
from ludus.games.delve.moves import END, EVERYBODY, kind_of, place_of


class Plan(Record):
    encounter: int64
    turn: int64  # 0: there is no plan
    played: int64  # cards in this encounter when it was made
    done: int64  # moves
    count: int64
    moves: int64[HAND + 1]


class Planner(Record):
    """The memory of a bot that plans its turn."""

    stream: uint64
    nodes: Stream
    plan: Plan


@rule
def begin_planning(memory, seed):
    """A new game."""
    take_dice(memory, seed)
    memory.plan.turn = 0
    memory.plan.count = 0
    memory.plan.done = 0


@rule
def new_plan(state, plan):
    """No moves yet, from here."""
    plan.encounter = state.encounter
    plan.turn = state.turn
    plan.played = state.played
    plan.done = 0
    plan.count = 0


@rule
def then(plan, move):
    """Another move."""
    plan.moves[plan.count] = move
    plan.count += 1


@rule
def goes_on(table, state, plan):
    """Whether this is the position for the next move of the plan."""
    if plan.turn != state.turn or plan.encounter != state.encounter or plan.done >= plan.count:
        return False
    if state.played != plan.played + plan.done:
        return False
    move = plan.moves[plan.done]
    if move == END:
        return True
    place = place_of(move)
    return playable(table, state, kind_of(move)) and (place == EVERYBODY or state.enemies[place] > 0)


@rule
def next_move(plan):
    """The next move of the plan."""
    plan.done += 1
    return plan.moves[plan.done - 1] + 0
