"""Apply a decision, and continue to the next one."""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.dominion.effects import ask, next_seat, next_step, play_card, play_from_hand, put_back, run_step
from ludus.games.dominion.game_data_records import TAKE, TO_DISCARD, YOU, card_matches
from ludus.games.dominion.moves import DISCARD, KEEP, MAX_MOVES, STOP, TRASH, legal_moves, slot_of, verb_of
from ludus.games.dominion.state import (
    BUY_CARD,
    CARD,
    DISCARD_HAND,
    DOUBLE_ACTION,
    GAIN_CARD,
    JUDGE_CARD,
    MAY_DISCARD_DECK,
    MAY_PLAY_CARD,
    NOTHING,
    ORDER_CARDS,
    PLAY_ACTION,
    PUT_HAND,
    RECALL_CARD,
    REVEAL_CARD,
    SEEN,
    SET_ASIDE,
    SLOTS,
    SORT_CARD,
    TAKE_LOOT,
    TRASH_ASIDE,
    TRASH_HAND,
    UNSEEN,
)
from ludus.games.dominion.turns import buy, continue_turn
from ludus.games.dominion.zones import (
    close_gap,
    discard_aside,
    discard_deck,
    find_aside,
    forget_hand,
    gain,
    holds,
    put_in_hand,
    put_in_play,
    put_on_deck,
    put_on_discard,
    receive,
    show_card,
    take_aside,
    take_from_hand,
    trash,
)

SEVERAL = -1
YES_NO_QUESTIONS = (REVEAL_CARD, JUDGE_CARD, SET_ASIDE, MAY_DISCARD_DECK, MAY_PLAY_CARD, SORT_CARD)
SET_QUESTIONS = (DISCARD_HAND, TRASH_HAND)
STOPPABLE_QUESTIONS = (DISCARD_HAND, TRASH_HAND, GAIN_CARD, DOUBLE_ACTION)  # asked only if there is a card to choose


@rule
def apply(data, state, move):
    """Apply a decision and continue until a player has a choice; forced decisions are made automatically."""
    question = state.asked
    while True:
        state.asked = NOTHING
        if question == PLAY_ACTION:
            if move == STOP:
                state.actions = 0
            else:
                state.actions -= 1
                play_from_hand(data, state, slot_of(move), 1)
        elif question == BUY_CARD:
            buy(data, state, move)
        else:
            apply_answer(data, state, question, move)
        while state.asked == NOTHING and state.depth != 0:
            run_step(data, state)
        if state.asked == NOTHING:
            continue_turn(data, state)
            return
        move = SEVERAL if state.depth == 0 else forced_move(data, state)
        if move == SEVERAL:
            return
        question = state.asked


@rule
def forced_move(data, state):
    """The only legal move, or SEVERAL; most questions need no list of moves."""
    if state.asked in YES_NO_QUESTIONS or (state.least <= 0 and state.asked in STOPPABLE_QUESTIONS):
        return SEVERAL
    if state.asked in SET_QUESTIONS and not is_last_choice(data, state):
        return SEVERAL
    moves = local_ints(MAX_MOVES)
    return SEVERAL if legal_moves(data, state, moves) > 1 else moves[0]


@rule
def is_last_choice(data, state):
    """Whether all remaining cards from hand must be chosen, or are of one kind."""
    me = state.players[state.chooser]
    first, others = -1, 0
    for slot in range(state.lowest, SLOTS):
        if me.held[slot] != 0 and card_matches(data, state.what, slot):
            if first < 0:
                first = slot
            else:
                others += me.held[slot]
                if others >= state.least:
                    return False
    return True


@rule
def apply_answer(data, state, question, move):
    """Apply a decision within a card's text."""
    frame = state.frames[state.depth - 1]
    if question == REVEAL_CARD:
        if move != STOP:
            frame.immune |= 1 << state.chooser
            show_card(state.players[state.chooser], slot_of(move))
        return
    step = data.cards[frame.card].steps[frame.step]
    me, slot = state.players[state.chooser], slot_of(move)
    if question in (DISCARD_HAND, TRASH_HAND):
        choose_next(data, state, frame, step, me, question, move)
    elif question == GAIN_CARD:
        if move != STOP:
            gain(data, state, me, slot, state.to)
        next_seat(data, frame, step)
    elif question == PUT_HAND:
        if move != STOP:
            if step.who == YOU:
                forget_hand(me)
            take_from_hand(me, slot)
            put_on_deck(me, slot | UNSEEN if step.who == YOU else slot)
        next_seat(data, frame, step)
    elif question == DOUBLE_ACTION:
        next_step(frame)
        if move != STOP:
            play_from_hand(data, state, slot, step.n)
    else:
        apply_rare_answer(data, state, frame, step, me, question, move)


@rule(inline=True)
def choose_next(data, state, frame, step, me, question, move):
    """Choose one more card of a set, or stop."""
    slot = slot_of(move)
    if move != STOP:
        take_from_hand(me, slot)
        if question == DISCARD_HAND:
            put_on_discard(me, slot)
        else:
            trash(data, state, me, slot)
            if step.who == YOU:
                frame.cost = data.cards[slot].cost
        if step.who == YOU:
            frame.count += 1
        state.most -= 1
        state.least -= state.least > 0
        state.lowest = slot
        if state.most > 0 and (state.least > 0 or holds(data, me, state.what, slot)):
            state.asked = question
            return
    next_seat(data, frame, step)


@rule
def apply_rare_answer(data, state, frame, step, me, question, move):
    slot, owner = slot_of(move), state.players[state.aside_of]
    if question == JUDGE_CARD:
        card = take_aside(state, 0)
        if verb_of(move) == DISCARD:
            put_on_discard(owner, card)
        else:
            put_on_deck(owner, card)
        next_seat(data, frame, step)
    elif question == TRASH_ASIDE:
        if move != STOP:
            take_aside(state, find_aside(state, slot))
            trash(data, state, owner, slot)
            if takes_next(data.cards[frame.card], frame.step):
                state.loot[slot] += 1
        discard_aside(state, owner)
        next_seat(data, frame, step)
    elif question == TAKE_LOOT:
        take_loot(data, state, frame, step, me, move)
    elif question == SET_ASIDE:
        if verb_of(move) == KEEP:
            is_public = state.aside[state.aside_size - 1] & UNSEEN == 0
            put_in_hand(me, take_aside(state, state.aside_size - 1) | (SEEN if is_public else 0))
        else:
            state.aside[state.aside_size - 1] = slot  # public from now on
    elif question == MAY_DISCARD_DECK:
        if move != STOP:
            discard_deck(me)
        next_seat(data, frame, step)
    elif question == MAY_PLAY_CARD:
        next_step(frame)
        if move != STOP:
            me.discard_size -= 1
            me.discard[me.discard_size] = 0
            put_in_play(state, slot)
            play_card(data, state, slot, 1)
    elif question == RECALL_CARD:
        if move != STOP:
            recall(me, slot)
        next_seat(data, frame, step)
    elif question == SORT_CARD:
        sort_card(data, state, frame, step, me, move)
    elif question == ORDER_CARDS:
        put_on_deck(me, take_aside(state, find_aside(state, slot)) | UNSEEN)
        put_back(data, state, frame, step, me)


@rule
def takes_next(card, step):
    """Whether the trashed card may be gained: Thief may, Bandit may not."""
    return step + 1 < card.step_count and card.steps[step + 1].op == TAKE


@rule
def take_loot(data, state, frame, step, me, move):
    slot = slot_of(move)
    if move != STOP:
        state.loot[slot] -= 1
        state.trash[slot] -= 1
        receive(data, me, slot, TO_DISCARD)
        for k in range(slot, SLOTS):
            if state.loot[k] != 0:
                ask(state, TAKE_LOOT, state.chooser)
                state.lowest = slot
                return
    for k in range(SLOTS):
        state.loot[k] = 0
    next_seat(data, frame, step)


@rule
def recall(me, slot):
    """Put the last discarded card of its kind on the deck."""
    k = me.discard_size - 1
    while me.discard[k] & CARD != slot:
        k -= 1
    put_on_deck(me, me.discard[k])  # its visibility stays
    me.discard_size -= 1
    close_gap(me.discard, k, me.discard_size)


@rule
def sort_card(data, state, frame, step, me, move):
    """Trash, discard or keep a card; `lowest` counts the cards kept so far."""
    kept_count = state.lowest
    if verb_of(move) == KEEP:
        kept_count += 1
    else:
        slot = take_aside(state, kept_count)
        if verb_of(move) == TRASH:
            trash(data, state, me, slot)
        else:
            put_on_discard(me, slot)
    if kept_count < state.aside_size:
        ask(state, SORT_CARD, state.chooser)
        state.lowest = kept_count
    else:
        put_back(data, state, frame, step, me)
