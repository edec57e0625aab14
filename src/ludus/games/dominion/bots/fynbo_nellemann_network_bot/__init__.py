"""Bot of Fynbo and Nellemann: three evolved networks.

One network estimates how far the game has progressed. One rates every card that can be bought; the best is bought, or
nothing if its rating is below 0. Curses are never bought. One evaluates a turn and so finds the order of Actions, see
action_order_search.py. Actions are played as long as there are any. Choices of cards are made as Drew makes
them, except that Throne Room doubles the next card of the plan.

Mahlmann, Togelius and Yannakakis describe the bot in section IV.C but do not publish its networks. Those in
content/fynbo-nellemann.json were evolved by the study dominion-networks against Earl and Drew and are stronger. Those
in content/fynbo-nellemann-calibrated.json never met Earl or Drew; among their generations those were chosen that win as
often against Drew as the paper's player.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import rule
from ludus.core.compile.intrinsics import local_floats
from ludus.core.compiled_bot_spec import BotOptions
from ludus.games.dominion.bots.fynbo_nellemann_network_bot.action_order_search import STYLE, make_plan, only_action
from ludus.games.dominion.bots.fynbo_nellemann_network_bot.networks import (
    BUY_SIZE,
    NAME,
    PROGRESS_SIZE,
    ROUNDS,
    SHAPES,
    SHIPPED,
    UNKNOWN,
    Memory,
    Params,
    PlanScratch,
    buy_inputs,
    count_all,
    load_networks,
    number_cards,
    progress_inputs,
)
from ludus.games.dominion.bots.vdom_choices import choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import NONE, buy_or_stop, can_buy, first_in_hand, reset_memory
from ludus.games.dominion.game_data_records import ACTION_CARD
from ludus.games.dominion.moves import GAIN, PLAY, slot_of, verb_of
from ludus.games.dominion.state import BUY_CARD, CURSE, DOUBLE_ACTION, PLAY_ACTION, SLOTS, TAKE_LOOT
from ludus.search.network_bots import NetworkBot
from ludus.search.network_inference import MAX_NODES, NO_SIGNAL, activate_nodes, run_network, sum_steady_inputs

BUY_THRESHOLD = 0.0  # output below which nothing is bought


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    orders: Annotated[int, Meta(ge=1, le=720, description="orders of the Actions in hand to simulate")] = 12
    samples: Annotated[int, Meta(ge=1, le=10_000, description="random decks to simulate each order on")] = 20
    networks: Annotated[
        str | None,
        Meta(
            description="a file with its three networks; calibrated: shipped ones that never met Earl or Drew in "
            "training and win as often against Drew as the paper's player"
        ),
    ] = None


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_memory(data, seed, memory.book)
    number_cards(data, memory)
    count_all(data, state, memory)
    memory.turn = 0
    memory.stolen = 0
    for k in range(ROUNDS):
        memory.recent[k] = 0
    drop_plan(memory)


@rule
def choose(data, state, seat, params, memory, scratch):
    me, question = state.players[seat], state.asked
    if state.active == seat and memory.turn != me.turns + 1:
        note_turn(data, me, memory)
    if question == BUY_CARD:
        return buy_or_stop(data, state, memory.book, to_buy(data, state, seat, params, memory))
    if question == PLAY_ACTION:
        return PLAY | to_play(data, state, seat, params, memory, scratch)
    if question == DOUBLE_ACTION:
        return PLAY | to_double(data, me, memory)
    move = choose_for_card(data, state, seat, memory.book, scratch.helper, STYLE)
    if question == TAKE_LOOT and verb_of(move) == GAIN:
        memory.stolen += data.cards[slot_of(move)].coins
    return move


@rule
def note_turn(data, me, memory):
    """Update the memory at the beginning of an own turn with the gains of the last round."""
    dearest = 0
    for slot in range(SLOTS):
        if memory.turn != 0 and me.owned[slot] > memory.owned[slot]:
            dearest = max(dearest, data.cards[slot].cost)
        memory.owned[slot] = me.owned[slot]
    for k in range(ROUNDS - 1):
        memory.recent[k] = memory.recent[k + 1]
    memory.recent[ROUNDS - 1] = dearest
    memory.turn = me.turns + 1
    memory.stolen = 0
    drop_plan(memory)


@rule
def progress(data, state, seat, params):
    """Progress of the game, from 0 to 1."""
    inputs, sums, values = local_floats(PROGRESS_SIZE), local_floats(MAX_NODES), local_floats(MAX_NODES)
    progress_inputs(data, state, seat, inputs)
    run_network(params.progress, inputs, sums, values)
    return max(0.0, min(1.0, values[params.progress.outputs[0]]))


@rule
def to_buy(data, state, seat, params, memory):
    """Card with the highest rating; on a tie the most expensive, then the last."""
    inputs, sums, values = local_floats(BUY_SIZE), local_floats(MAX_NODES), local_floats(MAX_NODES)
    buy_inputs(data, state, seat, memory, progress(data, state, seat, params), inputs)
    sum_steady_inputs(params.buy, inputs, sums)
    best, most = NONE, BUY_THRESHOLD
    for slot in range(SLOTS):
        if slot != CURSE and can_buy(data, state, slot):
            card = memory.card[slot]
            activate_nodes(params.buy, sums, NO_SIGNAL if card == UNKNOWN else card, values)
            value = values[params.buy.outputs[0]]
            better = value > most
            if value == most:
                better = best == NONE or data.cards[slot].cost >= data.cards[best].cost
            if better:
                best, most = slot, value
    return best


@rule
def to_play(data, state, seat, params, memory, scratch):
    """Next card of the plan; a new plan if the hand has changed unexpectedly."""
    me = state.players[seat]
    slot = only_action(data, me)
    if slot != NONE:
        drop_plan(memory)
        return slot
    if not fits_plan(me, memory):
        make_plan(data, state, seat, params, memory, scratch, progress(data, state, seat, params))
        for k in range(SLOTS):
            memory.expected[k] = me.held[k]
    return next_planned(memory)


@rule
def to_double(data, me, memory):
    """After a Throne Room: the next card of the plan, or the first Action in hand."""
    if memory.plan_at < memory.plan_size and me.held[memory.plan[memory.plan_at]] != 0:
        return next_planned(memory)
    return first_in_hand(data, me, ACTION_CARD)


@rule
def fits_plan(me, memory):
    """Whether the rest of the plan was made for this hand."""
    if memory.plan_at >= memory.plan_size:
        return False
    for slot in range(SLOTS):
        if me.held[slot] != memory.expected[slot]:
            return False
    return True


@rule
def next_planned(memory):
    slot = memory.plan[memory.plan_at] + 0
    memory.plan_at += 1
    memory.expected[slot] -= 1
    return slot


@rule
def drop_plan(memory):
    memory.plan_size = 0
    memory.plan_at = 0


def fill(options, params) -> None:
    bot.write_networks(load_networks(bot.networks_file(options.networks)), params)
    bot.write_options(options, params)


bot = NetworkBot(
    name=NAME,
    summary="one evolved network chooses what it buys; another rates simulated orders of its Actions",
    rules=sys.modules[__name__],
    scratch=PlanScratch,
    memory=Memory,
    params=Params,
    options=Options,
    fill=fill,
    shapes=SHAPES,
    numbers=("orders", "samples"),
    inputs={"progress": progress_inputs},
    shipped=SHIPPED,
    source="Mahlmann, Togelius, Yannakakis: Evolving Card Sets Towards Balancing Dominion, section IV.C; "
    "after Fynbo and Nellemann",
)
