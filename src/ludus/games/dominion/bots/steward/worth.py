"""Value of a card for a deck: by its weights, the stage of the game, the copies owned and the other cards."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.bots.steward.likeness import CURSE_INDEX, FIRST_KIND
from ludus.games.dominion.bots.steward.sight import MAX_USEFUL_COINS, FIXED_POINT_ONE, per_hand
from ludus.games.dominion.bots.steward.weights import (
    COLLISION,
    COPIES,
    END,
    GARDENS_CARD,
    MIDDLE,
    MONEY,
    WEIGHT_SCALE,
    OPENING,
    SPECIAL,
)
from ludus.games.dominion.kinds import (
    BANDIT,
    CELLAR,
    CHAPEL,
    FESTIVAL,
    GARDENS,
    MINE,
    MOAT,
    MONEYLENDER,
    REMODEL,
    SENTRY,
    THIEF,
    THRONE_ROOM,
    VASSAL,
    VILLAGE,
    WITCH,
    WORKSHOP,
)
from ludus.games.dominion.state import COPPER, CURSE, DUCHY, ESTATE, SLOTS
from ludus.games.dominion.table import ACTION_CARD, TREASURE

CURSE_WORTH = -200  # about two coins
MAX_LEAD = 12  # lead in points beyond which it makes no difference


@rule
def card_worth(table, state, seat, weights, memory, features, slot, owned):
    """Value of one more copy, with `owned` copies besides it. 64 * 64 is about one hundredth of a coin."""
    like, me = memory.likes[slot], state.players[seat]
    if like == CURSE_INDEX:
        return CURSE_WORTH * WEIGHT_SCALE * FIXED_POINT_ONE
    w = weights.cards
    value = features.opening * w[like, OPENING] + features.middle * w[like, MIDDLE] + features.end * w[like, END]
    value -= w[like, COPIES] * min(owned, 8) * FIXED_POINT_ONE
    value += w[like, SPECIAL] * special_factor(state, me, like, features)
    value += weights.general[GARDENS_CARD] * features.gardens * FIXED_POINT_ONE
    if table.cards[slot].types & ACTION_CARD and table.cards[slot].actions == 0:
        others = features.terminals - (owned < me.owned[slot])
        value -= weights.general[COLLISION] * per_hand(me, max(0, others - features.extra))
    return value


@rule
def gained_worth(table, state, seat, weights, memory, features, slot):
    """Value of gaining a copy from the supply."""
    return card_worth(table, state, seat, weights, memory, features, slot, int(state.players[seat].owned[slot]))


@rule
def kept_worth(table, state, seat, weights, memory, features, slot):
    """Loss of giving up a copy; a Copper may be given up only while enough money remains."""
    owned = int(state.players[seat].owned[slot])
    value = card_worth(table, state, seat, weights, memory, features, slot, owned - 1)
    if slot == COPPER and (features.money - 1) * WEIGHT_SCALE < weights.general[MONEY]:
        return max(value, WEIGHT_SCALE * FIXED_POINT_ONE)
    return value


@rule
def fill_purse(table, state, seat, weights, memory, features):
    """Compute the value of the best purchase this turn, by coins."""
    me, coins = state.players[seat], int(state.coins)
    for cost in range(MAX_USEFUL_COINS + 1):
        features.purse[cost] = 0
    for slot in range(SLOTS):
        card = table.cards[slot]
        if state.supply[slot] != 0 and card.cost <= MAX_USEFUL_COINS:
            value = gained_worth(table, state, seat, weights, memory, features, slot)
            features.purse[card.cost] = max(features.purse[card.cost], value)
        if card.types & TREASURE:
            coins += me.held[slot] * card.coins
    for cost in range(MAX_USEFUL_COINS):
        features.purse[cost + 1] = max(features.purse[cost + 1], features.purse[cost])
    features.coins = coins


@rule
def spending(features, hundredths):
    """Change of the best purchase if the coins change by this many hundredths."""
    return in_purse(features, 100 * features.coins + hundredths) - in_purse(features, 100 * features.coins)


@rule
def in_purse(features, hundredths):
    hundredths = max(0, min(hundredths, 100 * MAX_USEFUL_COINS - 1))
    coins = hundredths // 100
    part = hundredths - 100 * coins
    return (features.purse[coins] * (100 - part) + features.purse[coins + 1] * part) // 100


@rule
def special_factor(state, me, like, features):
    """Factor that a card depends on besides stage and copies; WHOLE is a large value."""
    kind = like - FIRST_KIND
    if kind < 0:
        if like in (ESTATE, DUCHY):  # more when behind
            return -max(-MAX_LEAD, min(MAX_LEAD, features.lead)) * FIXED_POINT_ONE // MAX_LEAD
        return features.density - FIXED_POINT_ONE
    if kind in (VILLAGE, FESTIVAL):  # terminals that lack actions
        return max(-FIXED_POINT_ONE, per_hand(me, features.terminals - features.extra))
    if kind in (CHAPEL, SENTRY, REMODEL):
        return features.junk * FIXED_POINT_ONE // 8
    if kind in (MINE, MONEYLENDER):
        return me.owned[COPPER] * FIXED_POINT_ONE // 7
    if kind in (THIEF, BANDIT):
        return features.riches * FIXED_POINT_ONE // 8
    return rare_special_factor(state, me, kind, features)


@rule
def rare_special_factor(state, me, kind, features):
    if kind == WITCH:
        return min(10, int(state.supply[CURSE])) * FIXED_POINT_ONE // 10
    if kind == MOAT:
        return features.attacks * FIXED_POINT_ONE // 2
    if kind in (THRONE_ROOM, VASSAL):
        return per_hand(me, features.actions)
    if kind == CELLAR:
        return per_hand(me, features.burdens)
    if kind == GARDENS:
        return (me.cards - 20) * FIXED_POINT_ONE // 10
    if kind == WORKSHOP:
        return features.gardens * FIXED_POINT_ONE // 2
    return features.density - FIXED_POINT_ONE
