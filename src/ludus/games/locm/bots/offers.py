"""Offers to pick from, in every version.

A draft offers three cards at a time. In version 1.5, in which a deck of 30 is constructed from one long list, the bots
treat the list as 30 offers, too: its order, which is by cost, is cut into 30 equal parts. So a rule made for the draft
builds a deck with cheap and expensive cards, and each part of the generated list of 120 is an offer of four.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.deck_building import CHOOSE, MAX_COPIES, PICK, count_copies
from ludus.games.locm.state import DECK, DRAFT, OFFERED


@rule(inline=True)
def offer_size(data, state):
    """Return the number of cards in this offer."""
    if state.phase == DRAFT:
        return OFFERED
    return max(part_start(data, state.picks + 1) - part_start(data, state.picks), 1)


@rule(inline=True)
def offered(data, state, place):
    """Return card `place` of this offer, as an index into the game data's cards."""
    if state.phase == DRAFT:
        return int(state.offers[state.picks, place])
    return part_start(data, state.picks) + place


@rule(inline=True)
def part_start(data, pick):
    return data.card_count * pick // DECK


@rule(inline=True)
def take_offered(data, state, place):
    """Return the move that takes card `place` of this offer."""
    if state.phase == DRAFT:
        return PICK | place
    return choose_card(data, state, offered(data, state, place))


@rule
def choose_card(data, state, card):
    """Return the move that adds a card to a constructed deck, or the next listed card with less than two copies [3.3].

    A bot that takes one card of each offer never has more copies, but another bot may have chosen before.
    """
    me = state.players[state.mover]
    while count_copies(me, card, 0, state.picks) >= MAX_COPIES:
        card = (card + 1) % data.card_count
    return CHOOSE | card
