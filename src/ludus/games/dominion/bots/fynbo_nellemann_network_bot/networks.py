"""Networks of the Fynbo-Nellemann bot: their shapes and files, the records that the bot works on, and their inputs.

Mahlmann, Togelius and Yannakakis list the inputs of two networks in section IV.C: the one that buys, and the one that
evaluates a turn. A third one estimates the progress of the game, but its inputs are not given; here they are public
numbers about the approaching end. Every input is between 0 and 1. Custom cards have no inputs.
"""

# mypy: ignore-errors

from __future__ import annotations

from pathlib import Path

from ludus.core import Record, int16, int64, rule, uint8
from ludus.core.structured_records import RecordType
from ludus.games.dominion.base_set_card_numbers import (
    ABSENT,
    BUREAUCRAT,
    CHANCELLOR,
    CHAPEL,
    COUNCIL_ROOM,
    KINDS,
    MILITIA,
    MINE,
    MONEYLENDER,
    REMODEL,
    SPY,
    WITCH,
)
from ludus.games.dominion.bots.vdom_memory_and_lookups import Scratch, VdomMemory
from ludus.games.dominion.card_file import CONTENT
from ludus.games.dominion.effect_grammar import BASIC_CARDS
from ludus.games.dominion.game_data_records import TREASURE
from ludus.games.dominion.state import KINGDOM, PROVINCE, SLOTS, State
from ludus.search.network_bots import NetworkShape, NetworkSpec
from ludus.search.network_files import read_networks

CARDS = (*BASIC_CARDS, *KINDS)  # cards that the networks know, by number
UNKNOWN = 255  # number of a custom card
PROGRESS = ("provinces", "smallest pile", "second pile", "third pile", "turn", "gained")
GENERAL = ("recent gains", "own coins", "others' coins", "progress")
EACH_CARD = ("in game", "pile", "own", "others'")
BUY = (*GENERAL, *(f"{name}: {what}" for name in CARDS for what in EACH_CARD))
BUY_SIGNALS = tuple(f"{name}: asked" for name in CARDS)
STATE = (
    "buys",
    "coins",
    "Militia",
    "Witch",
    "Bureaucrat",
    "stolen",
    "Spy",
    "Remodel",
    "Chapel",
    "Chancellor",
    "Council Room",
    "Mine",
    "Moneylender",
    "gains",
    "progress",
    "bias",
)
BUY_SIZE, STATE_SIZE, PROGRESS_SIZE = len(BUY), len(STATE), len(PROGRESS)
COUNTED = (MILITIA, WITCH, BUREAUCRAT), (SPY, REMODEL, CHAPEL, CHANCELLOR, COUNCIL_ROOM, MINE, MONEYLENDER)

# Scales of the inputs; larger values count as 1
PILE, TURNS, GAINED, COST = 10.0, 40.0, 40.0, 8.0
BUYS, COINS, PLAYS, STOLEN, GAINS = 4.0, 16.0, 3.0, 6.0, 12.0
COINS_PER_CARD = 3.0
ROUNDS = 3  # rounds over which recent gains are averaged
NAME = "fynbo-nellemann"
FILE = CONTENT / f"{NAME}.json"
SHIPPED = {"": FILE, "calibrated": CONTENT / f"{NAME}-calibrated.json"}  # by the option `networks`
MAX_PLANNED_ACTIONS = 8  # most Actions of a plan
SHAPES = {
    "progress": NetworkShape(PROGRESS, (), ("how far",), nodes=12, links=96),
    "buy": NetworkShape(BUY, BUY_SIGNALS, ("worth",), nodes=24, links=512),
    "state": NetworkShape(STATE, (), ("value",), nodes=16, links=160),
}
Params = RecordType(
    "FynboParams",
    (Record,),
    {"__annotations__": {**{name: shape.record for name, shape in SHAPES.items()}, "orders": int64, "samples": int64}},
)


class Memory(Record):
    book: VdomMemory
    card: uint8[SLOTS]  # number among the cards that the networks know
    total: uint8[SLOTS]  # copies in the game
    turn: int16  # own turn of the following fields, from 1
    owned: uint8[SLOTS]  # cards owned at its beginning
    recent: int16[ROUNDS]  # cost of the most expensive card gained in each of the last rounds
    stolen: int16  # coins of Treasures gained by Thief in this turn
    plan: uint8[MAX_PLANNED_ACTIONS]  # Actions in the planned order
    plan_size: int16
    plan_at: int16
    expected: uint8[SLOTS]  # hand for which the rest of the plan was made


class PlanScratch(Record):
    deal: State  # the position, with hidden cards resampled
    trial: State
    mind: VdomMemory  # for own choices in a simulation
    others: VdomMemory  # for choices of other players
    helper: Scratch
    stolen: int64  # Treasures gained by Thief in a simulation


def load_networks(file: str | Path) -> dict[str, NetworkSpec]:
    """The three networks of a file."""
    return read_networks(file, "dominion", NAME, SHAPES)


@rule
def number_cards(data, memory):
    """Find the number of each slot's card among those that the networks know."""
    for slot in range(SLOTS):
        kind = data.cards[slot].kind
        memory.card[slot] = slot if slot < KINGDOM else UNKNOWN if kind >= len(KINDS) else KINGDOM + kind


@rule
def count_all(data, state, memory):
    """Count all copies of each card in the game; this never changes."""
    for slot in range(SLOTS):
        n = state.supply[slot] + state.trash[slot]
        for seat in range(data.seats):
            n += state.players[seat].owned[slot]
        memory.total[slot] = n


@rule
def progress_inputs(data, state, seat, inputs):
    """Provinces, the three smallest other piles, own turns, and cards gained by the average player."""
    inputs[0] = clipped_ratio(state.supply[PROVINCE], 8.0 if data.seats == 2 else 12.0)
    first, second, third = 255, 255, 255
    for slot in range(SLOTS):
        if slot != PROVINCE:
            left = state.supply[slot] + 0
            if left < first:
                first, second, third = left, first, second
            elif left < second:
                second, third = left, second
            elif left < third:
                third = left
    inputs[1], inputs[2], inputs[3] = (
        clipped_ratio(first, PILE),
        clipped_ratio(second, PILE),
        clipped_ratio(third, PILE),
    )
    inputs[4] = clipped_ratio(state.players[seat].turns, TURNS)
    cards = 0
    for other in range(data.seats):
        cards += state.players[other].cards - 10
    inputs[5] = clipped_ratio(cards, GAINED * data.seats)


@rule
def buy_inputs(data, state, seat, memory, progress, inputs):
    """General inputs, and four numbers for every card; the fifth is its signal."""
    for k in range(BUY_SIZE):
        inputs[k] = 0.0
    recent = 0
    for k in range(ROUNDS):
        recent += memory.recent[k]
    inputs[0] = clipped_ratio(recent, COST * ROUNDS)
    mine, cards = state.players[seat], 0
    inputs[1] = clipped_ratio(coins_of(data, mine), COINS_PER_CARD * max(mine.cards, 1))
    coins = 0
    for other in range(data.seats):
        if other != seat:
            coins += coins_of(data, state.players[other])
            cards += state.players[other].cards
    inputs[2] = clipped_ratio(coins, COINS_PER_CARD * max(cards, 1))
    inputs[3] = progress
    for slot in range(SLOTS):
        card = memory.card[slot]
        if card != UNKNOWN:
            at = len(GENERAL) + len(EACH_CARD) * card
            others = 0
            for other in range(data.seats):
                if other != seat:
                    others += state.players[other].owned[slot]
            total = float(max(memory.total[slot], 1))
            inputs[at] = 1.0
            inputs[at + 1] = state.supply[slot] / total
            inputs[at + 2] = mine.owned[slot] / total
            inputs[at + 3] = others / total


@rule
def coins_of(data, player):
    """Total coins of a player's Treasures."""
    coins = 0
    for slot in range(SLOTS):
        if player.owned[slot] != 0 and data.cards[slot].types & TREASURE:
            coins += player.owned[slot] * data.cards[slot].coins
    return coins


@rule
def state_inputs(data, state, seat, memory, stolen, progress, inputs):
    """Inputs for the turn so far, at the beginning of the buy phase. Cards in play count as played."""
    inputs[0] = clipped_ratio(state.buys - 1, BUYS)
    inputs[1] = clipped_ratio(state.coins, COINS)
    places = memory.book.places
    at = 2
    for kind in COUNTED[0]:
        inputs[at] = clipped_ratio(in_play(state, places[kind]), PLAYS)
        at += 1
    inputs[at] = clipped_ratio(stolen, STOLEN)
    at += 1
    for kind in COUNTED[1]:
        inputs[at] = clipped_ratio(in_play(state, places[kind]), PLAYS)
        at += 1
    inputs[at] = clipped_ratio(gains(data, state.players[seat], memory), GAINS)
    inputs[at + 1] = progress
    inputs[at + 2] = 1.0


@rule(inline=True)
def in_play(state, slot):
    return 0 if slot == ABSENT else state.in_play[slot] + 0


@rule
def gains(data, me, memory):
    """Total cost of the cards gained since the beginning of the turn."""
    total = 0
    for slot in range(SLOTS):
        if me.owned[slot] > memory.owned[slot]:
            total += (me.owned[slot] - memory.owned[slot]) * data.cards[slot].cost
    return total


@rule(inline=True)
def clipped_ratio(value, most):
    """Ratio of a number to its scale, clipped to 0 to 1."""
    return max(0.0, min(1.0, value / most))
