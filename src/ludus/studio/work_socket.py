"""WebSocket of a background job: its progress, and at the end its result."""

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

PAUSE = 0.2  # seconds between two messages


async def serve_work(socket: WebSocket, workshop: Workshop, id: str) -> None:
    """Serve one connection; its messages are ignored."""
    await socket.accept()
    try:
        job = workshop.find(id)
    except NotThere as error:
        await hang_up(socket, NOT_THERE, error)
        return
    wake = asyncio.Event()
    wake.set()
    job.listeners[wake] = wake.set
    sender = asyncio.create_task(_tell(socket, job, wake, socket.scope["role"] == "guest"))
    try:
        async for _ in texts(socket, _say_nothing):
            pass
    finally:
        job.listeners.pop(wake, None)
        sender.cancel()


async def _say_nothing(word: Refused) -> None:
    """Refuse nothing: messages on this socket are ignored."""


async def _tell(socket: WebSocket, work: Work, wake: asyncio.Event, guest: bool) -> None:
    """Send the newest state after each change. Guests see only progress, since results contain files of the owner."""
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await wake.wait()
            wake.clear()
            message = progress(work.progress()) if guest else await work.last_word()
            await send(socket, msgspec.json.encode(message).decode())
            await asyncio.sleep(PAUSE)
