"""Designer for card files of Tales of Tribute: measurement and balancing.

`card_stats` counts which cards and patrons go with wins; `random_treatment` estimates the causal strength of cards and
patrons with bots that buy at random; `measurement` and `report` serve `inspect`; `edit_space` and `balance` serve
`make`.
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
