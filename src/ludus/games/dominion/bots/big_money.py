"""Big Money: buys Silver, Gold and Province; optionally with one or two terminal Actions.

The usual baseline of Dominion bots. Victory cards are bought late: Provinces once it owns a Gold, Duchies when five
Provinces are left, Estates when two are left. `terminal` adds up to two copies of the best Action of the kingdom that
draws or attacks and gives no action; the second one when the deck has grown.
"""

# mypy: ignore-errors

import sys
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, int64, rule
from ludus.core.compiled_bot_spec import BotOptions, BotSpec
from ludus.games.dominion.base_set_card_numbers import (
    ABSENT,
    BANDIT,
    COUNCIL_ROOM,
    LIBRARY,
    MILITIA,
    MOAT,
    SMITHY,
    WITCH,
)
from ludus.games.dominion.bots.vdom_choices import EARL, choose_for_card
from ludus.games.dominion.bots.vdom_memory_and_lookups import (
    NONE,
    Scratch,
    VdomMemory,
    buy_or_stop,
    can_buy,
    reset_memory,
)
from ludus.games.dominion.moves import PLAY, STOP
from ludus.games.dominion.state import BUY_CARD, DUCHY, ESTATE, GOLD, PLAY_ACTION, PROVINCE, SILVER

DUCHIES, ESTATES = 5, 2  # Provinces left at which they are bought
SECOND = 16  # cards owned from which a second terminal is bought


class Options(BotOptions, frozen=True, forbid_unknown_fields=True):
    terminal: Annotated[bool, Meta(description="also buy the best Action that draws or attacks")] = True


class Params(Record):
    terminal: int64


@rule
def begin(data, state, seed, params, memory, scratch):
    reset_memory(data, seed, memory)


@rule(inline=True)
def choose(data, state, seat, params, memory, scratch):
    if state.asked == BUY_CARD:
        return buy_or_stop(data, state, memory, to_buy(data, state, seat, params, memory))
    if state.asked == PLAY_ACTION:
        slot = best_terminal(state, memory)
        return PLAY | slot if slot != NONE and state.players[seat].held[slot] != 0 else STOP
    return choose_for_card(data, state, seat, memory, scratch, EARL)


@rule
def to_buy(data, state, seat, params, memory):
    me, left = state.players[seat], state.supply[PROVINCE]
    if can_buy(data, state, PROVINCE) and (me.owned[GOLD] != 0 or left <= DUCHIES):
        return PROVINCE
    if left <= DUCHIES and can_buy(data, state, DUCHY):
        return DUCHY
    if left <= ESTATES and state.coins < 3 and can_buy(data, state, ESTATE):
        return ESTATE
    if can_buy(data, state, GOLD):
        return GOLD
    if params.terminal:
        slot = best_terminal(state, memory)
        if slot != NONE and can_buy(data, state, slot):
            wanted = 2 if me.cards >= SECOND else 1
            if me.owned[slot] < wanted:
                return slot
    return SILVER if can_buy(data, state, SILVER) else NONE


@rule
def best_terminal(state, memory):
    for kind in (WITCH, SMITHY, COUNCIL_ROOM, MILITIA, LIBRARY, BANDIT, MOAT):
        if memory.places[kind] != ABSENT:
            return memory.places[kind] + 0
    return NONE


def fill(options, params) -> None:
    params.terminal = int(options.terminal)


bot = BotSpec(
    name="big-money",
    summary="buys Silver, Gold, Province, and the best Action that draws or attacks",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=VdomMemory,
    params=Params,
    options=Options,
    fill=fill,
)
