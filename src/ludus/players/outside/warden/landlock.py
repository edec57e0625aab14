"""Landlock: an unprivileged process gives up rights for itself and everything it starts (Linux 5.13).

Reading stays allowed. Writing is allowed in the private folder and to a few devices. From version 4 on it also blocks
TCP, from version 6 on signals to processes outside the sandbox.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

from . import kernel

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
        return kernel.syscall(_CREATE, None, 0, _ASK_VERSION)
    return 0


def restrict_with_landlock(folder: str, network: bool) -> list[str]:
    """Give up writing outside the folder, and more if the kernel can. Needs NO_NEW_PRIVILEGES.

    Returns:
        The restrictions in force.
    """
    known = landlock_version() if kernel.LINUX else 0
    if not known:
        return []
    files = _WRITE_FILE | _CHANGE_FOLDERS
    files |= _MOVE_BETWEEN_FOLDERS if known >= 2 else 0
    files |= _TRUNCATE if known >= 3 else 0
    tcp = _TCP if known >= 4 and not network else 0
    scopes = (_SIGNALS | (0 if network else _ABSTRACT_SOCKETS)) if known >= 6 else 0
    attributes = (ctypes.c_uint64 * 3)(files, tcp, scopes)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = kernel.syscall(_CREATE, attributes, size, 0)
    try:
        _allow_path(rules, folder, files)
        for device in _DEVICES:
            with suppress(FileNotFoundError):
                _allow_path(rules, device, files & (_WRITE_FILE | _TRUNCATE))
        kernel.syscall(_RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return ["landlock", *(["landlock signals"] if scopes else [])]


def _allow_path(rules: int, path: str, rights: int) -> None:
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = ctypes.create_string_buffer(rights.to_bytes(8, "little") + file.to_bytes(4, "little"), 12)
        kernel.syscall(_ADD_RULE, rules, _BENEATH, rule, 0)
    finally:
        os.close(file)
