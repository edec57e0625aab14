"""Kingdoms of Dominion: sets of ten cards, played by the thousand, measured, and evolved.

pool.py has all kingdoms, playing.py plays them, measures.py, leaders.py and ladder.py measure them, swaps.py and
effects.py tell what single cards do, evolving.py and atlas.py find kingdoms that have much or little of a measure,
and inspecting.py and making.py answer designers."""

from __future__ import annotations

from ludus.design.contract import Designer, Findings, Order
from ludus.design.kingdoms.asks import InspectAsks, MakeAsks

CONTENT = (
    "a kingdom: ten cards with commas between them (`Cellar,Market,...`), a recommended set (`first-game`), or a file "
    "of cards (`kingdom.txt`); several are compared"
)
EXAMPLE = "first-game --to report"
TARGET = "--skill 0.4 --length 20 --to kingdoms"


def _inspect(content: list[str], asks: InspectAsks, order: Order) -> Findings:
    from ludus.design.kingdoms.inspecting import inspect

    return inspect(content, asks, order)


def _make(asks: MakeAsks, order: Order) -> Findings:
    from ludus.design.kingdoms.making import make

    return make(asks, order)


designer = Designer(CONTENT, EXAMPLE, InspectAsks, _inspect, TARGET, MakeAsks, _make)
