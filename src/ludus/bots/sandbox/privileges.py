"""Privileges of a sandboxed program: its user, its capabilities and the kernel's resource limits."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from typing import Any

from . import syscall_wrappers

NOBODY = 65534  # user id of programs if we are root
OPEN_FILES = 1024
SPARE_TASKS = 512  # so that the supervisor detects too many processes first and can report it
SPARE_MEMORY = 1 << 30  # likewise; reserved but unused memory counts in the kernel's limit

_MAY_WRITE_ALL, _MAY_READ_ALL = 1, 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def changes_user() -> bool:
    """Whether programs run as another user than we do; they do if we are root."""
    return (
        syscall_wrappers.LINUX
        and os.geteuid() == 0
        and any(first <= NOBODY < first + count for first, count in id_ranges())
    )


def id_ranges() -> list[tuple[int, int]]:
    """The user ids that exist here, as first and count; containers have only some."""
    with open("/proc/self/uid_map") as file:
        rows = [line.split() for line in file]
    return [(int(first), int(count)) for first, _, count in rows]


def drop_privileges(writes_are_refused: bool) -> None:
    """Change to user nobody if we are root, and drop all capabilities, except that root's programs may read what root
    may read.

    Without the capability for reading alone, as in common containers, the one for reading and writing is used, provided
    that Landlock refuses writing.
    """
    capabilities: tuple[int, ...] = ()
    if changes_user():
        wanted = (_MAY_READ_ALL, _MAY_WRITE_ALL) if writes_are_refused else (_MAY_READ_ALL,)
        capabilities = tuple(number for number in wanted if syscall_wrappers.permitted_capabilities() >> number & 1)[:1]
        syscall_wrappers.prctl(syscall_wrappers.KEEP_CAPABILITIES, 1)
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    syscall_wrappers.keep_capabilities(capabilities)
    syscall_wrappers.prctl(syscall_wrappers.DUMPABLE, 1)  # a change of user withdraws /proc/self


def set_resource_limits(limits: dict[str, Any], own_users: bool, games: int = 1) -> None:
    """Set the kernel's limits, as a second line behind the supervisor, which measures all processes of a sandbox
    together.

    The kernel counts CPU time over all games played in the sandbox.
    """
    seconds, memory = int(limits["computing"] * games) + 2, (limits["memory"] << 20) + SPARE_MEMORY
    _set_rlimit(resource.RLIMIT_CORE, 0)
    _set_rlimit(resource.RLIMIT_NOFILE, OPEN_FILES)
    _set_rlimit(resource.RLIMIT_FSIZE, limits["folder"] << 20)
    _set_rlimit(resource.RLIMIT_CPU, seconds)
    _set_rlimit(resource.RLIMIT_DATA, memory)
    if not syscall_wrappers.LINUX:
        _set_rlimit(resource.RLIMIT_AS, memory)
    if own_users:  # otherwise it would count all processes of this user
        _set_rlimit(resource.RLIMIT_NPROC, limits["processes"] + SPARE_TASKS)


def _set_rlimit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    with suppress(OSError, ValueError):  # some systems define a limit but do not implement it
        resource.setrlimit(kind, (value, value))
