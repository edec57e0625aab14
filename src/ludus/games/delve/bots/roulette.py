"""RouletteBot: the card with the highest score half of the time, the second best half as often, and so on.

With five playable cards the probabilities are 50, 25, 12.5, 6.25 and 6.25 %. With fewer, the last card gets the rest.
Copies of a card count separately.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, local_ints, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import random_below
from ludus.games.delve.bots import SOURCE
from ludus.games.delve.bots.card_scores import (
    KEY_RADIX,
    FightingOptions,
    FightingParams,
    best_play,
    card_key,
    fill,
    kind_of_key,
)
from ludus.games.delve.bots.effect_values import best_effect_place, card_gain
from ludus.games.delve.bots.node_pickers import PickerScratch, RandomStreams, pick_node, seed_streams
from ludus.games.delve.combat import playable
from ludus.games.delve.constants import MAX_HAND
from ludus.games.delve.moves import END, play
from ludus.games.delve.state import PICK, State


class Scratch(Record):
    picker: PickerScratch
    trial: State


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_streams(memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(data, state, params.picks, memory.nodes, scratch.picker)
    ranked = local_ints(MAX_HAND)
    cards = _rank_cards(data, state, params.urgent, ranked, scratch)
    if cards == 0:
        return END
    at = 0
    while at < cards - 1 and random_below(memory, 2) == 1:
        at += 1
    kind = kind_of_key(ranked[at])
    if data.extended:
        return play(kind, best_effect_place(data, state, kind, scratch))
    return best_play(data, state, kind, params.urgent)


@rule
def _rank_cards(data, state, urgent, ranked, scratch):
    """Write the playable cards to `ranked`, the best first, and return their number.

    Where cards have effects beyond the thesis, those that are of no use are left out.
    """
    cards = 0
    for kind in range(data.kinds + 0):
        if not playable(data, state, kind):
            continue
        if data.extended:
            gain = card_gain(data, state, kind, best_effect_place(data, state, kind, scratch), scratch)
            if gain <= 0:
                continue
            key = gain * KEY_RADIX + KEY_RADIX - 1 - kind
        else:
            key = card_key(data, state, kind, urgent)
        for _ in range(state.hand[kind]):
            at = cards
            while at > 0 and ranked[at - 1] < key:
                ranked[at] = ranked[at - 1]
                at -= 1
            ranked[at] = key
            cards += 1
    return cards


bot = BotSpec(
    name="roulette",
    summary="the best card half of the time, the second best a quarter, and so on",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=RandomStreams,
    params=FightingParams,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, RouletteBot",
)
