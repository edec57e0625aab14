"""Control groups of a sandbox, where the system lets us make them: one limits memory, one counts and stops.

A group counts for all of its processes, also for those that have ended, whoever waited for them. The count of memory
includes that of the kernel: buffers, tables, files in memory. Groups are made only below the groups that this process
is in. Version 2 of the kernel's interface is used if it offers what is needed there, otherwise version 1:

    memory      version 2 with its memory controller, or version 1
    CPU time    version 2, which counts it without any controller, or version 1 with the controller cpuacct
    stopping    version 2 (Linux 5.2), in the group that counts: no signal continues a process of a frozen group

Without a group, the supervisor counts alone and stops processes by signals.
"""

from __future__ import annotations

import functools
import os
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from .private_folders import is_stale, new_sandbox_name

MARGIN = 32 << 20  # bytes above the limit, so that the supervisor notices first and can say how much it was
MEMORY_GROUP, CPU_GROUP = "memory group", "cpu group"  # names of the protections


class Hierarchy(NamedTuple):
    """The folder of a group that this process is in, below which groups can be made."""

    folder: str
    version: int


class Hierarchies(NamedTuple):
    """Where groups can be made; None if nowhere."""

    memory: Hierarchy | None
    cpu: Hierarchy | None


@dataclass
class SandboxGroups:
    """The groups of one sandbox, as folders; None if there is none. They may be the same one."""

    memory: str | None = None
    cpu: str | None = None
    memory_events: str = ""  # name of the file that tells whether memory was exceeded
    cpu_usage: str = ""  # name of the file with the CPU time
    _cpu_file: int | None = None  # opened once: no other group can take its place
    _freeze_file: int | None = None  # the same for stopping
    _events_file: int | None = None  # tells whether all have stopped

    def join(self) -> list[str]:
        """Move this process into the groups; returns the names of those that it has joined."""
        joined = []
        for name, folder in ((MEMORY_GROUP, self.memory), (CPU_GROUP, self.cpu)):
            with suppress(OSError):  # a group of version 2 may not take processes; then it protects nothing
                if folder is not None:
                    _write(f"{folder}/cgroup.procs", "0")
                    joined.append(name)
        return joined

    def memory_was_exceeded(self) -> bool:
        """Whether the kernel ended a process because the group had used all its memory."""
        if self.memory is not None:
            with suppress(OSError, ValueError), open(f"{self.memory}/{self.memory_events}") as file:
                return any(int(line.split()[1]) > 0 for line in file if line.startswith("oom_kill "))
        return False

    def start_counting(self) -> None:
        """Open the files for counting and stopping; call it when no process of the sandbox can inherit them."""
        if self.cpu is not None:
            self._cpu_file = os.open(f"{self.cpu}/{self.cpu_usage}", os.O_RDONLY | os.O_CLOEXEC)
            with suppress(OSError):  # version 1, or an old kernel
                self._events_file = os.open(f"{self.cpu}/cgroup.events", os.O_RDONLY | os.O_CLOEXEC)
                self._freeze_file = os.open(f"{self.cpu}/cgroup.freeze", os.O_WRONLY | os.O_CLOEXEC)

    def cpu_seconds(self) -> float | None:
        """CPU seconds of all processes that were ever in the group; None if they are not counted."""
        if self._cpu_file is None:
            return None
        words = os.pread(self._cpu_file, 4096, 0).split()
        return int(words[words.index(b"usage_usec") + 1]) / 1e6 if b"usage_usec" in words else int(words[0]) / 1e9

    @property
    def can_stop(self) -> bool:
        """Whether the group can stop its processes."""
        return self._freeze_file is not None

    def stop(self) -> bool:
        """Stop all processes of the group; returns whether all have stopped by now."""
        assert self._freeze_file is not None
        assert self._events_file is not None
        os.write(self._freeze_file, b"1")
        return b"frozen 1" in os.pread(self._events_file, 4096, 0)

    def resume(self) -> None:
        """Let all processes of the group go on."""
        assert self._freeze_file is not None
        os.write(self._freeze_file, b"0")

    def stop_counting(self) -> None:
        for file in (self._cpu_file, self._freeze_file, self._events_file):
            if file is not None:
                os.close(file)
        self._cpu_file = self._freeze_file = self._events_file = None

    def remove(self) -> None:
        """Remove the groups, whose processes have ended."""
        self.stop_counting()
        for folder in {self.memory, self.cpu} - {None}:
            with suppress(OSError):
                os.rmdir(str(folder))


def make_groups(memory_limit: int, hierarchies: Hierarchies | None = None) -> SandboxGroups:
    """Make the groups of a sandbox, as far as this system allows it.

    Args:
        memory_limit: In bytes.
        hierarchies: Where to make them; those of this process if None.
    """
    memory, cpu = hierarchies or own_hierarchies()
    groups = SandboxGroups()
    if memory is not None:
        groups.memory_events = "memory.events" if memory.version == 2 else "memory.oom_control"
        limit_file = "memory.max" if memory.version == 2 else "memory.limit_in_bytes"
        groups.memory = _make_group(memory, {limit_file: str(memory_limit + MARGIN)})
    if groups.memory is not None:
        with suppress(OSError):  # only where there is swap, and only in version 2
            _write(f"{groups.memory}/memory.swap.max", "0")
    if cpu is not None:
        groups.cpu_usage = _cpu_usage_file(cpu.version)
        groups.cpu = groups.memory if cpu == memory else _make_group(cpu, {})
    return groups


@functools.cache
def own_hierarchies() -> Hierarchies:
    """Where this process can make groups; found once by the server, for all its supervisors."""
    return find_hierarchies()


def find_hierarchies(proc: str = "/proc/self") -> Hierarchies:
    """The groups that a process is in, if groups can be made below them."""
    try:
        with open(f"{proc}/cgroup") as file:
            own = [line.rstrip("\n").split(":", 2) for line in file]
        with open(f"{proc}/mountinfo") as file:
            mounts = [line.split() for line in file]
    except OSError:
        return Hierarchies(None, None)
    return Hierarchies(_find_hierarchy(own, mounts, "memory"), _find_hierarchy(own, mounts, "cpuacct"))


def stale_groups() -> list[str]:
    """Folders of the groups that were left behind by supervisors which were killed."""
    folders = {hierarchy.folder for hierarchy in own_hierarchies() if hierarchy is not None}
    stale: list[str] = []
    for folder in folders:
        with suppress(OSError):
            stale += [f"{folder}/{name}" for name in os.listdir(folder) if is_stale(name)]
    return stale


def remove_stale_groups() -> None:
    """Remove groups of supervisors that were killed; those with processes stay."""
    for folder in stale_groups():
        with suppress(OSError):
            os.rmdir(folder)


def _make_group(hierarchy: Hierarchy, settings: dict[str, str]) -> str | None:
    folder = f"{hierarchy.folder}/{new_sandbox_name()}"
    try:
        os.mkdir(folder)
    except OSError:
        return None
    try:
        for name, text in settings.items():
            _write(f"{folder}/{name}", text)
    except OSError:
        os.rmdir(folder)
        return None
    return folder


def _find_hierarchy(own: list[list[str]], mounts: list[list[str]], controller: str) -> Hierarchy | None:
    """Where groups with a controller can be made, by the rows of /proc/self/cgroup and mountinfo."""
    for version in (2, 1):
        for number, controllers, path in own:
            if (number == "0") if version == 2 else (controller in controllers.split(",")):
                folder = _folder_of_group(mounts, version, path, controller)
                if folder is not None and _allows_groups(folder, version, controller):
                    return Hierarchy(folder, version)
    return None


def _folder_of_group(mounts: list[list[str]], version: int, path: str, controller: str) -> str | None:
    """Where a group is mounted; the rows are those of mountinfo."""
    for row in mounts:
        kind, options = row[row.index("-") + 1], row[row.index("-") + 3]
        fits = kind == "cgroup2" if version == 2 else kind == "cgroup" and controller in options.split(",")
        root, mount_point = row[3], row[4]
        inside = path == root or path.startswith(root.rstrip("/") + "/")
        if fits and inside:
            return mount_point + path[len(root.rstrip("/")) :].rstrip("/")
    return None


def _allows_groups(folder: str, version: int, controller: str) -> bool:
    # moving a process needs the right to write into the group that it leaves, too
    if not os.access(folder, os.W_OK) or not os.access(f"{folder}/cgroup.procs", os.W_OK):
        return False
    if controller == "cpuacct":
        return os.path.exists(f"{folder}/{_cpu_usage_file(version)}")
    if version == 1:
        return os.path.exists(f"{folder}/memory.limit_in_bytes")
    with suppress(OSError), open(f"{folder}/cgroup.subtree_control") as file:
        return controller in file.read().split()  # it may not be switched on while processes are in the group
    return False


def _cpu_usage_file(version: int) -> str:
    return "cpu.stat" if version == 2 else "cpuacct.usage"  # in microseconds and in nanoseconds


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
