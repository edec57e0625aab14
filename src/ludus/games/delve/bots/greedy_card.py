"""GreedyBot: plays the card with the highest score, again and again, until none is affordable.

card_scores.py scores cards: kills, then damage; among equals the cheapest, then the first in the deck. Where cards have
other effects, effect_values.py scores them.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.games.delve.bots import SOURCE
from ludus.games.delve.bots.card_scores import (
    NO_CARD,
    FightingOptions,
    FightingParams,
    best_play,
    card_key,
    fill,
    kind_of_key,
)
from ludus.games.delve.bots.effect_values import best_effect_card
from ludus.games.delve.bots.node_pickers import PickerScratch, RandomStreams, pick_node, seed_streams
from ludus.games.delve.combat import playable
from ludus.games.delve.moves import END
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
    if data.extended:
        return best_effect_card(data, state, scratch)
    return best_card(data, state, params.urgent)


@rule
def best_card(data, state, urgent):
    """Return the move that plays the card with the highest score; the end of the turn if no card is playable."""
    most = NO_CARD
    for kind in range(data.kinds + 0):
        if playable(data, state, kind):
            most = max(most, card_key(data, state, kind, urgent))
    return best_play(data, state, kind_of_key(most), urgent) if most != NO_CARD else END


bot = BotSpec(
    name="greedy-card",
    summary="plays a card that kills, else the card with the most damage, until its turn ends",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=RandomStreams,
    params=FightingParams,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, GreedyBot",
)
