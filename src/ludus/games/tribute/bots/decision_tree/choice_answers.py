"""Answers of the decision tree: the better side of an "or", the best or the worst cards of an offer."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.bots.card_recognition import is_curse
from ludus.games.tribute.bots.decision_tree.card_values import HUGE, TIER_B, TIER_C, count_owned, count_same_deck, tier
from ludus.games.tribute.bots.decision_tree.patron_calls import sale_worth
from ludus.games.tribute.bots.multi_card_choices import list_offered_cards
from ludus.games.tribute.game_data_records import (
    ACQUIRE_CARD,
    COIN,
    DEFAME,
    DESTROY_CARD,
    DRAW,
    POWER,
    PRESTIGE,
    RECALL_CARD,
    REPLACE_ROW,
    RIVAL_DISCARD,
    TOSS_CARDS,
)
from ludus.games.tribute.state import (
    ACQUIRE,
    BANISH,
    DESTROY,
    HEALTH,
    KNOCK_OUT,
    MINT,
    RALLY,
    RECALL,
    RECALL_AGENT,
    REPLACE,
    SELL,
)
from ludus.games.tribute.zones import find_piece

POWER_WORTH, PRESTIGE_WORTH = 5, 10
BEHIND, AHEAD = 15, 25  # prestige of the rival below or above which a side counts most
FEW, SOME = 5, 10  # cards owned
NEVER = -1_000_000_000
OTHER = 500
CURSED = -1000


@rule
def better_side(data, state, tiers, me, rival, exact):
    """Index of the better side, 0 or 1; the first on a tie."""
    effect = data.effects[state.effect]
    first = side_worth(data, state, tiers, me, rival, effect.op, effect.n, exact)
    return 1 if side_worth(data, state, tiers, me, rival, effect.other_op, effect.other_n, exact) > first else 0


@rule
def side_worth(data, state, tiers, me, rival, op, n, exact):
    if op == COIN:
        return HUGE if rival.prestige <= BEHIND else 100 * within_reach(data, state, tiers, me, n)
    if op == POWER:
        return HUGE if rival.prestige >= AHEAD else POWER_WORTH * n
    if op == PRESTIGE:
        return PRESTIGE_WORTH * n
    if op == ACQUIRE_CARD:
        return best_of_row(data, state, tiers, me, n if exact else 255)
    if op == DEFAME:
        return HUGE if rival.prestige >= me.prestige else 0
    if op == REPLACE_ROW:
        return 100 * unwanted(data, state, tiers, me) if me.hand_size != 0 else 150 * wanted(data, state, tiers)
    if op == DESTROY_CARD:
        return NEVER if count_owned(state, me) <= FEW else 100 * dispensable(data, state, tiers, me)
    if op == DRAW:
        return 500 * me.hand_size
    if op == RIVAL_DISCARD:
        return HUGE
    if op == RECALL_CARD:
        return last_in_cooldown(data, state, tiers, me, n)
    if op == TOSS_CARDS:
        return 200 * me.hand_size
    return OTHER


@rule
def within_reach(data, state, tiers, me, n):
    """Number of good cards in the row that n more coins could buy."""
    count = 0
    for k in range(state.row_size):
        piece, cost = state.row[k] + 0, data.cards[state.card_of[state.row[k]]].cost + 0
        if me.coins <= cost <= me.coins + n and (
            tier(data, state, tiers, piece) >= TIER_B or count_same_deck(data, state, me, piece) >= 3
        ):
            count += 1
    return count


@rule
def best_of_row(data, state, tiers, me, limit):
    most = 0
    for k in range(state.row_size):
        if data.cards[state.card_of[state.row[k]]].cost <= limit:
            most = max(most, deck_and_tier_value(data, state, tiers, me, state.row[k]))
    return most


@rule(inline=True)
def deck_and_tier_value(data, state, tiers, me, piece):
    n = count_same_deck(data, state, me, piece)
    return n * n + tier(data, state, tiers, piece)


@rule
def unwanted(data, state, tiers, me):
    """Number of cards in the row that are bad or cost too much."""
    count = 0
    for k in range(state.row_size):
        if data.cards[state.card_of[state.row[k]]].cost > me.coins or tier(data, state, tiers, state.row[k]) < TIER_B:
            count += 1
    return count


@rule
def wanted(data, state, tiers):
    count = 0
    for k in range(state.row_size):
        if tier(data, state, tiers, state.row[k]) >= TIER_B:
            count += 1
    return count


@rule
def dispensable(data, state, tiers, me):
    """Number of cards in hand or played that are bad or have few of their deck."""
    count = 0
    for k in range(me.hand_size):
        if tier(data, state, tiers, me.hand[k]) <= TIER_C or count_same_deck(data, state, me, me.hand[k]) <= 3:
            count += 1
    for k in range(state.played_size):
        if (
            tier(data, state, tiers, state.played[k]) <= TIER_C
            or count_same_deck(data, state, me, state.played[k]) <= 3
        ):
            count += 1
    return count


@rule
def last_in_cooldown(data, state, tiers, me, n):
    total = 0
    for k in range(max(me.cooldown_size - n, 0), me.cooldown_size):
        total += deck_and_tier_value(data, state, tiers, me, me.cooldown[k])
    return total


@rule
def set_card_answer(data, state, tiers, me, rival, scratch, answer):
    """Set the cards of an answer, in the order in which the bot names them."""
    n = list_offered_cards(data, state, scratch)
    question, size = state.asked, min(state.most, n)
    if question >= BANISH:
        answer.size = min(n, 1)
        answer.cards[0] = scratch.offer[best_for_patron(data, state, tiers, me, rival, scratch, n)]
        return
    if question == DESTROY:
        size = min(size, 1) if count_owned(state, me) > SOME else state.least + 0
    sort_by_tier(data, state, tiers, scratch, n)
    best = question in (ACQUIRE, KNOCK_OUT, RECALL, RECALL_AGENT) or (question == REPLACE and me.hand_size == 0)
    first = n - size if best else 0
    answer.size = size
    for k in range(size):
        answer.cards[k] = scratch.offer[first + k]


@rule
def sort_by_tier(data, state, tiers, scratch, n):
    """Sort the offer, worst card first; on a tie the last of the list first."""
    for k in range(1, n):
        piece, at = scratch.offer[k] + 0, k
        while at > 0 and tier(data, state, tiers, scratch.offer[at - 1]) >= tier(data, state, tiers, piece):
            scratch.offer[at] = scratch.offer[at - 1]
            at -= 1
        scratch.offer[at] = piece


@rule
def best_for_patron(data, state, tiers, me, rival, scratch, n):
    """Index of the card for a patron: the last of the best; for the Treasury the first of the worst."""
    best, most = 0, NEVER
    for k in range(n):
        worth = patron_worth(data, state, tiers, me, rival, scratch.offer[k])
        if worth > most or (worth == most and state.asked != MINT):
            best, most = k, worth
    return best


@rule
def patron_worth(data, state, tiers, me, rival, piece):
    if state.asked == SELL:
        if rival.prestige >= me.prestige:
            return data.cards[state.card_of[piece]].cost - 1
        return sale_worth(data, state, tiers, me, piece)
    if state.asked == RALLY:
        return deck_and_tier_value(data, state, tiers, me, piece)
    if state.asked == BANISH:
        return tier(data, state, tiers, piece) + (
            rival.health[find_piece(rival.agents, rival.agent_count, piece)] & HEALTH
        )
    card = state.card_of[piece] + 0
    if is_curse(data, card):
        return -CURSED
    if card == data.patrons[data.treasury].starters[0]:
        return 0
    return -(tier(data, state, tiers, piece) + 2 * count_same_deck(data, state, me, piece))
