"""Plan of a whole turn: the commands of a bot's reply, played one move at a time.

The bots of the competitions replied to a whole turn with one line, parts of it impossible on purpose: the referee skips
commands that are not legal at that moment [9.3]. Here a bot plans the same line at its first decision of a turn and
stores it in memory as orders; each further decision is the next legal order, and PASS at the end. A bot that starts in
the middle of a turn plans from there.

An order names cards as the reply does: word, id of the subject, and id of the target, or a lane, or NO_ID for the
opponent. reply_writer.py writes orders as text.
"""

# mypy: ignore-errors

from ludus.core import Record, int16, int32, rule, uint8
from ludus.games.locm.action_effects import ATTACK, FACE, PASS, SUMMON, USE, card_id
from ludus.games.locm.state import BOARD, CREATURE, GREEN, GUARD, HAND, LANE, READY, RED

MAX_ORDERS = 64  # the longest plan of any bot here has 58
NO_ID = -1  # as a target: the opponent
NO_TURN = -1
NOT_FOUND = -1  # not found

SUMMON_ORDER, ATTACK_ORDER, USE_ORDER = SUMMON << 8, ATTACK << 8, USE << 8


class CommandPlan(Record):
    """Part of the memory of a planning bot; call `forget` when a game begins."""

    turn: int16  # the turn of the game that it was made for
    count: uint8
    done: uint8  # orders tried so far
    orders: int32[MAX_ORDERS]


@rule(inline=True)
def clear_plan(plan):
    plan.turn = NO_TURN


@rule(inline=True)
def is_planned(plan, state):
    """Return whether there is a plan for this turn."""
    return plan.turn == state.turn


@rule(inline=True)
def start_plan(plan, state):
    """Start an empty plan for this turn."""
    plan.turn = state.turn
    plan.count = 0
    plan.done = 0


@rule(inline=True)
def add_order(plan, kind, subject, target):
    """Append SUMMON_ORDER (the target is a lane), ATTACK_ORDER or USE_ORDER (the target is an id or NO_ID)."""
    plan.orders[plan.count] = kind | subject << 8 | target + 1
    plan.count += 1


@rule(inline=True)
def next_move(data, state, plan):
    """Return the next order that is legal now, as a move; PASS if none is left."""
    count = int(plan.count)
    done = int(plan.done)
    move = PASS
    while move == PASS and done < count:
        move = as_move(data, state, int(plan.orders[done]))
        done += 1
    plan.done = done
    return move


@rule(inline=True)
def as_move(data, state, order):
    """Return the move of an order, or PASS if the referee would skip it [9.4]."""
    kind, subject, target = order >> 16 << 8, order >> 8 & 255, (order & 255) - 1
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == ATTACK:
        return attack_move(me, foe, subject, target)
    slot = find_in_hand(data, state.mover, me, subject)
    if slot == NOT_FOUND:
        return PASS
    card = data.cards[me.deck[me.hand[slot]]]
    if card.cost > me.mana or (card.kind == CREATURE) != (kind == SUMMON):
        return PASS
    if kind == SUMMON:
        return SUMMON | slot << 4 | target if has_room(data, me, target) else PASS
    if target == NO_ID:
        return USE | slot << 4 | FACE if card.kind != GREEN and card.kind != RED else PASS
    place = find_on_board(me, target) if card.kind == GREEN else find_on_board(foe, target)
    return USE | slot << 4 | place + 1 if place != NOT_FOUND else PASS


@rule(inline=True)
def attack_move(me, foe, subject, target):
    slot = find_on_board(me, subject)
    if slot == NOT_FOUND or me.board[slot].status & READY == 0:
        return PASS
    lane = me.board[slot].status & LANE
    guarded = False
    for k in range(foe.board_count):
        guarded |= foe.board[k].status & LANE == lane and foe.board[k].keywords & GUARD != 0
    if target == NO_ID:
        return PASS if guarded else ATTACK | slot << 4 | FACE
    place = find_on_board(foe, target)
    if place == NOT_FOUND or foe.board[place].status & LANE != lane:
        return PASS
    if guarded and foe.board[place].keywords & GUARD == 0:
        return PASS
    return ATTACK | slot << 4 | place + 1


@rule(inline=True)
def has_room(data, me, lane):
    if lane < 0 or lane >= data.lanes:
        return False
    n = 0
    for k in range(me.board_count):
        n += int(me.board[k].status & LANE == lane)
    return n < data.lane_room


@rule(inline=True)
def find_in_hand(data, seat, me, number):
    """Return the slot of the card with this id, or NOBODY."""
    slot = NOT_FOUND
    for k in range(HAND):  # a loop of fixed length cannot be mispredicted
        if k < me.hand_count and card_id(data, seat, me, me.hand[k]) == number:
            slot = k
    return slot


@rule(inline=True)
def find_on_board(player, number):
    """Return the slot of the creature with this id, or NOBODY."""
    slot = NOT_FOUND
    for k in range(BOARD):
        if k < player.board_count and player.board[k].id == number:
            slot = k
    return slot
