"""Redaction for guests: removes commands and paths of the owner, bot output and error texts of jobs.

Every response and message to a guest (a client that joined by a shared link) passes `RedactionMiddleware`,
independent of its route. Free texts that could contain anything, such as the output of a crashed bot, are removed
before.
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
from ludus.studio.file_paths import StudioPaths
from ludus.studio.protocol.jobs import JobProgress, JobRow
from ludus.studio.request_errors import NotFound
from ludus.util.errors import LudusError, OptionError

COMMAND, SCRIPT = "a command", "a Python bot"  # replace the owner's own commands and scripts
FAILURE_TEXT = "it failed; its owner can see why"
JSON_STRING_REST = r'(?:[^"\\]|\\.)*'  # the rest of a JSON string
COMMANDS = re.compile(rf"\b(?:cmd|lines):{JSON_STRING_REST}", re.DOTALL)
SCRIPTS = re.compile(r"(?<![\w.+@~/-])[\w.+@~/-]{1,300}?\.py\b(?::\w+)?(?::[^\s\"\\]*)?")
# only the last part of a path is kept
PATHS = re.compile(r"(?:(?<=\\[nrt])|(?<![\w.+@~/<-]))(?:/[\w.+@-]+)+/([\w.+@-]+)")
FAULTS = re.compile(rf'"fault":(\s*)"{JSON_STRING_REST}"', re.DOTALL)
REDACTED_TEXT_TYPES = ("text/", "image/svg")  # media types of files that could contain a path


class OwnerOnlyError(OptionError):
    """An error in a file or program of the owner; guests see only the text `guest`."""

    def __init__(self, message: str, guest: str) -> None:
        super().__init__(message)
        self.guest = guest


@contextmanager
def hide_errors_from_guests(guest: str) -> Iterator[None]:
    """Convert errors in the owner's files and programs to OwnerOnlyError. Without a text for guests, do nothing."""
    try:
        yield
    except LudusError as error:
        if not guest or isinstance(error, OwnerOnlyError | NotFound):
            raise
        raise OwnerOnlyError(str(error), guest) from None


def error_text(error: Exception, role: str) -> str:
    """Error message for a role."""
    if role == "guest" and isinstance(error, OwnerOnlyError):
        return error.guest
    if role == "guest" and isinstance(error, Fault):
        return error.reason
    return str(error)


def redact_job_row(row: JobRow) -> JobRow:
    """Job row for guests, without the error message, which may quote files and commands."""
    return structs.replace(row, message=FAILURE_TEXT) if row.state == "failed" else row


def redact_progress(message: JobProgress) -> JobProgress:
    """Progress for guests, without output and results, which belong to the owner."""
    return structs.replace(message, work=redact_job_row(message.work), lines=[], told=[], shown={})


def redact_replay(game: Replay) -> Replay:
    """Replay for guests, without the output of a bot that lost by its own fault."""
    return structs.replace(game, fault={**game.fault, "what": ""}) if game.fault else game


class Redactor:
    """Replaces the paths of the owner's files in texts."""

    def __init__(self, paths: StudioPaths) -> None:
        folders = [folder for folder in dict.fromkeys((paths.runs, paths.runs.resolve())) if _is_below_root(folder)]
        self._bots: list[re.Pattern[str]] = []
        self._json_replacements: list[tuple[str, str]] = []
        for folder in folders:
            bots, content = (
                _json_escaped(folder / owned.relative_to(paths.runs)) for owned in (paths.bots, paths.content)
            )
            self._bots.append(re.compile(re.escape(bots) + r"/([^/]+)/\1\.py:\w+"))
            self._json_replacements += [
                (f"{content}/", "@"),
                (f"{_json_escaped(folder)}/", ""),
                (_json_escaped(folder), "..."),
            ]
        replacements = {str(folder): "" for folder in folders}
        if _is_below_root(user := Path(os.path.expanduser("~"))):
            replacements[str(user)] = "~/"
        self._text_replacements = {
            kind(path): replacement for path, replacement in replacements.items() for kind in (str, escape)
        }

    def json(self, text: str) -> str:
        """Redact the JSON text of a response or message."""
        for bots in self._bots:
            text = bots.sub(r"@\1", text)
        for path, replacement in self._json_replacements:
            text = text.replace(path, replacement)
        text = FAULTS.sub(r'"fault":\1""', text)
        text = COMMANDS.sub(COMMAND, text)
        if ".py" in text:
            text = SCRIPTS.sub(SCRIPT, text)
        return PATHS.sub(r"\1", text)

    def plain(self, text: str) -> str:
        """Redact a report, table or figure: only the owner's folders are replaced."""
        for path, replacement in self._text_replacements.items():
            text = text.replace(f"{path}/", replacement).replace(path, "...")
        return text


class RedactionMiddleware:
    """ASGI middleware that redacts responses to guests; it needs the role set by `auth`."""

    def __init__(self, app: Any, redactor: Redactor) -> None:
        self.app, self.redactor = app, redactor

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope.get("role") != "guest":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, self._redacted_send(send))
        elif scope["path"].startswith("/api"):
            # a partial response could begin inside a path
            headers = [header for header in scope["headers"] if header[0] != b"range"]
            await self.app({**scope, "headers": headers}, receive, _BufferedResponse(send, self.redactor))
        else:  # files of the page
            await self.app(scope, receive, send)

    def _redacted_send(self, send: Any) -> Callable[[Any], Awaitable[None]]:
        """Wrap `send` of a socket with redaction."""

        async def sender(message: Any) -> None:
            for key in ("text", "reason"):
                if message.get(key):
                    message = {**message, key: self.redactor.json(message[key])}
            await send(message)

        return sender


class _BufferedResponse:
    """Buffers a response until it is complete, then redacts it."""

    def __init__(self, send: Any, redactor: Redactor) -> None:
        self.send, self.redactor = send, redactor
        self.start: Any = None
        self.parts: list[bytes] = []

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start" and self._redaction(message["headers"]) is not None:
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._finish()

    def _redaction(self, headers: list[tuple[bytes, bytes]]) -> Callable[[str], str] | None:
        """Redaction for a content type; None for binary content."""
        kind = dict(headers).get(b"content-type", b"").decode("latin-1")
        if kind.startswith("application/json"):
            return self.redactor.json
        return self.redactor.plain if kind.startswith(REDACTED_TEXT_TYPES) else None

    async def _finish(self) -> None:
        redact = self._redaction(self.start["headers"])
        assert redact is not None
        text = b"".join(self.parts).decode("utf-8", "surrogateescape")
        data = redact(text).encode("utf-8", "surrogateescape")
        headers = [header for header in self.start["headers"] if header[0] not in (b"content-length", b"accept-ranges")]
        length = (b"content-length", str(len(data)).encode())
        await self.send({**self.start, "headers": [*headers, length]})
        await self.send({"type": "http.response.body", "body": data})


def _is_below_root(path: Path) -> bool:
    """Whether a path is longer than the root, which would match any text."""
    return path.is_absolute() and len(path.parts) > 1


def _json_escaped(path: Path) -> str:
    """A path as it is escaped in a JSON string."""
    return msgspec.json.encode(str(path))[1:-1].decode()
