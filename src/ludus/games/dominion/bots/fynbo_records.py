"""Networks and records of the Fynbo-Nellemann bot."""

# mypy: ignore-errors

from __future__ import annotations

from ludus.core import Record, int16, int64, uint8
from ludus.core.record import RecordType
from ludus.games.dominion.bots import fynbo_inputs as see
from ludus.games.dominion.bots.book import VdomMemory, Scratch
from ludus.games.dominion.cards import CONTENT
from ludus.games.dominion.state import SLOTS, State
from ludus.search.network_files import NetworkSpec, NetworkShape, read_networks

NAME = "fynbo-nellemann"
FILE = CONTENT / f"{NAME}.json"
MAX_PLANNED_ACTIONS = 8  # most Actions of a plan

SHAPES = {
    "progress": NetworkShape(see.PROGRESS, (), ("how far",), nodes=12, links=96),
    "buy": NetworkShape(see.BUY, see.BUY_SIGNALS, ("worth",), nodes=24, links=512),
    "state": NetworkShape(see.STATE, (), ("value",), nodes=16, links=160),
}


class Memory(Record):
    book: VdomMemory
    card: uint8[SLOTS]  # number among the cards that the networks know
    total: uint8[SLOTS]  # copies in the game
    turn: int16  # own turn of the following fields, from 1
    owned: uint8[SLOTS]  # cards owned at its beginning
    recent: int16[see.ROUNDS]  # cost of the most expensive card gained in each of the last rounds
    stolen: int16  # coins of Treasures gained by Thief in this turn
    plan: uint8[MAX_PLANNED_ACTIONS]  # Actions in the planned order
    plan_size: int16
    plan_at: int16
    expected: uint8[SLOTS]  # hand for which the rest of the plan was made


class PlanScratch(Record):
    deal: State  # the position, with hidden cards resampled
    trial: State
    mind: VdomMemory  # for own choices in a simulation
    others: VdomMemory  # for choices of other players
    helper: Scratch
    stolen: int64  # Treasures gained by Thief in a simulation


Params = RecordType(
    "FynboParams",
    (Record,),
    {"__annotations__": {**{name: shape.record for name, shape in SHAPES.items()}, "orders": int64, "samples": int64}},
)


def load_networks(file: str | None) -> dict[str, NetworkSpec]:
    """The three networks of a file, or the shipped ones."""
    return read_networks(FILE if file is None else file, "dominion", NAME, SHAPES)
