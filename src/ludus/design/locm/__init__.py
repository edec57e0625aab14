"""Designer for card lists of Legends of Code and Magic: card strength, what-if changes, and balancing.

Strength is measured with random drafts: both seats draft uniformly at random and are then played by the same competent
bot. Decks with a card therefore differ from other decks by chance only, so their extra wins are due to the card. Bots
that choose their cards give pick rates, which measure popularity and not strength.
"""

from __future__ import annotations

from ludus.design.base.designer import Designer, DesignRequest
from ludus.design.locm.options import LocmInspectOptions, LocmMakeOptions
from ludus.report.report_model import Report

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


designer = Designer(CONTENT, EXAMPLE, LocmInspectOptions, _inspect, TARGET, LocmMakeOptions, _make)
