"""A seccomp filter that blocks opening sockets: no network, and no local services behind socket files.

Pairs of connected sockets stay allowed; programs use them internally. io_uring is blocked because it could open sockets
past the filter.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from . import kernel

# By machine: the kernel's number of the architecture, and the number of the system call `socket`.
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
_IO_URING_SETUP = 425
_KEYS = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219)}  # keyrings could carry data from game to game
_SECOND_TABLE = 0x40000000  # system calls of x32 programs on x86_64

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # instructions of the filter machine
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in the data that the filter sees of a call
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_FILTER_MODE = 2


class _BpfProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def block_sockets() -> bool:
    """Block sockets for this process and everything it starts; False if the kernel cannot. Needs NO_NEW_PRIVILEGES."""
    machine = _MACHINES.get(os.uname().machine) if kernel.LINUX else None
    return machine is not None and block_syscalls(machine[1], _IO_URING_SETUP, *_KEYS[os.uname().machine])


def block_syscalls(*calls: int) -> bool:
    """Block system calls by number, and all calls of other architectures; False if the kernel cannot."""
    machine = _MACHINES.get(os.uname().machine) if kernel.LINUX else None
    if machine is None or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    checks = [(_AT_LEAST, _SECOND_TABLE), *((_EQUAL, call) for call in calls)]
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, len(checks) + 2, machine[0]),
        (_LOAD, 0, 0, _NUMBER),
        *((check, len(checks) - k, 0, number) for k, (check, number) in enumerate(checks)),  # how many steps to skip
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    code = b"".join(struct.pack("=HBBI", *step) for step in steps)
    try:
        kernel.prctl(kernel.SECCOMP, _FILTER_MODE, ctypes.byref(_BpfProgram(len(steps), code)))
    except OSError as error:
        if error.errno != errno.EINVAL:  # a kernel built without filters
            raise
        return False
    return True
