"""WebSocket input and output: rate limits, message decoding, timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.limits import FLOOD, LARGEST_MESSAGE, MESSAGES, Bucket
from ludus.studio.protocol.tables import Refused

FLOODED = 4429  # close code
PATIENCE = 20.0  # seconds until sending times out
LONGEST_REASON = 123  # bytes that fit into a WebSocket close frame

Refuse = Callable[[Refused], Awaitable[None]]


async def send(socket: WebSocket, text: str) -> None:
    """Send a text.

    Raises WebSocketDisconnect if the client left, TimeoutError if sending stalls.
    """
    try:
        async with asyncio.timeout(PATIENCE):  # unlike `wait_for` of Python 3.11, this never swallows a cancellation
            await socket.send_text(text)
    except RuntimeError:  # the connection was closed on our side, for example after an invalid frame
        raise WebSocketDisconnect from None


async def hang_up(socket: WebSocket, code: int, why: object) -> None:
    """Close a socket with a reason, truncated to the length that fits."""
    with suppress(RuntimeError):  # already closed
        await socket.close(code, str(why).encode()[:LONGEST_REASON].decode(errors="ignore"))


async def words(socket: WebSocket, decoder: msgspec.json.Decoder[Any], refuse: Refuse) -> AsyncIterator[Any]:
    """Decoded messages until the socket is closed. Malformed ones are refused."""
    async for text in texts(socket, refuse):
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await refuse(Refused(None, f"this is no message of the protocol: {error}"))
            continue
        yield message


async def texts(socket: WebSocket, refuse: Refuse) -> AsyncIterator[str]:
    """Messages as raw texts, for sockets that ignore their content; a message without text is an empty string."""
    bucket, excess = Bucket(*MESSAGES), 0
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if not bucket.take():
            excess += 1
            if excess > FLOOD:
                await hang_up(socket, FLOODED, "too many messages")
                return
            if excess == 1:
                await refuse(Refused(None, "too many messages; wait a moment"))
            continue
        excess = 0
        text = message.get("text") or ""
        if len(text) > LARGEST_MESSAGE:
            await refuse(Refused(None, "this message is too large"))
            continue
        yield text
