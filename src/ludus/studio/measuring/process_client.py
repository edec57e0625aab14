"""Server side of a measuring process: starts and stops it, and connects it with the WebSockets of editors.

The process is started on demand and stopped some time after the last editor left. An editor sends questions about edits
and gets answers that improve step by step.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.studio.measuring.question_queue import AnswerLine, AnyQuestionLine, CancelLine, QuestionLine
from ludus.studio.protocol.sessions import Refused
from ludus.studio.protocol.trees import CancelMeasurement
from ludus.studio.request_errors import NotAllowed
from ludus.studio.websocket_io import NOT_ALLOWED_CODE, close_socket, receive_messages, send_text
from ludus.util.errors import LudusError

MAX_EDITORS = 20  # connections that edit at the same time
MAX_UNSENT = 200  # messages waiting for a slow page; older ones are dropped
MAX_ANSWER_BYTES = 16 << 20
IDLE_SECONDS = 60.0  # time that the process is kept after the last editor left
EXIT_SECONDS = 3.0  # to exit when requested
ANSWERS = msgspec.json.Decoder(AnswerLine)

OnAnswer = Callable[[bytes], None]


async def serve_editor(socket: WebSocket, measuring: MeasuringProcess, decoder: msgspec.json.Decoder[Any]) -> None:
    """Serve one connection of an editor from beginning to end.

    Args:
        socket: the connection.
        measuring: the process that answers.
        decoder: of the messages that the page may send: CancelMeasurement, and questions with the field `request`.
    """
    await socket.accept()
    unsent: asyncio.Queue[bytes] = asyncio.Queue()

    def enqueue(message: bytes) -> None:
        if unsent.qsize() >= MAX_UNSENT:
            unsent.get_nowait()
        unsent.put_nowait(message)

    if socket.scope["role"] != "owner":
        why = f"you joined by a shared link: you can play and watch, but not edit {measuring.content} here"
        await socket.close(NOT_ALLOWED_CODE, why)
        return
    try:
        number = measuring.join(enqueue)
    except LudusError as error:
        await close_socket(socket, NOT_ALLOWED_CODE, error)
        return
    sender = asyncio.create_task(_send_answers(socket, unsent))

    async def refuse(message: Refused) -> None:
        enqueue(msgspec.json.encode(message))

    try:
        async for message in receive_messages(socket, decoder, refuse):
            if isinstance(message, CancelMeasurement):
                await measuring.drop(number)
            else:
                await measuring.ask(number, message)
    finally:
        sender.cancel()
        await measuring.leave(number)


async def _send_answers(socket: WebSocket, unsent: asyncio.Queue[bytes]) -> None:
    with suppress(WebSocketDisconnect, TimeoutError):
        while True:
            await send_text(socket, (await unsent.get()).decode())


class MeasuringProcess:
    """Passes questions to the process, and its answers to the connections."""

    def __init__(self, module: str, content: str) -> None:
        """Prepare a process; it starts with the first question.

        Args:
            module: the module that the process runs.
            content: what its editors edit, for messages, such as "trees".
        """
        self._module, self.content = module, content
        self._callbacks: dict[int, OnAnswer] = {}
        self._open_requests: dict[int, int] = {}  # by connection: the request that it waits for
        self._numbers = itertools.count()
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None

    def join(self, on_answer: OnAnswer) -> int:
        """Register a connection; `on_answer` is called with each message for it. Returns its number.

        Raises NotAllowed if there are too many.
        """
        if len(self._callbacks) >= MAX_EDITORS:
            raise NotAllowed(f"{MAX_EDITORS} pages edit {self.content} at the same time; close one")
        if self._end is not None:
            self._end.cancel()
            self._end = None
        number = next(self._numbers)
        self._callbacks[number] = on_answer
        return number

    async def ask(self, of: int, question: Any) -> None:
        """Send a question to the process, starting it if necessary."""
        async with self._starting:
            if self._process is None:
                await self._start()
        self._open_requests[of] = question.request
        await self._send(QuestionLine(of, msgspec.Raw(msgspec.json.encode(question))))

    async def drop(self, of: int) -> None:
        """Cancel the question of a connection."""
        self._open_requests.pop(of, None)
        if self._process is not None:
            await self._send(CancelLine(of))

    async def leave(self, of: int) -> None:
        """Unregister a connection; after the last one, stop the process with a delay."""
        self._callbacks.pop(of, None)
        await self.drop(of)
        if not self._callbacks and self._process is not None:
            self._end = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._close_input)

    async def close(self) -> None:
        """Stop the process when the server shuts down."""
        process = self._process
        if process is None:
            return
        self._close_input()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), EXIT_SECONDS)
            return
        process.kill()

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", self._module),
            stdin=pipe,
            stdout=pipe,
            limit=MAX_ANSWER_BYTES,
            start_new_session=True,
        )
        self._listening = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Pass on answers until the process ends; if it ends unexpectedly, refuse the open requests."""
        assert process.stdout is not None
        async for line in process.stdout:
            answer = ANSWERS.decode(line)
            if on_answer := self._callbacks.get(answer.of):
                on_answer(bytes(answer.word))
        await process.wait()
        if self._process is process:
            self._process = None
            for of, request in self._open_requests.items():
                if on_answer := self._callbacks.get(of):
                    on_answer(
                        msgspec.json.encode(Refused(request, "measuring broke off; change something to try again"))
                    )
            self._open_requests.clear()

    async def _send(self, message: AnyQuestionLine) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # the process has ended: `_listen` refuses the open requests
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            await self._process.stdin.drain()

    def _close_input(self) -> None:
        """Close the input of the process, so that it exits."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process = None
