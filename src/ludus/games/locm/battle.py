"""The battle: turns, draws, health, and what may be done in a turn. Effects are in actions.py."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.actions import ATTACK, PASS, SUMMON, USE, attack, summon, use
from ludus.games.locm.health import overdraw
from ludus.games.locm.state import (
    ATTACKED,
    BATTLE,
    CREATURE,
    DECK,
    GREEN,
    GUARD,
    HAND,
    KILLED,
    LANE,
    OVERDRAWN,
    READY,
    RED,
    TURN_LIMIT,
)

START_HEALTH, START_RUNES = 30, 5  # [1.1]
MOST_MANA = 12  # [1.5]
LAST_TURN = 50  # from this own turn on, drawing hurts [1.6]
FRAMES = 1400  # the referee's hard stop [1.7]


@rule
def begin_battle(table, state):
    """Both decks are in draw order: deal the opening hands and begin the first turn [4.1-4.3]."""
    state.phase = BATTLE
    state.shuffle_seeds[0] = 0
    state.shuffle_seeds[1] = 0
    for seat in range(2):
        player = state.players[seat]
        player.health = START_HEALTH
        player.runes = START_RUNES * table.runes
        player.next_draw = 1
        player.shown_draw = 1
        player.max_mana = seat
        player.mana = seat
        player.bonus = seat
        player.drawn = 4 + seat
        player.hand_count = 4 + seat
        for k in range(4 + seat):
            player.hand[k] = k
    state.turn = -1
    state.mover = 1
    begin_turn(table, state)


@rule
def begin_turn(table, state):
    """The turn passes to the other player [5.1-5.10]."""
    old = state.players[state.mover]
    for k in range(old.board_count):
        old.board[k].status &= ~(READY | ATTACKED)
    state.mover = 1 - state.mover
    state.turn += 1
    if state.turn >= FRAMES:
        state.reason = TURN_LIMIT
        return
    me = state.players[state.mover]
    if me.max_mana < MOST_MANA + me.bonus:
        me.max_mana += 1
    if me.bonus != 0 and me.mana == 0:  # nothing was left over: the extra mana is gone [5.5]
        me.bonus = 0
        me.max_mana -= 1
    me.mana = me.max_mana
    for k in range(me.board_count):
        me.board[k].status |= READY
    draw_cards(table, state, me)
    me.shown_draw = me.next_draw
    me.next_draw = 1  # only now: losses inside the draw never draw more [5.9]
    me.lost = 0
    if me.health <= 0:
        state.reason = OVERDRAWN
        state.winner = 1 - state.mover


@rule
def draw_cards(table, state, me):
    """Draw the cards due, in the order of tests that the referee of each version has [6.1-6.3]."""
    late = state.turn // 2 >= LAST_TURN
    if table.runes == 0:
        if late:
            overdraw(table, me)
        for _ in range(me.next_draw):
            if me.hand_count < HAND:
                if me.drawn < DECK:
                    take_top_card(me)
                else:
                    overdraw(table, me)
    else:
        for _ in range(me.next_draw):
            if late or me.drawn >= DECK:
                overdraw(table, me)
            elif me.hand_count >= HAND:
                break
            else:
                take_top_card(me)


@rule
def take_top_card(me):
    me.hand[me.hand_count] = me.drawn
    me.hand_count += 1
    me.drawn += 1


@rule
def legal_battle(table, state, moves):
    """Pass, then summon and use in hand order, then attack in board order [9.4]."""
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    moves[0] = PASS
    n = 1
    in_second = 0
    for k in range(me.board_count):
        in_second += me.board[k].status & LANE
    first_open = me.board_count - in_second < table.lane_room
    second_open = table.lanes == 2 and in_second < table.lane_room
    for h in range(me.hand_count):
        card = table.cards[me.deck[me.hand[h]]]
        if card.cost > me.mana:
            continue
        if card.kind == CREATURE:
            if first_open:
                moves[n] = SUMMON | h << 4
                n += 1
            if second_open:
                moves[n] = SUMMON | h << 4 | 1
                n += 1
        elif card.kind == GREEN:
            for k in range(me.board_count):
                moves[n] = USE | h << 4 | k + 1
                n += 1
        else:
            if card.kind != RED:
                moves[n] = USE | h << 4
                n += 1
            for k in range(foe.board_count):
                moves[n] = USE | h << 4 | k + 1
                n += 1
    guards = 0  # bit 0: the first lane is guarded, bit 1: the second
    for k in range(foe.board_count):
        creature = foe.board[k]
        if creature.keywords & GUARD:
            guards |= 1 << (creature.status & LANE)
    for a in range(me.board_count):
        status = me.board[a].status
        if not status & READY:
            continue
        lane = status & LANE
        guarded = guards >> lane & 1
        if not guarded:
            moves[n] = ATTACK | a << 4
            n += 1
        for k in range(foe.board_count):
            target = foe.board[k]
            if target.status & LANE == lane and (not guarded or target.keywords & GUARD):
                moves[n] = ATTACK | a << 4 | k + 1
                n += 1
    return n


@rule
def apply_battle(table, state, move):
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    if kind == PASS:
        begin_turn(table, state)
        return
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == SUMMON:
        summon(table, state.mover, me, foe, subject, target)
    elif kind == ATTACK:
        attack(table, me, foe, subject, target)
    else:
        use(table, me, foe, subject, target)
    if foe.health <= 0:  # first: whoever acts wins when both fall [8.1]
        state.reason = KILLED
        state.winner = state.mover
    elif me.health <= 0:
        state.reason = KILLED
        state.winner = 1 - state.mover

