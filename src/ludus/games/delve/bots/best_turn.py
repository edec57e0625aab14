"""BestTurnBot: of all ways to play the turn the one that kills most, then leaves the least attack, then damages most.

The search is exact (turn_search.py). Among equals it takes the one that comes first: by default the one that shoots at
the most urgent enemies.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, int64, rule, specialise
from ludus.core.bot import Bot
from ludus.games.delve.bots import SOURCE, turn_search
from ludus.games.delve.bots.pickers import Picker, pick_node
from ludus.games.delve.bots.plans import Planner, begin_planning, goes_on, next_move
from ludus.games.delve.bots.scores import Fighting, FightingOptions, fill
from ludus.games.delve.bots.turns import Turn, Way, write_plan
from ludus.games.delve.state import PICK

STEP = 1 << 20  # more than any attack or any hit points of all enemies together
NOTHING = -1


class Scratch(Record):
    picker: Picker
    turn: Turn
    best: Way
    most: int64


@rule
def begin(table, state, seed, params, memory, scratch):
    begin_planning(memory, seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(table, state, params.picks, memory.nodes, scratch.picker)
    if not goes_on(table, state, memory.plan):
        scratch.most = NOTHING
        search_turn(table, state, params, scratch)
        write_plan(state, scratch.turn, scratch.best, memory.plan)
    return next_move(memory.plan)


@rule(inline=True)
def result(foes, whole, living, threat, total):
    """How good it is to leave so many of the enemies, so much attack, so many of their hit points."""
    return ((foes - living) * STEP + STEP - 1 - threat) * STEP + whole - total


@rule(inline=True)
def consider(table, state, params, scratch, depth):
    turn = scratch.turn
    value = result(turn.foes, turn.whole, turn.living[depth], turn.threat[depth], turn.total[depth])
    if value > scratch.most:
        scratch.most = value
        scratch.best = turn.way


search_turn = specialise(turn_search, consider=consider).search_turn

bot = Bot(
    name="best-turn",
    summary="the best of all ways to play the turn: kills, then attack left, then damage",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Planner,
    params=Fighting,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, BestTurnBot",
)
