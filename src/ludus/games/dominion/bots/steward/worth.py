"""Value of a card for a deck: by its weights, the stage of the game, the copies owned and the other cards."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.bots.steward.likeness import CURSED, FIRST_KIND
from ludus.games.dominion.bots.steward.sight import DEAREST, WHOLE, per_hand
from ludus.games.dominion.bots.steward.weights import (
    COLLISION,
    COPIES,
    END,
    GARDENS_CARD,
    MIDDLE,
    MONEY,
    ONE,
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
FURTHEST = 12  # lead in points beyond which it makes no difference


@rule
def worth(table, state, seat, weights, memory, sight, slot, owned):
    """Value of one more copy, with `owned` copies besides it. 64 * 64 is about one hundredth of a coin."""
    like, me = memory.likes[slot], state.players[seat]
    if like == CURSED:
        return CURSE_WORTH * ONE * WHOLE
    w = weights.cards
    value = sight.opening * w[like, OPENING] + sight.middle * w[like, MIDDLE] + sight.end * w[like, END]
    value -= w[like, COPIES] * min(owned, 8) * WHOLE
    value += w[like, SPECIAL] * special(state, me, like, sight)
    value += weights.general[GARDENS_CARD] * sight.gardens * WHOLE
    if table.cards[slot].types & ACTION_CARD and table.cards[slot].actions == 0:
        others = sight.terminals - (owned < me.owned[slot])
        value -= weights.general[COLLISION] * per_hand(me, max(0, others - sight.extra))
    return value


@rule
def gained_worth(table, state, seat, weights, memory, sight, slot):
    """Value of gaining a copy from the supply."""
    return worth(table, state, seat, weights, memory, sight, slot, int(state.players[seat].owned[slot]))


@rule
def kept_worth(table, state, seat, weights, memory, sight, slot):
    """Loss of giving up a copy; a Copper may be given up only while enough money remains."""
    owned = int(state.players[seat].owned[slot])
    value = worth(table, state, seat, weights, memory, sight, slot, owned - 1)
    if slot == COPPER and (sight.money - 1) * ONE < weights.general[MONEY]:
        return max(value, ONE * WHOLE)
    return value


@rule
def open_purse(table, state, seat, weights, memory, sight):
    """Compute the value of the best purchase this turn, by coins."""
    me, coins = state.players[seat], int(state.coins)
    for cost in range(DEAREST + 1):
        sight.purse[cost] = 0
    for slot in range(SLOTS):
        card = table.cards[slot]
        if state.supply[slot] != 0 and card.cost <= DEAREST:
            value = gained_worth(table, state, seat, weights, memory, sight, slot)
            sight.purse[card.cost] = max(sight.purse[card.cost], value)
        if card.types & TREASURE:
            coins += me.held[slot] * card.coins
    for cost in range(DEAREST):
        sight.purse[cost + 1] = max(sight.purse[cost + 1], sight.purse[cost])
    sight.coins = coins


@rule
def spending(sight, hundredths):
    """Change of the best purchase if the coins change by this many hundredths."""
    return in_purse(sight, 100 * sight.coins + hundredths) - in_purse(sight, 100 * sight.coins)


@rule
def in_purse(sight, hundredths):
    hundredths = max(0, min(hundredths, 100 * DEAREST - 1))
    coins = hundredths // 100
    part = hundredths - 100 * coins
    return (sight.purse[coins] * (100 - part) + sight.purse[coins + 1] * part) // 100


@rule
def special(state, me, like, sight):
    """Factor that a card depends on besides stage and copies; WHOLE is a large value."""
    kind = like - FIRST_KIND
    if kind < 0:
        if like in (ESTATE, DUCHY):  # more when behind
            return -max(-FURTHEST, min(FURTHEST, sight.lead)) * WHOLE // FURTHEST
        return sight.density - WHOLE
    if kind in (VILLAGE, FESTIVAL):  # terminals that lack actions
        return max(-WHOLE, per_hand(me, sight.terminals - sight.extra))
    if kind in (CHAPEL, SENTRY, REMODEL):
        return sight.junk * WHOLE // 8
    if kind in (MINE, MONEYLENDER):
        return me.owned[COPPER] * WHOLE // 7
    if kind in (THIEF, BANDIT):
        return sight.riches * WHOLE // 8
    return special_of_few(state, me, kind, sight)


@rule
def special_of_few(state, me, kind, sight):
    if kind == WITCH:
        return min(10, int(state.supply[CURSE])) * WHOLE // 10
    if kind == MOAT:
        return sight.attacks * WHOLE // 2
    if kind in (THRONE_ROOM, VASSAL):
        return per_hand(me, sight.actions)
    if kind == CELLAR:
        return per_hand(me, sight.burdens)
    if kind == GARDENS:
        return (me.cards - 20) * WHOLE // 10
    if kind == WORKSHOP:
        return sight.gardens * WHOLE // 2
    return sight.density - WHOLE
