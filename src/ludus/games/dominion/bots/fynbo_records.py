"""The Fynbo-Nellemann player's networks, and the records that it works on."""

# mypy: ignore-errors

from __future__ import annotations

from ludus.core import Record, int16, int64, uint8
from ludus.core.record import RecordType
from ludus.games.dominion.bots import fynbo_inputs as see
from ludus.games.dominion.bots.book import Book, Scratch
from ludus.games.dominion.cards import CONTENT
from ludus.games.dominion.state import SLOTS, State
from ludus.search.network_files import NetworkPlan, Shape, read_networks

NAME = "fynbo-nellemann"
FILE = CONTENT / f"{NAME}.json"
PLAN = 8  # Actions in hand that a plan is made for

SHAPES = {
    "progress": Shape(see.PROGRESS, (), ("how far",), nodes=12, links=96),
    "buy": Shape(see.BUY, see.BUY_SIGNALS, ("worth",), nodes=24, links=512),
    "state": Shape(see.STATE, (), ("value",), nodes=16, links=160),
}


class Memory(Record):
    book: Book
    card: uint8[SLOTS]  # which card of those that the networks know
    total: uint8[SLOTS]  # how many there are in the game
    turn: int16  # the own turn that the rest is about, from 1 on
    owned: uint8[SLOTS]  # at its beginning
    recent: int16[see.ROUNDS]  # what the dearest card gained in each of the last rounds cost
    stolen: int16  # coins of Treasures taken by Thieves in this turn
    plan: uint8[PLAN]  # Actions in the order in which they are to be played
    plan_size: int16
    plan_at: int16
    expected: uint8[SLOTS]  # the hand that the rest of the plan is meant for


class Workspace(Record):
    deal: State  # the position, with what others hide dealt afresh
    trial: State
    mind: Book  # for own choices in a trial
    others: Book  # and for those of others
    helper: Scratch
    stolen: int64  # in a trial


Params = RecordType(
    "FynboParams",
    (Record,),
    {"__annotations__": {**{name: shape.record for name, shape in SHAPES.items()}, "orders": int64, "samples": int64}},
)


def networks_in(file: str | None) -> dict[str, NetworkPlan]:
    """The three networks in a file, or those that come with the game."""
    return read_networks(FILE if file is None else file, "dominion", NAME, SHAPES)
