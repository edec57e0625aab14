"""Routes for background jobs: list, stop, repeat; and the WebSocket that sends the progress and result of a job."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.guest_redaction import redact_job_row, redact_progress
from ludus.studio.jobs.job_manager import Job, JobManager
from ludus.studio.protocol.jobs import StartedJob
from ludus.studio.protocol.sessions import Refused
from ludus.studio.request_and_response_helpers import json_response, owner_only
from ludus.studio.request_errors import NotFound
from ludus.studio.websocket_io import NOT_FOUND_CODE, close_socket, receive_texts, send_text

PROGRESS_INTERVAL = 0.2  # seconds between two messages


def job_routes(job_manager: JobManager) -> APIRouter:
    routes = APIRouter()

    @routes.get("/api/work")
    async def jobs(request: Request) -> Response:
        rows = [job.row() for job in reversed(job_manager.jobs.values())]
        return json_response(rows if request.scope["role"] == "owner" else [redact_job_row(row) for row in rows])

    @routes.post("/api/work/{id}/stop")
    async def stop(id: str, request: Request) -> Response:
        owner_only(request)
        job = job_manager.find(id)
        await job.stop()
        return json_response(job.row())

    @routes.post("/api/work/{id}/again")
    async def repeat(id: str, request: Request) -> Response:
        owner_only(request)
        job = job_manager.repeat(id)
        return json_response(StartedJob(job.id, job.target))

    return routes


async def serve_job(socket: WebSocket, job_manager: JobManager, id: str) -> None:
    """Serve one connection to the socket of a job; its messages are ignored."""
    await socket.accept()
    try:
        job = job_manager.find(id)
    except NotFound as error:
        await close_socket(socket, NOT_FOUND_CODE, error)
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


async def _ignore(refusal: Refused) -> None:
    """Refuse nothing: messages on this socket are ignored."""


async def _send_updates(socket: WebSocket, job: Job, wake: asyncio.Event, guest: bool) -> None:
    """Send the newest state after each change. Guests see only progress, since results contain files of the owner."""
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await wake.wait()
            wake.clear()
            message = redact_progress(job.progress()) if guest else await job.current_message()
            await send_text(socket, msgspec.json.encode(message).decode())
            await asyncio.sleep(PROGRESS_INTERVAL)
