"""Landlock: restrictions of file access that the kernel enforces on a process and everything it starts.

Landlock (Linux 5.13) needs no privileges. Writing is allowed in the private folder and to a few devices. Reading stays
allowed, except that without mounts of its own a program gets a list of what it may read. From version 4 on Landlock
also blocks TCP, from version 6 on signals to processes outside the sandbox.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress

from . import syscall_wrappers
from .file_view import is_open_to_all, outermost, parts_to_show

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_BENEATH = 1  # a rule about a folder and all in it, or a file

_WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))  # remove and make files, folders, links, devices, ...
_MOVE_BETWEEN_FOLDERS = 1 << 13
_TCP = 1 << 0 | 1 << 1  # bind, connect
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1

_DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
_PUBLIC_FOLDERS = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/proc", "/sys/devices/system")
_SETTINGS = "/etc"  # of the system: its files that all users may read
_SETTINGS_FOLDERS = ("ld.so.conf.d", "alternatives", "ssl/certs", "fonts", "mono")
SANDBOX_PREFIX = "ludus-bot-"  # of the names of private folders


def landlock_version() -> int:
    """Landlock version of the kernel; 0 if there is none."""
    if syscall_wrappers.LINUX:
        with suppress(OSError):
            return syscall_wrappers.syscall(_CREATE, None, 0, _ASK_VERSION)
    return 0


def restrict_with_landlock(folder: str, network: bool, readable: list[str] | None = None) -> list[str]:
    """Give up writing outside the folder, and more if the kernel can. Needs NO_NEW_PRIVILEGES.

    Args:
        folder: The private folder.
        network: Leave TCP alone.
        readable: Files and folders that may be read; None for no restriction.

    Returns:
        The restrictions in force.
    """
    known = landlock_version()
    if not known:
        return []
    writing = _WRITE_FILE | _CHANGE_FOLDERS
    writing |= _MOVE_BETWEEN_FOLDERS if known >= 2 else 0
    writing |= _TRUNCATE if known >= 3 else 0
    reading = _READ_FILE | _READ_FOLDER if readable is not None else 0
    tcp = _TCP if known >= 4 and not network else 0
    scopes = (_SIGNALS | (0 if network else _ABSTRACT_SOCKETS)) if known >= 6 else 0
    attributes = (ctypes.c_uint64 * 3)(writing | reading, tcp, scopes)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = syscall_wrappers.syscall(_CREATE, attributes, size, 0)
    try:
        _allow_path(rules, folder, writing | reading)
        for device in _DEVICES:
            with suppress(OSError):
                _allow_path(rules, device, (writing & (_WRITE_FILE | _TRUNCATE)) | (reading & _READ_FILE))
        for path in readable or ():
            with suppress(OSError):  # it was removed meanwhile
                _allow_path(rules, path, reading if os.path.isdir(path) else reading & _READ_FILE)
        syscall_wrappers.syscall(_RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return ["landlock", *(["landlock signals"] if scopes else []), *(["landlock reading"] if reading else [])]


def all_except(hidden: Iterable[str], temporary: str) -> list[str]:
    """Everything that may be read except hidden files and folders, devices, and the folders of other sandboxes.

    Landlock has no rule that refuses. So the entries of each folder above a hidden one are listed one by one, and what
    is added there later cannot be read either.

    Args:
        hidden: Paths.
        temporary: The folder with the private folders of all sandboxes.
    """
    hidden = set(outermost(("/dev", *hidden)))
    opened = {"/", temporary}
    for path in (*hidden, temporary):
        while path != "/":
            path = os.path.dirname(path)
            opened.add(path)
    readable: list[str] = []
    for folder in opened:
        with suppress(OSError):
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                is_sandbox = folder == temporary and name.startswith(SANDBOX_PREFIX)
                # a rule for a link would allow what it leads to, which has a path of its own
                if path not in hidden and path not in opened and not is_sandbox and not os.path.islink(path):
                    readable.append(path)
    return readable


def public_and(needed: Iterable[str], hidden: Iterable[str] = ()) -> list[str]:
    """System folders and files that all users may read, and the folders that a program needs.

    Args:
        needed: The folders that the program needs.
        hidden: Paths that it may not read, also where they are in one of these folders.
    """
    settings = []
    with suppress(OSError):
        for entry in os.scandir(_SETTINGS):
            if entry.is_file() and entry.stat().st_mode & 0o004:
                settings.append(entry.path)
    settings += [f"{_SETTINGS}/{name}" for name in _SETTINGS_FOLDERS if is_open_to_all(f"{_SETTINGS}/{name}")]
    folders = map(os.path.realpath, [*_PUBLIC_FOLDERS, *settings, *parts_to_show(needed)])
    hidden = outermost(hidden)
    return [part for folder in folders for part in _without(folder, hidden)]


def _without(path: str, hidden: list[str]) -> list[str]:
    """The path, or if it holds hidden ones, everything else in it."""
    if path in hidden:
        return []
    inside = [part for part in hidden if part.startswith(path.rstrip("/") + "/")]
    if not inside:
        return [path]
    with suppress(OSError):
        entries = [entry.path for entry in os.scandir(path) if not entry.is_symlink()]
        return [part for entry in entries for part in _without(entry, inside)]
    return []


def _allow_path(rules: int, path: str, rights: int) -> None:
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = ctypes.create_string_buffer(rights.to_bytes(8, "little") + file.to_bytes(4, "little"), 12)
        syscall_wrappers.syscall(_ADD_RULE, rules, _BENEATH, rule, 0)
    finally:
        os.close(file)
