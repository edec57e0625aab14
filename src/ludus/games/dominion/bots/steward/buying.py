"""Purchases of the steward: the card, or with several buys the pair of cards, that adds most; and how it ends a game.

Points are public. The steward never ends a game that it would lose, and ends one that it wins as soon as it can.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.dominion.bots.steward.card_values import FIXED_POINT_ONE, gained_worth
from ludus.games.dominion.bots.steward.weights import PENULTIMATE
from ludus.games.dominion.game_data_records import BY_TURNS
from ludus.games.dominion.moves import BUY, STOP
from ludus.games.dominion.state import CURSE, PROVINCE, SLOTS
from ludus.games.dominion.turns import EMPTY_PILES

DECISIVE_VALUE = 1 << 40  # larger than every card value
NO_CARD = SLOTS  # no card; in a pair: only one card is bought


@rule
def to_buy(data, state, seat, weights, memory, features):
    best, most = NO_CARD, 0
    if is_over(state, NO_CARD, NO_CARD):
        best, most = NO_CARD, DECISIVE_VALUE * outcome(data, state, seat, NO_CARD, NO_CARD)
    for slot in range(SLOTS):
        cost = int(data.cards[slot].cost)
        if state.supply[slot] == 0 or cost > state.coins or slot == CURSE:
            continue
        value = gained_worth(data, state, seat, weights, memory, features, slot)
        total = value + end_of_game_value(data, state, seat, weights, slot, NO_CARD)
        if state.buys > 1:
            total = max(total, with_another(data, state, seat, weights, memory, features, slot, value, cost))
        if total > most:
            best, most = slot, total
    return STOP if best == NO_CARD else BUY | best


@rule
def with_another(data, state, seat, weights, memory, features, first, value, cost):
    """Highest value of this card together with a second one."""
    most = -DECISIVE_VALUE
    for slot in range(SLOTS):
        if slot == CURSE or cost + data.cards[slot].cost > state.coins or state.supply[slot] <= (slot == first):
            continue
        more = gained_worth(data, state, seat, weights, memory, features, slot)
        most = max(most, value + more + end_of_game_value(data, state, seat, weights, first, slot))
    return most


@rule
def end_of_game_value(data, state, seat, weights, first, second):
    """Value of ending the game: winning or losing outweighs everything; leaving one Province costs the weight
    `penultimate`.
    """
    if is_over(state, first, second):
        return DECISIVE_VALUE * outcome(data, state, seat, first, second)
    left = state.supply[PROVINCE] - (first == PROVINCE) - (second == PROVINCE)
    if left == 1 and left < state.supply[PROVINCE]:
        lead = points_after(data, state.players[seat], first, second) - most_of_others(data, state, seat)
        if lead < data.cards[PROVINCE].points:
            return -weights.general[PENULTIMATE] * FIXED_POINT_ONE
    return 0


@rule
def is_over(state, first, second):
    """Whether the game ends with this turn after these purchases."""
    if state.supply[PROVINCE] == (first == PROVINCE) + (second == PROVINCE):
        return True
    empty = state.empty + runs_out(state, first, 2 if first == second else 1)
    if second != first:
        empty += runs_out(state, second, 1)
    return empty >= EMPTY_PILES


@rule(inline=True)
def runs_out(state, slot, copies):
    return 0 if slot == NO_CARD else int(state.supply[slot] == copies)


@rule
def outcome(data, state, seat, first, second):
    """Result if the game ended now: 1 won, 0 shared, -1 lost."""
    me = state.players[seat]
    mine = rank_value(data, points_after(data, me, first, second), me.turns + 1)
    theirs = -DECISIVE_VALUE
    for other in range(data.seats):
        if other != seat:
            player = state.players[other]
            theirs = max(theirs, rank_value(data, int(player.score), int(player.turns)))
    return (mine > theirs) - (mine < theirs)


@rule(inline=True)
def rank_value(data, points, turns):
    return points * 1024 - (turns if data.ties == BY_TURNS else 0)


@rule
def points_after(data, me, first, second):
    fixed, cards = int(me.fixed), int(me.cards)
    if first != NO_CARD:
        fixed += data.cards[first].points
        cards += 1
    if second != NO_CARD:
        fixed += data.cards[second].points
        cards += 1
    for slot in range(data.counting):
        per = data.cards[slot].points_per
        if per != 0:
            fixed += (me.owned[slot] + (slot == first) + (slot == second)) * (cards // per)
    return fixed


@rule
def most_of_others(data, state, seat):
    most = -DECISIVE_VALUE
    for other in range(data.seats):
        if other != seat:
            most = max(most, int(state.players[other].score))
    return most
