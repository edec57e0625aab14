"""Action choice of the steward: Actions that leave an action first, then the terminal with the highest value.

Values are in hundredths of a coin. The value of a card is computed from its record, so it works for custom cards too;
the weight `play` of the card whose weights it uses is added.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.bots.steward.card_values import (
    FIXED_POINT_ONE,
    fill_purse,
    gained_worth,
    kept_worth,
    spending,
)
from ludus.games.dominion.bots.steward.weights import (
    ATTACKED,
    BUY_WORTH,
    COIN_WORTH,
    GAIN,
    PLAY,
    PURSE,
    RID,
    WEIGHT_SCALE,
)
from ludus.games.dominion.bots.vdom_memory_and_lookups import NONE
from ludus.games.dominion.game_data_records import (
    ACTION_CARD,
    ATTACK,
    COINS,
    DIG,
    DISCARD,
    DOUBLE,
    DRAW,
    DRAW_TO,
    IF_DONE,
    RELATIVE,
    THIS_CARD,
    TO_HAND,
    TRASH,
    TRASH_THIS,
    TREASURE,
    UP_TO,
    YOU,
    card_matches,
)
from ludus.games.dominion.game_data_records import GAIN as GAINS
from ludus.games.dominion.moves import PLAY as PLAY_CARD
from ludus.games.dominion.moves import STOP
from ludus.games.dominion.state import KINGDOM, SLOTS

COIN = 100
FIRST = 10_000  # Actions that leave an action come first
USELESS = -1


@rule
def to_play(data, state, seat, weights, memory, features):
    me = state.players[seat]
    fill_purse(data, state, seat, weights, memory, features)
    best, most = NONE, 0
    for slot in range(KINGDOM, SLOTS):
        if me.held[slot] != 0 and data.cards[slot].types & ACTION_CARD:
            value = play_value(data, state, seat, weights, memory, features, slot)
            if value > most:
                best, most = slot, value
    return STOP if best == NONE else PLAY_CARD | best


@rule
def play_value(data, state, seat, weights, memory, features, slot):
    card = data.cards[slot]
    if doubles(card):
        return throne_value(data, state, seat, weights, memory, features, slot)
    if card.actions != 0:  # draw before other choices; gain actions before they are needed
        value = FIRST + 20 * card.actions + 30 * card.cards + card.coins
        return value - 50 if card.cards == 0 and card.coins == 0 else value
    value = effect_value(data, state, seat, weights, memory, features, slot)
    if state.actions > 1 and value > 0:
        value += 10 * COIN * card.cards  # with several actions left, draw first
    return value


@rule(inline=True)
def doubles(card):
    return card.step_count != 0 and card.steps[0].op == DOUBLE


@rule
def throne_value(data, state, seat, weights, memory, features, slot):
    """Value of Throne Room: first if there is a card to double, but after a card that gives the actions for it."""
    me, best, others, villages = state.players[seat], 0, 0, 0
    for other in range(KINGDOM, SLOTS):
        if me.held[other] == 0 or other == slot or data.cards[other].types & ACTION_CARD == 0:
            continue
        others += me.held[other]
        villages += data.cards[other].actions > 1
        best = max(best, double_value(data, state, seat, weights, memory, features, other))
    if others == 0:
        return USELESS
    if villages != 0 and others > 1 and state.actions == 1:
        return 1
    return FIRST + 1000 if best > 0 else USELESS


@rule
def double_value(data, state, seat, weights, memory, features, slot):
    """Value of an Action that is played twice."""
    card, me = data.cards[slot], state.players[seat]
    if doubles(card):
        others = 0
        for other in range(KINGDOM, SLOTS):
            if other != slot and data.cards[other].types & ACTION_CARD:
                others += me.held[other]
        return 5 * COIN if others > 1 else USELESS
    value = effect_value(data, state, seat, weights, memory, features, slot)
    if card.actions != 0:
        waiting = 0
        for other in range(KINGDOM, SLOTS):
            if data.cards[other].types & ACTION_CARD and data.cards[other].actions == 0:
                waiting += me.held[other]
        value += COIN * min(2 * card.actions, 1 + waiting)
    return value


@rule
def effect_value(data, state, seat, weights, memory, features, slot):
    """Value of everything a card gives except actions."""
    card, me = data.cards[slot], state.players[seat]
    drawn = card_value(features)
    coins = COIN * card.coins + drawn * card.cards
    value = (
        weights.cards[memory.likes[slot], PLAY] // WEIGHT_SCALE + weights.general[BUY_WORTH] * card.buys // WEIGHT_SCALE
    )
    if card.types & ATTACK:
        value += attack_value(data, state, seat, weights, card)
    for k in range(card.step_count):
        step = card.steps[k]
        if step.who != YOU:
            continue
        if step.op == TRASH:
            more = trash_value(data, state, seat, weights, memory, features, card, k)
            if more == USELESS and k == 0 and step.how & UP_TO == 0:
                return USELESS
            value += more
        elif step.op == GAINS and step.how & (IF_DONE | RELATIVE) == 0:
            value += gain_value(data, state, seat, weights, memory, features, step.what, step.n)
        elif step.op == TRASH_THIS:
            value -= worth_now(weights, kept_worth(data, state, seat, weights, memory, features, slot))
        elif step.op == DRAW_TO:
            coins += drawn * max(0, step.n - me.hand_size + 1)
        elif step.op == DIG:
            coins += dig_value(features, me, step.n)
        elif step.op == DRAW and step.how & IF_DONE == 0:
            coins += drawn * step.n
        elif step.op == COINS and step.how & IF_DONE == 0:
            coins += COIN * step.n
    return value + coins_value(weights, features, coins)


@rule(inline=True)
def card_value(features):
    """Average coins of a card from the deck, in hundredths."""
    return COIN * features.density // FIXED_POINT_ONE


@rule
def coins_value(weights, features, hundredths):
    """Value of coins this turn: a fixed value each, and by what they can buy."""
    more = (
        spending(features, hundredths)
        * weights.general[PURSE]
        // (WEIGHT_SCALE * WEIGHT_SCALE * FIXED_POINT_ONE * COIN)
    )
    return hundredths * weights.general[COIN_WORTH] // (WEIGHT_SCALE * COIN) + more


@rule(inline=True)
def worth_now(weights, worth):
    """Value of a change of the deck relative to coins in hand."""
    return worth * weights.general[GAIN] // (WEIGHT_SCALE * WEIGHT_SCALE * FIXED_POINT_ONE * COIN)


@rule
def dig_value(features, me, n):
    """Value of Treasures dug from the deck, by the average coins of own ones."""
    return n * COIN * features.money // max(1, me.cards - features.burdens - features.actions)


@rule
def attack_value(data, state, seat, weights, card):
    """Value of an attack; 0 if it hurts no opponent."""
    for k in range(card.step_count):
        step = card.steps[k]
        if step.who == YOU:
            continue
        if step.op == GAINS and step.what >= THIS_CARD and state.supply[step.what - THIS_CARD] == 0:
            return 0
        if step.op == DISCARD:
            for other in range(data.seats):
                if other != seat and state.players[other].hand_size > step.n:
                    return weights.general[ATTACKED] // WEIGHT_SCALE
            return 0
    return weights.general[ATTACKED] // WEIGHT_SCALE


@rule
def gain_value(data, state, seat, weights, memory, features, what, limit):
    slot = best_gain(data, state, seat, weights, memory, features, what, limit)
    if slot == NONE:
        return 0
    return worth_now(weights, gained_worth(data, state, seat, weights, memory, features, slot))


@rule
def best_gain(data, state, seat, weights, memory, features, what, limit):
    """Best card to gain, given a cost limit or a named card."""
    if what >= THIS_CARD and what - THIS_CARD < SLOTS:
        return what - THIS_CARD if state.supply[what - THIS_CARD] != 0 else NONE
    best, most = NONE, 0
    for slot in range(SLOTS):
        if state.supply[slot] != 0 and data.cards[slot].cost <= limit and card_matches(data, what, slot):
            value = gained_worth(data, state, seat, weights, memory, features, slot)
            if best == NONE or value > most:
                best, most = slot, value
    return best


@rule
def trash_value(data, state, seat, weights, memory, features, card, k):
    """Value of a trashing clause with the clauses that depend on it; USELESS if it is better not done."""
    me, step = state.players[seat], card.steps[k]
    if step.how & UP_TO:
        total, left = 0, int(step.n)
        for slot in range(SLOTS):
            if me.held[slot] != 0 and card_matches(data, step.what, slot):
                value = rid_value(data, state, seat, weights, memory, features, slot)
                if value > 0:
                    n = min(left, int(me.held[slot]))
                    left -= n
                    total += n * value
        return total
    slot = best_trash(data, state, seat, weights, memory, features, card, k)
    if slot == NONE:
        return USELESS
    value = exchange_value(data, state, seat, weights, memory, features, card, k, slot)
    return value if value > 0 else USELESS


@rule
def rid_value(data, state, seat, weights, memory, features, slot):
    """Value of trashing a card from hand: its negative worth, minus the coins it would have paid this turn."""
    loss = kept_worth(data, state, seat, weights, memory, features, slot)
    value = -loss * weights.general[RID if loss < 0 else GAIN] // (WEIGHT_SCALE * WEIGHT_SCALE * FIXED_POINT_ONE * COIN)
    if data.cards[slot].types & TREASURE and state.active == seat:
        value += coins_value(weights, features, -COIN * data.cards[slot].coins)
    return value


@rule
def best_trash(data, state, seat, weights, memory, features, card, k):
    """Best card in hand to trash for what the card's text then gives."""
    me, best, most = state.players[seat], NONE, 0
    for slot in range(SLOTS):
        if me.held[slot] != 0 and card_matches(data, card.steps[k].what, slot):
            value = exchange_value(data, state, seat, weights, memory, features, card, k, slot)
            if best == NONE or value > most:
                best, most = slot, value
    return best


@rule
def exchange_value(data, state, seat, weights, memory, features, card, k, slot):
    """Value of trashing a card together with the clauses that follow if it is done."""
    value, coins = rid_value(data, state, seat, weights, memory, features, slot), 0
    for later in range(k + 1, card.step_count):
        step = card.steps[later]
        if step.how & (IF_DONE | RELATIVE) == 0 or step.who != YOU:
            continue
        if step.op == GAINS:
            limit = step.n + (data.cards[slot].cost if step.how & RELATIVE else 0)
            gained = best_gain(data, state, seat, weights, memory, features, step.what, limit)
            if gained != NONE:
                value += worth_now(weights, gained_worth(data, state, seat, weights, memory, features, gained))
                if step.to == TO_HAND and data.cards[gained].types & TREASURE:
                    coins += COIN * data.cards[gained].coins
        elif step.op == COINS:
            coins += COIN * step.n
        elif step.op == DRAW:
            coins += card_value(features) * step.n
    return value + coins_value(weights, features, coins)
