"""The log of a bot for its author: grouped by turn, limited in size."""

from __future__ import annotations

import re

# Not indented, as are the lines of a stack: Error: Cannot find module / thread 'main' panicked at / fatal error: ...
ERROR_LINE = re.compile(r"(\S.*)?\b(\w*error|\w*exception|panicked|panic|fatal)\b", re.IGNORECASE)
TURN_MARK = re.compile(r"^--- \d+\n", re.MULTILINE)


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
        return (self._head + gap + self._tail + rests).decode(errors="replace")

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


def _lines_from(text: str, source: str) -> list[str]:
    """The lines a source wrote, without blank ones."""
    head = f"{source}: "
    return [line[len(head) :] for line in text.splitlines() if line.startswith(head) and line != head]
