"""Limits of an external bot: resources of a game, and the time budget for replies and turns.

A bot that exceeds a limit loses the game, with the reason recorded. A turn is here every decision that a seat makes
until another seat decides. So a limit per turn means the same in every game.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from ludus.core.game import Game
from ludus.util.errors import OptionError

Clock = Literal["wall", "cpu"]  # what limits of replies and turns count: real time, or processor time of the bot

DEFAULT_REPLY_SECONDS = 5.0  # for a reply, if neither the limits nor the game set a time


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of one bot in one game. Memory, CPU time and processes count everything the bot has started."""

    start: float = 10.0  # seconds until it is ready; replies are timed from then on
    reply: float | None = None  # seconds; None: the time of the game's own protocol, else the default
    turn: float | None = None  # seconds for all decisions of a turn, see `TimeBudget`
    clock: Clock = "wall"  # of replies and turns; with "cpu", real time has a limit as well, see `WALL_FACTOR`
    computing: float = 300.0  # seconds of processor time
    memory: int = 2048  # MB in use, not merely reserved
    processes: int = 64  # and threads
    line: int = 1 << 16  # bytes of one reply
    chatter: int = 16 << 20  # bytes on standard error, and of what a Python bot prints
    log: int = 1 << 17  # bytes of its log that are stored: that output, requests, replies and times
    folder: int = 64  # MB in its temporary folder
    requests: bool = False  # the log holds whole requests and all legal moves, so it needs more room
    network: bool = False
    freeze: bool = False  # stop its processes while others decide
    environment: tuple[str, ...] = ()  # names of environment variables that it gets in addition to the usual ones
    hidden: tuple[str, ...] = ()  # files and folders that it cannot see
    keep: str = ""  # keep the bot for many games, and its files in this folder; empty: nothing is kept
    restart: bool = False  # a program that could stay for many games is started anew for every game

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, int | float) and not isinstance(value, bool) and not value > 0:
                raise OptionError(f"limit {name}: {value!r} leaves nothing; it must be above 0")


class ReplyTime(NamedTuple):
    """The time for one reply."""

    seconds: float  # that are left
    limit: float  # the whole limit; more than is left if it is that of a turn
    text: str  # the whole limit in words
    begins: bool = True  # the limit begins with this reply


class TimeBudget:
    """The time budget of one bot in one game."""

    def __init__(self, game: Game, limits: Limits) -> None:
        has_limits = limits.reply is not None or limits.turn is not None
        self._reply, self._turn = limits.reply, limits.turn if has_limits else game.protocols.turn_seconds
        self._spent = 0.0

    def remaining(self, default: float = DEFAULT_REPLY_SECONDS) -> float:
        """Seconds for the next reply; `default` if neither the limits nor the game set any."""
        return self.next_reply(default).seconds

    def next_reply(self, default: float = DEFAULT_REPLY_SECONDS) -> ReplyTime:
        """The time for the next reply; `default` seconds if neither the limits nor the game set any."""
        times = [] if self._reply is None else [ReplyTime(self._reply, self._reply, f"{self._reply:g} s")]
        if self._turn is not None:
            left = max(self._turn - self._spent, 0.0)
            times.append(ReplyTime(left, self._turn, f"the {self._turn:g} s of its turn", self._spent == 0.0))
        return min(times) if times else ReplyTime(default, default, f"{default:g} s")

    def spend(self, seconds: float) -> None:
        self._spent += seconds

    def reset(self) -> None:
        """Start a new turn: another seat has decided."""
        self._spent = 0.0
