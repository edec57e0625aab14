"""GreedyBot: plays the card with the highest score, again and again, until none is affordable.

card_scores.py scores cards: kills, then damage; among equals the cheapest, then the first in the deck.
"""

# mypy: ignore-errors

import sys

from ludus.core import Record, rule
from ludus.core.bot import Bot
from ludus.games.delve.bots import SOURCE
from ludus.games.delve.bots.dice import Dice, take_dice
from ludus.games.delve.bots.pickers import Picker, pick_node
from ludus.games.delve.bots.scores import NONE, Fighting, FightingOptions, at_its_best, fill, key_of, kind_in
from ludus.games.delve.fight import playable
from ludus.games.delve.moves import END
from ludus.games.delve.state import PICK


class Scratch(Record):
    picker: Picker


@rule
def begin(table, state, seed, params, memory, scratch):
    take_dice(memory, seed)


@rule
def choose(table, state, seat, params, memory, scratch):
    if state.asked == PICK:
        return pick_node(table, state, params.picks, memory.nodes, scratch.picker)
    return best_card(table, state, params.urgent)


@rule
def best_card(table, state, urgent):
    """Return the move that plays the card with the highest score; the end of the turn if no card is playable."""
    most = NONE
    for kind in range(table.kinds + 0):
        if playable(table, state, kind):
            most = max(most, key_of(table, state, kind, urgent))
    return at_its_best(table, state, kind_in(most), urgent) if most != NONE else END


bot = Bot(
    name="greedy-card",
    summary="plays the card that kills or else damages most, again and again",
    rules=sys.modules[__name__],
    scratch=Scratch,
    memory=Dice,
    params=Fighting,
    options=FightingOptions,
    fill=fill,
    source=f"{SOURCE}, GreedyBot",
)
