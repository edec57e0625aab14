"""Bots that fill decks with cards, to test the room of a state. They avoid power and prestige, so that games go on.

`caller` calls Rajhin as often as it can pay, buys cards that give coins, draws or calls, and removes weak cards of its
own. `hoarder` buys all that it can and removes nothing.
"""

import types

from ludus.bots.compiled import make_compiled_bot
from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in
from ludus.core.compiled_bot_spec import BotSpec, moves_scratch
from ludus.games.tribute import game
from ludus.games.tribute.game_data_records import (
    CALL as CALL_EFFECT,
)
from ludus.games.tribute.game_data_records import (
    COIN,
    CONTRACT_ACTION,
    CREATE,
    CURSE_RIVAL,
    DRAW,
    LEVELS,
    NOTHING,
    PARTS,
    POWER,
    PRESTIGE,
)
from ludus.games.tribute.move_bits import ACTIVATE, BUY, CALL, PICK, PLAY, SIDE, STOP, thing_of, verb_of
from ludus.games.tribute.moves import legal_moves
from ludus.games.tribute.state import CHOOSE_SIDE, DESTROY, FREE, MINT

RAJHIN_COINS = 3
NONE = -1


@rule
def begin(data, state, seed, params, memory, scratch):
    pass


@rule
def scores_points(data, card):
    """Whether a played card must give power or prestige."""
    for part in range(PARTS):
        effect = data.effects[data.cards[card].effects[0, part]]
        if effect.op in (POWER, PRESTIGE) and effect.other_op in (NOTHING, POWER, PRESTIGE):
            return True
    return False


@rule
def gives(data, card, op):
    """Amount of an effect on all levels of a card."""
    total = 0
    for level in range(LEVELS):
        for part in range(PARTS):
            effect = data.effects[data.cards[card].effects[level, part]]
            if effect.op == op:
                total += effect.n
            elif effect.other_op == op:
                total += effect.other_n
    return total


@rule
def creates(data, number):
    """Whether a call of a patron creates a card without removing one."""
    for rank in range(3):
        for part in range(PARTS):
            if data.effects[data.patrons[number].deeds[rank, part]].op in (CURSE_RIVAL, CREATE):
                return True
    return False


@rule
def answer(data, state, moves, n, thins):
    if state.asked == CHOOSE_SIDE:
        return SIDE | 1 if data.effects[state.effect].op in (POWER, PRESTIGE) else SIDE
    if state.asked in (DESTROY, MINT) and thins:
        for k in range(n):
            card = state.card_of[thing_of(moves[k])]
            if verb_of(moves[k]) == PICK and data.cards[card].cost == 0 and gives(data, card, COIN) < 2:
                return moves[k] + 0
    if moves[0] == STOP:
        return STOP
    return moves[0] + 0


@rule
def play_card(data, state, moves, n):
    for k in range(n):
        if verb_of(moves[k]) in (PLAY, ACTIVATE) and not scores_points(data, state.card_of[thing_of(moves[k])]):
            return moves[k] + 0
    return NONE


@rule
def call(data, state, seat, params, memory, scratch):
    moves, me = ints_in(scratch.moves), state.players[seat]
    n = legal_moves(data, state, moves)
    if state.asked != FREE:
        return answer(data, state, moves, n, True)
    move = play_card(data, state, moves, n)
    if move != NONE:
        return move
    for k in range(n):
        if verb_of(moves[k]) == CALL and creates(data, thing_of(moves[k])):
            return moves[k] + 0
    best, most = NONE, 0
    for k in range(n):
        if verb_of(moves[k]) == BUY:
            card = state.card_of[thing_of(moves[k])] + 0
            facts = data.cards[card]
            worth = 2 * gives(data, card, COIN) + 3 * gives(data, card, DRAW) + 8 * gives(data, card, CALL_EFFECT)
            if facts.type == CONTRACT_ACTION:  # only for a call that can be paid
                can_pay = me.calls == 0 and me.coins >= facts.cost + RAJHIN_COINS
                worth = 100 if can_pay and gives(data, card, CALL_EFFECT) else 0
            elif scores_points(data, card) or worth < 5:
                worth = 0
            if worth > most:
                best, most = moves[k] + 0, worth
    if best != NONE:
        return best
    for k in range(n):
        if verb_of(moves[k]) == CALL and thing_of(moves[k]) == data.treasury:
            return moves[k] + 0
    return moves[n - 1] + 0


@rule
def hoard(data, state, seat, params, memory, scratch):
    moves = ints_in(scratch.moves)
    n = legal_moves(data, state, moves)
    if state.asked != FREE:
        return answer(data, state, moves, n, False)
    move = play_card(data, state, moves, n)
    if move != NONE:
        return move
    for k in range(n):
        card = state.card_of[thing_of(moves[k])]
        if verb_of(moves[k]) == BUY and data.cards[card].type != CONTRACT_ACTION:
            return moves[k] + 0
    return moves[n - 1] + 0


def _bot(name, choose):
    rules = types.SimpleNamespace(begin=begin, choose=choose)
    return make_compiled_bot(
        game, BotSpec(name, "fills decks with cards", rules, moves_scratch(game.max_moves)), None, name
    )


def caller():
    """Bot that calls Rajhin in each turn."""
    return _bot("caller", call)


def hoarder():
    """Bot that removes no card from its deck."""
    return _bot("hoarder", hoard)
