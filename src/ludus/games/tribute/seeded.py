"""The reference engine's "seeded state": a position scrambled by a seed, as its bots use it for simulations.

It shuffles hidden cards starting from their true order, and for small seeds the generator does not move the first card
of the first shuffle, so a bot that plans on it knows more than it should. `resample_hidden` is the fair way.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.tribute.chance import initial_stream, reference_shuffle
from ludus.games.tribute.state import PIECES, SEATS, TAVERN


@rule
def reference_seeded_state(table, state, seed):
    """Scramble a position for the player to move; afterwards the stream is at the seed again."""
    cards = local_ints(PIECES)
    state.stream = seed
    me, rival = state.players[state.active], state.players[1 - state.active]
    reference_shuffle(state, me.cooldown, me.cooldown_size)
    scramble_pile(state, me, cards)
    reference_shuffle(state, rival.cooldown, rival.cooldown_size)
    scramble_rival(state, rival, cards)
    scramble_tavern(state, cards)
    for seat in range(SEATS):  # the copy forgets which cards are known
        player = state.players[seat]
        player.known = 0
        player.counted = 0
        player.older = 0
    state.stream = initial_stream(table, seed)


@rule
def scramble_pile(state, me, cards):
    """Scramble all cards of the pile but the known ones on top."""
    unknown = me.pile_size - me.counted
    for k in range(unknown):
        cards[k] = me.pile[unknown - 1 - k]
    reference_shuffle(state, cards, unknown)
    for k in range(unknown):
        me.pile[unknown - 1 - k] = cards[k]


@rule
def scramble_rival(state, rival, cards):
    """Scramble hand and draw pile together, then deal as many back into the hand."""
    hand, pile = rival.hand_size + 0, rival.pile_size + 0
    for k in range(hand):
        cards[k] = rival.hand[k]
    for k in range(pile):
        cards[hand + k] = rival.pile[pile - 1 - k]
    reference_shuffle(state, cards, hand + pile)
    for k in range(hand):
        rival.hand[k] = cards[k]
    for k in range(pile):
        rival.pile[pile - 1 - k] = cards[hand + k]


@rule
def scramble_tavern(state, cards):
    n, first = state.tavern_size + 0, state.tavern_first + 0
    for k in range(n):
        cards[k] = state.tavern[(first + k) & TAVERN - 1]
    reference_shuffle(state, cards, n)
    for k in range(n):
        state.tavern[(first + k) & TAVERN - 1] = cards[k]
    state.veiled = n
