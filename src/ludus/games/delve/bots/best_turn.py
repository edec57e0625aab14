"""BestTurnBot: exhaustive search over one turn, for the most kills, then the least enemy attack left, then the most
damage.

The search is exact (templates/turn_search.py). Among equal results it takes the first one: by default the one that
targets the most urgent enemies. Where cards have other effects than damage, effect_turn_search.py searches instead.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, bind_template, int64, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.delve.bots import SOURCE
from ludus.games.delve.bots.card_scores import FightingOptions, FightingParams, fill
from ludus.games.delve.bots.effect_turn_search import EffectSearch, search_effect_lines, write_effect_plan
from ludus.games.delve.bots.node_pickers import PickerScratch, pick_node
from ludus.games.delve.bots.stored_turn_plan import PlanningMemory, is_current, next_move, reset_planning
from ludus.games.delve.bots.turn_search_steps import TurnLayout, TurnLine, write_plan
from ludus.games.delve.state import PICK
from ludus.games.delve.templates import turn_search

VALUE_RADIX = 1 << 20  # larger than the total attack or total hit points of all enemies
NO_VALUE = -1


class Scratch(Record):
    picker: PickerScratch
    turn: TurnLayout
    best: TurnLine
    most: int64
    effects: EffectSearch


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_planning(memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(data, state, params.picks, memory.nodes, scratch.picker)
    if not is_current(data, state, memory.plan):
        if data.extended:
            search_effect_lines(data, state, scratch.effects, 1, False)
            write_effect_plan(state, scratch.effects.kept[0], memory.plan)
        else:
            scratch.most = NO_VALUE
            search_turn(data, state, params, scratch)
            write_plan(state, scratch.turn, scratch.best, memory.plan)
    return next_move(memory.plan)


@rule(inline=True)
def turn_value(foes, whole, living, threat, total):
    """Return the value of a turn from the number of living enemies, their attack and their hit points after it."""
    return ((foes - living) * VALUE_RADIX + VALUE_RADIX - 1 - threat) * VALUE_RADIX + whole - total


@rule(inline=True)
def consider(data, state, params, scratch, depth):
    turn = scratch.turn
    value = turn_value(turn.foes, turn.whole, turn.living[depth], turn.threat[depth], turn.total[depth])
    if value > scratch.most:
        scratch.most = value
        scratch.best = turn.way


search_turn = bind_template(turn_search, consider=consider).search_turn

bot = BotSpec(
    name="best-turn",
    summary="exhaustive search over its turn: most kills, then least enemy attack left, then most damage",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=PlanningMemory,
    params=FightingParams,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, BestTurnBot",
)
