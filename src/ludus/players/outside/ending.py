"""How a program ended, as its keeper reports it, and which fault that is."""

from __future__ import annotations

import os
import signal
from typing import Any

from ludus.players.outside.limits import Limits
from ludus.players.outside.log import Log
from ludus.players.seat import Fault

# What programs in several languages say last when they get no more memory.
NO_MEMORY = ("MemoryError", "bad_alloc", "OutOfMemoryError", "out of memory", "memory allocation")


def read_ending(news: dict[str, Any], limits: Limits, log: Log) -> Fault:
    why, used = news["ended"], news.get("used")
    if why == "processes":
        return Fault("too many processes", f"{used} processes and threads; {limits.processes} are allowed")
    if why == "computing":
        return Fault("too much computing time", f"{used} seconds; {limits.computing:g} are allowed")
    if why == "memory":
        return Fault("out of memory", f"{used:,} MB; {limits.memory:,} are allowed")
    status = int(news["status"])
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return Fault("too much computing time", f"{limits.computing:g} seconds are allowed")
    words, last = log.last_error("err"), log.last_line("err")
    said = f"{_in_words(status)}{f', its last words: {words[:200]}' if words else ''}"
    if status != 0 and any(sign in words or sign in last for sign in NO_MEMORY):
        return Fault("out of memory", said)
    return Fault("crashed", said)


def _in_words(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"it ended with code {code} while the game went on"
    try:
        return f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by signal {-code}"
