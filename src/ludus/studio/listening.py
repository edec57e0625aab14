"""What somebody says on a socket, word by word: floods are cut off, what is malformed is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from ludus.studio.limits import FLOOD, LARGEST_MESSAGE, MESSAGES, Bucket
from ludus.studio.protocol.tables import Refused

FLOODED = 4429  # why a socket is closed

Refuse = Callable[[Refused], Awaitable[None]]


async def words(socket: WebSocket, decoder: msgspec.json.Decoder[Any], refuse: Refuse) -> AsyncIterator[Any]:
    """Everything that is said until the socket is closed."""
    bucket, over = Bucket(*MESSAGES), 0
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if not bucket.take():
            over += 1
            if over > FLOOD:
                await socket.close(FLOODED, "too many messages")
                return
            if over == 1:
                await refuse(Refused(None, "too many messages; wait a moment"))
            continue
        over = 0
        text = message.get("text") or ""
        if len(text) > LARGEST_MESSAGE:
            await refuse(Refused(None, "this message is too large"))
            continue
        try:
            word = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await refuse(Refused(None, f"this is no message of the protocol: {error}"))
            continue
        yield word
