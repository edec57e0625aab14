"""WebSocket of a background job: its progress, and at the end its result."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.jobs.job_manager import Job, JobManager
from ludus.studio.paths import NotFound
from ludus.studio.protocol.sessions import Refused
from ludus.studio.redaction import redact_progress
from ludus.studio.sessions.session_socket import NOT_THERE
from ludus.studio.websocket_io import close_socket, receive_texts, send_text

PAUSE = 0.2  # seconds between two messages


async def serve_job(socket: WebSocket, workshop: JobManager, id: str) -> None:
    """Serve one connection; its messages are ignored."""
    await socket.accept()
    try:
        job = workshop.find(id)
    except NotFound as error:
        await close_socket(socket, NOT_THERE, error)
        return
    wake = asyncio.Event()
    wake.set()
    job.listeners[wake] = wake.set
    sender = asyncio.create_task(_send_updates(socket, job, wake, socket.scope["role"] == "guest"))
    try:
        async for _ in receive_texts(socket, _ignore):
            pass
    finally:
        job.listeners.pop(wake, None)
        sender.cancel()


async def _ignore(word: Refused) -> None:
    """Refuse nothing: messages on this socket are ignored."""


async def _send_updates(socket: WebSocket, work: Job, wake: asyncio.Event, guest: bool) -> None:
    """Send the newest state after each change. Guests see only progress, since results contain files of the owner."""
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await wake.wait()
            wake.clear()
            message = redact_progress(work.progress()) if guest else await work.current_message()
            await send_text(socket, msgspec.json.encode(message).decode())
            await asyncio.sleep(PAUSE)
