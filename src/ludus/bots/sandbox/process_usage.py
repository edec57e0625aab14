"""Resource usage of the processes in a sandbox, read from /proc: their number, memory and CPU time."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Usage(NamedTuple):
    tasks: int = 0  # processes and threads
    memory: int = 0  # bytes in use; shared memory counts in each process
    seconds: float = 0.0  # CPU time, including children that were waited for


def can_list_children() -> bool:
    """Whether this system lists the children of a process."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def descendants(root: int) -> list[int]:
    """All direct and indirect children of a process."""
    processes: list[int] = []
    waiting = [root]
    while waiting:
        theirs = children(waiting.pop())
        processes += theirs
        waiting += theirs
    return processes


def usage(processes: list[int]) -> Usage:
    """Total usage of these processes; those that have ended count nothing."""
    tasks, memory, ticks = 0, 0, 0
    for process in processes:
        with suppress(OSError, ValueError):
            with open(f"/proc/{process}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()  # the name may contain any character
            ticks += sum(map(int, fields[11:15]))  # own and children's time, in user programs and in the kernel
            tasks += int(fields[17])
            memory += int(fields[21]) * _PAGE
    return Usage(tasks, memory, ticks / _TICKS)


def proportional_memory(processes: list[int]) -> int | None:
    """Bytes in use with shared memory divided among processes; slower. None if the kernel does not report it."""
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
    pids: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                pids += map(int, file.read().split())
    return pids
