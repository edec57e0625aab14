"""What a bot picks from, in every version.

A draft offers three cards at a time. For version 1.5, in which a deck of 30 is constructed out of one long list, the
bots here read the list as 30 offers as well: cut in its order, which is by cost, into 30 equal parts. So a rule made
for the draft builds a deck with cheap and dear cards, and each part of the generated list of 120 is an offer of four.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.decks import CHOOSE, MOST_COPIES, PICK, copies
from ludus.games.locm.state import DECK, DRAFT, OFFERED


@rule(inline=True)
def offer_size(table, state):
    """How many cards are to choose from at this pick."""
    if state.phase == DRAFT:
        return OFFERED
    return max(part_start(table, state.picks + 1) - part_start(table, state.picks), 1)


@rule(inline=True)
def offered(table, state, place):
    """Card number `place` of this offer, as an index into the table's cards."""
    if state.phase == DRAFT:
        return int(state.offers[state.picks, place])
    return part_start(table, state.picks) + place


@rule(inline=True)
def part_start(table, pick):
    return table.card_count * pick // DECK


@rule(inline=True)
def take(table, state, place):
    """The move that takes card number `place` of this offer."""
    if state.phase == DRAFT:
        return PICK | place
    return choose_card(table, state, offered(table, state, place))


@rule
def choose_card(table, state, card):
    """Into a constructed deck: this card, or the next in the list that has less than two copies there [3.3].

    Who takes one card of each offer never has more; but others may have chosen before.
    """
    me = state.players[state.mover]
    while copies(me, card, 0, state.picks) >= MOST_COPIES:
        card = (card + 1) % table.card_count
    return CHOOSE | card
