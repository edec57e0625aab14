"""Restrictions that the kernel enforces on a process and everything it starts: Landlock and seccomp.

Landlock (Linux 5.13) needs no privileges. Reading stays allowed; writing is allowed in the private folder and to a few
devices. From version 4 on it also blocks TCP, from version 6 on signals to processes outside the sandbox.

The seccomp filter blocks opening sockets: no network, and no local services behind socket files. Pairs of connected
sockets stay allowed; programs use them internally. io_uring is blocked because it could open sockets past the filter.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from contextlib import suppress

from . import syscall_wrappers

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_BENEATH = 1  # a rule about a folder and all in it, or a file

_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))  # remove and make files, folders, links, devices, ...
_MOVE_BETWEEN_FOLDERS = 1 << 13
_TCP = 1 << 0 | 1 << 1  # bind, connect
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1

_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def landlock_version() -> int:
    """Landlock version of the kernel; 0 if there is none."""
    with suppress(OSError):
        return syscall_wrappers.syscall(_CREATE, None, 0, _ASK_VERSION)
    return 0


def restrict_with_landlock(folder: str, network: bool) -> list[str]:
    """Give up writing outside the folder, and more if the kernel can. Needs NO_NEW_PRIVILEGES.

    Returns:
        The restrictions in force.
    """
    known = landlock_version() if syscall_wrappers.LINUX else 0
    if not known:
        return []
    files = _WRITE_FILE | _CHANGE_FOLDERS
    files |= _MOVE_BETWEEN_FOLDERS if known >= 2 else 0
    files |= _TRUNCATE if known >= 3 else 0
    tcp = _TCP if known >= 4 and not network else 0
    scopes = (_SIGNALS | (0 if network else _ABSTRACT_SOCKETS)) if known >= 6 else 0
    attributes = (ctypes.c_uint64 * 3)(files, tcp, scopes)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = syscall_wrappers.syscall(_CREATE, attributes, size, 0)
    try:
        _allow_path(rules, folder, files)
        for device in _DEVICES:
            with suppress(FileNotFoundError):
                _allow_path(rules, device, files & (_WRITE_FILE | _TRUNCATE))
        syscall_wrappers.syscall(_RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return ["landlock", *(["landlock signals"] if scopes else [])]


def _allow_path(rules: int, path: str, rights: int) -> None:
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = ctypes.create_string_buffer(rights.to_bytes(8, "little") + file.to_bytes(4, "little"), 12)
        syscall_wrappers.syscall(_ADD_RULE, rules, _BENEATH, rule, 0)
    finally:
        os.close(file)


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
    machine = _MACHINES.get(os.uname().machine) if syscall_wrappers.LINUX else None
    return machine is not None and block_syscalls(machine[1], _IO_URING_SETUP, *_KEYS[os.uname().machine])


def block_syscalls(*calls: int) -> bool:
    """Block system calls by number, and all calls of other architectures; False if the kernel cannot."""
    machine = _MACHINES.get(os.uname().machine) if syscall_wrappers.LINUX else None
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
        syscall_wrappers.prctl(syscall_wrappers.SECCOMP, _FILTER_MODE, ctypes.byref(_BpfProgram(len(steps), code)))
    except OSError as error:
        if error.errno != errno.EINVAL:  # a kernel built without filters
            raise
        return False
    return True
