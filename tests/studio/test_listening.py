"""Words on a socket: whoever leaves in the middle of one is let go, and the last one fits into its frame."""

import asyncio

import pytest
from starlette.websockets import WebSocketDisconnect

from ludus.studio.websocket_io import LONGEST_REASON, close_socket, send_text


class Socket:
    """One end of a connection; `then` happens while something is sent."""

    def __init__(self, then):
        self.then, self.closed = then, None

    async def send_text(self, text):
        self.then()

    async def close(self, code, reason):
        self.closed = code, reason


def test_who_is_told_to_stop_while_a_word_is_sent_stops():
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


def test_a_connection_that_was_closed_on_our_side_is_one_that_was_left():
    def closed():
        raise RuntimeError("after sending 'websocket.close'")

    with pytest.raises(WebSocketDisconnect):
        asyncio.run(send_text(Socket(closed), "x"))


@pytest.mark.parametrize("why", ["", "x" * 500, "\u2603" * 500, "a" + "\u00e9" * 100])
def test_the_reason_of_an_end_is_as_long_as_a_frame_can_hold(why):
    socket = Socket(None)
    asyncio.run(close_socket(socket, 4404, why))
    code, reason = socket.closed
    assert (code, why.startswith(reason)) == (4404, True)
    assert len(reason.encode()) <= LONGEST_REASON
