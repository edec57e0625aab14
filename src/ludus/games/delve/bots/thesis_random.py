"""RandomBot: a random affordable card on a random enemy; with fewer than three such cards it may end its turn instead.

Unlike `random`, which every game has, it does not end a turn while it has three playable cards.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, rule
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.random import random_below
from ludus.games.delve.bots import SOURCE
from ludus.games.delve.bots.node_pickers import (
    PickerScratch,
    PickingOptions,
    PickingParams,
    RandomStreams,
    fill,
    pick_node,
    seed_streams,
)
from ludus.games.delve.combat import playable
from ludus.games.delve.constants import TARGETED
from ludus.games.delve.moves import ALL_ENEMIES, END, play
from ludus.games.delve.state import PICK

FORCED_CARDS = 3  # playable cards with which the turn always goes on


class Scratch(Record):
    picker: PickerScratch


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_streams(memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(data, state, params.picks, memory.nodes, scratch.picker)
    cards = 0
    for kind in range(data.kinds + 0):
        if playable(data, state, kind):
            cards += state.hand[kind]
    left = random_below(memory, cards if cards >= FORCED_CARDS else cards + 1)
    for kind in range(data.kinds + 0):
        if playable(data, state, kind):
            left -= state.hand[kind]
            if left < 0:
                return play(kind, _random_target(data, state, kind, memory))
    return END


@rule
def _random_target(data, state, kind, memory):
    if data.cards[kind].category != TARGETED:
        return ALL_ENEMIES
    size, living = data.foes[state.encounter].size, 0
    for place in range(size + 0):
        if state.enemies[place] > 0:
            living += 1
    left = random_below(memory, living)
    for place in range(size + 0):
        if state.enemies[place] > 0:
            if left == 0:
                return place
            left -= 1
    return ALL_ENEMIES  # unreachable: a fight has a living enemy


bot = BotSpec(
    name="thesis-random",
    summary="a random card on a random enemy; may end its turn when fewer than three cards can be played",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=RandomStreams,
    params=PickingParams,
    options=PickingOptions,
    fill=fill,
    source=f"{SOURCE}, RandomBot",
)
