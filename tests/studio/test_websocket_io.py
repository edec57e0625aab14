"""WebSocket input and output: cancellation, closed connections, length of close reasons."""

import asyncio
import itertools
from types import SimpleNamespace

import pytest
from starlette.websockets import WebSocketDisconnect

from ludus.studio import rate_limits
from ludus.studio.rate_limits import MESSAGES
from ludus.studio.websocket_io import FLOOD_CODE, LONGEST_REASON, close_socket, receive_texts, send_text
from tests.cases import each


class Socket:
    """A socket that calls `then` while a text is sent."""

    def __init__(self, then):
        self.then, self.closed = then, None

    async def send_text(self, text):
        self.then()

    async def close(self, code, reason):
        self.closed = code, reason


def test_a_task_that_is_cancelled_while_sending_stops():
    async def tell():
        while True:
            await send_text(Socket(task.cancel), "x")
            await asyncio.sleep(60)

    async def both():
        nonlocal task
        task = asyncio.create_task(tell())
        done, _ = await asyncio.wait([task], timeout=5)
        return done

    task = None
    assert len(asyncio.run(both())) == 1
    assert task.cancelled()


def test_sending_on_a_closed_socket_raises_disconnect():
    def closed():
        raise RuntimeError("after sending 'websocket.close'")

    with pytest.raises(WebSocketDisconnect):
        asyncio.run(send_text(Socket(closed), "x"))


@each("why", ["", "x" * 500, "\u2603" * 500, "a" + "\u00e9" * 100])
def test_a_close_reason_is_cut_to_the_size_of_a_frame(why):
    socket = Socket(None)
    asyncio.run(close_socket(socket, 4404, why))
    code, reason = socket.closed
    assert (code, why.startswith(reason)) == (4404, True)
    assert len(reason.encode()) <= LONGEST_REASON


def test_a_flood_that_is_only_just_too_fast_is_noticed_too(monkeypatch):
    """A server on a busy machine reads few messages a second: some pass, and the flood goes on all the same."""
    clock = itertools.count(step=1 / 1000)
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: next(clock)))

    class FloodedSocket(Socket):
        async def receive(self):
            return {"type": "websocket.receive", "text": "x"}

    async def refuse(refused):
        pass

    async def read():
        return [text async for text in receive_texts(socket, refuse)]

    socket = FloodedSocket(None)
    passed = asyncio.run(asyncio.wait_for(read(), 60))
    assert socket.closed[0] == FLOOD_CODE
    assert MESSAGES[1] < len(passed) < 2 * MESSAGES[1]


def test_every_socket_answers_a_ping_and_passes_it_to_nobody(owner):
    made = owner.new_session()
    for path in (f"/socket/tables/{made['id']}?key={made['keys'][0]}", "/socket/trees"):
        with owner.socket(path) as connection:
            connection.socket.send('{"type":"ping"}')
            assert connection.until("pong") == {"type": "pong"}
            assert not any(message["type"] == "refused" for message in connection.received)
