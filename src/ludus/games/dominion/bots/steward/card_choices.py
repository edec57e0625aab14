"""Card choices of the steward: every legal move has a value, and the best one is made.

Sets are chosen one card at a time in slot order, so the first of the chosen cards is named.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.compile.intrinsics import ints_in, local_ints
from ludus.games.dominion.bots.steward.action_choice import COIN, card_value, double_value, exchange_value, rid_value
from ludus.games.dominion.bots.steward.card_values import fill_purse, gained_worth, kept_worth
from ludus.games.dominion.bots.vdom_memory_and_lookups import held_actions, is_burden
from ludus.games.dominion.game_data_records import ACTION_CARD, TREASURE, UP_TO, card_matches
from ludus.games.dominion.moves import DISCARD, KEEP, STOP, TRASH, legal_moves, slot_of, verb_of
from ludus.games.dominion.state import (
    CARD,
    DISCARD_HAND,
    DOUBLE_ACTION,
    GAIN_CARD,
    JUDGE_CARD,
    MAY_DISCARD_DECK,
    ORDER_CARDS,
    PUT_HAND,
    RECALL_CARD,
    SET_ASIDE,
    SLOTS,
    SORT_CARD,
    TAKE_LOOT,
    TRASH_ASIDE,
    TRASH_HAND,
)

LOWEST = -(1 << 50)


@rule
def choose_answer(data, state, seat, weights, memory, features):
    moves = ints_in(features.moves)
    n = legal_moves(data, state, moves)
    if state.active == seat:
        fill_purse(data, state, seat, weights, memory, features)
    if state.asked == DISCARD_HAND:
        return discard_choice(data, state, seat, weights, memory, features, moves, n)
    if state.asked == TRASH_HAND:
        return trash_choice(data, state, seat, weights, memory, features, moves, n)
    best, most = moves[0], LOWEST
    for k in range(n):
        value = move_value(data, state, seat, weights, memory, features, moves[k])
        if value > most:
            best, most = moves[k], value
    return best


@rule
def move_value(data, state, seat, weights, memory, features, move):
    question, slot = state.asked, slot_of(move)
    if question == DOUBLE_ACTION:
        return 0 if move == STOP else double_value(data, state, seat, weights, memory, features, slot)
    if question in (GAIN_CARD, TAKE_LOOT):
        return 0 if move == STOP else gained_worth(data, state, seat, weights, memory, features, slot)
    if question == PUT_HAND:
        return put_value(data, state, seat, features, slot) if move != STOP else 0
    if question == JUDGE_CARD:
        good = is_good(data, features, slot) == (state.aside_of == seat)
        return int((verb_of(move) == KEEP) == good)
    if question == TRASH_ASIDE:
        value = int(data.cards[slot].cost)
        return -value if state.aside_of == seat else value
    if question == SET_ASIDE:
        return int((verb_of(move) == KEEP) == is_playable(data, state, seat, slot))
    if question == MAY_DISCARD_DECK:
        return 0 if move == STOP else discard_pile_better(data, state, seat)
    if question == RECALL_CARD:
        return 0 if move == STOP else hand_value(data, features, slot)
    if question == SORT_CARD:
        return sort_value(data, state, seat, weights, memory, features, slot, verb_of(move))
    if question == ORDER_CARDS:
        return -hand_value(data, features, slot)  # better cards on top
    return int(move != STOP)  # reveal a reaction, play the revealed card


@rule
def hand_value(data, features, slot):
    """Value of a card in hand, from its record alone."""
    card = data.cards[slot]
    if is_burden(data, slot):
        return -1
    value = 0
    if card.types & TREASURE:
        value = COIN * card.coins
    if card.types & ACTION_CARD:
        value = max(
            value, COIN * card.coins + card_value(features) * card.cards + 10 * card.cost + COIN * (card.actions > 0)
        )
    return value


@rule
def is_good(data, features, slot):
    """Whether a card is better than the average card of the deck."""
    return hand_value(data, features, slot) > max(COIN // 2, card_value(features) - COIN // 4)


@rule
def is_playable(data, state, seat, slot):
    """Whether a new Action in hand can still be played."""
    return state.actions > 0 and (data.cards[slot].actions > 0 or held_actions(data, state.players[seat]) == 0)


@rule
def put_value(data, state, seat, features, slot):
    """Value of putting a card on the deck: a good card that cannot be used now, or the least useful of the hand."""
    if is_burden(data, slot):
        return COIN
    if data.cards[slot].types & ACTION_CARD and not is_playable(data, state, seat, slot):
        return 2 * COIN + hand_value(data, features, slot)
    return -hand_value(data, features, slot)


@rule
def discard_pile_better(data, state, seat):
    """Whether the discard pile has more coins per card than the deck; then a reshuffle is good."""
    me = state.players[seat]
    coins, n = 0, int(me.discard_size)
    for k in range(n):
        coins += coins_of(data, me.discard[k] & CARD)
    others, m = 0, 0
    for slot in range(SLOTS):
        left = me.owned[slot] - me.held[slot] - state.in_play[slot]
        others += left * coins_of(data, slot)
        m += left
    others -= coins
    m -= n
    return coins * max(1, m) - others * max(1, n)


@rule(inline=True)
def coins_of(data, slot):
    """Coins of a Treasure; an Action counts as two."""
    card = data.cards[slot]
    return int(card.coins) if card.types & TREASURE else 2 if card.types & ACTION_CARD else 0


@rule
def sort_value(data, state, seat, weights, memory, features, slot, verb):
    if verb == TRASH:
        return -kept_worth(data, state, seat, weights, memory, features, slot)
    if verb == DISCARD:
        return 0 if is_good(data, features, slot) else 1
    return 1 if is_good(data, features, slot) else 0


@rule
def discard_choice(data, state, seat, weights, memory, features, moves, n):
    """Any number: useless cards. A fixed number: the least useful cards."""
    me = state.players[seat]
    if state.least == 0:
        for k in range(n):
            if moves[k] != STOP and is_useless(data, state, seat, features, slot_of(moves[k])):
                return moves[k]
        return STOP
    return first_of_worst(data, state, me, features, moves, n)


@rule
def is_useless(data, state, seat, features, slot):
    """Whether a card is a burden, a Treasure below the deck's average, or an Action that can no longer be played."""
    card = data.cards[slot]
    if card.types & ACTION_CARD:
        return card.actions == 0 and state.actions == 0
    if card.types & TREASURE:
        return COIN * card.coins + COIN // 5 < card_value(features)
    return True


@rule
def first_of_worst(data, state, me, features, moves, n):
    """Of the `least` least useful cards that may still be chosen, the first in slot order."""
    gone = local_ints(SLOTS)
    first = SLOTS
    for _ in range(state.least):
        worst, least = SLOTS, -LOWEST
        for slot in range(state.lowest, SLOTS):
            left = me.held[slot] - gone[slot]
            if left > 0 and card_matches(data, state.what, slot):
                value = copy_value(data, me, features, slot, gone)
                if value < least:
                    worst, least = slot, value
        if worst == SLOTS:
            break
        gone[worst] += 1
        first = min(first, worst)
    return move_of(moves, n, first)


@rule
def move_of(moves, n, slot):
    """Move that names this card; the first move if none does."""
    for k in range(n):
        if moves[k] != STOP and slot_of(moves[k]) == slot:
            return moves[k]
    return moves[0]


@rule
def copy_value(data, me, features, slot, gone):
    """Value of a card in hand given the others: a surplus terminal is worth little."""
    card = data.cards[slot]
    if card.types & ACTION_CARD and card.actions == 0:
        terminals, actions = 0, 1
        for other in range(SLOTS):
            if data.cards[other].types & ACTION_CARD:
                copies = me.held[other] - gone[other]
                if data.cards[other].actions == 0:
                    terminals += copies
                else:
                    actions += copies * (data.cards[other].actions - 1)
        if terminals > actions:
            return hand_value(data, features, slot) // 16
    return hand_value(data, features, slot)


@rule
def trash_choice(data, state, seat, weights, memory, features, moves, n):
    frame = state.frames[state.depth - 1]
    card = data.cards[frame.card]
    mine = state.active == seat
    if state.most > 1 or (mine and card.steps[frame.step].how & UP_TO):
        return trash_many(data, state, seat, weights, memory, features, moves, n)
    best, most = moves[0], LOWEST
    for k in range(n):
        if moves[k] == STOP:
            value = 0
        elif mine:
            value = exchange_value(data, state, seat, weights, memory, features, card, frame.step, slot_of(moves[k]))
        else:
            value = rid_value(data, state, seat, weights, memory, features, slot_of(moves[k]))
        if value > most:
            best, most = moves[k], value
    return best


@rule
def trash_many(data, state, seat, weights, memory, features, moves, n):
    """Of the worst cards, as many as may be trashed and are better trashed, the first in slot order; STOP if there is
    none.
    """
    me = state.players[seat]
    gone = local_ints(SLOTS)
    first = SLOTS
    for k in range(state.most):
        worst, least = SLOTS, -LOWEST if k < state.least else 0
        for slot in range(state.lowest, SLOTS):
            if me.held[slot] > gone[slot] and card_matches(data, state.what, slot):
                loss = -rid_value(data, state, seat, weights, memory, features, slot)
                if loss < least:
                    worst, least = slot, loss
        if worst == SLOTS:
            break
        gone[worst] += 1
        first = min(first, worst)
    return move_of(moves, n, first)
