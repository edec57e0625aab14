"""The files that a sandboxed program sees, made of mounts in a mount namespace of its own.

Everything is read-only except the private folder. /proc shows the sandbox only; numbers about the whole machine in it
are fixed, because two programs could talk by changing and reading them. /dev and /sys hold what ordinary programs
need. Folders with secrets are empty.

A program that root starts runs as another user. If it is in a folder that only root may enter, such as root's home,
an empty folder is put over that, and the folders the program needs are shown inside.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from . import syscall_wrappers

MAX_FILES = 10_000  # files in the private folder
_STAGE_OPTIONS = "size=2m,nr_inodes=2000,mode=755"
_DEVICES = ("null", "full", "random", "urandom")  # /dev/zero would give memory that is not counted
_DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1"}
_DEVICE_LINKS |= {"stderr": "/proc/self/fd/2"}
_DEVICE_FOLDERS = ("shm", "pts", "mqueue")
_SYSTEM_FILES = (
    "devices/system/cpu/online",
    "devices/system/cpu/possible",
    "devices/system/cpu/present",
    "kernel/mm/transparent_hugepage/enabled",
    "kernel/mm/transparent_hugepage/hpage_pmd_size",
    "kernel/mm/transparent_hugepage/shmem_enabled",
)
# Files of /proc about the whole machine; those with a text are shown with it, the others are empty.
_LOAD = "0.00 0.00 0.00 1/1 1\n"
_EMPTY_PROC_FILES = (
    *("buddyinfo", "diskstats", "interrupts", "locks", "pagetypeinfo", "schedstat", "slabinfo", "softirqs", "swaps"),
    *("timer_list", "vmallocinfo", "vmstat", "zoneinfo", "kmsg", "kcore", "kallsyms", "latency_stats", "key-users"),
    *("sys/fs/aio-nr", "sys/fs/dentry-state", "sys/fs/file-nr", "sys/fs/inode-nr", "sys/fs/inode-state"),
    *("sys/kernel/pty/nr", "sys/kernel/random/entropy_avail", "keys", "uptime", "cgroups", "modules"),
)
_EMPTY_PROC_FOLDERS = ("pressure", "scsi", "acpi", "fs", "sysvipc", "bus", "tty", "driver", "irq")


@dataclass(frozen=True)
class FileView:
    """What a program may see and use."""

    folder: str  # private, of limited size
    size: int  # of the private folder, in MB
    memory: int  # in MB, shown as that of the machine
    user: int  # owner of the private folder
    group: int
    covered: tuple[str, ...]  # folders and files with secrets
    needed: tuple[str, ...]  # folders that the program needs, for a user who may not enter all of them
    own_user: bool  # whether the program runs as another user than we do
    user_namespace: int | None  # translates our files to that user; None if there is none


def mount_file_view(view: FileView) -> list[str]:
    """Build the view, in a fresh mount namespace.

    Returns:
        The protections that hold: "mounts" if files are read-only, "proc" if other processes are hidden, "machine" if
        numbers about the machine are. Empty if mounts are not possible.
    """
    secure = syscall_wrappers.NO_SETUID | syscall_wrappers.NO_DEVICES
    try:
        syscall_wrappers.make_mounts_private()
        syscall_wrappers.mount("tmpfs", view.folder, syscall_wrappers.NO_SETUID, _STAGE_OPTIONS)
    except OSError:
        return []
    stage, active = view.folder, ["mounts"]
    os.mkdir(f"{stage}/empty", 0o755)
    _write(f"{stage}/nothing", "")
    if _mount_proc(secure | syscall_wrappers.NO_PROGRAMS):
        active.append("proc")
    if _hide_machine(stage, view.memory):
        active.append("machine")
    _mount_devices(stage)
    if view.own_user:
        _show_needed_folders(view, stage)
    for path in view.covered:
        _cover(stage, path)
    try:
        syscall_wrappers.make_mounts_read_only()
        options = f"size={view.size}m,nr_inodes={MAX_FILES},mode=700,uid={view.user},gid={view.group}"
        syscall_wrappers.mount("tmpfs", view.folder, secure, options)
    except OSError:
        return []
    return active


def is_open_to_all(path: str) -> bool:
    """Whether every user may enter a folder and read it."""
    with suppress(OSError):
        return os.stat(path).st_mode & 0o005 == 0o005
    return False


def closed_ancestor(path: str) -> str | None:
    """The uppermost folder above a path that other users may not enter; None if they may enter all."""
    parts = path.split("/")
    for k in range(2, len(parts)):
        ancestor = "/".join(parts[:k])
        with suppress(OSError):
            if not os.stat(ancestor).st_mode & 0o001:
                return ancestor
    return None


def is_closed(folder: str) -> bool:
    """Whether another user could not read a folder, by its rights or those of the folders above it."""
    return closed_ancestor(folder) is not None or not is_open_to_all(folder)


def outermost(paths: Iterable[str]) -> list[str]:
    """Real paths without those inside others."""
    kept: list[str] = []
    for path in sorted({os.path.realpath(path) for path in paths}):
        if not kept or not path.startswith(kept[-1].rstrip("/") + "/"):
            kept.append(path)
    return kept


def parts_to_show(needed: Iterable[str]) -> list[str]:
    """What has to be shown of folders that a program needs: the outermost ones.

    Of a home, these are the entries whose names do not begin with a dot, because those may be secrets.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    parts: list[str] = []
    for folder in map(os.path.realpath, needed):
        names = [name for name in os.listdir(folder) if not name.startswith(".")] if folder == home else []
        parts += [os.path.join(folder, name) for name in names] if folder == home else [folder]
    return outermost(parts)


def _mount_proc(flags: int) -> bool:
    try:
        syscall_wrappers.mount("proc", "/proc", flags)
    except OSError:
        return False  # not allowed where parts of /proc are covered up, as in containers
    return True


def _hide_machine(stage: str, memory: int) -> bool:
    """Replace numbers about the whole machine in /proc and /sys; returns whether the important ones are hidden."""
    kilobytes = memory << 10
    cpus = os.cpu_count() or 1
    zeros = " ".join("0" * 10)
    rows = (("MemTotal", kilobytes), ("MemFree", kilobytes), ("MemAvailable", kilobytes), ("SwapTotal", 0))
    texts = {
        "loadavg": _LOAD,
        "meminfo": "".join(f"{name + ':':<16}{number:>8} kB\n" for name, number in rows),
        "stat": "".join(f"cpu{k} {zeros}\n" for k in ["", *range(cpus)])
        + "intr 0\nctxt 0\nbtime 0\nprocesses 1\nprocs_running 1\nprocs_blocked 0\n",
    }
    with suppress(OSError), open("/proc/cpuinfo") as file:  # its speed changes with the load
        texts["cpuinfo"] = "".join(line for line in file if not line.startswith("cpu MHz"))
    hidden = True
    for name, text in texts.items():
        _write(f"{stage}/{name}", text)
        hidden = _try_bind(f"{stage}/{name}", f"/proc/{name}") and hidden
    for name in _EMPTY_PROC_FILES:
        _try_bind(f"{stage}/nothing", f"/proc/{name}")
    for name in _EMPTY_PROC_FOLDERS:
        _try_bind(f"{stage}/empty", f"/proc/{name}")
    os.mkdir(f"{stage}/sys", 0o755)
    for name in _SYSTEM_FILES:
        with suppress(OSError), open(f"/sys/{name}") as file:
            text = file.read()
            os.makedirs(os.path.dirname(f"{stage}/sys/{name}"), 0o755, exist_ok=True)
            _write(f"{stage}/sys/{name}", text)
    return _try_bind(f"{stage}/sys", "/sys") and hidden


def _mount_devices(stage: str) -> None:
    """Replace /dev by a few harmless devices: no terminals, no shared memory, no hardware."""
    os.mkdir(f"{stage}/dev", 0o755)
    for name in _DEVICES:
        _write(f"{stage}/dev/{name}", "")
        _try_bind(f"/dev/{name}", f"{stage}/dev/{name}")
    for name, target in _DEVICE_LINKS.items():
        os.symlink(target, f"{stage}/dev/{name}")
    for name in _DEVICE_FOLDERS:
        os.mkdir(f"{stage}/dev/{name}", 0o755)
    _try_bind(f"{stage}/dev", "/dev")


def _show_needed_folders(view: FileView, stage: str) -> None:
    """Put an empty folder over each one that the program's user may not enter, and show what it needs inside."""
    shown: dict[str, list[str]] = {}  # closed folder: what it needs of it
    for path in parts_to_show(view.needed):
        closed = closed_ancestor(path) or (path if not is_open_to_all(path) else None)
        if closed is not None:
            shown.setdefault(closed, []).append(path)
    if (closed := closed_ancestor(view.folder)) is not None:
        shown.setdefault(closed, [])
    for number, (closed, folders) in enumerate(shown.items()):
        cover = f"{stage}/cover{number}"
        os.mkdir(cover, 0o755)
        for source in folders:
            _show(source, cover + source.removeprefix(closed), view.user_namespace)
        if view.folder.startswith(closed + "/"):
            os.makedirs(cover + view.folder.removeprefix(closed), 0o755, exist_ok=True)
        _try_bind(cover, closed)


def _show(source: str, where: str, user_namespace: int | None) -> None:
    if os.path.isdir(source):
        os.makedirs(where, 0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(where), 0o755, exist_ok=True)
        _write(where, "")
    if user_namespace is not None:
        with suppress(OSError):  # a file system that cannot translate owners
            syscall_wrappers.bind_for_user(source, where, user_namespace)
            return
    _try_bind(source, where)


def _cover(stage: str, path: str) -> None:
    """Show an empty folder or file instead."""
    with suppress(OSError):  # if it does not exist, there is nothing to hide
        is_folder = stat.S_ISDIR(os.stat(path).st_mode)
        syscall_wrappers.bind(f"{stage}/{'empty' if is_folder else 'nothing'}", path)


def _try_bind(source: str, where: str) -> bool:
    try:
        syscall_wrappers.bind(source, where)
    except OSError:
        return not os.path.exists(where)
    return True


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)
