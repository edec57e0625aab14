"""A sandboxed program: send requests, wait for replies within a time limit, collect its log.

Every failure is a `Fault`; exit reports of the sandbox are translated into faults. The log is for the author of the
bot: grouped by turn, limited in size.
"""

from __future__ import annotations

import json
import math
import os
import re
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from ludus.bots.bot import STARVED, Fault
from ludus.bots.external.decision_log import escape_control
from ludus.bots.external.limits import Limits, ReplyTime
from ludus.bots.external.sandbox_server_client import SandboxClient
from ludus.util.errors import LudusError

# Not indented, as are the lines of a stack: Error: Cannot find module / thread 'main' panicked at / fatal error: ...
ERROR_LINE = re.compile(r"(\S.*)?\b(\w*error|\w*exception|panicked|panic|fatal)\b", re.IGNORECASE)
TURN_MARK = re.compile(r"^--- \d+\n", re.MULTILINE)

# Last error output of programs in several languages when memory runs out.
OUT_OF_MEMORY_TEXTS = ("MemoryError", "bad_alloc", "OutOfMemoryError", "out of memory", "memory allocation")
READ_SIZE = 1 << 16
EXIT_GRACE_SECONDS = 1.0  # seconds to wait for the last output and for the exit report after a program's pipes closed
LOG_DRAIN_MS = 20  # milliseconds to collect late log output between two games
CONTINUE_TIMEOUT = 60.0  # seconds for the supervisor to let its processes continue, and to measure their time
STARVED_SHARE = 0.25  # of a time limit: a bot that waited longer than that for a processor was starved
GRACE_FACTOR = 4  # after so many times its limit a bot that could not run is not waited for any longer
WALL_FACTOR, MIN_WALL_SECONDS = 10, 1.0  # real time for a limit in processor time: so many times as long, at least this
CPU_PRECISION = 0.01  # seconds of processor time
EXIT_FAULTS = ("crashed", "closed its pipes")  # faults of a program that ended without exceeding a limit
KILL_TIMEOUT = 20.0  # seconds for the supervisor to kill all processes of the sandbox
ReplySplitter = Callable[[bytearray, int], bytes | None]


def take_line(buffer: bytearray, max_bytes: int) -> bytes | None:
    """Take the first complete line off the buffer, without its line end; None if there is none yet."""
    end = buffer.find(b"\n")
    if (end if end >= 0 else len(buffer)) > max_bytes:
        raise Fault("too much output", f"a reply of more than {max_bytes:,} bytes")
    if end < 0:
        return None
    line = bytes(buffer[:end]).removesuffix(b"\r")
    del buffer[: end + 1]
    return line


class SandboxedProcess:
    """One sandboxed program.

    It replies on its standard output. With `separate_socket` it replies on a socket (file descriptor 3) instead, and
    its standard output goes to the log. Standard error always goes to the log.
    """

    def __init__(
        self,
        client: SandboxClient,
        request: dict[str, Any],
        limits: Limits,
        take_reply: ReplySplitter = take_line,
        separate_socket: bool = False,
    ) -> None:
        self.limits, self.log = limits, BotLog(limits.log)
        self.protections: list[str] = []  # protections that are in force
        self._cut, self._heard, self._reports, self._chatter = take_reply, bytearray(), bytearray(), 0
        self._advice = "" if separate_socket else "; a reply is one line, and must be flushed"
        self._open = self._is_supervised = True  # supervised: the supervisor may still send reports
        self._stopped = False  # it waits for its turn
        self.unasked = False  # the last reply was there before its request was sent
        self._unread_since = math.inf  # when it turned out that nobody reads the last request any more
        self.spent = 0.0  # seconds that the last reply took, by the clock of the limits
        self._cpu_of_turn = 0.0  # CPU seconds of this turn before the request, if the limits count them
        self._turns = 0  # whose beginning was reported to the supervisor
        self._exit_report: dict[str, Any] | None = None  # why it ended
        self.kept: dict[str, Any] | None = None  # the last report on its files, if they are kept
        theirs = self._make_pipes(separate_socket)
        try:
            self._line = client.launch(request, theirs)
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for file in theirs:
                os.close(file)
        try:
            self._wait_for_start()
        except BaseException:
            self.kill()
            raise
        self._stop()  # another seat may decide first

    def request(self, data: bytes, limit: ReplyTime | float) -> bytes:
        """Send data and wait for the reply. Output after the reply is buffered and taken as the next reply.

        A reply that a program wrote before it ended counts, whether it has read the request or not, unless it was
        ended because it exceeded a limit.

        Args:
            data: What to send.
            limit: Time limit; a number of seconds is real time, whatever the clock of the limits is.

        Raises:
            Fault: timeout, too much output, or the program ended.
        """
        counts_cpu = self.limits.clock == "cpu" and isinstance(limit, ReplyTime)
        limit = limit if isinstance(limit, ReplyTime) else ReplyTime(limit, limit, f"{limit:g} s")
        self._continue(limit.begins)
        began = monotonic()
        deadline = began + limit.seconds
        last = began + max(WALL_FACTOR * limit.seconds, MIN_WALL_SECONDS) if counts_cpu else deadline
        self.unasked = self._has_output()
        unsent, self._unread_since = memoryview(data), math.inf
        while (unsent := self._send(unsent)) or (reply := self._cut(self._heard, self.limits.line)) is None:
            self._refuse_chatter()
            left = min(deadline, self._unread_since + EXIT_GRACE_SECONDS) - monotonic()
            if self._wait(max(left, 0.0), bool(unsent)) or left > 0:  # what is written is read, however late we look
                continue
            if not self.request_was_accepted:
                raise self._gone("it does not read any more")
            if deadline < last:  # processor time may be left
                unused = limit.seconds - (self._turn_report()[1] - self._cpu_of_turn)
                if unused <= 0:
                    raise Fault("timeout", f"no reply within {limit.text} of processor time{self._advice}")
                deadline = min(monotonic() + max(unused, CPU_PRECISION), last)
            else:
                raise self._timeout(limit, counts_cpu, began, last, unsent)
        took = monotonic() - began
        if not self.request_was_accepted:
            fault = self._gone("it does not read any more")
            if fault.reason not in EXIT_FAULTS:
                raise fault
        self.spent = self._spent_cpu(limit) if counts_cpu else took
        self._stop()
        for file in [*self._logs]:
            self._hear_log(file)
        return reply

    def _refuse_chatter(self) -> None:
        if len(self._heard) > self.limits.chatter:
            raise Fault("too much output", f"more than {self.limits.chatter:,} bytes before it was asked")

    @property
    def request_was_accepted(self) -> bool:
        """Whether the last request could be sent; if not, the program had ended or closed its input."""
        return self._unread_since == math.inf

    def send(self, data: bytes, seconds: float) -> None:
        """Send data that needs no reply."""
        self._continue(False)
        deadline = monotonic() + seconds
        unsent, self._unread_since = memoryview(data), math.inf
        while unsent := self._send(unsent):
            left = deadline - monotonic()
            if left <= 0:
                raise Fault("timeout", f"it did not read for {seconds:g} s")
            self._wait(left, True)
        if not self.request_was_accepted:
            raise self._gone("it does not read any more")

    def begin_game(self) -> None:
        """Begin another game in the same process: log, output count and CPU time start again."""
        self.log, self._chatter = BotLog(self.limits.log), 0
        with suppress(OSError):
            self._line.sendall(b"n")

    def end_game(self) -> bool:
        """End a game: collect log output; returns whether the program is ready for another game."""
        with suppress(Fault):
            poll = select.poll()
            for file in self._logs:
                poll.register(file, select.POLLIN)
            poll.poll(LOG_DRAIN_MS)
            self._hear_last_words()
        self._stop()
        return self.is_idle()

    def is_idle(self) -> bool:
        """Whether the program runs and has sent nothing unrequested."""
        return (
            self._open
            and not self._heard
            and self._exit_report is None
            and self._next_report(0.0) is None
            and self._is_supervised
        )

    def kill(self) -> None:
        """Kill the program, wait until all its processes are gone, and collect the log. Safe to call twice."""
        if not self._open:
            return
        self._open = False
        with self._line, suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)
            deadline = monotonic() + KILL_TIMEOUT
            while self._next_report(deadline - monotonic()) is not None:
                pass
        with suppress(Fault):
            self._hear_last_words()
        self._close_pipes()

    def store_files(self) -> None:
        """Store the files of its private folder for later processes; `kept` has the report."""
        with suppress(OSError):
            self._line.sendall(b"k")
        self._next_report(CONTINUE_TIMEOUT)

    def finish(self, seconds: float) -> None:
        """Close its standard input, so that it can end by itself, and wait for that; then kill what is left."""
        if self._open and self._in != self._out:
            self._continue(False)
            os.close(self._in)
            self._files.discard(self._in)
            if self._exit_report is None:
                self._next_report(seconds)
        self.kill()

    def cpu_seconds(self) -> float:
        """CPU seconds that its processes have used.

        Raises:
            Fault: it ended.
        """
        with suppress(OSError):
            self._line.sendall(b"u")
        report = self._next_report(CONTINUE_TIMEOUT)
        if report is None or "used" not in report or "ended" in report:
            raise Fault("crashed", "it ended before its time was measured")
        return float(report["used"])

    # Time

    def _timeout(self, limit: ReplyTime, counts_cpu: bool, began: float, last: float, unsent: memoryview) -> Fault:
        """The fault of a bot whose time is over; another one if it had to wait for a processor."""
        waited = self._turn_report()[0]
        text = f"no reply within {limit.text}"
        if counts_cpu:
            seconds = last - began
            text = f"no reply within {seconds:g} s of real time, and {limit.text} of processor time were not used"
        if waited <= STARVED_SHARE * (last - began if counts_cpu else limit.limit):
            return Fault("timeout", f"{text}{self._advice}")
        if not counts_cpu and not self._replies_in_own_time(limit, began, unsent):
            return Fault("timeout", f"{text}, nor later in as much time without the others{self._advice}")
        return Fault(STARVED, f"{text}; for {waited:.3g} s of it others had the processors")

    def _replies_in_own_time(self, limit: ReplyTime, began: float, unsent: memoryview) -> bool:
        """Whether a bot that had to wait would have replied in time on an idle machine, as far as that can be told.

        Its time goes on by as much as it waited. It is false if it has had its whole limit then, without a reply: an
        endless loop is no fault of the machine. A bot that hardly runs at all gets the benefit of the doubt.
        """
        earlier, last = limit.limit - limit.seconds, began + GRACE_FACTOR * limit.limit
        while (unsent := self._send(unsent)) or self._cut(self._heard, self.limits.line) is None:
            self._refuse_chatter()
            now = monotonic()
            left = limit.limit - (earlier + now - began - self._turn_report()[0])
            if left <= 0 or now >= last:
                return left > 0
            self._wait(max(min(left, last - now), CPU_PRECISION), bool(unsent))
        return True

    def _spent_cpu(self, limit: ReplyTime) -> float:
        """CPU seconds for the reply that has just arrived."""
        used = self._turn_report()[1]
        spent, self._cpu_of_turn = max(used - self._cpu_of_turn, 0.0), used
        if spent > limit.seconds + CPU_PRECISION:
            raise Fault("timeout", f"the reply took {spent:.3g} s of processor time; it has {limit.text}")
        return spent

    def _turn_report(self) -> tuple[float, float]:
        """Seconds of this turn in which others had the processors, and CPU seconds of this turn; 0 if unknown.

        The exit report of a program has both for its last turn; if it ended before this one, it used nothing of it.
        """
        report = self._exit_report
        if report is None:
            with suppress(OSError):
                self._line.sendall(b"w")
            report = self._next_report(CONTINUE_TIMEOUT)
        if report is None or "waited" not in report or report.get("turn", self._turns) != self._turns:
            return 0.0, 0.0
        return float(report["waited"]), float(report["used"])

    # Turns of others

    def _stop(self) -> None:
        """Stop all its processes until it is asked again, if the limits say so."""
        if self.limits.freeze and not self._stopped:
            self._stopped = True
            with suppress(OSError):
                self._line.sendall(b"s")

    def _continue(self, begins: bool) -> None:
        """Let it continue; returns when its processes run, so that waiting for that costs it no time.

        Args:
            begins: The time of a turn begins.
        """
        if begins:
            self._cpu_of_turn, self._turns = 0.0, self._turns + 1
        letters = (b"b" if begins else b"") + (b"c" if self._stopped else b"")
        with suppress(OSError):
            self._line.sendall(letters)
        if not self._stopped:
            return
        self._stopped = False
        with suppress(OSError):
            self._next_report(CONTINUE_TIMEOUT)

    # Pipes

    def _make_pipes(self, apart: bool) -> list[int]:
        """Create the pipes; ours are stored, the program's ends are returned in file descriptor order."""
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
        """Write as much as the pipe accepts; returns the rest: nothing if nobody reads it any more."""
        try:
            return data[os.write(self._in, data) :] if data else data
        except BlockingIOError:
            return data
        except (BrokenPipeError, ConnectionResetError):
            self._unread_since = monotonic()
            return data[:0]

    def _wait(self, seconds: float, unsent: bool) -> bool:
        """Wait until there is input, or space to send; returns whether output for replies was read."""
        if unsent:
            self._poll.register(self._in, select.POLLOUT | (select.POLLIN if self._in == self._out else 0))
        ready = self._poll.poll(math.ceil(seconds * 1000))
        if unsent and self._in != self._out:
            self._poll.unregister(self._in)
        elif unsent:
            self._poll.register(self._in, select.POLLIN)
        heard = False
        for file, event in ready:
            if file in self._logs:
                self._hear_log(file)
            elif file == self._out and event & ~select.POLLOUT:
                self._hear()
                heard = True
        return heard

    def _hear(self) -> None:
        try:
            data = os.read(self._out, READ_SIZE)
        except ConnectionResetError:
            data = b""
        if not data:
            raise self._gone("it does not write any more")
        self._heard += data

    def _has_output(self) -> bool:
        """Whether the program has written something that no request asked for."""
        if not self._advice:  # messages on a socket of our own code are no lines
            return False
        with suppress(BlockingIOError, ConnectionResetError):
            self._heard += os.read(self._out, READ_SIZE)
        return bool(self._heard)

    def _hear_log(self, file: int) -> bool:
        """Read from one of the log pipes; returns whether there was anything."""
        try:
            data = os.read(file, READ_SIZE)
        except BlockingIOError:
            return False
        if not data:
            self._poll.unregister(file)
            del self._logs[file]
            return False
        self.log.add_bytes(self._logs[file], data)
        self._chatter += len(data)
        if self._chatter > self.limits.chatter:
            raise Fault("too much output", f"more than {self.limits.chatter:,} bytes beside the replies")
        return True

    def _hear_last_words(self) -> None:
        for file in [*self._logs]:
            while self._hear_log(file):
                pass

    # Reports of the supervisor

    def _wait_for_start(self) -> None:
        report = self._next_report(self.limits.start)
        if report is None:
            within = f"not within {self.limits.start:g} seconds"
            raise Fault("could not start", within if self._is_supervised else "its supervisor was killed")
        if "unavailable" in report:  # not the fault of the bot: it must not lose a game by it
            raise LudusError(
                f"no sandbox can be started: {report['unavailable']}; mend this and give the command again"
            )
        if "failed" in report:
            raise Fault("could not start", report["failed"])
        self.protections = report["started"]

    def _gone(self, what: str) -> Fault:
        """The fault that explains why a program no longer reads or writes."""
        while self._exit_report is None and self._next_report(EXIT_GRACE_SECONDS) is not None:
            pass
        with suppress(Fault):
            self._hear_last_words()
        if self._exit_report is not None:
            return fault_from_exit(self._exit_report, self.limits, self.log)
        return Fault("closed its pipes", what) if self._is_supervised else Fault("crashed", "its supervisor was killed")

    def _next_report(self, seconds: float) -> dict[str, Any] | None:
        """The next report of the supervisor; None if none arrives in time, or none can arrive any more.

        Reports on the end and on kept files are stored, whatever report the caller waits for.
        """
        deadline = monotonic() + seconds
        with suppress(TimeoutError, ConnectionResetError):
            while (line := take_line(self._reports, READ_SIZE)) is None:
                self._line.settimeout(max(deadline - monotonic(), 0.001))
                data = self._line.recv(READ_SIZE)
                if not data:
                    self._is_supervised = False
                    return None
                self._reports += data
            report: dict[str, Any] = json.loads(line)
            self.kept = report.get("kept", self.kept)
            if "ended" in report:
                self._exit_report = report
            return report
        return None


class BotLog:
    """A log that stores the beginning and the end of the output, half of the space each."""

    def __init__(self, room: int) -> None:
        self._room = room // 2
        self._head, self._tail = bytearray(), bytearray()
        self._lost = 0
        self._unfinished: dict[str, bytes] = {}

    def begin_turn(self, number: int) -> None:
        """Mark the beginning of a turn."""
        self._add(b"--- %d\n" % number)

    def add_line(self, source: str, text: str) -> None:
        self._add(f"{source}: {text}\n".encode(errors="replace"))

    def add_bytes(self, source: str, data: bytes) -> None:
        """Add bytes from a pipe; an incomplete line waits for its end."""
        whole, feed, rest = (self._unfinished.get(source, b"") + data).rpartition(b"\n")
        if len(rest) > self._room:
            whole, feed, rest = whole + feed + rest, b"\n", b""
        self._unfinished[source] = rest
        if feed:
            head = source.encode() + b": "
            self._add(head + whole.replace(b"\r\n", b"\n").replace(b"\n", b"\n" + head) + b"\n")

    def last_line(self, source: str) -> str:
        """The last line from a source that is not blank."""
        return next(reversed(_lines_from(self.text(), source)), "")

    def last_error(self, source: str) -> str:
        """The last line of this turn that looks like an error, as some languages print more after it; else the last
        line.
        """
        errors = [line for line in _lines_from(TURN_MARK.split(self.text())[-1], source) if ERROR_LINE.match(line)]
        return errors[-1] if errors else self.last_line(source)

    def text(self) -> str:
        gap = b"... %d bytes left out ...\n" % self._lost if self._lost else b""
        rests = b"".join(source.encode() + b": " + rest + b"\n" for source, rest in self._unfinished.items() if rest)
        return escape_control((self._head + gap + self._tail + rests).decode(errors="replace"))

    def _add(self, data: bytes) -> None:
        """Add complete lines: as many as fit to the beginning, the rest to the end."""
        if not self._tail:
            fits = data.rfind(b"\n", 0, max(self._room - len(self._head), 0)) + 1
            self._head += data[:fits]
            data = data[fits:]
        self._tail += data
        if len(self._tail) > 2 * self._room:  # rarely, because it copies
            start = self._tail.find(b"\n", len(self._tail) - self._room) + 1 or len(self._tail) - self._room
            self._lost += start
            del self._tail[:start]


def fault_from_exit(report: dict[str, Any], limits: Limits, log: BotLog) -> Fault:
    """The fault that an exit report of the supervisor means."""
    cause, used = report["ended"], report.get("used")
    if cause == "processes" and "unstoppable" in report:
        return Fault("too many processes", f"it kept starting others while it had to wait; it had {used} then")
    if cause == "processes":
        return Fault("too many processes", f"{used} processes and threads; {limits.processes} are allowed")
    if cause == "computing":
        return Fault("too much computing time", f"{used} seconds; {limits.computing:g} are allowed")
    if cause == "memory":
        return Fault("out of memory", f"{used:,} MB; {limits.memory:,} are allowed")
    if cause == "pipes":
        return Fault("out of memory", f"{used:,} pipes; {report['allowed']:,} are allowed")
    if cause == "hiding":
        return Fault("out of memory", "a program that may not be read hides its open files: they cannot be counted")
    if cause == "owner":
        return Fault("crashed", "the server of its sandbox was stopped")
    status = int(report["status"])
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return Fault("too much computing time", f"{limits.computing:g} seconds are allowed")
    error_line, last_line = log.last_error("err"), log.last_line("err")
    details = f"{_describe_status(status)}{f', its last words: {error_line[:200]}' if error_line else ''}"
    if status != 0 and any(sign in error_line or sign in last_line for sign in OUT_OF_MEMORY_TEXTS):
        return Fault("out of memory", details)
    return Fault("crashed", details)


def _lines_from(text: str, source: str) -> list[str]:
    """The lines a source wrote, without blank ones."""
    head = f"{source}: "
    return [line[len(head) :] for line in text.splitlines() if line.startswith(head) and line != head]


def _describe_status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"it ended with code {code} while the game went on"
    try:
        return f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was ended by signal {-code}"
