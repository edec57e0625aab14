"""What users may choose about inspecting and making card lists, and how it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludus.core.errors import OptionError
from ludus.design.contract import Asks

# Drafts at random and fights by the game's own evaluation, a turn at a time. Players that think one move ahead are
# faster, but value cards otherwise than strong ones do.
RULER = "random+beam:width=2"
STRANGER = "random+onelane:nodes=100"  # another way to fight, with a judgement of its own
CHOOSER = "weighted"
BAND = "48.5:51.5"  # a card is one of thirty: in the official list, the strongest add 2.6 points

Players = Annotated[str, Meta(description="one compiled player for both seats, or two with a space between them")]
Band = Annotated[str, Meta(description="win rates when drafted that are fine, in percent, around 50")]


class InspectAsks(Asks, frozen=True):
    """For `ludus inspect locm`."""

    players: Players = RULER
    choosers: Annotated[
        str | None,
        Meta(description="whose pick rates to tell, with spaces between them; the players' own, if they choose"),
    ] = None
    band: Band = BAND
    change: Annotated[
        str | None, Meta(description="what if: NUMBER.FIELD=VALUE, several with commas between them; 48.cost=3")
    ] = None
    against: Annotated[str, Meta(description="of a deck: who drafts the decks it meets")] = CHOOSER


class MakeAsks(Asks, frozen=True):
    """For `ludus make locm`."""

    balance: Annotated[
        bool, Meta(description="change as little as possible until no card is surely outside the band")
    ] = False
    band: Band = BAND
    players: Players = RULER
    hold_out: Annotated[
        str, Meta(description="players that take no part in making the list and then judge it, like players")
    ] = STRANGER
    hold_out_games: (
        Annotated[int, Meta(ge=2, le=10**9, description="games for them; a quarter of -n if not given")] | None
    ) = None
    steps: Annotated[int, Meta(ge=1, le=12, description="most points by which one card may change")] = 4
    rounds: Annotated[int, Meta(ge=1, le=30, description="most rounds of changing and measuring again")] = 8


@dataclass(frozen=True)
class Limits:
    """A band of win rates, as shares."""

    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> Limits:
        found = re.fullmatch(r"\s*([0-9.]+)\s*:\s*([0-9.]+)\s*", text)
        try:
            low, high = (float(each) / 100 for each in found.groups()) if found else (1.0, 0.0)
        except ValueError:
            low, high = 1.0, 0.0
        if not 0 <= low < 0.5 < high <= 1:
            raise OptionError(f"a band is LOW:HIGH in percent with 50 between them, as 48:52; not {text!r}")
        return cls(low, high)

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{100 * self.low:g} % to {100 * self.high:g} %"


def read_players(text: str, option: str) -> list[str]:
    """A player for each of the two seats."""
    names = text.split()
    if len(names) not in (1, 2):
        raise OptionError(f"--{option} takes one player or two with a space between them, not {text!r}")
    return names if len(names) == 2 else names * 2
