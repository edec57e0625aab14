"""WebSocket of the skill tree editor: questions about edits, and answers that improve step by step."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.listening import close_socket, receive_messages, send_text
from ludus.studio.protocol.tables import Refused
from ludus.studio.protocol.trees import Drop, Measure, ToTrees
from ludus.studio.table_socket import NOT_ALLOWED
from ludus.studio.trees.process import MeasuringProcess
from ludus.util.errors import LudusError

DECODER = msgspec.json.Decoder(ToTrees)
MOST_UNSENT = 200  # messages waiting for a slow page; older ones are dropped


async def serve_trees(socket: WebSocket, measuring: MeasuringProcess) -> None:
    """Serve one connection from beginning to end."""
    await socket.accept()
    unsent: asyncio.Queue[bytes] = asyncio.Queue()

    def hear(word: bytes) -> None:
        if unsent.qsize() >= MOST_UNSENT:
            unsent.get_nowait()
        unsent.put_nowait(word)

    if socket.scope["role"] != "owner":
        await socket.close(NOT_ALLOWED, "you joined by a shared link: you can play and watch, but not work here")
        return
    try:
        number = measuring.join(hear)
    except LudusError as error:
        await close_socket(socket, NOT_ALLOWED, error)
        return
    sender = asyncio.create_task(_send_answers(socket, unsent))

    async def refuse(word: Refused) -> None:
        hear(msgspec.json.encode(word))

    try:
        async for message in receive_messages(socket, DECODER, refuse):
            match message:
                case Measure():
                    await measuring.ask(number, message)
                case Drop():
                    await measuring.drop(number)
    finally:
        sender.cancel()
        await measuring.leave(number)


async def _send_answers(socket: WebSocket, unsent: asyncio.Queue[bytes]) -> None:
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await send_text(socket, (await unsent.get()).decode())
