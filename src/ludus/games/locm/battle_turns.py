"""Battle rules: turns, draws, and the legal moves of a turn. The effects of moves are in action_effects.py."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.compile.intrinsics import write_packed, write_run
from ludus.games.locm.action_effects import ATTACK, PASS, SUMMON, USE, attack, overdraw, summon, use
from ludus.games.locm.state import (
    ATTACKED,
    BATTLE,
    DECK,
    GUARD,
    HAND,
    KILLED,
    LANE,
    OVERDRAWN,
    READY,
    TURN_LIMIT,
)

START_HEALTH, START_RUNES = 30, 5  # [1.1]
MAX_MANA = 12  # [1.5]
LAST_NORMAL_TURN = 50  # from this own turn on, drawing hurts [1.6]
MAX_TURNS = 1400  # the referee's hard stop [1.7]


@rule
def begin_battle(data, state):
    """Deal the opening hands and begin the first turn; both decks are in draw order [4.1-4.3]."""
    state.phase = BATTLE
    state.shuffle_seeds[0] = 0
    state.shuffle_seeds[1] = 0
    for seat in range(2):
        player = state.players[seat]
        player.health = START_HEALTH
        player.runes = START_RUNES * data.runes
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
    begin_turn(data, state)


@rule
def begin_turn(data, state):
    """Pass the turn to the other player [5.1-5.10]."""
    old = state.players[state.mover]
    old.shown_draw = old.next_draw  # the opponent is sent the draw due now, not what damage adds later [11.1]
    for k in range(old.board_count):
        old.board[k].status &= ~(READY | ATTACKED)
    state.mover = 1 - state.mover
    state.turn += 1
    if state.turn >= MAX_TURNS:
        state.reason = TURN_LIMIT
        return
    me = state.players[state.mover]
    if me.max_mana < MAX_MANA + me.bonus:
        me.max_mana += 1
    if me.bonus != 0 and me.mana == 0:  # no mana was left: the bonus is lost [5.5]
        me.bonus = 0
        me.max_mana -= 1
    me.mana = me.max_mana
    for k in range(me.board_count):
        me.board[k].status |= READY
    draw_cards(data, state, me)
    me.shown_draw = me.next_draw
    me.next_draw = 1  # after the draw: health lost in it gives no cards [5.9]
    me.lost = 0
    if me.health <= 0:
        state.reason = OVERDRAWN
        state.winner = 1 - state.mover


@rule
def draw_cards(data, state, me):
    """Draw the cards due, with the checks in the order of each version's referee [6.1-6.3]."""
    late = state.turn // 2 >= LAST_NORMAL_TURN
    if data.runes == 0:
        if late:
            overdraw(data, me)
        for _ in range(me.next_draw):
            if me.hand_count < HAND:
                if me.drawn < DECK:
                    take_top_card(me)
                else:
                    overdraw(data, me)
    else:
        for _ in range(me.next_draw):
            if late or me.drawn >= DECK:
                overdraw(data, me)
            elif me.hand_count >= HAND:
                break
            else:
                take_top_card(me)


@rule
def take_top_card(me):
    me.hand[me.hand_count] = me.drawn
    me.hand_count += 1
    me.drawn += 1


@rule(inline=True)
def legal_battle(data, state, moves):
    """List the legal moves: PASS, then SUMMON and USE in hand order, then ATTACK in board order [9.4].

    Written without branches that random play would mispredict: the moves of a card or creature are a run of at most
    seven numbers, always written whole, of which only the legal ones are counted. This doubled the speed of random
    battles. The buffer must have room for one run beyond the last move.
    """
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    mine, theirs, mana = int(me.board_count), int(foe.board_count), int(me.mana)
    in_second = 0
    for k in range(mine):
        in_second += me.board[k].status & LANE
    first_open = int(mine - in_second < data.lane_room)
    second_open = int(data.lanes == 2 and in_second < data.lane_room)
    summons = SUMMON | 1 - first_open  # the run of lanes begins with the first open one
    places = first_open + second_open
    # By kind of card, 16 bits each: the first move of its run, and the number of moves.
    runs = summons | (USE | 1) << 16 | (USE | 1) << 32 | USE << 48  # blue items may also hit the face
    counts = places | mine << 16 | theirs << 32 | theirs + 1 << 48
    moves[0] = PASS
    n = 1
    for h in range(me.hand_count):
        card = data.cards[me.deck[me.hand[h]]]
        shift = int(card.kind) << 4
        run = (runs >> shift & 0xFFFF) + (h << 4)
        write_run(moves, n, run)
        n += (counts >> shift & 0xFFFF) * int(card.cost <= mana)
    targets, counts = attack_targets(foe, theirs)
    for a in range(mine):
        status = int(me.board[a].status)
        lane = status & LANE
        write_packed(moves, n, ATTACK | a << 4, targets >> 32 * lane)
        n += (counts >> 8 * lane & 255) * (status >> 1 & 1)  # READY
    return n


@rule(inline=True)
def attack_targets(foe, theirs):
    """Return the targets of attacks in each lane: guards if there are any, else the opponent and every creature.

    Packed into two numbers: 32 bits per lane with targets of 4 bits, and 8 bits per lane with their count.
    """
    guards = 0  # bit 0: the first lane is guarded, bit 1: the second
    for k in range(theirs):
        creature = foe.board[k]
        guards |= int(creature.keywords & GUARD != 0) << (creature.status & LANE)
    targets = 0  # the opponent is target 0: in an unguarded lane the first four bits stay 0
    counts = (1 - (guards & 1)) | (1 - (guards >> 1)) << 8
    for k in range(theirs):
        creature = foe.board[k]
        lane = int(creature.status) & LANE
        allowed = int(creature.keywords & GUARD != 0) | 1 - (guards >> lane & 1)
        targets |= (k + 1) * allowed << 32 * lane + 4 * (counts >> 8 * lane & 255)
        counts += allowed << 8 * lane
    return targets, counts


@rule(inline=True)
def apply_battle(data, state, move):
    kind, subject, target = move & ~255, move >> 4 & 15, move & 15
    if kind == PASS:
        begin_turn(data, state)
        return
    me, foe = state.players[state.mover], state.players[1 - state.mover]
    if kind == SUMMON:
        summon(data, state.mover, me, foe, subject, target)
    elif kind == ATTACK:
        attack(data, me, foe, subject, target)
    else:
        use(data, me, foe, subject, target)
    if foe.health <= 0:  # checked first: if both are dead, the acting player wins [8.1]
        state.reason = KILLED
        state.winner = state.mover
    elif me.health <= 0:
        state.reason = KILLED
        state.winner = 1 - state.mover
