"""Resampling of hidden cards: fair redeals, and the "seeded state" of the reference engine.

A redeal resamples everything that a seat cannot see. Which cards a player owns, and which of them are not in hand or
draw pile, is public. A seat does not know the order of its own draw pile, except for cards it has seen there. Of the
rival's hand and pile it knows only cards that came there openly: put onto the pile face up, or in hand because the pile
had run out. The order of the tavern deck is unknown, except for cards that were put under it during the game. Nothing
in a redeal may depend on hidden information.

The bots of the reference engine simulate on a position scrambled by a seed. It shuffles hidden cards starting from
their true order, and for small seeds the generator does not move the first card of the first shuffle, so a bot that
plans on it knows more than it should.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.core.random import seed_stream
from ludus.games.tribute.shuffling import independent_stream, initial_stream, reference_shuffle, uniform_shuffle
from ludus.games.tribute.state import DRAFT, MARKS, NEAR_MARKS, NEAR_PIECES, PIECES, SEATS, TAVERN
from ludus.games.tribute.zones import is_shown


@rule
def resample_hidden(data, state, seat, seed):
    state.stream = seed_stream(seed)
    if state.phase != DRAFT:
        if state.far_pieces == 0:
            resample_near(state, seat)
        else:
            resample_all(state, seat)
    state.stream = independent_stream(data, seed)


@rule
def resample_near(state, seat):
    """Resample a game in which all cards have low numbers: with less memory to clear and to read."""
    pieces, flags, marks = local_ints(NEAR_PIECES), local_ints(NEAR_PIECES), local_ints(NEAR_MARKS)
    resample_zones(state, seat, pieces, flags, marks)


@rule
def resample_all(state, seat):
    pieces, flags, marks = local_ints(PIECES), local_ints(PIECES), local_ints(MARKS)
    resample_zones(state, seat, pieces, flags, marks)


@rule
def resample_zones(state, seat, pieces, flags, marks):
    clear_stale_marks(state, marks)
    deal_tavern(state, pieces, flags)
    deal_own_pile(state, state.players[seat], pieces, flags)
    deal_rival(state, state.players[1 - seat], pieces, flags)


@rule
def clear_stale_marks(state, marks):
    """Clear marks of cards that have left hands and draw piles."""
    for seat in range(SEATS):
        player = state.players[seat]
        for k in range(player.hand_size):
            piece = player.hand[k]
            marks[piece >> 3] |= 1 << (piece & 7)
        for k in range(player.pile_size):
            piece = player.pile[k]
            marks[piece >> 3] |= 1 << (piece & 7)
    for k in range(len(marks)):
        state.shown[k] &= marks[k]


@rule
def gather_flagged(pieces, flags):
    """Write the flagged cards in the order of their numbers, which reveals nothing; return how many there are."""
    n = 0
    for piece in range(len(flags)):
        if flags[piece]:
            flags[piece] = 0
            pieces[n] = piece
            n += 1
    return n


@rule
def deal_tavern(state, pieces, flags):
    first = state.tavern_first + 0
    for k in range(state.veiled):
        flags[state.tavern[(first + k) & TAVERN - 1]] = 1
    n = gather_flagged(pieces, flags)
    uniform_shuffle(state, pieces, n)
    for k in range(n):
        state.tavern[(first + k) & TAVERN - 1] = pieces[k]


@rule
def deal_own_pile(state, me, pieces, flags):
    unknown = me.pile_size - me.known
    for k in range(unknown):
        flags[me.pile[k]] = 1
    n = gather_flagged(pieces, flags)
    uniform_shuffle(state, pieces, n)
    for k in range(unknown):
        me.pile[k] = pieces[k]


@rule
def deal_rival(state, rival, pieces, flags):
    """Resample the rival's hand and pile. Cards from before the last shuffle mix with the hand, not with those shuffled
    later.
    """
    border = rival.pile_size - rival.older if rival.older != 0 else 0
    for k in range(border):
        flags[rival.pile[k]] = 1
    n = gather_flagged(pieces, flags)
    uniform_shuffle(state, pieces, n)
    for k in range(border):
        rival.pile[k] = pieces[k]
    for k in range(rival.hand_size):
        if not is_shown(state, rival.hand[k]):
            flags[rival.hand[k]] = 1
    for k in range(border, rival.pile_size):
        if not is_shown(state, rival.pile[k]):
            flags[rival.pile[k]] = 1
    n = gather_flagged(pieces, flags)
    uniform_shuffle(state, pieces, n)
    n = 0
    for k in range(rival.hand_size):
        if not is_shown(state, rival.hand[k]):
            rival.hand[k] = pieces[n]
            n += 1
    for k in range(border, rival.pile_size):
        if not is_shown(state, rival.pile[k]):
            rival.pile[k] = pieces[n]
            n += 1


@rule
def reference_seeded_state(data, state, seed):
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
    state.stream = initial_stream(data, seed)


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
