"""Decks at random, of the two kinds that the thesis has beside decks of one card type.

The decks that no tree is made for, content/heldout_decks.csv, are draw_decks(1, reference_decks()).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.games.delve.files import own_cards
from ludus.games.delve.kinds import AREA, DECK, TARGETED
from ludus.games.delve.pieces import Card, Deck
from ludus.games.delve.scenario import kinds_of

MIXED, THREE_TYPES = 8, 4
TRIES = 1000  # draws of one deck: a mixed one is new at once, but there are no more than 18 decks of three types


def draw_decks(
    seed: int, known: Sequence[Deck] = (), mixed: int = MIXED, three_types: int = THREE_TYPES
) -> tuple[Deck, ...]:
    """Decks of fifteen cards of any type, then decks of five area cards and five each of two targeted types.

    None is like another or like a known one. The two types that the thesis prints alike are drawn as two and stand as
    one, as in its own decks.
    """
    decks: list[Deck] = []
    taken = {kinds_of(deck) for deck in known}
    for number in range(1, mixed + three_types + 1):
        numbers = np.random.Generator(np.random.PCG64(derive(seed, "delve", "deck", number)))
        for _ in range(TRIES):
            drawn = _mixed(numbers) if number <= mixed else _three_types(numbers)
            deck = Deck(f"new-{number}", tuple(Counter(drawn).items()))
            if kinds_of(deck) not in taken:
                break
        else:
            raise OptionError(f"{three_types} decks of three types cannot all be new: there are too few such decks")
        taken.add(kinds_of(deck))
        decks.append(Deck(deck.name, kinds_of(deck)))
    return tuple(decks)


def _mixed(numbers: np.random.Generator) -> list[Card]:
    types = own_cards()
    return [_as_printed(types[k]) for k in numbers.integers(len(types), size=DECK)]


def _three_types(numbers: np.random.Generator) -> list[Card]:
    types = own_cards()
    order = [types[k] for k in numbers.permutation(len(types))]
    area = [card for card in order if card.category == AREA][:1]
    targeted = [card for card in order if card.category == TARGETED][:2]
    return [_as_printed(card) for card in (*area, *targeted) for _ in range(DECK // 3)]


def _as_printed(card: Card) -> Card:
    """The first card that the thesis prints like this one."""
    return next(other for other in own_cards() if (other.group, other.damage) == (card.group, card.damage))
