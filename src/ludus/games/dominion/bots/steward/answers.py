"""The steward's answers in the middle of a card's text: every legal move has a value, and the best is made.

Sets are chosen one card at a time in the order of slots, so of the cards that are to go the first is named.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.memory import local_numbers, numbers_in
from ludus.games.dominion.bots.book import held_actions, is_burden
from ludus.games.dominion.bots.steward.playing import (
    COIN,
    card_value,
    double_value,
    exchange_value,
    rid_value,
)
from ludus.games.dominion.bots.steward.worth import gained_worth, kept_worth, open_purse
from ludus.games.dominion.moves import DISCARD, KEEP, STOP, TRASH, legal, slot_of, verb_of
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
from ludus.games.dominion.table import ACTION_CARD, TREASURE, UP_TO, fits

LOWEST = -(1 << 50)


@rule
def answer(table, state, seat, weights, memory, sight):
    moves = numbers_in(sight.moves)
    n = legal(table, state, moves)
    if state.active == seat:
        open_purse(table, state, seat, weights, memory, sight)
    if state.asked == DISCARD_HAND:
        return discard_choice(table, state, seat, weights, memory, sight, moves, n)
    if state.asked == TRASH_HAND:
        return trash_choice(table, state, seat, weights, memory, sight, moves, n)
    best, most = moves[0], LOWEST
    for k in range(n):
        value = move_value(table, state, seat, weights, memory, sight, moves[k])
        if value > most:
            best, most = moves[k], value
    return best


@rule
def move_value(table, state, seat, weights, memory, sight, move):
    asked, slot = state.asked, slot_of(move)
    if asked == DOUBLE_ACTION:
        return 0 if move == STOP else double_value(table, state, seat, weights, memory, sight, slot)
    if asked in (GAIN_CARD, TAKE_LOOT):
        return 0 if move == STOP else gained_worth(table, state, seat, weights, memory, sight, slot)
    if asked == PUT_HAND:
        return put_value(table, state, seat, sight, slot) if move != STOP else 0
    if asked == JUDGE_CARD:
        good = is_good(table, sight, slot) == (state.aside_of == seat)
        return int((verb_of(move) == KEEP) == good)
    if asked == TRASH_ASIDE:
        value = int(table.cards[slot].cost)
        return -value if state.aside_of == seat else value
    if asked == SET_ASIDE:
        return int((verb_of(move) == KEEP) == is_playable(table, state, seat, slot))
    if asked == MAY_DISCARD_DECK:
        return 0 if move == STOP else discard_pile_better(table, state, seat)
    if asked == RECALL_CARD:
        return 0 if move == STOP else hand_value(table, sight, slot)
    if asked == SORT_CARD:
        return sort_value(table, state, seat, weights, memory, sight, slot, verb_of(move))
    if asked == ORDER_CARDS:
        return -hand_value(table, sight, slot)  # the better ones on top
    return int(move != STOP)  # reveal a reaction, play the card turned up


@rule
def hand_value(table, sight, slot):
    """What a card is good for in hand, by its record alone."""
    card = table.cards[slot]
    if is_burden(table, slot):
        return -1
    value = 0
    if card.types & TREASURE:
        value = COIN * card.coins
    if card.types & ACTION_CARD:
        value = max(
            value, COIN * card.coins + card_value(sight) * card.cards + 10 * card.cost + COIN * (card.actions > 0)
        )
    return value


@rule
def is_good(table, sight, slot):
    """Better than what the deck has on average."""
    return hand_value(table, sight, slot) > max(COIN // 2, card_value(sight) - COIN // 4)


@rule
def is_playable(table, state, seat, slot):
    """Whether an Action that comes to hand can still be played."""
    return state.actions > 0 and (table.cards[slot].actions > 0 or held_actions(table, state.players[seat]) == 0)


@rule
def put_value(table, state, seat, sight, slot):
    """Back on the deck: what cannot be used now, a good card if there is one; otherwise the least of the hand."""
    if is_burden(table, slot):
        return COIN
    if table.cards[slot].types & ACTION_CARD and not is_playable(table, state, seat, slot):
        return 2 * COIN + hand_value(table, sight, slot)
    return -hand_value(table, sight, slot)


@rule
def discard_pile_better(table, state, seat):
    """Whether the discard pile has more coins a card than the deck: then a new deck is welcome."""
    me = state.players[seat]
    coins, n = 0, int(me.discard_size)
    for k in range(n):
        coins += coins_of(table, me.discard[k] & CARD)
    others, m = 0, 0
    for slot in range(SLOTS):
        left = me.owned[slot] - me.held[slot] - state.in_play[slot]
        others += left * coins_of(table, slot)
        m += left
    others -= coins
    m -= n
    return coins * max(1, m) - others * max(1, n)


@rule(inline=True)
def coins_of(table, slot):
    """Of a Treasure, and of an Action about two."""
    card = table.cards[slot]
    return int(card.coins) if card.types & TREASURE else 2 if card.types & ACTION_CARD else 0


@rule
def sort_value(table, state, seat, weights, memory, sight, slot, verb):
    if verb == TRASH:
        return -kept_worth(table, state, seat, weights, memory, sight, slot)
    if verb == DISCARD:
        return 0 if is_good(table, sight, slot) else 1
    return 1 if is_good(table, sight, slot) else 0


@rule
def discard_choice(table, state, seat, weights, memory, sight, moves, n):
    """Any number: what is of no use. A given number: the least useful."""
    me = state.players[seat]
    if state.least == 0:
        for k in range(n):
            if moves[k] != STOP and is_useless(table, state, seat, sight, slot_of(moves[k])):
                return moves[k]
        return STOP
    return first_of_worst(table, state, me, sight, moves, n)


@rule
def is_useless(table, state, seat, sight, slot):
    """A burden, a Treasure below what the deck brings, an Action that can no more be played."""
    card = table.cards[slot]
    if card.types & ACTION_CARD:
        return card.actions == 0 and state.actions == 0
    if card.types & TREASURE:
        return COIN * card.coins + COIN // 5 < card_value(sight)
    return True


@rule
def first_of_worst(table, state, me, sight, moves, n):
    """Of the `least` cards of least use among those that may still be named, the first in order."""
    gone = local_numbers(SLOTS)
    first = SLOTS
    for _ in range(state.least):
        worst, least = SLOTS, -LOWEST
        for slot in range(state.lowest, SLOTS):
            left = me.held[slot] - gone[slot]
            if left > 0 and fits(table, state.what, slot):
                value = copy_value(table, me, sight, slot, gone)
                if value < least:
                    worst, least = slot, value
        if worst == SLOTS:
            break
        gone[worst] += 1
        first = min(first, worst)
    return move_of(moves, n, first)


@rule
def move_of(moves, n, slot):
    """The move that names this card; the first of all if none does."""
    for k in range(n):
        if moves[k] != STOP and slot_of(moves[k]) == slot:
            return moves[k]
    return moves[0]


@rule
def copy_value(table, me, sight, slot, gone):
    """What a card in hand is good for beside the others: a second terminal is not."""
    card = table.cards[slot]
    if card.types & ACTION_CARD and card.actions == 0:
        terminals, actions = 0, 1
        for other in range(SLOTS):
            if table.cards[other].types & ACTION_CARD:
                copies = me.held[other] - gone[other]
                if table.cards[other].actions == 0:
                    terminals += copies
                else:
                    actions += copies * (table.cards[other].actions - 1)
        if terminals > actions:
            return hand_value(table, sight, slot) // 16
    return hand_value(table, sight, slot)


@rule
def trash_choice(table, state, seat, weights, memory, sight, moves, n):
    frame = state.frames[state.depth - 1]
    card = table.cards[frame.card]
    mine = state.active == seat
    if state.most > 1 or (mine and card.steps[frame.step].how & UP_TO):
        return trash_many(table, state, seat, weights, memory, sight, moves, n)
    best, most = moves[0], LOWEST
    for k in range(n):
        if moves[k] == STOP:
            value = 0
        elif mine:
            value = exchange_value(table, state, seat, weights, memory, sight, card, frame.step, slot_of(moves[k]))
        else:
            value = rid_value(table, state, seat, weights, memory, sight, slot_of(moves[k]))
        if value > most:
            best, most = moves[k], value
    return best


@rule
def trash_many(table, state, seat, weights, memory, sight, moves, n):
    """Of the worst cards, as many as may go and are better gone, the first in order; STOP if there is none."""
    me = state.players[seat]
    gone = local_numbers(SLOTS)
    first = SLOTS
    for k in range(state.most):
        worst, least = SLOTS, -LOWEST if k < state.least else 0
        for slot in range(state.lowest, SLOTS):
            if me.held[slot] > gone[slot] and fits(table, state.what, slot):
                loss = -rid_value(table, state, seat, weights, memory, sight, slot)
                if loss < least:
                    worst, least = slot, loss
        if worst == SLOTS:
            break
        gone[worst] += 1
        first = min(first, worst)
    return move_of(moves, n, first)
