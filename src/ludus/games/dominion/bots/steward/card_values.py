"""Evaluation of the steward: features of a decision, and the value of a card for a deck.

The features are the stage of the game, deck statistics and attacks of opponents. All of them are public or its own:
everybody's cards are public, only their zones are not. A card is valued by its weights, the stage of the game, the
copies owned and the other cards.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8
from ludus.games.dominion.base_set_card_numbers import (
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
from ludus.games.dominion.bots.steward.weights import (
    COLLISION,
    COPIES,
    CURSE_INDEX,
    END,
    FIRST_KIND,
    GARDENS_CARD,
    MIDDLE,
    MONEY,
    OPENING,
    SPECIAL,
    WEIGHT_SCALE,
)
from ludus.games.dominion.game_data_records import ACTION_CARD, ATTACK, TREASURE
from ludus.games.dominion.moves import MAX_MOVES
from ludus.games.dominion.state import COPPER, CURSE, DUCHY, ESTATE, GOLD, KINGDOM, PROVINCE, SILVER, SLOTS

FIXED_POINT_ONE = 64  # fixed-point scale: 1 in the fields below
HAND = 5
BUILDING = 8  # number of turns of the opening
GREEN = 6  # Provinces (of eight) gone at which only points count
NOBODY = -(1 << 30)
MAX_USEFUL_COINS = 15  # coins above this buy nothing more
CURSE_WORTH = -200  # about two coins
MAX_LEAD = 12  # lead in points beyond which it makes no difference


class Memory(Record):
    """The steward remembers only the card substitution; it uses no random numbers."""

    likes: uint8[SLOTS]  # index in WEIGHTED_CARDS of the card whose weights each slot uses


class DeckFeatures(Record):
    moves: int64[MAX_MOVES]
    opening: int64  # stage weights; the three add up to FIXED_POINT_ONE
    middle: int64
    end: int64
    money: int64  # coins on all own Treasures
    density: int64  # coins per card
    terminals: int64  # Actions that give no action
    extra: int64  # surplus actions that the other Actions give
    actions: int64  # Action cards
    burdens: int64  # cards that are useless in hand
    junk: int64  # Curses, Estates and half of the Coppers
    gardens: int64  # cards whose points grow with the deck
    attacks: int64  # attack cards of opponents
    riches: int64  # Silvers and Golds of opponents
    lead: int64  # own points minus the best opponent's
    coins: int64  # to spend this turn, Treasures in hand included
    purse: int64[MAX_USEFUL_COINS + 1]  # by coins: value of the best card they buy


@rule
def compute_features(data, state, seat, features):
    me = state.players[seat]
    compute_stage(data, state, me, features)
    count_own(data, me, features)
    features.attacks, features.riches, most = 0, 0, NOBODY
    for other in range(data.seats):
        if other != seat:
            player = state.players[other]
            most = max(most, int(player.score))
            features.riches += player.owned[SILVER] + player.owned[GOLD]
            for slot in range(KINGDOM, SLOTS):
                if data.cards[slot].types & ATTACK:
                    features.attacks += player.owned[slot]
    features.lead = me.score - most


@rule(inline=True)
def compute_stage(data, state, me, features):
    """Compute the stage: by turns at first, then by Provinces gone or by three piles running out."""
    piles = 8 if data.seats == 2 else 12
    gone = max(8 * (piles - state.supply[PROVINCE]) // piles, 8 - left_of_three(state))
    features.end = min(gone, GREEN) * FIXED_POINT_ONE // GREEN
    features.opening = (FIXED_POINT_ONE - features.end) * max(0, BUILDING - me.turns) // BUILDING
    features.middle = FIXED_POINT_ONE - features.end - features.opening


@rule
def left_of_three(state):
    """Number of cards left in the three smallest piles."""
    first, second, third = 99, 99, 99
    for slot in range(SLOTS):
        n = int(state.supply[slot])
        if n < third:
            third = n
            if third < second:
                second, third = third, second
            if second < first:
                first, second = second, first
    return first + second + third


@rule
def count_own(data, me, features):
    money, terminals, extra, actions, burdens, gardens = 0, 0, 0, 0, 0, 0
    for slot in range(SLOTS):
        n = int(me.owned[slot])
        if n == 0:
            continue
        card = data.cards[slot]
        if card.types & TREASURE:
            money += n * card.coins
        elif card.types & ACTION_CARD == 0:
            burdens += n
        if card.types & ACTION_CARD:
            actions += n
            if card.actions == 0:
                terminals += n
            else:
                extra += n * (card.actions - 1)
        if card.points_per != 0:
            gardens += n
    cards = max(1, int(me.cards))
    features.money, features.terminals, features.extra, features.actions = money, terminals, extra, actions
    features.burdens, features.gardens, features.density = burdens, gardens, money * FIXED_POINT_ONE // cards
    features.junk = me.owned[CURSE] + me.owned[ESTATE] + me.owned[COPPER] // 2


@rule(inline=True)
def per_hand(me, n):
    """Expected number of n own cards in a hand."""
    return n * HAND * FIXED_POINT_ONE // max(1, int(me.cards))


@rule
def card_worth(data, state, seat, weights, memory, features, slot, owned):
    """Value of one more copy, with `owned` copies besides it. 64 * 64 is about one hundredth of a coin."""
    like, me = memory.likes[slot], state.players[seat]
    if like == CURSE_INDEX:
        return CURSE_WORTH * WEIGHT_SCALE * FIXED_POINT_ONE
    w = weights.cards
    value = features.opening * w[like, OPENING] + features.middle * w[like, MIDDLE] + features.end * w[like, END]
    value -= w[like, COPIES] * min(owned, 8) * FIXED_POINT_ONE
    value += w[like, SPECIAL] * special_factor(state, me, like, features)
    value += weights.general[GARDENS_CARD] * features.gardens * FIXED_POINT_ONE
    if data.cards[slot].types & ACTION_CARD and data.cards[slot].actions == 0:
        others = features.terminals - (owned < me.owned[slot])
        value -= weights.general[COLLISION] * per_hand(me, max(0, others - features.extra))
    return value


@rule
def gained_worth(data, state, seat, weights, memory, features, slot):
    """Value of gaining a copy from the supply."""
    return card_worth(data, state, seat, weights, memory, features, slot, int(state.players[seat].owned[slot]))


@rule
def kept_worth(data, state, seat, weights, memory, features, slot):
    """Loss of giving up a copy; a Copper may be given up only while enough money remains."""
    owned = int(state.players[seat].owned[slot])
    value = card_worth(data, state, seat, weights, memory, features, slot, owned - 1)
    if slot == COPPER and (features.money - 1) * WEIGHT_SCALE < weights.general[MONEY]:
        return max(value, WEIGHT_SCALE * FIXED_POINT_ONE)
    return value


@rule
def fill_purse(data, state, seat, weights, memory, features):
    """Compute the value of the best purchase this turn, by coins."""
    me, coins = state.players[seat], int(state.coins)
    for cost in range(MAX_USEFUL_COINS + 1):
        features.purse[cost] = 0
    for slot in range(SLOTS):
        card = data.cards[slot]
        if state.supply[slot] != 0 and card.cost <= MAX_USEFUL_COINS:
            value = gained_worth(data, state, seat, weights, memory, features, slot)
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
    """Factor that a card depends on besides stage and copies; FIXED_POINT_ONE is a large value."""
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
