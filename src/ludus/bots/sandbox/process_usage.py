"""Resource usage of the processes in a sandbox, read from /proc: their number, memory, CPU time and time without a CPU.

Memory is more than the pages of the processes: tables of pages, pages that were swapped out, files in a file system in
memory, and what waits in pipes and sockets.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import NamedTuple

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_STATUS_ROWS = (b"VmPTE:", b"VmSwap:", b"HugetlbPages:")
UNCHECKED_DESCRIPTORS = 64  # so many of a sandbox are not looked at
PIPE_BYTES = 1 << 16
MAPPING_BYTES = 256  # of the kernel, for one mapping
SOCKET_BYTES = 256 << 10  # the default of the kernel for what waits in a socket, and one message more


class Usage(NamedTuple):
    tasks: int = 0  # processes and threads
    memory: int = 0  # bytes in use; shared memory counts in each process
    shared: int = 0  # bytes of it that belong to files in a file system in memory
    hidden: int = 0  # bytes in addition to the pages: tables of pages, swapped pages, huge pages
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
    tasks, memory, shared, hidden, ticks = 0, 0, 0, 0, 0
    for process in processes:
        with suppress(OSError, ValueError):
            fields = _stat_fields(process)
            ticks += sum(map(int, fields[11:15]))  # own and children's time, in user programs and in the kernel
            tasks += int(fields[17])
            memory += int(fields[21]) * _PAGE
            with open(f"/proc/{process}/status", "rb") as file:
                for line in file:
                    if line.startswith(_STATUS_ROWS):
                        hidden += int(line.split()[1]) << 10
                    elif line.startswith(b"RssShmem:"):
                        shared += int(line.split()[1]) << 10
    return Usage(tasks, memory, shared, hidden, ticks / _TICKS)


def cpu_seconds(processes: list[int]) -> float:
    """CPU seconds of these processes, including children that were waited for; as in `usage`, but quicker."""
    ticks = 0
    for process in processes:
        with suppress(OSError, ValueError):
            ticks += sum(map(int, _stat_fields(process)[11:15]))
    return ticks / _TICKS


def thread_times(processes: list[int]) -> dict[int, tuple[float, float]]:
    """For each thread of these processes: seconds on a processor, and seconds in which it was ready and waited for one.

    Empty if the kernel does not report it (`/proc/PID/schedstat`).
    """
    times: dict[int, tuple[float, float]] = {}
    for process in processes:
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with suppress(OSError, ValueError), open(f"/proc/{process}/task/{thread}/schedstat", "rb") as file:
                    running, waiting, _ = file.read().split()
                    times[int(thread)] = int(running) / 1e9, int(waiting) / 1e9
    return times


def waiting_and_running(
    before: dict[int, tuple[float, float]], now: dict[int, tuple[float, float]]
) -> tuple[float, float]:
    """What threads did since an earlier call of `thread_times`.

    Args:
        before: Their times then.
        now: Their times now.

    Returns:
        Seconds that the thread that waited longest was ready and waited for a processor, and seconds that all threads
        that still live were on one.
    """
    waiting = running = 0.0
    for thread, (ran, waited) in now.items():
        ran_before, waited_before = before.get(thread, (0.0, 0.0))
        running += ran - ran_before
        waiting = max(waiting, waited - waited_before)
    return waiting, running


def buffer_memory(processes: list[int]) -> int:
    """The most bytes that can wait in the pipes and sockets of these processes."""
    names: list[str] = []
    for process in processes:
        with suppress(OSError):
            names += [f"/proc/{process}/fd/{name}" for name in os.listdir(f"/proc/{process}/fd")]
    if len(names) <= UNCHECKED_DESCRIPTORS:
        return 0
    targets: set[str] = set()
    for name in names:
        with suppress(OSError):
            targets.add(os.readlink(name))
    pipes = sum(target.startswith("pipe:") for target in targets)
    return pipes * PIPE_BYTES + sum(target.startswith("socket:") for target in targets) * SOCKET_BYTES


def mapping_memory(processes: list[int]) -> int:
    """Bytes that the kernel needs for the list of mappings of these processes; slow if there are many."""
    total = 0
    for process in processes:
        with suppress(OSError), open(f"/proc/{process}/maps", "rb") as file:
            total += sum(1 for _ in file) * MAPPING_BYTES
    return total


def proportional_memory(processes: list[int], without_shared: bool) -> int | None:
    """Bytes in use with shared pages divided among processes; slower. None if the kernel does not report it.

    Args:
        processes: The processes.
        without_shared: Leave out files in a file system in memory.
    """
    if not os.path.exists("/proc/self/smaps_rollup"):
        return None
    total = 0
    for process in processes:
        with suppress(FileNotFoundError, ProcessLookupError):
            try:
                with open(f"/proc/{process}/smaps_rollup", "rb") as file:
                    rows = {line.split()[0]: int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss")}
            except PermissionError:
                return None
            if b"Pss:" not in rows:
                return None
            total += rows[b"Pss:"] - (rows.get(b"Pss_Shmem:", 0) if without_shared else 0)
    return total


def children(process: int) -> list[int]:
    pids: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                pids += map(int, file.read().split())
    return pids


def _stat_fields(process: int) -> list[bytes]:
    """The fields of /proc/PID/stat from the state on; the name before it may contain any character."""
    with open(f"/proc/{process}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()
