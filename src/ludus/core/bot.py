"""What a compiled player is made of, declared once by the game or the search it belongs to.

A bot is two rules on records and int64 numbers:

    begin(table, state, seed, params, memory, scratch)            a new game; sets up the memory
    choose(table, state, seat, params, memory, scratch) -> move   one of the legal moves

`params` are what makes this player this player (weights, budgets); a new value never compiles anything.
`memory` is its own, lasts for one game and holds its random stream; `scratch` is working space whose content
means nothing between calls. A bot that is not declared a cheat answers alike on every redeal for its seat.

A bot that imitates one with faults may answer with one of them instead of a move: it loses this game by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from ludus.core.record import Record, RecordType, int64, uint64

ILLEGAL_MOVE, CRASHED = -1, -4  # answers that lose: -1 less the number of a fault of `ludus.players.seat`


class BotOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may follow a bot's name: `mcts:iterations=400`. Each bot declares its own; none by default."""


class Nothing(Record):
    """Parameters of a bot that has none."""

    unused: int64  # type: ignore[valid-type]


class Stream(Record):
    """Memory of a bot that remembers nothing but its dice."""

    stream: uint64  # type: ignore[valid-type]


def moves_scratch(most_moves: int) -> Any:
    """Scratch space for the legal moves of one position."""
    return RecordType("Moves", (Record,), {"__annotations__": {"moves": int64[most_moves]}})


def no_params(options: Any, params: Any) -> None:
    """Nothing to fill in."""


@dataclass(frozen=True, eq=False)
class Steps:
    """The same choices in small steps, for machines that play many games in step, such as graphics cards:

    ask(table, state, seat, params, memory, scratch) -> a move to make, or -1 - a move to look at
    tell(table, state, seat, params, memory, scratch)   the position after that move; then it is asked again

    Here scratch begins as zeros and keeps from one step to the next; no other bot writes to it.
    """

    rules: Any  # a module or namespace with `ask` and `tell`
    scratch: type[Record]


@dataclass(frozen=True, eq=False)
class Bot:
    """A compiled player as its game or a search declares it; `ludus.players` makes it play."""

    name: str
    summary: str
    rules: Any  # a module or namespace with the rules `begin` and `choose`
    scratch: type[Record]
    memory: type[Record] = Stream
    params: type[Record] = Nothing
    options: type[BotOptions] = BotOptions
    fill: Callable[[Any, Any], None] = no_params  # writes options into a plain view of the params
    phases: tuple[str, ...] = ()  # the phases of the game that it plays; empty: all of them
    cheats: bool = False  # looks at what its seat cannot see, and says so
    on_card: bool = True  # False: no graphics card can play it, since it loses by faults
    source: str = ""  # whose idea it is, by title
    version: str = ""  # one name may stand for several compiled versions, of which the options choose one
    version_for: Callable[[Any], str] | None = None  # which version plays with these options; None: there is but one
    versions: Callable[[str], Bot] | None = None  # a version by its name
    steps: Steps | None = None  # None: it makes every move at once
