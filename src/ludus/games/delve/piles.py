"""The pile of cards to draw from: its shuffles depend on the seed and on when they happen, not on what was played."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import derived, draw, seeded
from ludus.games.delve.kinds import HAND


@rule
def new_pile(table, state):
    """A pile of all cards that are discarded, shuffled with a stream of this encounter."""
    state.stream = seeded(derived(state.deal, state.encounter))
    _shuffle_discard(table, state)


@rule
def draw_hand(table, state):
    """Five cards; an empty pile is made anew from the discarded cards."""
    for _ in range(HAND):
        if state.pile_size == 0:
            _shuffle_discard(table, state)
        if state.pile_size == 0:
            return
        state.pile_size -= 1
        state.hand[state.pile[state.pile_size]] += 1
        state.pile[state.pile_size] = 0


@rule
def _shuffle_discard(table, state):
    """The discarded cards become the pile, in any order."""
    n = 0
    for kind in range(table.kinds):
        for _ in range(state.discard[kind]):
            state.pile[n] = kind
            n += 1
        state.discard[kind] = 0
    state.pile_size = n
    _shuffle(state)


@rule
def _shuffle(state):
    for i in range(state.pile_size - 1, 0, -1):
        j = draw(state, i + 1)
        kept = state.pile[i]
        state.pile[i] = state.pile[j]
        state.pile[j] = kept


@rule
def reshuffle_unseen(table, state):
    """The pile in another order: sorted first, so that its old order leaves no trace."""
    for i in range(1, state.pile_size):
        kept = state.pile[i]
        j = i
        while j > 0 and state.pile[j - 1] > kept:
            state.pile[j] = state.pile[j - 1]
            j -= 1
        state.pile[j] = kept
    _shuffle(state)
