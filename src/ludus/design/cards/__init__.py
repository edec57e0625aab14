"""Card lists of Legends of Code and Magic as content to design: how strong every card is, what a change would do, and
the smallest changes that bring a list into balance.

The ruler: cards are drafted uniformly at random, and the same competent bot fights with whatever it got. So the decks
that hold a card differ from all others by chance only, and what they win more than others is due to the card. Bots that
choose tell how popular a card is, which is another matter.
"""

from __future__ import annotations

from ludus.design.cards.asks import InspectAsks, MakeAsks
from ludus.design.contract import Designer, Findings, Order

CONTENT = (
    "a card list (CSV), `official`, cards by number or name with commas between them (`7,48,Ward Eater`), "
    "or a deck: 30 card numbers"
)
EXAMPLE = "official --to report"
TARGET = "--balance --to balanced"


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.cards.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.cards.making import make

    return make(asks, order)


designer = Designer(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make)
