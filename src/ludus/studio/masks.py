"""What guests are not told: commands and paths of the owner, and the words of bots and of work that went wrong.

All that leaves for somebody who joined by a shared link passes `Masked` on its way out, whatever route or socket it
comes from. Where words say anything, as those of a bot that crashed do, they are left out before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from ludus.bots import Fault
from ludus.core.replay import Replay
from ludus.studio.home import Home, NotThere
from ludus.studio.protocol.work import Progress, WorkRow
from ludus.util.errors import LudusError, OptionError

COMMAND, SCRIPT = "a command", "a Python bot"  # instead of the owner's own
FAILED = "it failed; its owner can see why"
REST = r'(?:[^"\\]|\\.)*'  # of a text in JSON
COMMANDS = re.compile(rf"\b(?:cmd|lines):{REST}", re.DOTALL)
SCRIPTS = re.compile(r"(?<![\w.+@~/-])[\w.+@~/-]{1,300}?\.py\b(?::\w+)?(?::[^\s\"\\]*)?")
PATHS = re.compile(r"(?:(?<=\\[nrt])|(?<![\w.+@~/<-]))(?:/[\w.+@-]+)+/([\w.+@-]+)")  # of its parts the last one is told
FAULTS = re.compile(rf'"fault":(\s*)"{REST}"', re.DOTALL)
PLAIN = ("text/", "image/svg")  # kinds of files that could name a path


class ForOwner(OptionError):
    """A mistake in what is the owner's; others are told no more than `guest`."""

    def __init__(self, message: str, guest: str) -> None:
        super().__init__(message)
        self.guest = guest


@contextmanager
def for_owner(guest: str) -> Iterator[None]:
    """Mistakes in files and programs of the owner's own are told to the owner alone; without words, to everybody."""
    try:
        yield
    except LudusError as error:
        if not guest or isinstance(error, ForOwner | NotThere):
            raise
        raise ForOwner(str(error), guest) from None


def told(error: Exception, role: str) -> str:
    """What somebody is told of an error."""
    if role == "guest" and isinstance(error, ForOwner):
        return error.guest
    if role == "guest" and isinstance(error, Fault):
        return error.reason
    return str(error)


def work_row(row: WorkRow) -> WorkRow:
    """Work as guests see it: why it failed may quote files and commands."""
    return structs.replace(row, message=FAILED) if row.state == "failed" else row


def progress(given: Progress) -> Progress:
    """How far it is, without what it said and found, which are its owner's."""
    return structs.replace(given, work=work_row(given.work), lines=[], told=[], shown={})


def replay(given: Replay) -> Replay:
    """A game without the words of a bot that lost by its own fault."""
    return structs.replace(given, fault={**given.fault, "what": ""}) if given.fault else given


class Mask:
    """Knows where the owner's files lie."""

    def __init__(self, home: Home) -> None:
        folders = [each for each in dict.fromkeys((home.runs, home.runs.resolve())) if _is_telling(each)]
        self._bots: list[re.Pattern[str]] = []
        self._places: list[tuple[str, str]] = []
        for folder in folders:
            bots, content = (_inside(folder / each.relative_to(home.runs)) for each in (home.bots, home.content))
            self._bots.append(re.compile(re.escape(bots) + r"/([^/]+)/\1\.py:\w+"))
            self._places += [(f"{content}/", "@"), (f"{_inside(folder)}/", ""), (_inside(folder), "...")]
        places = {str(folder): "" for folder in folders}
        if _is_telling(user := Path(os.path.expanduser("~"))):
            places[str(user)] = "~/"
        self._plain = {kind(place): instead for place, instead in places.items() for kind in (str, escape)}

    def json(self, text: str) -> str:
        """An answer or a message, as it is written."""
        for bots in self._bots:
            text = bots.sub(r"@\1", text)
        for place, instead in self._places:
            text = text.replace(place, instead)
        text = FAULTS.sub(r'"fault":\1""', text)
        text = COMMANDS.sub(COMMAND, text)
        if ".py" in text:
            text = SCRIPTS.sub(SCRIPT, text)
        return PATHS.sub(r"\1", text)

    def plain(self, text: str) -> str:
        """A report, a table, a figure: as it is but for the owner's folders."""
        for place, instead in self._plain.items():
            text = text.replace(f"{place}/", instead).replace(place, "...")
        return text


class Masked:
    """ASGI around the application, inside the guard that says who comes."""

    def __init__(self, app: Any, mask: Mask) -> None:
        self.app, self.mask = app, mask

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope.get("role") != "guest":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, self._said(send))
        elif scope["path"].startswith("/api"):
            whole = [each for each in scope["headers"] if each[0] != b"range"]  # a part could begin within a path
            await self.app({**scope, "headers": whole}, receive, _Whole(send, self.mask))
        else:  # files of the page
            await self.app(scope, receive, send)

    def _said(self, send: Any) -> Callable[[Any], Awaitable[None]]:
        async def sender(message: Any) -> None:
            for key in ("text", "reason"):
                if message.get(key):
                    message = {**message, key: self.mask.json(message[key])}
            await send(message)

        return sender


class _Whole:
    """Holds an answer back until all of it is there."""

    def __init__(self, send: Any, mask: Mask) -> None:
        self.send, self.mask = send, mask
        self.start: Any = None
        self.parts: list[bytes] = []

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start" and self._masking(message["headers"]) is not None:
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._finish()

    def _masking(self, headers: list[tuple[bytes, bytes]]) -> Callable[[str], str] | None:
        kind = dict(headers).get(b"content-type", b"").decode("latin-1")
        if kind.startswith("application/json"):
            return self.mask.json
        return self.mask.plain if kind.startswith(PLAIN) else None

    async def _finish(self) -> None:
        masking = self._masking(self.start["headers"])
        assert masking is not None
        text = b"".join(self.parts).decode("utf-8", "surrogateescape")
        data = masking(text).encode("utf-8", "surrogateescape")
        kept = [each for each in self.start["headers"] if each[0] not in (b"content-length", b"accept-ranges")]
        length = (b"content-length", str(len(data)).encode())
        await self.send({**self.start, "headers": [*kept, length]})
        await self.send({"type": "http.response.body", "body": data})


def _is_telling(path: Path) -> bool:
    """Whether a path is more than the root, which would be found in any text."""
    return path.is_absolute() and len(path.parts) > 1


def _inside(path: Path) -> str:
    """A path as a text in JSON has it."""
    return msgspec.json.encode(str(path))[1:-1].decode()
