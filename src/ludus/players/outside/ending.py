"""Exit reports of a sandboxed program, translated into faults."""

from __future__ import annotations

import os
import signal
from typing import Any

from ludus.players.outside.limits import Limits
from ludus.players.outside.log import BotLog
from ludus.players.seat import Fault

# Last error output of programs in several languages when memory runs out.
OUT_OF_MEMORY_TEXTS = ("MemoryError", "bad_alloc", "OutOfMemoryError", "out of memory", "memory allocation")


def fault_from_exit(news: dict[str, Any], limits: Limits, log: BotLog) -> Fault:
    """The fault that an exit report of the supervisor means."""
    cause, used = news["ended"], news.get("used")
    if cause == "processes":
        return Fault("too many processes", f"{used} processes and threads; {limits.processes} are allowed")
    if cause == "computing":
        return Fault("too much computing time", f"{used} seconds; {limits.computing:g} are allowed")
    if cause == "memory":
        return Fault("out of memory", f"{used:,} MB; {limits.memory:,} are allowed")
    status = int(news["status"])
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return Fault("too much computing time", f"{limits.computing:g} seconds are allowed")
    error_line, last_line = log.last_error("err"), log.last_line("err")
    details = f"{_describe_status(status)}{f', its last words: {error_line[:200]}' if error_line else ''}"
    if status != 0 and any(sign in error_line or sign in last_line for sign in OUT_OF_MEMORY_TEXTS):
        return Fault("out of memory", details)
    return Fault("crashed", details)


def _describe_status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"it ended with code {code} while the game went on"
    try:
        return f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by signal {-code}"
