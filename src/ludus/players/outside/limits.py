"""What a player outside our process may use. Every limit that is passed costs the game, with its reason."""

from __future__ import annotations

import msgspec

from ludus.core.errors import OptionError

SECONDS = 5.0  # for a reply, where neither the limits nor the game say


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """For one player in one game. Memory, computing time and processes count all that the player has started."""

    start: float = 10.0  # seconds until it is ready; replies are timed from then on
    reply: float | None = None  # seconds; None: what the game's own protocol says, else SECONDS
    turn: float | None = None  # seconds for all that it decides in a row; see `allowance`
    computing: float = 300.0  # seconds of processor time
    memory: int = 2048  # MB in use, not merely reserved
    processes: int = 64  # and threads
    line: int = 1 << 16  # bytes of one reply
    chatter: int = 16 << 20  # bytes on standard error, and of what a Python bot prints
    log: int = 1 << 16  # bytes of all that which are kept
    folder: int = 64  # MB in its temporary folder
    network: bool = False

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and name != "network" and not value > 0:
                raise OptionError(f"limit {name}: {value!r} leaves nothing; it must be above 0")
