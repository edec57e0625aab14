"""A turn planned at once: the commands of a bot's reply, carried out one move at a time.

The bots of the contests answered a whole turn with one line, some of it impossible on purpose: the referee skips what
is not legal at its moment [9.3]. Here a bot plans the same line at its first decision of a turn and keeps it
in memory as orders; each further decision is the next order that is legal by then, and at the end PASS. A memory
that begins in the middle of a turn plans from there.

An order names things as the reply does: word, id of the subject, and id of the target, or its lane, or NO_ID for the
opponent. `ludus.games.locm.bots.reply` writes orders as text.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule, uint8
from ludus.games.locm.actions import ATTACK, FACE, PASS, SUMMON, USE, card_id
from ludus.games.locm.state import BOARD, CREATURE, GREEN, GUARD, HAND, LANE, READY, RED

MOST_ORDERS = 64  # the longest plan of any bot here has 58
NO_ID = -1  # as a target: the opponent
NO_TURN = -1
NOBODY = -1  # no such card or creature

SUMMON_ORDER, ATTACK_ORDER, USE_ORDER = SUMMON << 8, ATTACK << 8, USE << 8


class Plan(Record):
    """Part of the memory of a bot that plans; `forget` it when a game begins."""

    turn: int16  # of the game, which it was made for
    count: uint8
    done: uint8  # orders tried so far
    orders: int32[MOST_ORDERS]


@rule(inline=True)
def forget(plan):
    plan.turn = NO_TURN


@rule(inline=True)
def is_planned(plan, state):
    """Whether this turn has a plan already."""
    return plan.turn == state.turn


@rule(inline=True)
def open_plan(plan, state):
    """An empty plan for this turn."""
    plan.turn = state.turn
    plan.count = 0
    plan.done = 0


@rule(inline=True)
def order(plan, kind, subject, target):
    """Add SUMMON_ORDER (the target is a lane), ATTACK_ORDER or USE_ORDER (an id, or NO_ID)."""
    plan.orders[plan.count] = kind | subject << 8 | target + 1
    plan.count += 1


@rule(inline=True)
def next_move(table, state, plan):
    """The next order that is legal now, as a move; PASS when there is none left."""
    count = int(plan.count)
    done = int(plan.done)
    move = PASS
    while move == PASS and done < count:
        move = as_move(table, state, int(plan.orders[done]))
        done += 1
    plan.done = done
    return move


@rule(inline=True)
def as_move(table, state, order):
    """The move that an order stands for, or PASS if the referee would skip it [9.4]."""
    kind, subject, target = order >> 16 << 8, order >> 8 & 255, (order & 255) - 1
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == ATTACK:
        return attack_move(me, foe, subject, target)
    slot = in_hand(table, state.mover, me, subject)
    if slot == NOBODY:
        return PASS
    card = table.cards[me.deck[me.hand[slot]]]
    if card.cost > me.mana or (card.kind == CREATURE) != (kind == SUMMON):
        return PASS
    if kind == SUMMON:
        return SUMMON | slot << 4 | target if has_room(table, me, target) else PASS
    if target == NO_ID:
        return USE | slot << 4 | FACE if card.kind != GREEN and card.kind != RED else PASS
    place = on_board(me, target) if card.kind == GREEN else on_board(foe, target)
    return USE | slot << 4 | place + 1 if place != NOBODY else PASS


@rule(inline=True)
def attack_move(me, foe, subject, target):
    slot = on_board(me, subject)
    if slot == NOBODY or me.board[slot].status & READY == 0:
        return PASS
    lane = me.board[slot].status & LANE
    guarded = False
    for k in range(foe.board_count):
        guarded |= foe.board[k].status & LANE == lane and foe.board[k].keywords & GUARD != 0
    if target == NO_ID:
        return PASS if guarded else ATTACK | slot << 4 | FACE
    place = on_board(foe, target)
    if place == NOBODY or foe.board[place].status & LANE != lane:
        return PASS
    if guarded and foe.board[place].keywords & GUARD == 0:
        return PASS
    return ATTACK | slot << 4 | place + 1


@rule(inline=True)
def has_room(table, me, lane):
    if lane < 0 or lane >= table.lanes:
        return False
    n = 0
    for k in range(me.board_count):
        n += int(me.board[k].status & LANE == lane)
    return n < table.lane_room


@rule(inline=True)
def in_hand(table, seat, me, number):
    """The slot of the card with this id, or NOBODY."""
    slot = NOBODY
    for k in range(HAND):  # no loop of varying length: nothing to mispredict
        if k < me.hand_count and card_id(table, seat, me, me.hand[k]) == number:
            slot = k
    return slot


@rule(inline=True)
def on_board(player, number):
    """The slot of the creature with this id, or NOBODY."""
    slot = NOBODY
    for k in range(BOARD):
        if k < player.board_count and player.board[k].id == number:
            slot = k
    return slot
