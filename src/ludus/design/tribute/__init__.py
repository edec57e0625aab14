"""Designer for card files of Tales of Tribute: measurement and balancing.

`card_stats` counts which cards and patrons go with wins; `strengths_from_random_purchases` estimates the causal
strength of cards and patrons with bots that buy at random; `measurement` and `report` serve `inspect`; `edit_space` and
`balance_search` serve `make`. `learned_patron_pick_order` and `measured_tiers` make pick orders and tier lists for bots
from them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludus.design.base.designer import Designer, DesignRequest
from ludus.design.tribute.options import TributeInspectOptions, TributeMakeOptions
from ludus.report.report_model import Report

if TYPE_CHECKING:
    from ludus.design.base.card_files import CardFileFormat

CONTENT = "a card file (TOML), or `official` for the game's own; two of them are compared"
EXAMPLE = "official --to report"
TARGET = "--balance --to balanced"


def _inspect(content: list[str], options: TributeInspectOptions, request: DesignRequest) -> Report:
    from ludus.design.tribute.inspect import inspect

    return inspect(content, options, request)


def _make(options: TributeMakeOptions, request: DesignRequest) -> Report:
    from ludus.design.tribute.make import make

    return make(options, request)


@cache
def _card_files() -> CardFileFormat:
    from ludus.design.tribute.card_files import TributeCardFormat

    return TributeCardFormat()


designer = Designer(
    CONTENT, EXAMPLE, TributeInspectOptions, _inspect, TARGET, TributeMakeOptions, _make, card_files=_card_files
)
