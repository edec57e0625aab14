"""The socket of a piece of work: how far it is, and at the end what it found."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.home import NotThere
from ludus.studio.listening import hang_up, send, texts
from ludus.studio.masks import progress
from ludus.studio.protocol.tables import Refused
from ludus.studio.table_socket import NOT_THERE
from ludus.studio.workshop import Work, Workshop

PAUSE = 0.2  # seconds from one message to the next


async def serve_work(socket: WebSocket, workshop: Workshop, id: str) -> None:
    """One connection; whatever it says is not listened to."""
    await socket.accept()
    try:
        work = workshop.find(id)
    except NotThere as error:
        await hang_up(socket, NOT_THERE, error)
        return
    wake = asyncio.Event()
    wake.set()
    work.listeners[wake] = wake.set
    sender = asyncio.create_task(_tell(socket, work, wake, socket.scope["role"] == "guest"))
    try:
        async for _ in texts(socket, _say_nothing):
            pass
    finally:
        work.listeners.pop(wake, None)
        sender.cancel()


async def _say_nothing(word: Refused) -> None:
    """Not even to what is refused elsewhere."""


async def _tell(socket: WebSocket, work: Work, wake: asyncio.Event, guest: bool) -> None:
    """A guest sees how far it is; what was found holds files, which are their author's."""
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await wake.wait()
            wake.clear()
            word = progress(work.progress()) if guest else await work.last_word()
            await send(socket, msgspec.json.encode(word).decode())
            await asyncio.sleep(PAUSE)
