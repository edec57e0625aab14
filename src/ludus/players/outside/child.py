"""A program in a cell, as we see it: we say something, it replies in time, and whatever else happens is a `Fault`."""

from __future__ import annotations

import json
import math
import os
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from ludus.players.outside.ending import read_ending
from ludus.players.outside.launch import Warden
from ludus.players.outside.limits import Limits
from ludus.players.outside.log import Log
from ludus.players.seat import Fault

CHUNK = 1 << 16
GRACE = 1.0  # seconds in which a program whose pipes closed may turn out to have ended
MOMENT = 20  # milliseconds for last words between two games
PATIENCE = 20.0  # seconds for a keeper to empty its cell

Cut = Callable[[bytearray, int], bytes | None]


def cut_line(heard: bytearray, most: int) -> bytes | None:
    """The first whole line of what was heard, without its end; None while there is none."""
    end = heard.find(b"\n")
    if (end if end >= 0 else len(heard)) > most:
        raise Fault("too much output", f"a reply of more than {most:,} bytes")
    if end < 0:
        return None
    line = bytes(heard[:end]).removesuffix(b"\r")
    del heard[: end + 1]
    return line


class Child:
    """One program for one game.

    It replies on its standard output. With `apart` it has a socket as file number 3 to be spoken to, and what it
    prints goes to the log, like all that any program writes to standard error.
    """

    def __init__(
        self, warden: Warden, order: dict[str, Any], limits: Limits, cut: Cut = cut_line, apart: bool = False
    ) -> None:
        self.limits, self.log = limits, Log(limits.log)
        self.active: list[str] = []  # what protects us from it
        self._cut, self._heard, self._news, self._chatter = cut, bytearray(), bytearray(), 0
        self._advice = "" if apart else "; a reply is one line, and must be flushed"
        self._open = self._kept = True  # kept: until its keeper has nothing more to say
        theirs = self._make_pipes(apart)
        try:
            self._line = warden.order(order, theirs)
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for file in theirs:
                os.close(file)
        try:
            self._wait_for_start()
        except BaseException:
            self.end()
            raise

    def ask(self, data: bytes, seconds: float, allowed: str = "") -> bytes:
        """Send something and wait for the reply. What comes after the reply is kept, and taken for the next one.

        Who is too late is told what was allowed; these seconds, if that is not given.
        """
        deadline = monotonic() + seconds
        unsent = self._send(memoryview(data))
        while unsent or (reply := self._cut(self._heard, self.limits.line)) is None:
            left = deadline - monotonic()
            if left <= 0:
                raise Fault("timeout", f"no reply within {allowed or f'{seconds:g} s'}{self._advice}")
            if len(self._heard) > self.limits.chatter:
                raise Fault("too much output", f"more than {self.limits.chatter:,} bytes before it was asked")
            self._wait(left, bool(unsent))
            if unsent:
                unsent = self._send(unsent)
        for file in [*self._logs]:
            self._hear_log(file)
        return reply

    def say(self, data: bytes, seconds: float) -> None:
        """Send something that needs no reply."""
        deadline = monotonic() + seconds
        unsent = self._send(memoryview(data))
        while unsent:
            left = deadline - monotonic()
            if left <= 0:
                raise Fault("timeout", f"it did not read for {seconds:g} s")
            self._wait(left, True)
            unsent = self._send(unsent)

    def renew(self) -> None:
        """Another game begins in the same cell: log, chatter and computing time are counted anew."""
        self.log, self._chatter = Log(self.limits.log), 0
        with suppress(OSError):
            self._line.sendall(b"\n")

    def rest(self) -> bool:
        """A game is over: collect what was written for the log; whether the program waits for another one."""
        with suppress(Fault):
            words = select.poll()
            for file in self._logs:
                words.register(file, select.POLLIN)
            words.poll(MOMENT)
            self._hear_last_words()
        return self.waits()

    def waits(self) -> bool:
        """Whether it runs and has said nothing that it was not asked for."""
        return self._open and not self._heard and self._next_news(0.0) is None and self._kept

    def end(self) -> None:
        """Kill it, wait until nothing of it is left, and collect its last words. May be called more than once."""
        if not self._open:
            return
        self._open = False
        with self._line, suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)
            deadline = monotonic() + PATIENCE
            while self._next_news(deadline - monotonic()) is not None:
                pass
        with suppress(Fault):
            self._hear_last_words()
        self._close_pipes()

    # Pipes

    def _make_pipes(self, apart: bool) -> list[int]:
        """Ours are kept; the program's come back, in the order of its file numbers."""
        error, their_error = os.pipe()
        out, their_out = os.pipe()
        if apart:
            ours, line = socket.socketpair()
            self._in = self._out = ours.detach()
            self._logs = {out: "out", error: "err"}
            theirs = [os.open(os.devnull, os.O_RDONLY), their_out, their_error, line.detach()]
        else:
            their_in, self._in = os.pipe()
            self._out, self._logs = out, {error: "err"}
            theirs = [their_in, their_out, their_error]
        self._files = {self._in, self._out, *self._logs}
        self._poll = select.poll()
        for file in self._files:
            os.set_blocking(file, False)
            if file != self._in or apart:
                self._poll.register(file, select.POLLIN)
        return theirs

    def _close_pipes(self) -> None:
        for file in self._files:
            os.close(file)

    def _send(self, data: memoryview) -> memoryview:
        """As much as the pipe takes; what is left."""
        try:
            return data[os.write(self._in, data) :] if data else data
        except BlockingIOError:
            return data
        except (BrokenPipeError, ConnectionResetError):
            raise self._gone("it does not read any more") from None

    def _wait(self, seconds: float, unsent: bool) -> None:
        """Until there is something to hear, or room to send."""
        if unsent:
            self._poll.register(self._in, select.POLLOUT | (select.POLLIN if self._in == self._out else 0))
        ready = self._poll.poll(math.ceil(seconds * 1000))
        if unsent and self._in != self._out:
            self._poll.unregister(self._in)
        elif unsent:
            self._poll.register(self._in, select.POLLIN)
        for file, event in ready:
            if file in self._logs:
                self._hear_log(file)
            elif file == self._out and event & ~select.POLLOUT:
                self._hear()

    def _hear(self) -> None:
        try:
            data = os.read(self._out, CHUNK)
        except ConnectionResetError:
            data = b""
        if not data:
            raise self._gone("it does not write any more")
        self._heard += data

    def _hear_log(self, file: int) -> bool:
        """Take what waits in one of the pipes for the log; whether there was something."""
        try:
            data = os.read(file, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._poll.unregister(file)
            del self._logs[file]
            return False
        self.log.data(self._logs[file], data)
        self._chatter += len(data)
        if self._chatter > self.limits.chatter:
            raise Fault("too much output", f"more than {self.limits.chatter:,} bytes beside the replies")
        return True

    def _hear_last_words(self) -> None:
        for file in [*self._logs]:
            while self._hear_log(file):
                pass

    # News from the keeper

    def _wait_for_start(self) -> None:
        news = self._next_news(self.limits.start)
        if news is None:
            within = f"not within {self.limits.start:g} seconds"
            raise Fault("could not start", within if self._kept else "its keeper was killed")
        if "failed" in news:
            raise Fault("could not start", news["failed"])
        self.active = news["started"]

    def _gone(self, what: str) -> Fault:
        """Why a program hears or says nothing any more."""
        news = self._next_news(GRACE)
        with suppress(Fault):
            self._hear_last_words()
        if news is not None:
            return read_ending(news, self.limits, self.log)
        return Fault("closed its pipes", what) if self._kept else Fault("crashed", "its keeper was killed")

    def _next_news(self, seconds: float) -> dict[str, Any] | None:
        """None if there is none in time, or never will be."""
        deadline = monotonic() + seconds
        with suppress(TimeoutError, ConnectionResetError):
            while (line := cut_line(self._news, CHUNK)) is None:
                self._line.settimeout(max(deadline - monotonic(), 0.001))
                data = self._line.recv(CHUNK)
                if not data:
                    self._kept = False
                    return None
                self._news += data
            found: dict[str, Any] = json.loads(line)
            return found
        return None
