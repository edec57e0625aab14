"""Random decks of the two kinds that the thesis uses in addition to decks of one card type.

The held-out decks, content/heldout_decks.csv, are draw_decks(1, reference_decks()).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ludus.core.random import derive
from ludus.games.delve.constants import AREA, DECK, TARGETED
from ludus.games.delve.content_files import builtin_cards
from ludus.games.delve.decks_and_encounters import CardType, Deck
from ludus.games.delve.game_data import card_kinds
from ludus.util.errors import OptionError

MIXED, THREE_TYPES = 8, 4
TRIES = 1000  # draws per deck: a mixed deck is almost always new, but only 18 different decks of three types exist


def draw_decks(
    seed: int, known: Sequence[Deck] = (), mixed: int = MIXED, three_types: int = THREE_TYPES
) -> tuple[Deck, ...]:
    """Draw new decks: first decks of fifteen random cards, then decks of one area type and two targeted types.

    All decks differ from each other and from the known ones. The two card types with equal printed values are drawn as
    two types and stored as one, as in the decks of the thesis.

    Args:
        seed: seed of the draws.
        known: decks that must not be drawn again.
        mixed: number of decks of fifteen random cards.
        three_types: number of decks with five cards each of one area type and two targeted types.

    Raises:
        OptionError: there are too few different decks of three types.
    """
    decks: dict[int, Deck] = {}
    taken = {card_kinds(deck) for deck in known}
    # Decks of three types come first: there are few, and a mixed deck may by chance be one of them.
    for number in (*range(mixed + 1, mixed + three_types + 1), *range(1, mixed + 1)):
        numbers = np.random.Generator(np.random.PCG64(derive(seed, "delve", "deck", number)))
        for _ in range(TRIES):
            drawn = _draw_mixed(numbers) if number <= mixed else _draw_three_types(numbers)
            deck = Deck(f"new-{number}", tuple(Counter(drawn).items()))
            if card_kinds(deck) not in taken:
                break
        else:
            raise OptionError(f"{three_types} decks of three types cannot all be new: too few such decks exist")
        taken.add(card_kinds(deck))
        decks[number] = Deck(deck.name, card_kinds(deck))
    return tuple(decks[number] for number in sorted(decks))


def _draw_mixed(numbers: np.random.Generator) -> list[CardType]:
    types = builtin_cards()
    return [_first_with_printed_values(types[k]) for k in numbers.integers(len(types), size=DECK)]


def _draw_three_types(numbers: np.random.Generator) -> list[CardType]:
    types = builtin_cards()
    order = [types[k] for k in numbers.permutation(len(types))]
    area = [card for card in order if card.category == AREA][:1]
    targeted = [card for card in order if card.category == TARGETED][:2]
    return [_first_with_printed_values(card) for card in (*area, *targeted) for _ in range(DECK // 3)]


def _first_with_printed_values(card: CardType) -> CardType:
    """Return the first card with the same printed values."""
    return next(other for other in builtin_cards() if (other.group, other.damage) == (card.group, card.damage))
