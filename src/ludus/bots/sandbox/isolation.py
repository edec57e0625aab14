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
from dataclasses import dataclass, field
from typing import Any

from . import file_view, kept_files, kernel_filters, machine_info, privileges, syscall_filter, syscall_wrappers

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
    user: int | None = None  # the program's user, if it is another one than ours
    user_namespace: int | None = None  # translates the owner of our files to that user
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


def send_files(supervisor: socket.socket, files: dict[str, int]) -> None:
    """Send files by name; the filter of system calls refuses it later."""
    socket.send_fds(supervisor, [json.dumps({"files": [*files]}).encode() + b"\n"], [*files.values()])
    for file in files.values():
        os.close(file)


# The first process


def _set_up_namespaces(setup: SandboxSetup) -> None:
    setup.active.append("processes")
    if not setup.request["limits"]["network"] and _unshare(syscall_wrappers.NEW_NETWORK):
        setup.active.append("network")
    for namespace in (
        syscall_wrappers.NEW_IPC,  # or shared memory would outlive the game
        syscall_wrappers.NEW_HOST_NAME,
        syscall_wrappers.NEW_CGROUPS,
    ):
        _unshare(namespace)
    if _unshare(syscall_wrappers.NEW_MOUNTS):
        setup.active += _mount(setup)
    # for root: privileges end here, and the process limit applies
    if not setup.own_users and _unshare(syscall_wrappers.NEW_USER):
        send_message(setup.supervisor, map=True)
        setup.supervisor.recv(1)
        setup.own_users = True


def _mount(setup: SandboxSetup) -> list[str]:
    limits, request = setup.request["limits"], setup.request
    user = os.geteuid() if setup.user is None else setup.user
    group = os.getegid() if setup.user is None else setup.user
    return file_view.mount_file_view(
        file_view.FileView(
            folder=setup.folder,
            size=limits["folder"],
            memory=limits["memory"],
            user=user,
            group=group,
            covered=tuple(request.get("covered", ())),
            needed=tuple(request.get("needed", ())),
            own_user=setup.user is not None,
            user_namespace=setup.user_namespace,
        )
    )


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
    readable, may_read_all = _readable_paths(setup)
    if syscall_wrappers.LINUX:
        if setup.user is not None:
            setup.active.append("nobody")
        privileges.drop_privileges(setup.user, may_read_all)
        syscall_wrappers.die_with_parent()
        syscall_wrappers.prctl(syscall_wrappers.NO_NEW_PRIVILEGES, 1)
    privileges.set_resource_limits(request["limits"], setup.own_users, request.get("games", 1))
    network = request["limits"]["network"]
    setup.active += kernel_filters.restrict_with_landlock(setup.folder, network, readable)
    listener = machine_info.pass_on_sysinfo() if syscall_wrappers.LINUX else None
    if listener is not None:
        setup.active.append("sysinfo")
    files = {} if listener is None else {"listener": listener}
    if "mounts" in setup.active:  # so that the supervisor can see how full the private folder is
        files["folder"] = os.open(setup.folder, os.O_PATH | os.O_CLOEXEC)
    if files:
        send_files(setup.supervisor, files)
    if syscall_filter.restrict_system_calls(network, "mounts" in setup.active):
        setup.active += ["filter", *([] if network else ["sockets"])]
    variables = ("HOME", "TMPDIR", "TMP", "TEMP")
    environment = {**request["environment"], **dict.fromkeys(variables, setup.folder)}
    send_message(setup.supervisor, active=setup.active)
    if setup.run is not None:
        setup.supervisor.close()
        os.environ.clear()
        os.environ.update(environment)
        setup.run(request)
        os._exit(0)
    if "kept_files" in request:
        kept_files.write_files(setup.folder, request["kept_files"])
        kept_files.mark_ready(setup.folder)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and children would inherit that
        signal.signal(number, signal.SIG_DFL)
    os.execve(request["program"], request["command"], environment)


def _readable_paths(setup: SandboxSetup) -> tuple[list[str] | None, bool]:
    """What the program may read, without mounts of its own, and whether it may read that as if it were root.

    Mounts hide secrets better. Without them, Landlock has to. A program that root starts from a folder which only root
    may enter keeps root's right to read, but only for the folders that it needs.
    """
    request = setup.request
    if "mounts" in setup.active or not kernel_filters.landlock_version():
        return None, False
    needed = request.get("needed", ())
    if setup.user is not None and any(map(file_view.is_closed, file_view.outermost(needed))):
        return kernel_filters.public_and(needed, request.get("covered", ())), True
    return kernel_filters.all_except(request.get("covered", ()), request["temporary"]), False


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
