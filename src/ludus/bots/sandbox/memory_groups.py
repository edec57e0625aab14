"""Control groups that limit the memory of a sandbox, where the system lets us make them.

A group counts all memory of its processes, including that of the kernel for them: buffers, tables, files in memory.
Groups are made only below the group that this process is in. Version 2 of the kernel's interface is used if its memory
controller is available there, otherwise version 1. Without either, the supervisor counts alone.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

PREFIX = "ludus-bot-"
MARGIN = 32 << 20  # bytes above the limit, so that the supervisor notices first and can say how much it was


@dataclass(frozen=True)
class Hierarchy:
    """A folder in which groups can be made, and names of files there."""

    folder: str
    version: int

    @property
    def limit_file(self) -> str:
        return "memory.max" if self.version == 2 else "memory.limit_in_bytes"

    @property
    def events_file(self) -> str:
        return "memory.events" if self.version == 2 else "memory.oom_control"


@dataclass(frozen=True)
class MemoryGroup:
    """A group for one sandbox."""

    hierarchy: Hierarchy
    folder: str

    def add(self, process: int) -> None:
        _write(f"{self.folder}/cgroup.procs", str(process))

    def was_exceeded(self) -> bool:
        """Whether the kernel ended a process because the group had used all its memory."""
        with suppress(OSError, ValueError), open(f"{self.folder}/{self.hierarchy.events_file}") as file:
            return any(int(line.split()[1]) > 0 for line in file if line.startswith("oom_kill "))
        return False

    def remove(self) -> None:
        with suppress(OSError):
            os.rmdir(self.folder)


def make_memory_group(limit: int, hierarchy: Hierarchy | None = None) -> MemoryGroup | None:
    """Make a group with a limit in bytes; None if this system does not allow it."""
    hierarchy = hierarchy or find_hierarchy()
    if hierarchy is None:
        return None
    group = MemoryGroup(hierarchy, f"{hierarchy.folder}/{PREFIX}{os.getpid()}")
    try:
        os.mkdir(group.folder)
        _write(f"{group.folder}/{hierarchy.limit_file}", str(limit + MARGIN))
    except OSError:
        group.remove()
        return None
    with suppress(OSError):  # only where there is swap, and only in version 2
        _write(f"{group.folder}/memory.swap.max", "0")
    return group


def remove_stale_groups() -> None:
    """Remove groups of supervisors that were killed."""
    hierarchy = find_hierarchy()
    if hierarchy is None:
        return
    with suppress(OSError):
        for name in os.listdir(hierarchy.folder):
            process = name.removeprefix(PREFIX)
            if name.startswith(PREFIX) and process.isdigit() and not os.path.exists(f"/proc/{process}"):
                with suppress(OSError):
                    os.rmdir(f"{hierarchy.folder}/{name}")


def find_hierarchy(proc: str = "/proc/self") -> Hierarchy | None:
    """The group that this process is in, if groups for memory can be made below it."""
    try:
        with open(f"{proc}/cgroup") as file:
            own = [line.rstrip("\n").split(":", 2) for line in file]
        with open(f"{proc}/mountinfo") as file:
            mounts = [line.split() for line in file]
    except OSError:
        return None
    for version in (2, 1):
        for number, controllers, path in own:
            if (number == "0") if version == 2 else ("memory" in controllers.split(",")):
                folder = _folder_of_group(mounts, version, path)
                if folder is not None and _allows_groups(folder, version):
                    return Hierarchy(folder, version)
    return None


def _folder_of_group(mounts: list[list[str]], version: int, path: str) -> str | None:
    """Where a group is mounted; the rows are those of mountinfo."""
    for row in mounts:
        kind, options = row[row.index("-") + 1], row[row.index("-") + 3]
        fits = kind == "cgroup2" if version == 2 else kind == "cgroup" and "memory" in options.split(",")
        root, mount_point = row[3], row[4]
        inside = path == root or path.startswith(root.rstrip("/") + "/")
        if fits and inside:
            return mount_point + path[len(root.rstrip("/")) :].rstrip("/")
    return None


def _allows_groups(folder: str, version: int) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    if version == 1:
        return os.path.exists(f"{folder}/memory.limit_in_bytes")
    with suppress(OSError), open(f"{folder}/cgroup.subtree_control") as file:
        return "memory" in file.read().split()  # it may not be switched on while processes are in the group
    return False


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
