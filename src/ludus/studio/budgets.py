"""How long a bot may be asked to think. A search cannot be stopped in between, so nobody may order one without end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludus.studio.choices import numbers
from ludus.util.errors import OptionError
from ludus.util.options import read_options

FREE = ("exploration",)  # numbers that cost nothing
OTHERS = 100  # for guests, of a number that is not listed


class Budget(msgspec.Struct, frozen=True):
    """The most that may be given for each option of a bot that is a number."""

    most: Mapping[str, float]
    others: float | None  # of those that are not listed; None: whatever the bot takes
    instead: str  # what to do to have more

    def of(self, key: str, default: Any) -> float | None:
        """The most for one of them. What a bot does unasked is never too much."""
        found = self.most.get(key, None if key in FREE else self.others)
        return max(found, default) if found is not None and isinstance(default, int | float) else found


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
        "depth": 1000,  # of random games, which end before; beams are bounded by their bots
        "width": 64,
        "ways": 32,
    },
    OTHERS,
    "you joined by a shared link",
)


def check_budget(kind: type[Any], given: Mapping[str, str], owner: str, budget: Budget) -> None:
    """Refuse options of a bot that ask for more than there is."""
    chosen = read_options(dict(given), kind, owner)
    for key, (name, default) in numbers(kind).items():
        most = budget.of(key, default)
        if key in given and most is not None and not getattr(chosen, name) <= most:
            raise OptionError(f"{owner}: option {key}: at most {most:,} here, not {given[key]}; {budget.instead}")
