"""Client of the sandbox server: starts it on first use and requests one sandbox per game. Thread-safe."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from ludus.bots.external.limits import Limits
from ludus.bots.external.surroundings import (
    HIDDEN_PATHS,
    covered_paths,
    hide_file,
    hide_folder,
    needed_folders,
    passed_environment,
)
from ludus.bots.sandbox.private_folders import remove_stale_folders
from ludus.util.errors import LudusError

_SCRIPT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sandbox.supervisor import main; main()"
SEARCH_AGAIN_SECONDS = 10.0  # seconds until folders to hide are searched for again
STOP_TIMEOUT = 10.0  # seconds for the server to end


class SandboxClient:
    """A sandbox server process that starts programs for us. It ends with `stop`, this object, or our process."""

    def __init__(self, command: list[str] | None = None, environment: dict[str, str] | None = None) -> None:
        self._command = command or [sys.executable, "-I", "-S", "-c", _SCRIPT, str(Path(__file__).parents[1])]
        self._environment = environment
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._owner = 0  # the process that started it: a fork of ours starts its own

    def launch(self, request: dict[str, Any], files: list[int]) -> socket.socket:
        """Request a sandbox. Reports arrive on the returned socket; closing it ends the sandbox."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._send_socket(theirs)
            text = json.dumps(request).encode()
            socket.send_fds(ours, [len(text).to_bytes(4, "little")], files)
            ours.sendall(text)
        except BaseException:
            ours.close()
            raise
        return ours

    def stop(self) -> None:
        """End the server and all its sandboxes."""
        with self._lock:
            self._stop()

    def _send_socket(self, theirs: socket.socket) -> None:
        with self._lock:
            if self._line is not None and self._owner == os.getpid():
                with suppress(BrokenPipeError, ConnectionResetError):  # the server was killed
                    socket.send_fds(self._line, [b"\n"], [theirs.fileno()])
                    return
            socket.send_fds(self._start(), [b"\n"], [theirs.fileno()])

    def _start(self) -> socket.socket:
        self._stop()
        remove_stale_folders(os.path.realpath(tempfile.gettempdir()))
        line, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [*self._command, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env=self._environment,
                    start_new_session=True,  # Ctrl-C reaches only us; we then end it in order
                )
            except OSError as error:
                raise LudusError(f"no program can be started: {self._command[0]}: {error.strerror}") from error
        self._owner, self._line = os.getpid(), line
        try:
            self._wait_until_ready(line)
        except BaseException:
            self._stop()
            raise
        return line

    def _wait_until_ready(self, line: socket.socket) -> None:
        """Wait until the server is ready; a subclass that loads something reports errors here."""

    def _stop(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None and self._owner == os.getpid():
            try:
                self._process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None


def make_launch_request(
    limits: Limits, cwd: str | None = None, folders: Iterable[str] = (), **more: Any
) -> dict[str, Any]:
    """The launch request: limits, working folder, environment, what is needed and what is hidden.

    Args:
        limits: The limits.
        cwd: The working folder; that of this process if None.
        folders: Folders that the program needs, in addition to its own.
        more: `program` and `command`, or `bot`.

    Raises:
        OptionError: a variable to pass on is not set.
    """
    cwd = cwd or os.getcwd()
    surroundings = (more.get("program"), tuple(more.get("command", ())), cwd, tuple(folders), limits.hidden)
    needed, covered = _needed_and_covered(
        *surroundings, frozenset(HIDDEN_PATHS), int(monotonic() / SEARCH_AGAIN_SECONDS)
    )
    return {
        "limits": msgspec.to_builtins(limits),
        "cwd": cwd,
        "environment": passed_environment(limits.environment),
        "temporary": os.path.realpath(tempfile.gettempdir()),
        "needed": needed,
        "covered": covered,
        **more,
    }


@lru_cache(64)
def _needed_and_covered(
    program: str | None,
    words: tuple[str, ...],
    cwd: str,
    folders: tuple[str, ...],
    hidden: tuple[str, ...],
    hidden_folders: frozenset[str],
    period: int,
) -> tuple[list[str], list[str]]:
    """Folders that a program needs, and paths hidden from it; the last two arguments only tell when to search again."""
    needed = needed_folders(program, words, cwd, folders)
    return needed, covered_paths(needed, cwd, hidden)


__all__ = ["HIDDEN_PATHS", "SandboxClient", "hide_file", "hide_folder", "make_launch_request"]
