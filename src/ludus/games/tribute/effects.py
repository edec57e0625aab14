"""Effects of cards and patrons: a queue of effects that runs until a player has to decide."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.game_data_records import (
    ACQUIRE_CARD,
    AGENT,
    BANISH_AGENT,
    CALL,
    COIN,
    CREATE,
    CURSE_RIVAL,
    DEFAME,
    DESTROY_CARD,
    DONATE_CARDS,
    DRAW,
    HEAL,
    KNOCKOUT,
    KNOCKOUT_ALL,
    LEVELS,
    MINT_CARD,
    NOTHING,
    PARTS,
    POWER,
    POWER_PER_CARDS,
    PRESTIGE,
    RALLY_AGENT,
    RECALL_AGENTS,
    RECALL_CARD,
    REPLACE_ROW,
    RIVAL_DISCARD,
    SELL_CARD,
    TOSS_CARDS,
)
from ludus.games.tribute.state import (
    ACQUIRE,
    ACTIVATED,
    BANISH,
    CAPACITY,
    CHOOSE_SIDE,
    COMING,
    DESTROY,
    DISCARD,
    DONATE,
    EARLIER,
    FREE,
    HEALTH,
    KNOCK_OUT,
    MINT,
    QUEUE,
    RALLY,
    RECALL,
    RECALL_AGENT,
    REPLACE,
    RUNNING,
    SELL,
    TOSS,
)
from ludus.games.tribute.zones import (
    capped_sum,
    create_card,
    draw_cards,
    find_piece,
    leave_play,
    owned_by,
    shuffle_cooldown_into_pile,
)


@rule
def ask(state, question, least, most):
    state.asked = question
    state.least = least
    state.most = most
    state.picked = 0
    state.lowest = 0


@rule(inline=True)
def clear_question(state):
    state.asked = FREE
    state.least = 0
    state.most = 0
    state.picked = 0
    state.lowest = 0
    state.limit = 0
    state.offered = 0
    state.effect = 0
    state.source = 0


@rule
def queue_card_effects(data, state, card, piece):
    """Queue the effects of a played card: its own effect, and combos, older cards first within a level.

    Every level is released once: with the n-th card of a deck in a turn, level n of the earlier cards, and all levels
    up to n of the card itself.
    """
    facts = data.cards[card]
    deck = facts.deck
    before = state.plays[deck] + 0
    enqueue(data, state, facts, 0, piece)
    for level in range(1, min(before + 1, LEVELS)):
        if level == before:
            for k in range(before):
                enqueue(data, state, data.cards[state.earlier[deck, k]], level, state.earlier_piece[deck, k])
        enqueue(data, state, facts, level, piece)
    if before < EARLIER:
        state.earlier[deck, before] = card
        state.earlier_piece[deck, before] = piece
    if before < LEVELS:
        state.plays[deck] = before + 1


@rule(inline=True)
def enqueue(data, state, facts, level, piece):
    for part in range(PARTS):
        number = facts.effects[level, part]
        if number == 0:
            return
        if data.effects[number].op == RIVAL_DISCARD:
            add_to_coming(state, number)
        else:
            add_to_queue(state, number, piece)


@rule(inline=True)
def add_to_coming(state, number):
    if state.coming_size == COMING:
        state.reason = CAPACITY
        return
    state.coming[state.coming_size] = number
    state.coming_size += 1


@rule(inline=True)
def add_to_queue(state, number, piece):
    if state.queue_size == QUEUE:
        state.reason = CAPACITY
        return
    state.queue[state.queue_size] = number
    state.queue_piece[state.queue_size] = piece
    state.queue_size += 1


@rule
def run_effects(data, state, op, n, what, piece):
    """Run an effect, if any, then the queue until a player has to decide."""
    done, size = 0, state.queue_size + 0
    while True:
        if op != NOTHING:
            do_effect(data, state, op, n, what, piece)
            op = NOTHING
        if done == size or state.asked != FREE or state.reason != RUNNING:
            break
        number = state.queue[done] + 0
        effect, piece = data.effects[number], state.queue_piece[done] + 0
        done += 1
        if effect.other_op != NOTHING:
            ask(state, CHOOSE_SIDE, 1, 1)
            state.effect = number
            state.source = piece
        else:
            op, n, what = effect.op + 0, effect.n + 0, effect.what + 0
    for k in range(size):
        stays = k + done < size
        state.queue[k] = state.queue[k + done] if stays else 0
        state.queue_piece[k] = state.queue_piece[k + done] if stays else 0
    state.queue_size = size - done
    if state.asked == FREE:
        state.opening = 0


@rule(inline=True)
def do_effect(data, state, op, n, what, piece):
    me, rival = state.players[state.active], state.players[1 - state.active]
    if op == COIN:
        me.coins = capped_sum(me.coins, n)
    elif op == POWER:
        me.power = capped_sum(me.power, n)
    elif op == DRAW:
        draw_cards(data, state, me, n)
    elif op == PRESTIGE:
        me.prestige = capped_sum(me.prestige, n)
    elif op == CALL:
        me.calls = capped_sum(me.calls, n)
    elif op == DEFAME:
        rival.prestige = max(rival.prestige - n, 0)
    elif op == CREATE:
        create_card(state, state.active, what)
    elif op == CURSE_RIVAL:
        create_card(state, 1 - state.active, what)
    elif op == HEAL:
        heal(data, state, me, piece, n)
    elif op == KNOCKOUT_ALL:
        while me.agent_count != 0:
            leave_play(data, state, me, 0)
        while rival.agent_count != 0:
            leave_play(data, state, rival, 0)
    elif op == POWER_PER_CARDS:
        me.power = capped_sum(me.power, owned_by(state, me, state.active) // n)
    else:
        ask_for_cards(data, state, op, n, what)


@rule
def heal(data, state, me, piece, n):
    """Heal the agent itself if it is still in play."""
    at = find_piece(me.agents, me.agent_count, piece)
    if at < me.agent_count:
        full_health = data.cards[state.card_of[piece]].health
        health = min((me.health[at] & HEALTH) + n, full_health)
        me.health[at] = me.health[at] & ACTIVATED | health


@rule
def ask_for_cards(data, state, op, n, what):
    """Effects that ask for cards. A knockout without targets still asks; a discard without cards does not."""
    me, rival = state.players[state.active], state.players[1 - state.active]
    if op == REPLACE_ROW:
        ask(state, REPLACE, 0, n)
        state.offered = (1 << state.row_size) - 1
    elif op == ACQUIRE_CARD:
        ask(state, ACQUIRE, 0, 1)
        offered = 0
        for k in range(state.row_size):
            if data.cards[state.card_of[state.row[k]]].cost <= n:
                offered |= 1 << k
        state.offered = offered
    elif op == DESTROY_CARD:
        ask(state, DESTROY, 0, n)
    elif op == RECALL_CARD:
        ask(state, RECALL, 0, min(n, me.cooldown_size))
    elif op == RECALL_AGENTS:
        ask(state, RECALL_AGENT, 0, min(n, resting_agents(data, state, me)))
    elif op == TOSS_CARDS:
        if me.pile_size < n:
            shuffle_cooldown_into_pile(data, state, me)
        n = min(n, me.pile_size)
        ask(state, TOSS, 0, n)
        state.limit = n
        me.known = max(me.known, n)
        me.counted = max(me.counted, n)
    elif op == KNOCKOUT:
        n = min(n, rival.agent_count)
        ask(state, KNOCK_OUT, n, n)
    elif op == DONATE_CARDS:
        ask(state, DONATE, 0, n)
    elif op == RIVAL_DISCARD:
        n = min(n, me.hand_size)
        if n != 0:
            ask(state, DISCARD, n, n)
    else:
        ask_for_patron(state, op, what)


@rule
def ask_for_patron(state, op, what):
    if op == BANISH_AGENT:
        ask(state, BANISH, 1, 1)
    elif op == SELL_CARD:
        ask(state, SELL, 1, 1)
    elif op == RALLY_AGENT:
        ask(state, RALLY, 1, 1)
    elif op == MINT_CARD:
        ask(state, MINT, 1, 1)
        state.effect = what


@rule
def resting_agents(data, state, me):
    """Number of agents in cooldown, without contract agents."""
    n = 0
    for k in range(me.cooldown_size):
        if data.cards[state.card_of[me.cooldown[k]]].type == AGENT:
            n += 1
    return n
