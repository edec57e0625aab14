"""Resource limits of an external bot. A bot that exceeds one loses the game, with the reason recorded."""

from __future__ import annotations

import msgspec

from ludus.core.errors import OptionError

DEFAULT_REPLY_SECONDS = 5.0  # for a reply, if neither the limits nor the game set a time


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of one bot in one game. Memory, CPU time and processes count everything the bot has started."""

    start: float = 10.0  # seconds until it is ready; replies are timed from then on
    reply: float | None = None  # seconds; None: the time of the game's own protocol, else the default
    turn: float | None = None  # seconds for all decisions of a turn, see `TimeBudget`
    computing: float = 300.0  # seconds of processor time
    memory: int = 2048  # MB in use, not merely reserved
    processes: int = 64  # and threads
    line: int = 1 << 16  # bytes of one reply
    chatter: int = 16 << 20  # bytes on standard error, and of what a Python bot prints
    log: int = 1 << 16  # bytes of that output which are stored
    folder: int = 64  # MB in its temporary folder
    network: bool = False

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and name != "network" and not value > 0:
                raise OptionError(f"limit {name}: {value!r} leaves nothing; it must be above 0")
