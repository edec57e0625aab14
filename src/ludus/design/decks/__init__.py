"""Card files of Tales of Tribute: what games tell of them, and files made better.

census.py counts who has what and wins; ruler.py measures how strong cards and patrons are, by players that shop at
random; looking.py, ladder.py and telling.py are behind inspecting.py; space.py and balance.py behind making.py.
"""

from __future__ import annotations

from ludus.design.contract import Designer, Findings, Order
from ludus.design.decks.asks import InspectAsks, MakeAsks

CONTENT = "a card file (TOML), or `official` for the game's own; two of them are compared"
EXAMPLE = "official --to report"
TARGET = "--balance --to balanced"


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.decks.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.decks.making import make

    return make(asks, order)


designer = Designer(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make)
