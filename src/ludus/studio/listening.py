"""What is said on a socket, word by word: floods are cut off, what is malformed is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.limits import FLOOD, LARGEST_MESSAGE, MESSAGES, Bucket
from ludus.studio.protocol.tables import Refused

FLOODED = 4429  # why a socket is closed
PATIENCE = 20.0  # seconds to take a message
LONGEST_REASON = 123  # bytes: a frame that closes a socket has no room for more

Refuse = Callable[[Refused], Awaitable[None]]


async def send(socket: WebSocket, text: str) -> None:
    """Say something. Whoever left in whatever way is a WebSocketDisconnect, whoever does not take it a TimeoutError."""
    try:
        async with asyncio.timeout(PATIENCE):  # unlike `wait_for` of Python 3.11, it never swallows a cancellation
            await socket.send_text(text)
    except RuntimeError:  # the connection was closed on our side, as on a frame that makes no sense
        raise WebSocketDisconnect from None


async def hang_up(socket: WebSocket, code: int, why: object) -> None:
    """Close a socket with a reason in words, as far as they fit."""
    with suppress(RuntimeError):  # it is closed already
        await socket.close(code, str(why).encode()[:LONGEST_REASON].decode(errors="ignore"))


async def words(socket: WebSocket, decoder: msgspec.json.Decoder[Any], refuse: Refuse) -> AsyncIterator[Any]:
    """Everything that is said until the socket is closed."""
    async for text in texts(socket, refuse):
        try:
            word = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await refuse(Refused(None, f"this is no message of the protocol: {error}"))
            continue
        yield word


async def texts(socket: WebSocket, refuse: Refuse) -> AsyncIterator[str]:
    """The same as it was sent, for who does not understand a word; what is no text is an empty one."""
    bucket, over = Bucket(*MESSAGES), 0
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if not bucket.take():
            over += 1
            if over > FLOOD:
                await hang_up(socket, FLOODED, "too many messages")
                return
            if over == 1:
                await refuse(Refused(None, "too many messages; wait a moment"))
            continue
        over = 0
        text = message.get("text") or ""
        if len(text) > LARGEST_MESSAGE:
            await refuse(Refused(None, "this message is too large"))
            continue
        yield text
