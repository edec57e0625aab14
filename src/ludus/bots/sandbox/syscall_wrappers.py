"""System calls that Python 3.11 has no function for. Errors are raised as OSError."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

LINUX = sys.platform == "linux"

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
NEW_CGROUPS, NEW_HOST_NAME = 0x2000000, 0x4000000
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 0x1000, 0x4000, 0x40000
PARENT_DEATH_SIGNAL, DUMPABLE, KEEP_CAPABILITIES, SECCOMP = 1, 4, 8, 22
SUBREAPER, NO_NEW_PRIVILEGES, AMBIENT = 36, 38, 47

_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
_HERE, _AT_RECURSIVE, _AT_EMPTY_PATH = -100, 0x8000, 0x1000
_CLONE_TREE, _FROM_FILE, _MAP_USERS = 1, 4, 0x100000
_CAPABILITY_VERSION = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    numbers = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _check(_libc.syscall(ctypes.c_long(number), *numbers))


def prctl(option: int, *values: object) -> int:
    padded = [*values, 0, 0, 0, 0][:4]
    longs = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in padded]
    return _check(_libc.prctl(option, *longs))


def die_with_parent() -> None:
    """End this process when its parent ends for any reason. A later change of privileges cancels it."""
    if LINUX:
        prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def unshare(flags: int) -> None:
    _check(_libc.unshare(flags))


def mount(kind: str, where: str, flags: int, options: str = "") -> None:
    _check(_libc.mount(kind.encode(), os.fsencode(where), kind.encode(), ctypes.c_ulong(flags), options.encode()))


def bind(source: str, where: str) -> None:
    """Show a folder with all mounts in it, or a file, at another place, too."""
    _check(_libc.mount(os.fsencode(source), os.fsencode(where), None, ctypes.c_ulong(BIND | RECURSIVE), None))


def bind_for_user(source: str, where: str, user_namespace: int) -> None:
    """Show a folder at another place, with owners translated by a user namespace (Linux 5.12, most file systems)."""
    tree = syscall(_OPEN_TREE, _HERE, ctypes.c_char_p(os.fsencode(source)), _CLONE_TREE | os.O_CLOEXEC)
    try:
        mapped = (ctypes.c_uint64 * 4)(_MAP_USERS, 0, 0, user_namespace)
        syscall(_MOUNT_SETATTR, tree, ctypes.c_char_p(b""), _AT_EMPTY_PATH, mapped, ctypes.sizeof(mapped))
        syscall(_MOVE_MOUNT, tree, ctypes.c_char_p(b""), _HERE, ctypes.c_char_p(os.fsencode(where)), _FROM_FILE)
    finally:
        os.close(tree)


def make_mounts_private() -> None:
    """Keep changes of mounts in this mount namespace."""
    _check(_libc.mount(None, b"/", None, ctypes.c_ulong(RECURSIVE | PRIVATE), None))


def make_mounts_read_only() -> None:
    """Make all mounts read-only, in this mount namespace only (Linux 5.12). Reading then changes no access time."""
    read_only = (ctypes.c_uint64 * 4)(READ_ONLY | NO_SETUID, 0, 0, 0)
    syscall(_MOUNT_SETATTR, _HERE, ctypes.c_char_p(b"/"), _AT_RECURSIVE, read_only, ctypes.sizeof(read_only))


def keep_capabilities(kept: tuple[int, ...]) -> None:
    """Drop all capabilities except these, which are inherited by other programs."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    mask = sum(1 << number for number in kept)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)(mask, mask, mask, 0, 0, 0)))
    for number in kept:
        prctl(AMBIENT, 2, number)


def permitted_capabilities() -> int:
    header, data = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    _check(_libc.capget(header, data))
    return int(data[1])
