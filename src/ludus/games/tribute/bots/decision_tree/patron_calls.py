"""Patron calls of the decision tree: for the last favours, against the rival's favours, otherwise by the value of the
call.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.bots.card_recognition import first_call_effect, is_ansei, is_curse, is_duke, takes_sides
from ludus.games.tribute.bots.decision_tree.card_values import (
    HUGE,
    TIER_D,
    count_owned,
    count_same_deck,
    sum_of_tiers,
    tier,
)
from ludus.games.tribute.game_data_records import (
    AGENT,
    BANISH_AGENT,
    CURSE_RIVAL,
    POWER_PER_CARDS,
    RALLY_AGENT,
    SELL_CARD,
)
from ludus.games.tribute.move_bits import CALL
from ludus.games.tribute.patrons import standing

NONE = -1
OWN_STANDING, NEUTRAL_STANDING, RIVAL_STANDING = 0, 1, 2
DANGER = 2  # calls by which the rival may lack all favours
RICH, POOR = 10, 6  # coins
MATCH = 40
WORST = -1_000_000
SAFE = 30  # prestige above which cards are sold at any price


@rule
def best_call(data, state, tiers, me, rival, moves, n, most_coins, exact):
    """The patron to call, as a move; NONE if none can be called. `exact` counts the missing calls correctly."""
    mine, rivals = missing_calls(data, state, OWN_STANDING, exact), missing_calls(data, state, RIVAL_STANDING, exact)
    for k in range(state.patron_count):
        if mine <= me.calls and standing(state, k) != OWN_STANDING and listed(state, moves, n, k):
            if takes_sides(data, state.patrons[k]) or not exact:
                return CALL | state.patrons[k]
    for k in range(state.patron_count):
        if rivals <= DANGER and standing(state, k) == RIVAL_STANDING and listed(state, moves, n, k):
            if not is_duke(data, state.patrons[k]) or rivals == 1:
                return CALL | state.patrons[k]
    if cursed(data, state) and can_call_patron(moves, n, data.treasury):
        return CALL | data.treasury
    best, most = NONE, WORST
    for k in range(state.patron_count):
        if listed(state, moves, n, k):
            worth = calling_worth(data, state, tiers, me, rival, k, most_coins)
            if worth > most:
                best, most = CALL | state.patrons[k], worth
    return best


@rule
def missing_calls(data, state, whose, exact):
    """Calls that a side needs for all favours, counted as in the original or exactly."""
    total = 0
    for k in range(state.patron_count):
        if takes_sides(data, state.patrons[k]):
            position = standing(state, k)
            if position != NEUTRAL_STANDING and whose == RIVAL_STANDING:
                position = RIVAL_STANDING - position  # seen from the rival's side
            if exact:
                total += exact_steps(data, state, k, position)
            else:
                total += published_steps(data, state, k, position, whose)
    return total


@rule
def exact_steps(data, state, k, place):
    if place == OWN_STANDING:
        return 0
    return 1 if place == NEUTRAL_STANDING or is_ansei(data, state.patrons[k]) else 2


@rule
def published_steps(data, state, k, place, whose):
    """Count of the original: a favour already won counts as a step, and Ansei counts more than one call."""
    if is_ansei(data, state.patrons[k]):
        if place == NEUTRAL_STANDING:
            return 2 if whose == OWN_STANDING else 1
        return 1 if place == RIVAL_STANDING else 0
    if place == NEUTRAL_STANDING:
        return 1
    if whose == OWN_STANDING:
        return 1 if place == OWN_STANDING else 2
    return 3 if place == RIVAL_STANDING else 0


@rule
def listed(state, moves, n, k):
    return can_call_patron(moves, n, state.patrons[k])


@rule
def can_call_patron(moves, n, number):
    for k in range(n):
        if moves[k] == CALL | number:
            return True
    return False


@rule
def cursed(data, state):
    """Whether a curse was played."""
    for k in range(state.played_size):
        if is_curse(data, state.card_of[state.played[k]]):
            return True
    return False


@rule
def calling_worth(data, state, tiers, me, rival, k, most_coins):
    number = state.patrons[k] + 0
    if number == data.treasury:
        return count_worthless_played(data, state, tiers)
    if is_ansei(data, number):
        return HUGE if most_coins <= POOR else 0
    if is_duke(data, number):
        if me.coins >= RICH:
            return me.prestige // me.coins * HUGE
        return HUGE if me.coins - 1 + me.prestige >= MATCH else 0
    deed = first_call_effect(data, number, NEUTRAL_STANDING)
    if deed == CURSE_RIVAL:
        return 5 // rival_cards(rival)
    if deed == BANISH_AGENT:
        return sum_of_tiers(data, state, tiers, rival.agents, rival.agent_count)
    if deed == POWER_PER_CARDS:
        return count_owned(state, me) // 5 * 2
    if deed == SELL_CARD:
        return HUGE if me.prestige > SAFE else best_sale(data, state, tiers, me)
    if deed == RALLY_AGENT:
        return resting_tiers(data, state, tiers, me)
    return 0


@rule
def rival_cards(rival):
    return max(rival.hand_size + rival.pile_size + rival.cooldown_size, 1)


@rule
def best_sale(data, state, tiers, me):
    """Highest sale value of cards played and in cooldown."""
    most = WORST + 1
    for k in range(state.played_size):
        most = max(most, sale_worth(data, state, tiers, me, state.played[k]))
    for k in range(me.cooldown_size):
        most = max(most, sale_worth(data, state, tiers, me, me.cooldown[k]))
    return most


@rule
def sale_worth(data, state, tiers, me, piece):
    n = count_same_deck(data, state, me, piece)
    return 20 * data.cards[state.card_of[piece]].cost - n * n - tier(data, state, tiers, piece)


@rule
def resting_tiers(data, state, tiers, me):
    total = 0
    for k in range(me.cooldown_size):
        if data.cards[state.card_of[me.cooldown[k]]].type == AGENT:
            total += tier(data, state, tiers, me.cooldown[k])
    return total


@rule
def count_worthless_played(data, state, tiers):
    """Number of worthless cards that were played; curses count more."""
    total = 0
    for k in range(state.played_size):
        if tier(data, state, tiers, state.played[k]) <= TIER_D:
            total += 1
        if is_curse(data, state.card_of[state.played[k]]):
            total += 3
    return total
