"""Features that the steward computes for a decision: stage of the game, deck statistics, attacks of opponents.

All of them are public or its own: everybody's cards are public, only their zones are not.
"""

# mypy: ignore-errors

from ludus.core import Record, int64, rule, uint8
from ludus.games.dominion.moves import MAX_MOVES
from ludus.games.dominion.state import COPPER, CURSE, ESTATE, GOLD, KINGDOM, PROVINCE, SILVER, SLOTS
from ludus.games.dominion.table import ACTION_CARD, ATTACK, TREASURE

FIXED_POINT_ONE = 64  # fixed-point scale: 1 in the fields below
HAND = 5
BUILDING = 8  # number of turns of the opening
GREEN = 6  # Provinces (of eight) gone at which only points count
NOBODY = -(1 << 30)
MAX_USEFUL_COINS = 15  # coins above this buy nothing more


class Memory(Record):
    """The steward remembers only the card substitution; it uses no random numbers."""

    likes: uint8[SLOTS]  # index in LIKES of the card whose weights each slot uses


class DeckFeatures(Record):
    moves: int64[MAX_MOVES]
    opening: int64  # stage weights; the three add up to WHOLE
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
def compute_features(table, state, seat, features):
    me = state.players[seat]
    compute_stage(table, state, me, features)
    count_own(table, me, features)
    features.attacks, features.riches, most = 0, 0, NOBODY
    for other in range(table.seats):
        if other != seat:
            player = state.players[other]
            most = max(most, int(player.score))
            features.riches += player.owned[SILVER] + player.owned[GOLD]
            for slot in range(KINGDOM, SLOTS):
                if table.cards[slot].types & ATTACK:
                    features.attacks += player.owned[slot]
    features.lead = me.score - most


@rule(inline=True)
def compute_stage(table, state, me, features):
    """Compute the stage: by turns at first, then by Provinces gone or by three piles running out."""
    piles = 8 if table.seats == 2 else 12
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
def count_own(table, me, features):
    money, terminals, extra, actions, burdens, gardens = 0, 0, 0, 0, 0, 0
    for slot in range(SLOTS):
        n = int(me.owned[slot])
        if n == 0:
            continue
        card = table.cards[slot]
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
