"""The measuring process, seen from the server: started when somebody edits, ended some time after nobody does."""

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
LINGER = 60.0  # seconds that the process waits for somebody to come back
GRACE = 3.0  # seconds to end when it is told to
ANSWERS = msgspec.json.Decoder(Answered)

Hear = Callable[[bytes], None]


class Measuring:
    """Hands questions to the process, and answers to who asked."""

    def __init__(self) -> None:
        self._hears: dict[int, Hear] = {}
        self._asked: dict[int, int] = {}  # the request that each waits for
        self._numbers = itertools.count()
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None

    def join(self, hear: Hear) -> int:
        """Somebody who edits; `hear` is called with every word that is for them. Their number, for all else."""
        if len(self._hears) >= MOST:
            raise NotAllowed(f"{MOST} pages edit trees at the same time; close one")
        if self._end is not None:
            self._end.cancel()
            self._end = None
        number = next(self._numbers)
        self._hears[number] = hear
        return number

    async def ask(self, of: int, question: Measure) -> None:
        async with self._starting:
            if self._process is None:
                await self._start()
        self._asked[of] = question.request
        await self._say(Asked(of, question))

    async def drop(self, of: int) -> None:
        self._asked.pop(of, None)
        if self._process is not None:
            await self._say(Dropped(of))

    async def leave(self, of: int) -> None:
        self._hears.pop(of, None)
        await self.drop(of)
        if not self._hears and self._process is not None:
            self._end = asyncio.get_running_loop().call_later(LINGER, self._hang_up)

    async def close(self) -> None:
        """The server leaves."""
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
        """Until the process ends; if it was not told to, those who wait for it are told."""
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
        with contextlib.suppress(ConnectionError):  # it has ended: `_listen` tells who waits
            self._process.stdin.write(msgspec.json.encode(word) + b"\n")
            await self._process.stdin.drain()

    def _hang_up(self) -> None:
        """It ends when nothing more can come."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process = None
