"""System calls that Python 3.11 has no function for. Errors are raised as OSError."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

LINUX = sys.platform == "linux"

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, RECURSIVE, PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
PARENT_DEATH_SIGNAL, DUMPABLE, KEEP_CAPABILITIES, SECCOMP = 1, 4, 8, 22
SUBREAPER, NO_NEW_PRIVILEGES, AMBIENT = 36, 38, 47

_MOUNT_SETATTR = 442
_HERE, _AT_RECURSIVE = -100, 0x8000
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


def make_mounts_read_only() -> None:
    """Make all mounts read-only, in this mount namespace only (Linux 5.12)."""
    read_only = (ctypes.c_uint64 * 4)(READ_ONLY | NO_SETUID, 0, 0, 0)
    _check(_libc.mount(None, b"/", None, ctypes.c_ulong(RECURSIVE | PRIVATE), None))
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
