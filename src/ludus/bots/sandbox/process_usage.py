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
_ENDED = b"Z"  # the state of a thread that has ended, of a process that was not collected yet
_NOT_RUNNING = (b"T", b"t", b"X", _ENDED)  # states of threads that are stopped or have ended
_STATUS_ROWS = (b"VmPTE:", b"VmSwap:", b"HugetlbPages:")
LOOKS = 3  # at the times of processes, if some end meanwhile
UNCHECKED_DESCRIPTORS = 64  # so many of a sandbox are not looked at
PIPE_BYTES = 1 << 16
# Above 1024 pipes of one user, the kernel makes all new ones small, which other programs of that user notice.
MAX_PIPES = 200
MAPPING_BYTES = 256  # of the kernel, for one mapping
WATCH_BYTES = 256  # of the kernel, for one file that is watched with epoll
_WATCHES = "anon_inode:[eventpoll]"
SOCKET_BYTES = 256 << 10  # the default of the kernel for what waits in a socket, and one message more


class Usage(NamedTuple):
    tasks: int = 0  # processes and threads
    memory: int = 0  # bytes in use; shared memory counts in each process
    shared: int = 0  # bytes of it that belong to files in a file system in memory
    hidden: int = 0  # bytes in addition to the pages: tables of pages, swapped pages, huge pages


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


def is_stopped(process: int) -> bool:
    """Whether all threads of a process are stopped, by a signal, or have ended."""
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return True  # it is gone
    for thread in threads:
        with suppress(OSError):
            if _stat_fields(f"/proc/{process}/task/{thread}")[0] not in _NOT_RUNNING:
                return False
    return True


def usage(processes: list[int]) -> Usage:
    """Total usage of these processes; those that have ended count nothing."""
    tasks, memory, shared, hidden = 0, 0, 0, 0
    for process in processes:
        with suppress(OSError, ValueError):
            fields = _stat_fields(f"/proc/{process}")
            tasks += int(fields[17])
            folder = f"/proc/{process}"
            if fields[0] == _ENDED:
                folder = _living_thread(process)
                fields = _stat_fields(folder)
            memory += int(fields[21]) * _PAGE
            with open(f"{folder}/status", "rb") as file:
                for line in file:
                    if line.startswith(_STATUS_ROWS):
                        hidden += int(line.split()[1]) << 10
                    elif line.startswith(b"RssShmem:"):
                        shared += int(line.split()[1]) << 10
    return Usage(tasks, memory, shared, hidden)


class ProcessTime(NamedTuple):
    start: int  # with the number of the process, it tells processes apart
    own: int  # ticks of CPU time
    collected: int  # ticks of the children that it has waited for, and of theirs


class CpuTimeCounter:
    """CPU time of processes that come and go, counted without a control group.

    The kernel gives the time of a process that ends to the one that waits for it. If its parent ignores that
    (SIGCHLD), the time is lost; then this counter remembers what it has seen last. It never counts more than was used:
    of processes that come and go between two looks it may count nothing.
    """

    def __init__(self) -> None:
        self._seen: dict[int, ProcessTime] = {}  # by process: those that lived at the last look
        self._collected = 0  # ticks of our own children then
        self._lost = 0  # ticks of processes that nobody has waited for

    def seconds(self, processes: list[int], collected: float) -> float:
        """CPU seconds of all processes until now.

        Args:
            processes: Those that live.
            collected: CPU seconds of the children that this process has waited for, and of theirs.
        """
        times, unsure = _look_at([*dict.fromkeys((*processes, *self._seen))])
        ours, before, ended = int(collected * _TICKS), self._collected, 0
        for process, seen in self._seen.items():
            if process in times and times[process].start == seen.start:
                before += seen.collected
            elif process not in unsure:
                ended += seen.own + seen.collected
        now = ours + sum(time.collected for time in times.values())
        self._lost += max(ended - (now - before), 0)  # what neither we nor others have got of those who ended
        self._seen, self._collected = times, ours
        return (now + sum(time.own for time in times.values()) + self._lost) / _TICKS


def process_time(process: int) -> ProcessTime | None:
    """The CPU time of a process; None if it does not exist."""
    with suppress(OSError, ValueError):
        fields = _stat_fields(f"/proc/{process}")
        user, system, user_of_children, system_of_children = map(int, fields[11:15])
        return ProcessTime(int(fields[19]), user + system, user_of_children + system_of_children)
    return None


def _look_at(processes: list[int]) -> tuple[dict[int, ProcessTime], set[int]]:
    """The times of processes, and those that ended meanwhile: others may have got their time or not.

    A look takes a while. It is repeated if a process ended in it, because its time could be seen twice, or not at all.
    """
    times: dict[int, ProcessTime] = {}
    unsure: set[int] = set()
    for _ in range(LOOKS):
        found = {process: time for process in processes if (time := process_time(process)) is not None}
        times = {process: time for process, time in found.items() if process_time(process) is not None}
        if len(times) == len(processes):
            return times, set()
        unsure, processes = set(processes) - times.keys(), [*times]
    return times, unsure


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


class KernelUsage(NamedTuple):
    pipes: int = 0
    memory: int = 0  # bytes of the kernel for what is open and mapped
    hidden: int = 0  # processes that do not let us see their open files


def buffer_usage(processes: list[int]) -> KernelUsage:
    """The pipes of these processes, and the most bytes that can wait in their pipes and sockets.

    A program that may be executed but not read is hidden from its own user.
    """
    names: list[str] = []
    hidden = 0
    for process in processes:
        with suppress(OSError):
            try:
                names += _descriptors(_folder_of(process))
            except PermissionError:
                hidden += _has_memory(process)
    usage = _buffer_usage(_targets(names) if len(names) > UNCHECKED_DESCRIPTORS else {})
    return usage._replace(hidden=hidden)


def kernel_usage(processes: list[int]) -> KernelUsage:
    """Pipes, and bytes of the kernel for mappings, watched files and files of single threads; slow if there are many.

    A thread may have files of its own, which the folder of its process does not show.
    """
    mappings = watches = 0
    targets: dict[str, str] = {}
    for process in processes:
        with suppress(OSError), open(f"{_folder_of(process)}/maps", "rb") as file:
            mappings += sum(1 for _ in file)
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                with suppress(OSError):
                    targets |= _targets(_descriptors(f"/proc/{process}/task/{thread}"))
    for name, target in targets.items():
        if target == _WATCHES:
            folder, _, number = name.rpartition("/fd/")
            with suppress(OSError), open(f"{folder}/fdinfo/{number}", "rb") as file:
                watches += sum(line.startswith(b"tfd:") for line in file)
    buffers = _buffer_usage(targets if len(targets) > UNCHECKED_DESCRIPTORS else {})
    return KernelUsage(buffers.pipes, mappings * MAPPING_BYTES + watches * WATCH_BYTES + buffers.memory)


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
                with open(f"{_folder_of(process)}/smaps_rollup", "rb") as file:
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


def _descriptors(folder: str) -> list[str]:
    """The paths of the open files of a process or thread."""
    return [f"{folder}/fd/{name}" for name in os.listdir(f"{folder}/fd")]


def _targets(names: list[str]) -> dict[str, str]:
    """What open files are, by their paths in /proc."""
    targets: dict[str, str] = {}
    for name in names:
        with suppress(OSError):
            targets[name] = os.readlink(name)
    return targets


def _buffer_usage(targets: dict[str, str]) -> KernelUsage:
    files = set(targets.values())
    pipes, sockets = (sum(target.startswith(kind) for target in files) for kind in ("pipe:", "socket:"))
    return KernelUsage(pipes, pipes * PIPE_BYTES + sockets * SOCKET_BYTES)


def _stat_fields(folder: str) -> list[bytes]:
    """The fields of the file `stat` of a process or thread from the state on; the name before it may be anything."""
    with open(f"{folder}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()


def _has_memory(process: int) -> bool:
    """Whether a process has an address space: one that is about to end has none, and nobody may look at it any more."""
    return int(_stat_fields(_folder_of(process))[20]) > 0


def _folder_of(process: int) -> str:
    """The folder in /proc that shows memory and files of a process.

    A process whose first thread has ended goes on with its other threads, but its own folder shows nothing any more.
    """
    folder = f"/proc/{process}"
    return _living_thread(process) if _stat_fields(folder)[0] == _ENDED else folder


def _living_thread(process: int) -> str:
    """The folder of a thread that has not ended; that of the process if all have."""
    for thread in os.listdir(f"/proc/{process}/task"):
        with suppress(OSError):
            folder = f"/proc/{process}/task/{thread}"
            if _stat_fields(folder)[0] != _ENDED:
                return folder
    return f"/proc/{process}"
