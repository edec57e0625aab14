"""Privileges of a sandboxed program: its user, its capabilities and the kernel's resource limits."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from typing import Any

from . import syscall_wrappers

NOBODY = 65534  # user id of programs if we are root and there are no others
FIRST_USER, USERS = 1_900_000_000, 1 << 22  # user ids that no system gives to people or services
OPEN_FILES = 256
PENDING_SIGNALS = 1024
NO_CORE_DUMPS = 1  # bytes; with 0, the kernel would still start a program that collects dumps, where there is one
LOCKED_MEMORY = 8 << 20  # bytes
SPARE_TASKS = 512  # so that the supervisor detects too many processes first and can report it
SPARE_MEMORY = 1 << 30  # likewise; reserved but unused memory counts in the kernel's limit

MAY_READ_ALL, MAY_ACCESS_ALL = 2, 1  # CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE


def user_for_sandbox() -> int | None:
    """The user of programs if we are root, a different one for each server; None if they run as we do."""
    if not syscall_wrappers.LINUX or os.geteuid() != 0:
        return None
    wanted = (FIRST_USER + os.getpid() % USERS, NOBODY)
    return next((user for user in wanted if any(first <= user < first + count for first, count in id_ranges())), None)


def id_ranges() -> list[tuple[int, int]]:
    """The user ids that exist here, as first and count; containers have only some."""
    with open("/proc/self/uid_map") as file:
        rows = [line.split() for line in file]
    return [(int(first), int(count)) for first, _, count in rows]


def drop_privileges(user: int | None, may_read_all: bool = False) -> None:
    """Change to another user, and drop all capabilities.

    Args:
        user: The new user; None to stay.
        may_read_all: Keep the right to read all files; only if Landlock restricts reading.
    """
    capabilities: tuple[int, ...] = ()
    if user is not None:
        if may_read_all:
            permitted = syscall_wrappers.permitted_capabilities()
            capabilities = tuple(number for number in (MAY_READ_ALL, MAY_ACCESS_ALL) if permitted >> number & 1)[:1]
            syscall_wrappers.prctl(syscall_wrappers.KEEP_CAPABILITIES, 1)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    syscall_wrappers.keep_capabilities(capabilities)
    syscall_wrappers.prctl(syscall_wrappers.DUMPABLE, 1)  # a change of user withdraws /proc/self


def set_resource_limits(limits: dict[str, Any], own_users: bool, games: int = 1) -> None:
    """Set the kernel's limits, as a second line behind the supervisor, which measures all processes of a sandbox
    together.

    The kernel counts CPU time over all games played in the sandbox.
    """
    seconds, memory = int(limits["computing"] * games) + 2, (limits["memory"] << 20) + SPARE_MEMORY
    _set_rlimit(resource.RLIMIT_CORE, NO_CORE_DUMPS)
    _set_rlimit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _set_rlimit(resource.RLIMIT_FSIZE, limits["folder"] << 20)
    _set_rlimit(resource.RLIMIT_CPU, seconds)
    _set_rlimit(resource.RLIMIT_DATA, memory)
    if syscall_wrappers.LINUX:
        _set_rlimit(resource.RLIMIT_MSGQUEUE, 0)
        _set_rlimit(resource.RLIMIT_SIGPENDING, PENDING_SIGNALS)
        _set_rlimit(resource.RLIMIT_MEMLOCK, LOCKED_MEMORY)
        _set_rlimit(resource.RLIMIT_RTPRIO, 0)
    else:
        _set_rlimit(resource.RLIMIT_AS, memory)
    if own_users:  # otherwise it would count all processes of this user
        _set_rlimit(resource.RLIMIT_NPROC, limits["processes"] + SPARE_TASKS)


def _set_rlimit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    with suppress(OSError, ValueError):  # some systems define a limit but do not implement it
        resource.setrlimit(kind, (value, value))
