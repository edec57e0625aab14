"""Designer for card lists of Legends of Code and Magic: card strength, what-if changes, and balancing.

Strength is measured with random drafts: both seats draft uniformly at random and are then played by the same competent
bot. Decks with a card therefore differ from other decks by chance only, so their extra wins are due to the card. Bots
that choose their cards give pick rates, which measure popularity and not strength.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludus.design.base.designer import Designer, DesignRequest
from ludus.design.locm.options import LocmInspectOptions, LocmMakeOptions
from ludus.report.report_model import Report

if TYPE_CHECKING:
    from ludus.design.base.card_files import CardFileFormat

CONTENT = (
    "a card list (CSV), `official`, cards by number or name, separated by commas (`7,48,Ward Eater`), "
    "or a deck: 30 card numbers"
)
EXAMPLE = "official --to report"
TARGET = "--balance --to balanced"


def _inspect(content: list[str], options: LocmInspectOptions, request: DesignRequest) -> Report:
    from ludus.design.locm.inspect import inspect

    return inspect(content, options, request)


def _make(options: LocmMakeOptions, request: DesignRequest) -> Report:
    from ludus.design.locm.make import make

    return make(options, request)


@cache
def _card_files() -> CardFileFormat:
    from ludus.design.locm.card_files import LocmCardFormat

    return LocmCardFormat()


designer = Designer(
    CONTENT, EXAMPLE, LocmInspectOptions, _inspect, TARGET, LocmMakeOptions, _make, card_files=_card_files
)
