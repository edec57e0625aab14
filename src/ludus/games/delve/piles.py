"""The draw pile. A shuffle depends on the seed and on its number in the encounter, not on the cards played."""

# mypy: ignore-errors

from ludus.core import rule
from ludus.core.random import derived_seed, random_below, seed_stream
from ludus.games.delve.kinds import HAND


@rule
def new_pile(table, state):
    """Shuffle all discarded cards into a new pile, with the random stream of this encounter."""
    state.stream = seed_stream(derived_seed(state.deal, state.encounter))
    _shuffle_discard(table, state)


@rule
def draw_hand(table, state):
    """Draw five cards; if the pile is empty, the discarded cards are shuffled into a new one."""
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
    """Make the discarded cards the new pile, in random order."""
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
        j = random_below(state, i + 1)
        kind = state.pile[i]
        state.pile[i] = state.pile[j]
        state.pile[j] = kind


@rule
def reshuffle_unseen(table, state):
    """Shuffle the pile again; it is sorted first, so that the result does not depend on the old order."""
    for i in range(1, state.pile_size):
        kind = state.pile[i]
        j = i
        while j > 0 and state.pile[j - 1] > kind:
            state.pile[j] = state.pile[j - 1]
            j -= 1
        state.pile[j] = kind
    _shuffle(state)
