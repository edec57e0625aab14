"""Declaration of compiled bots (`BotSpec`). A game or a search declares each of its bots once.

A compiled bot has two rules on records and int64 numbers:

    begin(data, state, seed, params, memory, scratch)             start of a game; initialises the memory
    choose(data, state, seat, params, memory, scratch) -> move    returns one of the legal moves

`params` configure the bot (weights, budgets); new values never trigger a compilation. `memory` belongs to the bot for
one game and holds its random stream. `scratch` is working space; its content is undefined between calls. A bot that is
not declared with `cheats` gives the same answer on every resampling of the information hidden from its seat.

A bot that reproduces a faulty original may return a fault code instead of a move; it then loses the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from ludus.core.structured_records import Record, RecordType, int64, uint64

ILLEGAL_MOVE, CRASHED = -1, -4  # answers that lose the game: -1 minus the index of a fault of the bots package


class BotOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that may follow a bot's name, as in `mcts:iterations=400`. Each bot declares its own; default: none."""


class NoParams(Record):
    """Params of a bot without parameters."""

    unused: int64  # type: ignore[valid-type]


class StreamMemory(Record):
    """Memory of a bot that stores only its random stream."""

    stream: uint64  # type: ignore[valid-type]


def moves_scratch(max_moves: int) -> Any:
    """Return a record type with room for the legal moves of one position."""
    return RecordType("Moves", (Record,), {"__annotations__": {"moves": int64[max_moves]}})


def fill_no_params(options: Any, params: Any) -> None:
    """Write no parameters."""


@dataclass(frozen=True, eq=False)
class LockstepRules:
    """The same choices in small steps, for backends that advance many games in lockstep, such as GPUs.

    ask(data, state, seat, params, memory, scratch) -> the move to make, or -1 - m to look at the position after m
    tell(data, state, seat, params, memory, scratch)    called on that position; then `ask` is called again

    The scratch is zeroed at the start and keeps its content between steps; no other bot writes to it.
    """

    rules: Any  # module or namespace with the rules `ask` and `tell`
    scratch: type[Record]


@dataclass(frozen=True, eq=False)
class BotSpec:
    """A compiled bot as declared by its game or by a search; `ludus.bots` turns it into a playing bot."""

    name: str
    summary: str
    rules: Any  # module or namespace with the rules `begin` and `choose`
    scratch: type[Record]
    memory: type[Record] = StreamMemory
    params: type[Record] = NoParams
    options: type[BotOptions] = BotOptions
    fill: Callable[[Any, Any], None] = fill_no_params  # (options, plain view of the params): writes the params
    phases: tuple[str, ...] = ()  # phases of the game that the bot plays; empty: all
    cheats: bool = False  # True: uses information hidden from its seat
    runs_on_gpu: bool = True  # False: cannot run on a GPU because it may lose by a fault
    source: str = ""  # publication that describes it
    version: str = ""  # one bot name may have several compiled versions; the options select one
    version_for: Callable[[Any], str] | None = None  # options -> version; None: there is only one version
    versions: Callable[[str], BotSpec] | None = None  # version name -> bot
    lockstep: LockstepRules | None = None  # rules for lockstep play; None: not available
