"""The socket of a piece of work: how far it is, and at the end what it found."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from msgspec import structs
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.home import NotThere
from ludus.studio.table_socket import NOT_THERE, PATIENCE
from ludus.studio.workshop import Work, Workshop

PAUSE = 0.2  # seconds from one message to the next


async def serve_work(socket: WebSocket, workshop: Workshop, id: str) -> None:
    """One connection; whatever it says is not listened to."""
    await socket.accept()
    try:
        work = workshop.find(id)
    except NotThere as error:
        await socket.close(NOT_THERE, str(error)[:100])
        return
    wake = asyncio.Event()
    wake.set()
    work.listeners[wake] = wake.set
    sender = asyncio.create_task(_tell(socket, work, wake, socket.scope["role"] == "guest"))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        work.listeners.pop(wake, None)
        sender.cancel()


async def _tell(socket: WebSocket, work: Work, wake: asyncio.Event, guest: bool) -> None:
    """A guest sees how far it is; what was found holds files, which are their author's."""
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await wake.wait()
            wake.clear()
            word = structs.replace(work.progress(), shown={}, told=[]) if guest else await work.last_word()
            text = msgspec.json.encode(word).decode()
            await asyncio.wait_for(socket.send_text(text), PATIENCE)
            await asyncio.sleep(PAUSE)
