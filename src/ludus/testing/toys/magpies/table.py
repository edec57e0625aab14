"""Options and game data: seats, number of cards dealt, and the deck."""

from typing import Annotated

import msgspec

from ludus.core import Record, uint8
from ludus.core.contract import Content, Options
from ludus.testing.toys.magpies.state import DEPTH, KIND_COUNT, MAX_SEATS

COPIES, WORTH = (6, 5, 4, 6, 4), (1, 2, 3, 0, 0)


class MagpiesOptions(Options, frozen=True):
    seats: Annotated[int, msgspec.Meta(ge=2, le=MAX_SEATS)] = 3
    dealt: Annotated[int, msgspec.Meta(ge=1, le=6)] = 5  # cards each
    thefts: Annotated[int, msgspec.Meta(ge=1, le=DEPTH)] = 2


class GameData(Record):
    seats: uint8
    dealt: uint8
    thefts: uint8
    copies: uint8[KIND_COUNT]
    worth: uint8[KIND_COUNT]


def load(settings):
    table = GameData.zeros()
    table["seats"], table["dealt"], table["thefts"] = settings.seats, settings.dealt, settings.thefts
    table["copies"], table["worth"] = COPIES, WORTH
    return Content(table, settings)
