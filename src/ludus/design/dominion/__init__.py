"""Designer for kingdoms of Dominion: sets of ten cards, simulated, measured and evolved.

`kingdom_numbering` numbers all kingdoms, `batch_play` plays them, `measures`, `predicted_lead_changes` and `bot_ladder`
measure them, `measured_card_effects` estimates the effect of single cards, `evolution` and `kingdom_map` search for
kingdoms with much or little of a measure, `inspect` and `make` serve the commands.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludus.design.base.designer import Designer, DesignRequest
from ludus.design.dominion.options import DominionInspectOptions, DominionMakeOptions
from ludus.report.report_model import Report
from ludus.util.extras import require_extra

if TYPE_CHECKING:
    from ludus.design.base.card_files import CardFileFormat

CONTENT = (
    "a kingdom: ten cards separated by commas (`Cellar,Market,...`), a recommended set (`first-game`), or a file "
    "of cards (`kingdom.txt`); several are compared"
)
EXAMPLE = "first-game --to report"
TARGET = "--skill 0.4 --length 20 --to kingdoms"


def _inspect(content: list[str], options: DominionInspectOptions, request: DesignRequest) -> Report:
    from ludus.design.dominion.inspect import inspect

    return inspect(content, options, request)


def _make(options: DominionMakeOptions, request: DesignRequest) -> Report:
    from ludus.design.dominion.make import make

    return make(options, request)


def _check_make(options: DominionMakeOptions) -> None:
    if options.map is not None:
        require_extra("studies", "make dominion --map", "ribs")


@cache
def _card_files() -> CardFileFormat:
    from ludus.design.dominion.card_files import DominionCardFormat

    return DominionCardFormat()


designer = Designer(
    CONTENT,
    EXAMPLE,
    DominionInspectOptions,
    _inspect,
    TARGET,
    DominionMakeOptions,
    _make,
    check_make=_check_make,
    card_files=_card_files,
)
