"""BestTurnBot: exhaustive search over one turn, for the most kills, then the least enemy attack left, then the most
damage.

The search is exact (templates/turn_search.py). Among equal results it takes the first one: by default the one that
targets the most urgent enemies.
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

STEP = 1 << 20  # larger than the total attack or total hit points of all enemies
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
    """Return the value of a turn from the number of living enemies, their attack and their hit points after it."""
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
    summary="exhaustive search over its turn: most kills, then least enemy attack left, then most damage",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Planner,
    params=Fighting,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, BestTurnBot",
)
