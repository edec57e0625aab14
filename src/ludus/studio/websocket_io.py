"""WebSocket input and output: rate limits, message decoding, timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.protocol.sessions import Refused
from ludus.studio.rate_limits import EXCESS_MESSAGES, LARGEST_MESSAGE, MESSAGES, TokenBucket

NO_TOKEN_CODE, NOT_ALLOWED_CODE, NOT_FOUND_CODE, FLOOD_CODE, BUSY_CODE = 4401, 4403, 4404, 4429, 1013  # close codes
SEND_TIMEOUT = 20.0  # seconds until sending times out
LONGEST_REASON = 123  # bytes that fit into a WebSocket close frame
PING, PONG = '{"type":"ping"}', '{"type":"pong"}'  # sign of life that a page asks for, on every socket

Refuse = Callable[[Refused], Awaitable[None]]


async def send_text(socket: WebSocket, text: str) -> None:
    """Send a text.

    Raises WebSocketDisconnect if the client left, TimeoutError if sending stalls.
    """
    try:
        # unlike `wait_for` of Python 3.11, this never swallows a cancellation
        async with asyncio.timeout(SEND_TIMEOUT):
            await socket.send_text(text)
    except RuntimeError:  # the connection was closed on our side, for example after an invalid frame
        raise WebSocketDisconnect from None


async def close_socket(socket: WebSocket, code: int, why: object) -> None:
    """Close a socket with a reason, truncated to the length that fits.

    The socket must have been accepted: a browser does not see why a handshake was refused.
    """
    with suppress(RuntimeError):  # already closed
        await socket.close(code, str(why).encode()[:LONGEST_REASON].decode(errors="ignore"))


async def receive_messages(
    socket: WebSocket, decoder: msgspec.json.Decoder[Any], on_refusal: Refuse
) -> AsyncIterator[Any]:
    """Decoded messages until the socket is closed. Malformed ones are refused."""
    async for text in receive_texts(socket, on_refusal):
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await on_refusal(Refused(None, f"this is no message of the protocol: {error}"))
            continue
        yield message


async def receive_texts(socket: WebSocket, on_refusal: Refuse) -> AsyncIterator[str]:
    """Messages as raw texts, for sockets that ignore their content; a message without text is an empty string."""
    bucket, excess, warned = TokenBucket(*MESSAGES), TokenBucket(*EXCESS_MESSAGES), False
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if not bucket.take():
            if not excess.take():
                await close_socket(socket, FLOOD_CODE, "too many messages")
                return
            if not warned:
                warned = True
                await on_refusal(Refused(None, "too many messages; wait a moment"))
            continue
        warned = False
        text = message.get("text") or ""
        if text == PING:
            await send_text(socket, PONG)
            continue
        if len(text) > LARGEST_MESSAGE:
            await on_refusal(Refused(None, "this message is too large"))
            continue
        yield text
