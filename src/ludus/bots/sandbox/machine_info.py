"""Answers to the system call `sysinfo` in the name of the kernel.

The call gives the free memory, the load and the number of processes of the whole machine, which a program could change
for another one to read. The kernel passes it to the supervisor (Linux 5.0), who answers with fixed numbers: the memory
is the limit of the bot. Where that is not possible, the kernel answers itself.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import struct
import time
from contextlib import suppress

from . import syscall_filter, syscall_wrappers

_SECCOMP = {"x86_64": 317, "aarch64": 277}  # system calls by machine
_SYSINFO = {"x86_64": 99, "aarch64": 179}
_SET_FILTER, _NEW_LISTENER = 1, 1 << 3
_RECEIVE, _SEND, _IS_WAITING = 0xC0502100, 0xC0182101, 0x40082102  # ioctl numbers
_NOTICE = struct.Struct("=QII iI Q6Q")  # id, process, flags; call, architecture, address, arguments
_ANSWER = struct.Struct("=QqiI")  # id, result, error, flags
_INFO = struct.Struct("=q3Q6QHHxxxx2QIxxxx")  # as in sysinfo(2)


def pass_on_sysinfo() -> int | None:
    """Have the kernel pass the call on, in this process and everything it starts. Needs NO_NEW_PRIVILEGES.

    Returns:
        The file on which the calls arrive; None if the kernel cannot.
    """
    machine = os.uname().machine
    if not syscall_wrappers.LINUX or machine not in _SYSINFO:
        return None
    program = syscall_filter.filter_that_passes_on(_SYSINFO[machine])
    with suppress(OSError):
        return syscall_wrappers.syscall(_SECCOMP[machine], _SET_FILTER, _NEW_LISTENER, ctypes.byref(program))
    return None


def answer(listener: int, memory: int) -> bool:
    """Answer one call.

    Args:
        listener: The file on which the calls arrive.
        memory: Memory to show, in bytes.

    Returns:
        False if there is nothing more to answer.
    """
    buffer = bytearray(_NOTICE.size)
    try:
        fcntl.ioctl(listener, _RECEIVE, buffer)
    except OSError as error:
        return error.errno in (errno.ENOENT, errno.EINTR)  # the process that asked is gone
    number, process, *rest = _NOTICE.unpack(buffer)
    address = rest[4]
    failure = 0
    try:
        with open(f"/proc/{process}/mem", "r+b", buffering=0) as file:
            fcntl.ioctl(listener, _IS_WAITING, struct.pack("=Q", number))  # or its number may be another process's now
            file.seek(address)
            file.write(_INFO.pack(int(time.monotonic()), 0, 0, 0, memory, memory, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    except (OSError, ValueError, OverflowError):
        failure = -errno.EFAULT
    with suppress(OSError):
        fcntl.ioctl(listener, _SEND, _ANSWER.pack(number, 0, failure, 0))
    return True
