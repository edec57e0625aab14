"""MaxAgentsBot: buys the agents of the best tier.

The intended bot plays its cards first, in any order, then buys the best agent that it can pay for, otherwise makes a
random move. The published bot discards the card it would play, so buying comes first, and it considers contract agents
only if there is no other agent.
"""

# mypy: ignore-errors

import sys
import types

from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in
from ludus.games.tribute.bots.card_tier_lists import HAND_MADE
from ludus.games.tribute.bots.random_bots import random_answer, random_move
from ludus.games.tribute.bots.sot_bot_options_and_random import published_bot, roll, seed_generator, tiered_bot
from ludus.games.tribute.game_data_records import AGENT, CONTRACT_AGENT
from ludus.games.tribute.move_bits import ACTIVATE, BUY, PLAY, thing_of, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.state import FREE

NONE = -1


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    if state.asked != FREE:
        return random_answer(data, state, params, memory, scratch)
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    plays = count_plays(moves, n)
    if plays != 0:
        return moves[roll(memory, plays)]
    tiers = params.tiers
    first = best_agent(data, state, tiers, moves, n, AGENT)
    second = best_agent(data, state, tiers, moves, n, CONTRACT_AGENT)
    if first != NONE and (second == NONE or worth(data, state, tiers, first) >= worth(data, state, tiers, second)):
        return first
    return second if second != NONE else random_move(data, state, memory, scratch)


@rule
def choose_as_published(data, state, seat, params, memory, scratch):
    if state.asked != FREE:
        return random_answer(data, state, params, memory, scratch)
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    plays = count_plays(moves, n)
    if plays != 0:
        roll(memory, plays)
    move = best_agent(data, state, HAND_MADE, moves, n, AGENT)
    if move == NONE:
        move = best_agent(data, state, HAND_MADE, moves, n, CONTRACT_AGENT)
    return move if move != NONE else random_move(data, state, memory, scratch)


@rule
def count_plays(moves, n):
    """Number of plays and activations, which come first in the list."""
    plays = 0
    while plays < n and (verb_of(moves[plays]) == PLAY or verb_of(moves[plays]) == ACTIVATE):
        plays += 1
    return plays


@rule
def best_agent(data, state, tiers, moves, n, type):
    """Purchase of the best agent of a type; the first in the row on a tie."""
    best = NONE
    for k in range(n):
        if verb_of(moves[k]) == BUY and data.cards[state.card_of[thing_of(moves[k])]].type == type:
            if best == NONE or worth(data, state, tiers, moves[k]) > worth(data, state, tiers, best):
                best = moves[k] + 0
    return best


@rule(inline=True)
def worth(data, state, tiers, move):
    return data.tiers[tiers, state.card_of[thing_of(move)]]


PUBLISHED = types.SimpleNamespace(begin=begin, choose=choose_as_published)
BOTS = (
    published_bot("max-agents", PUBLISHED, "buys agents of the best tier, else any move", "MaxAgentsBot"),
    tiered_bot(
        "max-agents", sys.modules[__name__], "plays its cards, then buys agents of the best tier", "MaxAgentsBot"
    ),
)
