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

from . import kernel_filters, privileges, syscall_wrappers

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


def enter(setup: SandboxSetup) -> None:
    """Isolate this process and run the program. Never returns."""
    try:
        syscall_wrappers.die_with_parent()
        if setup.own_pids:
            _set_up_namespaces(setup)
            syscall_wrappers.die_with_parent()
            if setup.run is None and (program := os.fork()):
                _run_init_process(setup, program)
        _exec_program(setup)
    except BaseException as error:
        send_message(setup.supervisor, failed=_describe_error(error))
    finally:
        os._exit(1)


def send_message(supervisor: socket.socket, **message: Any) -> None:
    supervisor.sendall(json.dumps(message).encode() + b"\n")


# The first process


def _set_up_namespaces(setup: SandboxSetup) -> None:
    setup.active.append("processes")
    if not setup.request["limits"]["network"] and _unshare(syscall_wrappers.NEW_NETWORK):
        setup.active.append("network")
    _unshare(syscall_wrappers.NEW_IPC)  # or shared memory would outlive the game
    if _unshare(syscall_wrappers.NEW_MOUNTS) and _mount(setup):
        setup.active.append("mounts")
    if not setup.own_users and _unshare(
        syscall_wrappers.NEW_USER
    ):  # for root: privileges end here, and the process limit applies
        send_message(setup.supervisor, map=True)
        setup.supervisor.recv(1)
        setup.own_users = True


def _mount(setup: SandboxSetup) -> bool:
    """Make all file systems read-only except a new one in the private folder; /proc shows only the sandbox."""
    owner = privileges.NOBODY if privileges.changes_user() else os.geteuid()
    group = privileges.NOBODY if privileges.changes_user() else os.getegid()
    secure = syscall_wrappers.NO_SETUID | syscall_wrappers.NO_DEVICES
    size = setup.request["limits"]["folder"]
    try:
        syscall_wrappers.make_mounts_read_only()
        mount_options = f"size={size}m,nr_inodes={MAX_FILES},mode=700,uid={owner},gid={group}"
        syscall_wrappers.mount("tmpfs", setup.folder, secure, mount_options)
    except OSError:
        return False
    for path in (TERMINALS, *setup.request.get("covered", ())):
        with suppress(OSError):  # if it does not exist, there is nothing to hide
            syscall_wrappers.mount(
                "tmpfs", path, secure | syscall_wrappers.NO_PROGRAMS | syscall_wrappers.READ_ONLY, "size=4k,mode=755"
            )
    try:
        syscall_wrappers.mount("proc", "/proc", secure | syscall_wrappers.NO_PROGRAMS | syscall_wrappers.READ_ONLY)
        setup.active.append("proc")
    except OSError:
        pass  # not allowed where parts of /proc are covered up, as in containers
    return True


def _unshare(what: int) -> bool:
    try:
        syscall_wrappers.unshare(what)
    except OSError:
        return False
    return True


def _run_init_process(setup: SandboxSetup, program: int) -> None:
    setup.supervisor.close()
    for file in setup.files:
        os.close(file)
    while True:
        ended, status = os.wait()
        if ended == program:
            os.write(setup.status, str(status).encode())
            break
    while True:  # the supervisor reads usage a last time, then kills us and the whole sandbox
        signal.pause()


# The program


def _exec_program(setup: SandboxSetup) -> None:
    request = setup.request
    os.setsid()
    _arrange_files(setup)
    os.chdir(request["cwd"])
    if syscall_wrappers.LINUX:
        if privileges.changes_user():
            setup.active.append("nobody")
        privileges.drop_privileges(writes_are_refused=kernel_filters.landlock_version() > 0)
        syscall_wrappers.die_with_parent()
        syscall_wrappers.prctl(syscall_wrappers.NO_NEW_PRIVILEGES, 1)
    privileges.set_resource_limits(request["limits"], setup.own_users, request.get("games", 1))
    setup.active += kernel_filters.restrict_with_landlock(setup.folder, request["limits"]["network"])
    if not request["limits"]["network"] and kernel_filters.block_sockets():
        setup.active.append("sockets")
    environment = {**request["environment"], **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), setup.folder)}
    send_message(setup.supervisor, active=setup.active)
    if setup.run is not None:
        setup.supervisor.close()
        os.environ.clear()
        os.environ.update(environment)
        setup.run(request)
        os._exit(0)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and children would inherit that
        signal.signal(number, signal.SIG_DFL)
    os.execve(request["program"], request["command"], environment)


def _arrange_files(setup: SandboxSetup) -> None:
    """Make the program's files 0, 1, 2, ..., and close all others except the socket to the supervisor."""
    high = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 64) for file in (*setup.files, setup.supervisor.fileno())]
    for number, file in enumerate(high[:-1]):
        os.dup2(file, number)
    os.closerange(len(setup.files), high[-1])
    os.closerange(high[-1] + 1, os.sysconf("SC_OPEN_MAX"))
    setup.supervisor.detach()
    setup.supervisor = socket.socket(fileno=high[-1])


def _describe_error(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"{type(error).__name__}: {error}"
