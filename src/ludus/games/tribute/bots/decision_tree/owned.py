"""Counts of the bot's own cards by deck, and card tiers."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.tribute.table import LEVELS

HUGE = 5000
TIER_A, TIER_B, TIER_C, TIER_D = 25, 10, 5, 1


@rule(inline=True)
def tier(table, state, tiers, piece):
    return int(table.tiers[tiers, state.card_of[piece]])


@rule
def deck_count(table, state, me, deck):
    """n(deck): own cards in hand, played, in cooldown and in the draw pile. Agents in play do not count."""
    n = count_in(table, state, me.hand, me.hand_size, deck)
    n += count_in(table, state, state.played, state.played_size, deck)
    n += count_in(table, state, me.cooldown, me.cooldown_size, deck)
    return n + count_in(table, state, me.pile, me.pile_size, deck)


@rule
def count_in(table, state, zone, size, deck):
    n = 0
    for k in range(size):
        if table.cards[state.card_of[zone[k]]].deck == deck:
            n += 1
    return n


@rule(inline=True)
def count_same_deck(table, state, me, piece):
    """n of the card's deck."""
    return deck_count(table, state, me, table.cards[state.card_of[piece]].deck)


@rule(inline=True)
def count_owned(state, me):
    """Number of cards in the same zones."""
    return me.hand_size + state.played_size + me.cooldown_size + me.pile_size


@rule
def top_level(table, card):
    """Highest combo level on which a card has an effect."""
    for level in range(LEVELS - 1, 0, -1):
        if table.cards[card].effects[level, 0] != 0:
            return level
    return 0


@rule
def sum_of_tiers(table, state, tiers, zone, size):
    total = 0
    for k in range(size):
        total += tier(table, state, tiers, zone[k])
    return total
