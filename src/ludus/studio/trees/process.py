"""Server side of the measuring process: starts it on demand and stops it some time after the last editor left."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Callable

import msgspec

from ludus.studio.protocol.tables import Refused
from ludus.studio.protocol.trees import Measure
from ludus.studio.table import NotAllowed
from ludus.studio.trees.lines import Answered, AnyAsked, Asked, Dropped

MOST = 20  # connections that edit at the same time
LONGEST = 16 << 20  # bytes of an answer
LINGER = 60.0  # seconds that the process is kept after the last editor left
GRACE = 3.0  # seconds to exit when requested
ANSWERS = msgspec.json.Decoder(Answered)

Hear = Callable[[bytes], None]


class Measuring:
    """Passes questions to the process, and its answers to the connections."""

    def __init__(self) -> None:
        self._hears: dict[int, Hear] = {}
        self._asked: dict[int, int] = {}  # by connection: the request that it waits for
        self._numbers = itertools.count()
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None

    def join(self, hear: Hear) -> int:
        """Register a connection; `hear` is called with each message for it. Returns its number.

        Raises NotAllowed if there are too many.
        """
        if len(self._hears) >= MOST:
            raise NotAllowed(f"{MOST} pages edit trees at the same time; close one")
        if self._end is not None:
            self._end.cancel()
            self._end = None
        number = next(self._numbers)
        self._hears[number] = hear
        return number

    async def ask(self, of: int, question: Measure) -> None:
        """Send a question to the process, starting it if necessary."""
        async with self._starting:
            if self._process is None:
                await self._start()
        self._asked[of] = question.request
        await self._say(Asked(of, question))

    async def drop(self, of: int) -> None:
        """Cancel the question of a connection."""
        self._asked.pop(of, None)
        if self._process is not None:
            await self._say(Dropped(of))

    async def leave(self, of: int) -> None:
        """Unregister a connection; after the last one, stop the process with a delay."""
        self._hears.pop(of, None)
        await self.drop(of)
        if not self._hears and self._process is not None:
            self._end = asyncio.get_running_loop().call_later(LINGER, self._hang_up)

    async def close(self) -> None:
        """Stop the process when the server shuts down."""
        process = self._process
        if process is None:
            return
        self._hang_up()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), GRACE)
            return
        process.kill()

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "ludus.studio.trees"),
            stdin=pipe,
            stdout=pipe,
            limit=LONGEST,
            start_new_session=True,
        )
        self._listening = asyncio.create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Pass on answers until the process ends; if it ends unexpectedly, refuse the open requests."""
        assert process.stdout is not None
        async for line in process.stdout:
            answer = ANSWERS.decode(line)
            if hear := self._hears.get(answer.of):
                hear(bytes(answer.word))
        await process.wait()
        if self._process is process:
            self._process = None
            for of, request in self._asked.items():
                if hear := self._hears.get(of):
                    hear(msgspec.json.encode(Refused(request, "measuring broke off; change something to try again")))
            self._asked.clear()

    async def _say(self, word: AnyAsked) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):  # the process has ended: `_listen` refuses the open requests
            self._process.stdin.write(msgspec.json.encode(word) + b"\n")
            await self._process.stdin.drain()

    def _hang_up(self) -> None:
        """Close the input of the process, so that it exits."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process = None
