"""Limits on the search effort of bots. A running search cannot be stopped, so unlimited ones are refused in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludus.studio.choices import numeric_options
from ludus.util.errors import OptionError
from ludus.util.options import read_options

UNLIMITED_OPTIONS = ("exploration",)  # numeric options that cost no time
GUEST_DEFAULT_LIMIT = 100  # limit for guests on numeric options that are not listed


class SearchLimits(msgspec.Struct, frozen=True):
    """Upper limits of the numeric options of bots."""

    limits: Mapping[str, float]
    default_limit: float | None  # limit of options that are not listed; None: unlimited
    hint: str  # hint on how to get more

    def limit(self, key: str, default: Any) -> float | None:
        """Limit of one option. The default value of a bot is always allowed."""
        limit = self.limits.get(key, None if key in UNLIMITED_OPTIONS else self.default_limit)
        return max(limit, default) if limit is not None and isinstance(default, int | float) else limit


OWNER_LIMITS = SearchLimits({"iterations": 1_000_000}, None, "`ludus match` takes more")
GUEST_LIMITS = SearchLimits(
    {
        "iterations": 20_000,
        "seconds": 5,  # for a move
        "turn_seconds": 10,  # for all moves of a turn
        "nodes": 1_000_000,
        "redeals": 64,
        "samples": 100,
        "orders": 60,
        "depth": 1000,  # of random games, which end earlier; bots limit the depth of their beams themselves
        "width": 64,
        "ways": 32,
    },
    GUEST_DEFAULT_LIMIT,
    "you joined by a shared link",
)


def check_search_limits(kind: type[Any], values: Mapping[str, str], owner: str, limits: SearchLimits) -> None:
    """Raise OptionError if an option of a bot exceeds the budget."""
    options = read_options(dict(values), kind, owner)
    for key, (name, default) in numeric_options(kind).items():
        limit = limits.limit(key, default)
        if key in values and limit is not None and not getattr(options, name) <= limit:
            raise OptionError(f"{owner}: option {key}: at most {limit:,} here, not {values[key]}; {limits.hint}")
