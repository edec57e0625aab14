"""MaxPrestigeBot: looks two of its own moves ahead for the highest sum of prestige and power.

Every pair of moves is evaluated. One of the best pairs is chosen at random, uniformly, and its first move is played. A
choice of several cards is one move. The bot never ends a turn while another move is left.

The published bot simulates its moves on the true game, so it knows which cards it will draw and which enter the row:
it is declared as cheating. The intended bot simulates them on a redeal.

Of a choice with more than MAX_LISTED_MOVES combinations only the first are considered.
"""

# mypy: ignore-errors

import sys
import types

import numpy as np

from ludus.core import Record, int64, rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.random import xorshift_step
from ludus.games.tribute.bots.multi_card_choices import (
    NONE,
    CardAnswer,
    asks_for_cards,
    count_combinations,
    list_offered_cards,
    next_answer_move,
    set_answer,
)
from ludus.games.tribute.bots.random_bots import random_answer
from ludus.games.tribute.bots.sot_bot_options_and_random import intended_bot, published_bot, roll, seed_generator
from ludus.games.tribute.move_bits import END_TURN, PICK, STOP, thing_bits
from ludus.games.tribute.moves import MAX_MOVES, legal_moves
from ludus.games.tribute.resampling import resample_hidden
from ludus.games.tribute.rules import apply
from ludus.games.tribute.state import DRAFT_PATRON, FREE, RUNNING, State
from ludus.games.tribute.state_copy import copy_state

MAX_LISTED_MOVES = 16384
FIRST, SECOND = 0, 1


class Ply(Record):
    """Moves of one position."""

    here: State
    trial: State  # for `list_offered_cards`
    count: int64
    cards: int64  # number of offered cards
    moves: int64[MAX_MOVES]
    offer: int64[MAX_MOVES]
    answer: CardAnswer


class Scratch(Record):
    moves: int64[MAX_MOVES]
    offer: int64[MAX_MOVES]
    trial: State
    plies: Ply[2]
    highest: int64[MAX_LISTED_MOVES]  # per first move: best result,
    tickets: int64[MAX_LISTED_MOVES]  # and in how many ways it is reached


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)


@rule
def choose(data, state, seat, params, memory, scratch):
    copy_state(scratch.plies[FIRST].here, state)
    memory.stream = xorshift_step(memory.stream)
    resample_hidden(data, scratch.plies[FIRST].here, seat, np.int64(memory.stream >> np.uint64(1)))
    return best(data, state, seat, params, memory, scratch)


@rule
def choose_as_published(data, state, seat, params, memory, scratch):
    copy_state(scratch.plies[FIRST].here, state)
    return best(data, state, seat, params, memory, scratch)


@rule
def best(data, state, seat, params, memory, scratch):
    """Choose by the position stored in the first ply."""
    if state.asked == DRAFT_PATRON:
        return random_answer(data, state, params, memory, scratch)
    if state.picked != 0 and asks_for_cards(state):
        move = next_answer_move(data, state, memory.answer, ints_in(scratch.moves))
        return move if move != NONE else random_answer(data, state, params, memory, scratch)
    first = scratch.plies[FIRST]
    list_moves(data, first)
    if first.count == 0:
        memory.answer.size = 0
        return END_TURN if state.asked == FREE else STOP
    for k in range(first.count):
        evaluate_replies(data, seat, scratch, k)
    k = draw_ticket(memory, scratch)
    if not asks_for_cards(state):
        return first.moves[k] + 0
    set_answer(state, first, first.cards, k, memory.answer)
    return next_answer_move(data, state, memory.answer, ints_in(scratch.moves))


@rule
def list_moves(data, ply):
    """List all moves but the end of the turn, as the reference engine counts them."""
    if asks_for_cards(ply.here):
        ply.cards = list_offered_cards(data, ply.here, ply)
        ply.count = min(count_combinations(ply.here, ply.cards), MAX_LISTED_MOVES)
    else:
        ply.count = legal_moves(data, ply.here, ints_in(ply.moves))
        if ply.here.asked == FREE:
            ply.count -= 1


@rule
def make_move(data, ply, k, state):
    """Make move number k in a copy of the position. In a copy cards can be chosen in any order."""
    if not asks_for_cards(ply.here):
        apply(data, state, ply.moves[k])
        return
    set_answer(ply.here, ply, ply.cards, k, ply.answer)
    for j in range(ply.answer.size):
        apply(data, state, PICK | thing_bits(ply.answer.cards[j]))
    if ply.answer.size < ply.here.most or ply.here.most == 0:
        apply(data, state, STOP)


@rule
def evaluate_replies(data, seat, scratch, k):
    """Evaluate first move number k with every second move."""
    first, second = scratch.plies[FIRST], scratch.plies[SECOND]
    copy_state(second.here, first.here)
    make_move(data, first, k, second.here)
    scratch.highest[k] = -1
    scratch.tickets[k] = 0
    second.count = 0
    if second.here.reason == RUNNING:
        list_moves(data, second)
    if second.count == 0:
        record(scratch, k, second.here.players[seat])
    for j in range(second.count):
        copy_state(scratch.trial, second.here)
        make_move(data, second, j, scratch.trial)
        record(scratch, k, scratch.trial.players[seat])


@rule(inline=True)
def record(scratch, k, me):
    value = me.prestige + me.power
    if value > scratch.highest[k]:
        scratch.highest[k] = value
        scratch.tickets[k] = 0
    if value == scratch.highest[k]:
        scratch.tickets[k] += 1


@rule
def draw_ticket(memory, scratch):
    """Draw one of the best pairs uniformly; return its first move."""
    most, total = -1, 0
    for k in range(scratch.plies[FIRST].count):
        if scratch.highest[k] > most:
            most, total = scratch.highest[k] + 0, 0
        if scratch.highest[k] == most:
            total += scratch.tickets[k]
    left, k = roll(memory, total), 0
    while scratch.highest[k] != most or left >= scratch.tickets[k]:
        if scratch.highest[k] == most:
            left -= scratch.tickets[k]
        k += 1
    return k


PUBLISHED = types.SimpleNamespace(begin=begin, choose=choose_as_published)
SUMMARY = "two of its own moves ahead for the most prestige and power"
BOTS = (
    published_bot("max-prestige", PUBLISHED, SUMMARY, "MaxPrestigeBot", scratch=Scratch, cheats=True),
    intended_bot("max-prestige", sys.modules[__name__], SUMMARY, "MaxPrestigeBot", scratch=Scratch),
)
