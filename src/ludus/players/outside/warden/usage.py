"""What the processes of a cell use, read from /proc: how many there are, memory and computing time."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Usage(NamedTuple):
    tasks: int = 0  # processes and threads
    memory: int = 0  # bytes in use; what processes share counts in each
    seconds: float = 0.0  # of computing, with the children that a process has waited for


def can_count() -> bool:
    """Whether this system tells who is whose child."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def descendants(root: int) -> list[int]:
    """The children of a process, theirs, and so on."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        theirs = children(waiting.pop())
        found += theirs
        waiting += theirs
    return found


def usage(processes: list[int]) -> Usage:
    """Of these together; those that have ended meanwhile count nothing."""
    tasks, memory, ticks = 0, 0, 0
    for process in processes:
        with suppress(OSError, ValueError):
            with open(f"/proc/{process}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()  # a name may contain anything
            ticks += sum(map(int, fields[11:15]))  # own and children's time, in user programs and in the kernel
            tasks += int(fields[17])
            memory += int(fields[21]) * _PAGE
    return Usage(tasks, memory, ticks / _TICKS)


def fair_memory(processes: list[int]) -> int | None:
    """Bytes in use, with what processes share divided among them; slower. None where the kernel does not tell."""
    if not os.path.exists("/proc/self/smaps_rollup"):
        return None
    total = 0
    for process in processes:
        with suppress(FileNotFoundError, ProcessLookupError):
            try:
                with open(f"/proc/{process}/smaps_rollup", "rb") as file:
                    total += next(int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss:"))
            except (PermissionError, StopIteration):
                return None
    return total


def children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found
