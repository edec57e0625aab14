"""Coac of the Strategy Card Game AI Competition, which won the contests of 2019 and early 2020.

It picks by rank (coac_draft.py). In its turn it first checks whether its creatures can kill at once; if not, it
searches over its own summons, items and attacks on creatures, with the opponent's best reply (coac_search.py), in a
simplified model of the game (coac_model.py). Creatures that have not attacked by then attack the opponent.

The original reduces its depth after 190 ms. Here a number of model positions replaces the clock (`nodes`), so the
result is the same on every machine; the default exceeds what any recorded turn of the original needed.

    coac                 the rank lists of 2020
    coac:year=2019       the rank lists of its first contest
    coac:nodes=2000      weaker and faster

Version 1.5: cards are picked from the offers of offers.py; it ignores areas and the card drawn for every five health
lost, and expects no runes. Version 1.0: one lane with room for six creatures.
"""

# mypy: ignore-errors

import sys
from typing import Annotated, Literal

from msgspec import Meta

from ludus.core import Record, rule
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.games.locm.bots.coac_draft import Params, best_offer, fill_ranks
from ludus.games.locm.bots.coac_model import (
    ATTACK,
    DONE,
    ME,
    MINE,
    NO_CARD,
    NOTHING,
    PASS_CARD,
    SUMMON,
    can_kill,
    fill_model,
    make_move,
)
from ludus.games.locm.bots.coac_search import CoacSearch, best_move
from ludus.games.locm.bots.command_plan import (
    ATTACK_ORDER,
    NO_ID,
    SUMMON_ORDER,
    USE_ORDER,
    CommandPlan,
    add_order,
    clear_plan,
    is_planned,
    next_move,
    start_plan,
)
from ludus.games.locm.bots.offers import take_offered
from ludus.games.locm.bots.reply_writer import terminate_commands
from ludus.games.locm.state import ATTACKED, BATTLE


class Options(BotOptions, frozen=True):
    nodes: Annotated[int, Meta(ge=1, description="positions searched in one turn before the depth is reduced")] = (
        1_000_000
    )
    year: Annotated[Literal[2019, 2020], Meta(description="year of its rank lists for the draft")] = 2020


class Memory(Record):
    plan: CommandPlan


@rule
def begin(data, state, seed, params, memory, scratch):
    clear_plan(memory.plan)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.phase != BATTLE:
        return take_offered(data, state, best_offer(data, state, seat, params))
    plan = memory.plan
    if not is_planned(plan, state):
        plan_turn(data, state, params, plan, scratch)
    return next_move(data, state, plan)


@rule
def plan_turn(data, state, params, plan, search):
    start_plan(plan, state)
    setting, scene = search.setting, search.scenes[0]
    fill_model(data, state, setting, scene)
    if can_kill(setting, scene, ME):
        attack_with_all(setting, scene, plan)
        return
    search.seen = 0
    move = best_move(search, params.nodes)
    while move != NOTHING:
        make_move(setting, scene, move)
        order_move(setting, plan, move)
        if can_kill(setting, scene, ME):
            attack_with_first(state, scene, plan)
            break
        move = best_move(search, params.nodes)
    attack_with_all(setting, scene, plan)


@rule
def order_move(setting, plan, move):
    """Add a move to the plan; PASS_CARD has no command."""
    kind, subject, target = move & ~0xFFFF, setting.cards[move >> 8 & 255].id, (move & 255) - 1
    if kind == SUMMON:
        add_order(plan, SUMMON_ORDER, subject, target)
    elif kind != PASS_CARD:
        number = setting.cards[target].id if target != NO_CARD else NO_ID
        add_order(plan, ATTACK_ORDER if kind == ATTACK else USE_ORDER, subject, number)


@rule
def attack_with_first(state, scene, plan):
    """Let all creatures that were on the board at the start of the turn attack the opponent, even dead ones and those
    that have attacked."""
    me = state.players[state.mover]
    for k in range(me.board_count):
        if me.board[k].status & ATTACKED == 0:
            add_order(plan, ATTACK_ORDER, me.board[k].id, NO_ID)
            scene.bodies[me.hand_count + k].marks |= DONE


@rule
def attack_with_all(setting, scene, plan):
    """Let all creatures that have not attacked yet attack the opponent, even those that cannot."""
    for k in range(setting.count):
        body = scene.bodies[k]
        if body.place == MINE and body.marks & DONE == 0:
            add_order(plan, ATTACK_ORDER, setting.cards[k].id, NO_ID)


def fill(options: Options, params) -> None:
    params.nodes = options.nodes
    fill_ranks(options.year, params)


reply = terminate_commands

bot = BotSpec(
    name="coac",
    summary="drafts by rank; searches three moves deep, then the opponent's reply",
    rules=sys.modules[__name__],
    scratch=CoacSearch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    source="Strategy Card Game AI Competition, agent Coac",
)
