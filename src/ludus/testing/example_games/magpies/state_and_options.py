"""The state of a game (hands, played cards, pending decisions), its options and its game data."""

from typing import Annotated

import msgspec

from ludus.core import Record, int16, uint8, uint64
from ludus.core.game import Content, Options

MAX_SEATS, HAND, DEPTH = 4, 8, 4
KINDS = ("copper", "silver", "gold", "magpie", "cat")
MAGPIE, CAT = 3, 4
KIND_COUNT = 5

RUNNING, ALL_PLAYED, CAPACITY = 0, 1, 2
REASONS = ("running", "all played", "capacity")
PLAY, ROB, TAKE = 0, 16, 32  # a move is one of these, plus an index in a hand or a seat


class MagpiesHand(Record):
    count: uint8
    cards: uint8[HAND]
    known: uint8[HAND]  # bit p: seat p knows this card


class PendingDecision(Record):
    kind: uint8  # ROB or TAKE
    thief: uint8
    victim: uint8


class State(Record):
    stream: uint64
    seats: uint8
    turn: uint8
    reason: uint8
    depth: uint8
    stack: PendingDecision[DEPTH]
    hands: MagpiesHand[MAX_SEATS]
    piles: uint8[MAX_SEATS, KIND_COUNT]  # played by each seat
    rest: uint8[KIND_COUNT]  # never dealt, face down
    points: int16[MAX_SEATS]


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
    data = GameData.zeros()
    data["seats"], data["dealt"], data["thefts"] = settings.seats, settings.dealt, settings.thefts
    data["copies"], data["worth"] = COPIES, WORTH
    return Content(data, settings)
