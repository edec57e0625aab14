"""Effects of cards: the clauses of the card on top of the stack run one after another until a player has to decide.

A card being played is a frame. A clause that concerns several players is done seat by seat. When a decision is needed
the clause asks and stops; apply_move.py continues from there.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.game_data_records import (
    ACTION_CARD,
    ACTIONS,
    ANY,
    AS_MANY,
    ATTACK,
    BUYS,
    COINS,
    DIG,
    DISCARD,
    DOUBLE,
    DOWN_TO,
    DRAW,
    DRAW_TO,
    DUMP,
    FLIP,
    GAIN,
    IF_DONE,
    JUDGE,
    MAY,
    MERCHANT,
    OTHERS,
    PER_PILE,
    PUT,
    RANSACK,
    REACTION,
    RECALL,
    RELATIVE,
    SORT,
    TAKE,
    THIS_CARD,
    TRASH,
    TRASH_THIS,
    UP_TO,
    YOU,
    card_matches,
)
from ludus.games.dominion.state import (
    CARD,
    DISCARD_HAND,
    DOUBLE_ACTION,
    GAIN_CARD,
    JUDGE_CARD,
    KINGDOM,
    MAY_DISCARD_DECK,
    MAY_PLAY_CARD,
    ORDER_CARDS,
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
from ludus.games.dominion.zones import (
    NO_CARD,
    count_held,
    discard_aside,
    draw_cards,
    gain,
    holds,
    put_aside,
    put_in_hand,
    put_in_play,
    put_on_deck,
    put_on_discard,
    show_hand,
    take_from_hand,
    take_from_play,
    top_card,
    trash,
)


@rule(inline=True)
def play_card(data, state, slot, times):
    """Play a card that is already in play, once or several times in a row."""
    frame = state.frames[state.depth]
    state.depth += 1
    frame.card = slot
    frame.again = times - 1
    frame.gone = 0
    begin_play(data, state, frame)


@rule
def play_from_hand(data, state, slot, times):
    take_from_hand(state.players[state.active], slot)
    put_in_play(state, slot)
    card = data.cards[slot]
    if times == 1 and card.step_count == 0 and card.types & ATTACK == 0:
        add_bonuses(state, card)  # most cards need no frame
    else:
        play_card(data, state, slot, times)


@rule
def begin_play(data, state, frame):
    frame.immune = 0
    frame.around = 1
    frame.step = -1
    frame.count = 0
    frame.cost = 0
    if data.cards[frame.card].types & ATTACK == 0:
        begin_text(data, state, frame)


@rule(inline=True)
def begin_text(data, state, frame):
    frame.step = 0
    frame.around = 0
    add_bonuses(state, data.cards[frame.card])


@rule(inline=True)
def add_bonuses(state, card):
    state.actions += card.actions
    state.buys += card.buys
    state.coins += card.coins
    draw_cards(state, state.players[state.active], state.active, card.cards)


@rule(inline=True)
def run_step(data, state):
    """Run one step of the card on top of the stack: one clause for one seat."""
    frame = state.frames[state.depth - 1]
    card = data.cards[frame.card]
    if frame.step < 0:
        ask_reaction(data, state, frame)
    elif frame.step < card.step_count:
        step = card.steps[frame.step]
        if frame.around == 0 and step.who == OTHERS:
            frame.around = 1
        seat = (state.active + frame.around) % data.seats  # for YOU: your own seat
        if step.how & IF_DONE and frame.count == 0:
            next_step(frame)
        elif card.types & ATTACK and frame.immune >> seat & 1:
            next_seat(data, frame, step)
        else:
            do_clause(data, state, frame, step, seat)
    elif frame.again != 0:
        frame.again -= 1
        begin_play(data, state, frame)
    else:
        state.depth -= 1
        clear_frame(frame)


@rule
def clear_frame(frame):
    frame.card = 0
    frame.step = 0
    frame.gone = 0
    frame.around = 0
    frame.immune = 0
    frame.count = 0
    frame.cost = 0


@rule(inline=True)
def ask_reaction(data, state, frame):
    """Before an attack, ask the next opponent, in turn order, for a reaction."""
    if frame.around >= data.seats:
        begin_text(data, state, frame)
        return
    seat = (state.active + frame.around) % data.seats
    frame.around += 1
    if holds(data, state.players[seat], REACTION, KINGDOM):
        ask(state, REVEAL_CARD, seat)


@rule(inline=True)
def ask(state, question, seat):
    state.asked = question
    state.chooser = seat
    state.least = 0
    state.most = 1
    state.lowest = 0
    state.what = 0


@rule(inline=True)
def next_step(frame):
    frame.step += 1
    frame.around = 0


@rule
def next_seat(data, frame, step):
    """Finish the clause for this seat."""
    frame.around += 1
    if step.who == YOU or frame.around >= data.seats:
        next_step(frame)


@rule
def do_clause(data, state, frame, step, seat):
    """Ask the seat, or do the clause and continue."""
    me, op = state.players[seat], step.op
    if op == DISCARD:
        ask_discards(data, state, frame, step, seat, me)
    elif op == TRASH:
        ask_trash(data, state, frame, step, seat, me)
    elif op == GAIN:
        ask_gain(data, state, frame, step, seat, me)
    elif op == PUT:
        if not holds(data, me, step.what, 0):
            if step.who != YOU:
                show_hand(me)  # to prove that there is none
            next_seat(data, frame, step)
        else:
            ask(state, PUT_HAND, seat)
            state.what = step.what
            state.least = 1
    elif op == DRAW:
        draw_cards(state, me, seat, frame.count if step.how & AS_MANY else step.n)
        next_seat(data, frame, step)
    elif op == DOUBLE:
        if not holds(data, me, ACTION_CARD, KINGDOM):
            next_step(frame)
        else:
            ask(state, DOUBLE_ACTION, seat)
            state.least = 0 if step.how & MAY else 1
    elif op <= BUYS:
        add_later_bonus(state, step)
        next_step(frame)
    else:
        do_rare_clause(data, state, frame, step, seat, me)


@rule
def add_later_bonus(state, step):
    if step.op == COINS:
        state.coins += step.n
    elif step.op == ACTIONS:
        state.actions += step.n
    else:
        state.buys += step.n


@rule
def ask_discards(data, state, frame, step, seat, me):
    forget_choice(frame, step)
    most = step.n
    if step.how & DOWN_TO:
        most = max(0, me.hand_size - step.n)
    elif step.how & PER_PILE:
        most = step.n * state.empty
    ask_set(data, state, frame, step, seat, me, DISCARD_HAND, most)


@rule
def ask_trash(data, state, frame, step, seat, me):
    forget_choice(frame, step)
    ask_set(data, state, frame, step, seat, me, TRASH_HAND, step.n)


@rule(inline=True)
def forget_choice(frame, step):
    """Reset the count of moved cards; choices of opponents do not affect the rest of the text."""
    if step.who == YOU:
        frame.count = 0


@rule
def ask_set(data, state, frame, step, seat, me, question, most):
    """Ask for a number of cards from hand, or all matching ones."""
    matching = count_held(data, me, step.what, 0)
    if step.what == ANY or step.how & UP_TO == 0:  # otherwise it would reveal how many of a kind are in hand
        most = min(most, matching)
    if matching == 0 or most == 0:
        next_seat(data, frame, step)
        return
    ask(state, question, seat)
    state.what = step.what
    state.most = most
    state.least = 0 if step.how & (MAY | UP_TO) else most


@rule
def ask_gain(data, state, frame, step, seat, me):
    if step.what >= THIS_CARD:
        slot = step.what - THIS_CARD
        if state.supply[slot] != 0:
            gain(data, state, me, slot, step.to)
        next_seat(data, frame, step)
        return
    limit = step.n + (frame.cost if step.how & RELATIVE else 0)
    for slot in range(SLOTS):
        if state.supply[slot] != 0 and data.cards[slot].cost <= limit and card_matches(data, step.what, slot):
            ask(state, GAIN_CARD, seat)
            state.what = step.what
            state.limit = limit
            state.to = step.to
            state.least = 0 if step.how & MAY or data.declining else 1
            return
    next_seat(data, frame, step)


@rule
def do_rare_clause(data, state, frame, step, seat, me):
    op = step.op
    if op == DRAW_TO:
        draw_to(data, state, frame, step, seat, me)
    elif op == DIG:
        dig(data, state, step, seat, me)
        next_seat(data, frame, step)
    elif op == DUMP:
        if me.bag_size + me.top_size == 0:
            next_seat(data, frame, step)
        else:
            ask(state, MAY_DISCARD_DECK, seat)
    elif op == JUDGE:
        judge(data, state, frame, step, seat, me)
    elif op == RANSACK:
        ransack(data, state, frame, step, seat, me)
    elif op == TAKE:
        ask(state, TAKE_LOOT, seat)
    elif op == SORT:
        sort_top(data, state, frame, step, seat, me)
    elif op == FLIP:
        flip(data, state, frame, step, seat, me)
    elif op == TRASH_THIS:
        trash_this(data, state, frame, me)
        next_step(frame)
    elif op == RECALL:
        if me.discard_size == 0:
            next_seat(data, frame, step)
        else:
            ask(state, RECALL_CARD, seat)
    elif op == MERCHANT:
        state.merchants += step.n
        next_step(frame)


@rule
def draw_to(data, state, frame, step, seat, me):
    """Library: draw one card at a time; some may be set aside and are discarded at the end."""
    state.aside_of = seat
    while me.hand_size < step.n:
        card = top_card(state, me, seat)
        if card == NO_CARD:
            break
        if step.what != 0 and card_matches(data, step.what, card & CARD):
            put_aside(state, card & CARD if card & SEEN else card | UNSEEN)
            ask(state, SET_ASIDE, seat)
            return
        put_in_hand(me, card)
    discard_aside(state, me)
    next_seat(data, frame, step)


@rule
def dig(data, state, step, seat, me):
    """Adventurer: reveal cards until enough match."""
    matches = 0
    while matches < step.n:
        card = top_card(state, me, seat)
        if card == NO_CARD:
            break
        if card_matches(data, step.what, card & CARD):
            put_in_hand(me, card | SEEN)
            matches += 1
        else:
            put_aside(state, card & CARD)
    discard_aside(state, me)


@rule
def judge(data, state, frame, step, seat, me):
    """Spy: the player decides about the top card of a seat's deck."""
    card = top_card(state, me, seat)
    if card == NO_CARD:
        next_seat(data, frame, step)
        return
    put_aside(state, card & CARD)
    state.aside_of = seat
    ask(state, JUDGE_CARD, state.active)


@rule
def ransack(data, state, frame, step, seat, me):
    """Thief and Bandit: reveal the top cards of a deck, trash one that matches, discard the others."""
    state.aside_of = seat
    matches = 0
    for _ in range(step.n):
        card = top_card(state, me, seat)
        if card != NO_CARD:
            put_aside(state, card & CARD)
            matches += card_matches(data, step.what, card & CARD)
    if matches == 0:
        discard_aside(state, me)
        next_seat(data, frame, step)
        return
    ask(state, TRASH_ASIDE, seat if step.how & MAY else state.active)
    state.what = step.what


@rule
def sort_top(data, state, frame, step, seat, me):
    """Sentry: look at the top cards; trash, discard or keep each."""
    state.aside_of = seat
    for _ in range(step.n):
        card = top_card(state, me, seat)
        if card != NO_CARD:
            put_aside(state, card & CARD if card & SEEN else card | UNSEEN)
    if state.aside_size == 0:
        next_seat(data, frame, step)
    else:
        ask(state, SORT_CARD, seat)


@rule
def put_back(data, state, frame, step, me):
    """Put the remaining cards back on the deck, in an order that only their owner knows."""
    for k in range(1, state.aside_size):
        if (state.aside[k] ^ state.aside[0]) & CARD:
            ask(state, ORDER_CARDS, state.aside_of)
            return
    for k in range(state.aside_size):
        put_on_deck(me, state.aside[k])
        state.aside[k] = 0
    state.aside_size = 0
    next_seat(data, frame, step)


@rule
def flip(data, state, frame, step, seat, me):
    """Vassal: discard the top card; an Action may be played."""
    card = top_card(state, me, seat)
    if card != NO_CARD:
        put_on_discard(me, card & CARD)
        if card_matches(data, ACTION_CARD, card & CARD):
            ask(state, MAY_PLAY_CARD, seat)
            return
    next_seat(data, frame, step)


@rule
def trash_this(data, state, frame, me):
    if frame.gone == 0:
        frame.gone = 1
        take_from_play(state, frame.card)
        trash(data, state, me, frame.card)
