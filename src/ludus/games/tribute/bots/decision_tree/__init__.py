"""DecisionTreeBot: an ordered list of rules without search; the first rule that applies gives the move.

    play_order.py      plays cards, one deck at a time, for the most combos
    (here)             catches up with a rival at 40 prestige; saves for a good card with Ansei's help
    card_values.py     buys the best card
    patron_calls.py    calls a patron
    (here)             attacks the best agent, preferring those that it can kill
    choice_answers.py  chooses cards and sides of an effect

Faults of the published bot, which the intended bot does not have: it forgets that agents that were knocked out together
cannot be activated, and may lose by an illegal move; it counts favours already won among the steps to win them; it
treats the Treasury as a favour; it waits for Ansei with cards of tier A but not of tier S; and it values cards that
cost too much to be acquired.

The order in which the bot names cards matters in this engine only where cards are put onto the draw pile or replaced;
otherwise cards are chosen in list order.
"""

# mypy: ignore-errors

import sys
import types

from ludus.core import Record, int64, rule, uint64
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import ILLEGAL_MOVE
from ludus.games.tribute.bots.card_recognition import first_call_effect, is_ansei, is_duke
from ludus.games.tribute.bots.card_tier_lists import HAND_MADE
from ludus.games.tribute.bots.decision_tree.card_values import (
    TIER_A,
    TIER_B,
    best_buy,
    buy_contract,
    count_same_deck,
    is_poor,
    tier,
)
from ludus.games.tribute.bots.decision_tree.choice_answers import better_side, set_card_answer
from ludus.games.tribute.bots.decision_tree.patron_calls import NEUTRAL_STANDING, best_call, can_call_patron
from ludus.games.tribute.bots.decision_tree.play_order import PlayPlan, next_planned, reset_plan, update_plan
from ludus.games.tribute.bots.multi_card_choices import NONE, CardAnswer, asks_for_cards, next_answer_move
from ludus.games.tribute.bots.random_bots import random_answer
from ludus.games.tribute.bots.sot_bot_options_and_random import Options, fill, published_bot, seed_generator, tiered_bot
from ludus.games.tribute.game_data_records import CURSE_RIVAL, POWER, POWER_PER_CARDS
from ludus.games.tribute.move_bits import ACTIVATE, ATTACK, CALL, END_TURN, PLAY, SIDE, thing_bits, thing_of, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.state import CHOOSE_SIDE, DRAFT_PATRON, HEALTH
from ludus.games.tribute.zones import find_piece

MATCH_PRESTIGE = 40
MANY_OF_DECK = 5  # more same-deck cards than this are many


class Memory(Record):
    stream: uint64
    published: int64
    answer: CardAnswer
    hopes: PlayPlan
    most_coins: int64  # most coins held in this turn


@rule
def begin(data, state, seed, params, memory, scratch):
    seed_generator(params, memory, seed)
    reset_plan(memory.hopes)
    memory.most_coins = 0


@rule
def choose(data, state, seat, params, memory, scratch):
    return decide(data, state, params.tiers, seat, params, memory, scratch, True)


@rule
def choose_as_published(data, state, seat, params, memory, scratch):
    return decide(data, state, HAND_MADE, seat, params, memory, scratch, False)


@rule
def decide(data, state, tiers, seat, params, memory, scratch, exact):
    if state.asked == DRAFT_PATRON:
        return random_answer(data, state, params, memory, scratch)
    moves = ints_in(scratch.moves)
    me, rival = state.players[seat], state.players[1 - seat]
    n = legal_moves(data, state, moves)
    memory.most_coins = max(memory.most_coins, me.coins)
    update_plan(data, state, me, memory.hopes, moves, n, not exact)
    if state.asked == CHOOSE_SIDE:
        return SIDE | better_side(data, state, tiers, me, rival, exact)
    if asks_for_cards(state):
        if state.picked == 0:
            set_card_answer(data, state, tiers, me, rival, scratch, memory.answer)
        move = next_answer_move(data, state, memory.answer, moves)
        return move if move != NONE else moves[0] + 0
    move = turn_move(data, state, tiers, me, rival, memory, moves, n, exact)
    if move == NONE:
        reset_plan(memory.hopes)
        memory.most_coins = 0
        return END_TURN
    return move if is_listed(moves, n, move) else ILLEGAL_MOVE


@rule
def turn_move(data, state, tiers, me, rival, memory, moves, n, exact):
    """Move of the first rule that applies; NONE if no rule does."""
    verb = verb_of(moves[0])
    if verb in (PLAY, ACTIVATE):
        piece = next_planned(data, state, memory.hopes)
        if piece != NONE:
            in_play = find_piece(me.agents, me.agent_count, piece) < me.agent_count
            return ACTIVATE | thing_bits(piece) if in_play else PLAY | thing_bits(piece)
    move = NONE
    if rival.prestige > MATCH_PRESTIGE and me.prestige < rival.prestige:
        move = catch_up(data, state, moves, n)
    if move == NONE and coin_short(data, state, tiers, me, exact):
        move = call_ansei(data, state, moves, n)
    if move == NONE:
        move = buy(data, state, tiers, me, rival, moves, n)
    if move == NONE:
        move = best_call(data, state, tiers, me, rival, moves, n, memory.most_coins, exact)
    if move == NONE:
        move = best_attack(data, state, tiers, me, rival, moves, n)
    return move


@rule
def catch_up(data, state, moves, n):
    """Gain power for prestige: the Duke, Orgnum, or contracts."""
    for k in range(state.patron_count):
        if is_duke(data, state.patrons[k]) and can_call_patron(moves, n, state.patrons[k]):
            return CALL | state.patrons[k]
    move = call_for(data, state, moves, n, POWER_PER_CARDS)
    return move if move != NONE else buy_contract(data, state, moves, n, POWER)


@rule
def call_for(data, state, moves, n, op):
    """Call of the patron with this effect at neutral favour."""
    for k in range(state.patron_count):
        if first_call_effect(data, state.patrons[k], NEUTRAL_STANDING) == op and can_call_patron(
            moves, n, state.patrons[k]
        ):
            return CALL | state.patrons[k]
    return NONE


@rule
def coin_short(data, state, tiers, me, exact):
    """Whether one more coin would buy a good card."""
    for k in range(state.row_size):
        piece = state.row[k] + 0
        if data.cards[state.card_of[piece]].cost == me.coins + 1:
            worth = tier(data, state, tiers, piece)
            if worth == TIER_A or (exact and worth > TIER_A) or count_same_deck(data, state, me, piece) > MANY_OF_DECK:
                return True
    return False


@rule
def call_ansei(data, state, moves, n):
    for k in range(state.patron_count):
        if is_ansei(data, state.patrons[k]) and can_call_patron(moves, n, state.patrons[k]):
            return CALL | state.patrons[k]
    return NONE


@rule
def buy(data, state, tiers, me, rival, moves, n):
    """The best card; if it is a poor one, prefer a call of Orgnum or Rajhin."""
    purchase = best_buy(data, state, tiers, me, rival, moves, n)
    if purchase == NONE or not is_poor(data, state, tiers, me, purchase, TIER_B):
        return purchase
    move = call_for(data, state, moves, n, POWER_PER_CARDS)
    if move == NONE:
        move = call_for(data, state, moves, n, CURSE_RIVAL)
    return move if move != NONE else purchase


@rule
def best_attack(data, state, tiers, me, rival, moves, n):
    """Attack on the agent of the best tier, preferring those that can be killed."""
    best, most = NONE, -1
    for k in range(n):
        if verb_of(moves[k]) == ATTACK:
            at = find_piece(rival.agents, rival.agent_count, thing_of(moves[k]))
            kills = (rival.health[at] & HEALTH) <= me.power
            worth = tier(data, state, tiers, thing_of(moves[k])) + (1000 if kills else 0)
            if worth > most:
                best, most = moves[k] + 0, worth
    return best


@rule
def is_listed(moves, n, move):
    for k in range(n):
        if moves[k] == move:
            return True
    return False


# The original drafts with an unseeded generator and needs no other.
PUBLISHED = types.SimpleNamespace(begin=begin, choose=choose_as_published)
SUMMARY, SOURCE = "a list of rules: combos, then purchases by deck and tier, patrons, attacks", "DecisionTreeBot"
BOTS = (
    published_bot(
        "decision-tree", PUBLISHED, SUMMARY, SOURCE, memory=Memory, options=Options, fill=fill, runs_on_gpu=False
    ),
    tiered_bot("decision-tree", sys.modules[__name__], SUMMARY, SOURCE, memory=Memory),
)
