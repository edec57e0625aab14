"""Isolation, from inside the sandbox: the steps a fresh fork takes until it runs the program.

With namespaces the fork is the first process of the sandbox. Killing it kills everything inside: daemons, new sessions,
stopped processes. It starts the command, collects orphans, and reports how the command ended. Without namespaces the
fork itself becomes the program, and the supervisor has to find the processes it leaves behind. A sandbox that runs a
function of ours instead of a command needs no process in between: forking a process as large as the fork server of
Python bots is expensive.

Steps that the system does not offer are skipped; `active` lists those that were taken.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from . import kernel_filters, privileges, syscalls

MAX_FILES = 10_000  # files in the private folder
TERMINALS = "/dev/pts"  # hidden: a program could read what the user types

SandboxedFunction = Callable[[dict[str, Any]], None]


@dataclass
class SandboxSetup:
    """What the code inside a sandbox needs to know."""

    request: dict[str, Any]
    files: list[int]  # become 0, 1, 2, ... of the program
    folder: str
    supervisor: socket.socket  # messages to the supervisor, until the program runs
    status: int  # a pipe to the supervisor: the exit status of the program
    run: SandboxedFunction | None  # a function to run instead of a command
    own_pids: bool
    own_users: bool
    active: list[str] = field(default_factory=list)


def enter(cell: SandboxSetup) -> None:
    """Isolate this process and run the program. Never returns."""
    try:
        syscalls.die_with_parent()
        if cell.own_pids:
            _set_up_namespaces(cell)
            syscalls.die_with_parent()
            if cell.run is None and (program := os.fork()):
                _run_init_process(cell, program)
        _exec_program(cell)
    except BaseException as error:
        send_message(cell.supervisor, failed=_describe_error(error))
    finally:
        os._exit(1)


def send_message(keeper: socket.socket, **news: Any) -> None:
    keeper.sendall(json.dumps(news).encode() + b"\n")


# The first process


def _set_up_namespaces(cell: SandboxSetup) -> None:
    cell.active.append("processes")
    if not cell.request["limits"]["network"] and _unshare(syscalls.NEW_NETWORK):
        cell.active.append("network")
    _unshare(syscalls.NEW_IPC)  # or shared memory would outlive the game
    if _unshare(syscalls.NEW_MOUNTS) and _mount(cell):
        cell.active.append("mounts")
    if not cell.own_users and _unshare(
        syscalls.NEW_USER
    ):  # for root: privileges end here, and the process limit applies
        send_message(cell.supervisor, map=True)
        cell.supervisor.recv(1)
        cell.own_users = True


def _mount(cell: SandboxSetup) -> bool:
    """Make all file systems read-only except a new one in the private folder; /proc shows only the sandbox."""
    owner = privileges.NOBODY if privileges.changes_user() else os.geteuid()
    group = privileges.NOBODY if privileges.changes_user() else os.getegid()
    secure = syscalls.NO_SETUID | syscalls.NO_DEVICES
    size = cell.request["limits"]["folder"]
    try:
        syscalls.make_mounts_read_only()
        mount_options = f"size={size}m,nr_inodes={MAX_FILES},mode=700,uid={owner},gid={group}"
        syscalls.mount("tmpfs", cell.folder, secure, mount_options)
    except OSError:
        return False
    for path in (TERMINALS, *cell.request.get("covered", ())):
        with suppress(OSError):  # if it does not exist, there is nothing to hide
            syscalls.mount("tmpfs", path, secure | syscalls.NO_PROGRAMS | syscalls.READ_ONLY, "size=4k,mode=755")
    try:
        syscalls.mount("proc", "/proc", secure | syscalls.NO_PROGRAMS | syscalls.READ_ONLY)
        cell.active.append("proc")
    except OSError:
        pass  # not allowed where parts of /proc are covered up, as in containers
    return True


def _unshare(what: int) -> bool:
    try:
        syscalls.unshare(what)
    except OSError:
        return False
    return True


def _run_init_process(cell: SandboxSetup, program: int) -> None:
    cell.supervisor.close()
    for file in cell.files:
        os.close(file)
    while True:
        ended, status = os.wait()
        if ended == program:
            os.write(cell.status, str(status).encode())
            break
    while True:  # the supervisor reads usage a last time, then kills us and the whole sandbox
        signal.pause()


# The program


def _exec_program(cell: SandboxSetup) -> None:
    order = cell.request
    os.setsid()
    _arrange_files(cell)
    os.chdir(order["cwd"])
    if syscalls.LINUX:
        if privileges.changes_user():
            cell.active.append("nobody")
        privileges.drop_privileges(writes_are_refused=kernel_filters.landlock_version() > 0)
        syscalls.die_with_parent()
        syscalls.prctl(syscalls.NO_NEW_PRIVILEGES, 1)
    privileges.set_resource_limits(order["limits"], cell.own_users, order.get("games", 1))
    cell.active += kernel_filters.restrict_with_landlock(cell.folder, order["limits"]["network"])
    if not order["limits"]["network"] and kernel_filters.block_sockets():
        cell.active.append("sockets")
    environment = {**order["environment"], **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), cell.folder)}
    send_message(cell.supervisor, active=cell.active)
    if cell.run is not None:
        cell.supervisor.close()
        os.environ.clear()
        os.environ.update(environment)
        cell.run(order)
        os._exit(0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and children would inherit that
        signal.signal(number, signal.SIG_DFL)
    os.execve(order["program"], order["command"], environment)


def _arrange_files(cell: SandboxSetup) -> None:
    """Make the program's files 0, 1, 2, ..., and close all others except the socket to the supervisor."""
    high = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 64) for file in (*cell.files, cell.supervisor.fileno())]
    for number, file in enumerate(high[:-1]):
        os.dup2(file, number)
    os.closerange(len(cell.files), high[-1])
    os.closerange(high[-1] + 1, os.sysconf("SC_OPEN_MAX"))
    cell.supervisor.detach()
    cell.supervisor = socket.socket(fileno=high[-1])


def _describe_error(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"{type(error).__name__}: {error}"
