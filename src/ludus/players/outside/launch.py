"""Our end of a warden: starts it when it is first needed, and asks it for one cell a game. Safe to use from threads."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ludus.core.errors import LudusError
from ludus.players.outside.limits import Limits

_SCRIPT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from warden.serve import main; main()"
COVERED: set[str] = set()  # folders that no cell may look into: they hold seeds, deals and the bots' own notes
PATIENCE = 10.0  # seconds for a warden to end


class Warden:
    """A process that starts programs for us. It ends with `stop`, with this object, and with our process."""

    def __init__(self, command: list[str] | None = None, environment: dict[str, str] | None = None) -> None:
        self._command = command or [sys.executable, "-I", "-S", "-c", _SCRIPT, str(Path(__file__).parent)]
        self._environment = environment
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._owner = 0  # the process that started it: a fork of ours needs its own

    def order(self, order: dict[str, Any], files: list[int]) -> socket.socket:
        """Ask for a cell. The line that comes back tells of it; closing the line ends it."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._hand_over(theirs)
            text = json.dumps(order).encode()
            socket.send_fds(ours, [len(text).to_bytes(4, "little")], files)
            ours.sendall(text)
        except BaseException:
            ours.close()
            raise
        return ours

    def stop(self) -> None:
        """End it and all its cells."""
        with self._lock:
            self._stop()

    def _hand_over(self, theirs: socket.socket) -> None:
        with self._lock:
            if self._line is not None and self._owner == os.getpid():
                with suppress(BrokenPipeError, ConnectionResetError):  # somebody killed it
                    socket.send_fds(self._line, [b"\n"], [theirs.fileno()])
                    return
            socket.send_fds(self._start(), [b"\n"], [theirs.fileno()])

    def _start(self) -> socket.socket:
        self._stop()
        line, theirs = socket.socketpair()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [*self._command, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env=self._environment,
                    start_new_session=True,  # Ctrl-C is for us, who then end it in good order
                )
            except OSError as error:
                raise LudusError(f"no program can be started: {self._command[0]}: {error.strerror}") from error
        self._owner, self._line = os.getpid(), line
        try:
            self._greet(line)
        except BaseException:
            self._stop()
            raise
        return line

    def _greet(self, line: socket.socket) -> None:
        """A warden that has something to load says here whether it could."""

    def _stop(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None and self._owner == os.getpid():
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None


def make_order(limits: Limits, **more: Any) -> dict[str, Any]:
    """What every cell is told: its limits, and where and with what settings the program runs."""
    return {
        "limits": msgspec.to_builtins(limits),
        "cwd": os.getcwd(),
        "environment": dict(os.environ),
        "temporary": tempfile.gettempdir(),
        "covered": [place for place in sorted(COVERED) if not _is_within(os.getcwd(), place)],
        **more,
    }


def cover(folder: Path) -> None:
    """From now on, hide a folder from all programs that are started; not if they are started inside it."""
    COVERED.add(str(folder.resolve()))


def _is_within(folder: str, place: str) -> bool:
    return Path(place) in (Path(folder).resolve(), *Path(folder).resolve().parents)
