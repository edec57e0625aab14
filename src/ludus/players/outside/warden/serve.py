"""Main loop of the sandbox server: one supervisor per requested game, until the owner is gone."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress

from . import kernel, usage
from .cell import SandboxedFunction
from .keeper import supervise, child_exit_pipe

SHUTDOWN_TIMEOUT = 5.0  # seconds for the supervisors to clean up
OWNER_CHECK_SECONDS = 1.0  # seconds between two checks that the owner is alive


def serve(owner: socket.socket, run: SandboxedFunction | None = None) -> None:
    """Fork a supervisor for each socket that arrives from the owner.

    Args:
        owner: The socket to the owner.
        run: A function to run in each sandbox instead of a command.
    """
    if kernel.LINUX:
        kernel.prctl(kernel.SUBREAPER, 1)  # adopt the processes of a supervisor that was killed
    parent, awake, keepers = os.getppid(), child_exit_pipe(), set[int]()
    while os.getppid() == parent:
        ready = select.select([owner.fileno(), awake], [], [], OWNER_CHECK_SECONDS)[0]
        if awake in ready:
            _reap_supervisors(awake, keepers)
        if owner.fileno() in ready:
            data, lines, *_ = socket.recv_fds(owner, 1, 1)
            if not data:
                break
            pid = os.fork()
            if pid == 0:
                owner.close()
                os.close(awake)
                _run_supervisor(socket.socket(fileno=lines[0]), run)
            os.close(lines[0])
            keepers.add(pid)
    for supervisor in keepers:
        os.kill(supervisor, signal.SIGTERM)
    until = time.monotonic() + SHUTDOWN_TIMEOUT
    while keepers and time.monotonic() < until and select.select([awake], [], [], SHUTDOWN_TIMEOUT)[0]:
        _reap_supervisors(awake, keepers)


def _run_supervisor(line: socket.socket, run: SandboxedFunction | None) -> None:
    try:
        supervise(line, run)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # an error in our code: print it
        os._exit(1)
    os._exit(0)


def _reap_supervisors(awake: int, keepers: set[int]) -> None:
    """Collect ended supervisors, and kill the processes that a killed one left behind."""
    os.read(awake, 4096)
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            keepers.discard(ended[0])
    for process in usage.children(os.getpid()):
        if process not in keepers:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def main() -> None:
    """Entry point as a process of its own: the number of the socket is the argument."""
    serve(socket.socket(fileno=int(sys.argv[1])))
