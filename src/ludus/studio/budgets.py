"""Limits on the search effort of bots. A running search cannot be stopped, so unlimited ones are refused in advance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludus.studio.choices import numbers
from ludus.util.errors import OptionError
from ludus.util.options import read_options

FREE = ("exploration",)  # numeric options that cost no time
OTHERS = 100  # limit for guests on numeric options that are not listed


class Budget(msgspec.Struct, frozen=True):
    """Upper limits of the numeric options of bots."""

    most: Mapping[str, float]
    others: float | None  # limit of options that are not listed; None: unlimited
    instead: str  # hint on how to get more

    def of(self, key: str, default: Any) -> float | None:
        """Limit of one option. The default value of a bot is always allowed."""
        limit = self.most.get(key, None if key in FREE else self.others)
        return max(limit, default) if limit is not None and isinstance(default, int | float) else limit


OWNER = Budget({"iterations": 1_000_000}, None, "`ludus match` takes more")
GUEST = Budget(
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
    OTHERS,
    "you joined by a shared link",
)


def check_budget(kind: type[Any], given: Mapping[str, str], owner: str, budget: Budget) -> None:
    """Raise OptionError if an option of a bot exceeds the budget."""
    options = read_options(dict(given), kind, owner)
    for key, (name, default) in numbers(kind).items():
        limit = budget.of(key, default)
        if key in given and limit is not None and not getattr(options, name) <= limit:
            raise OptionError(f"{owner}: option {key}: at most {limit:,} here, not {given[key]}; {budget.instead}")
