"""Main loop of a measuring process: questions on standard input, answers on standard output, one JSON object per line.

Only the newest question of each connection counts. Answers are computed in steps, round-robin over the connections, at
low priority. The process ends when its standard input is closed.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import IO, Any, Protocol

import msgspec

from ludus.studio.protocol.base import Message
from ludus.studio.protocol.sessions import Refused
from ludus.studio.worker.__main__ import NICENESS, STEP_INTERVAL
from ludus.util.errors import LudusError

OnProgress = Callable[[int, int], None]  # called with the work done and all work


class QuestionLine(msgspec.Struct, frozen=True, tag="asked"):
    """A question of a connection, encoded as its page sent it; it replaces the previous one."""

    of: int
    question: msgspec.Raw


class CancelLine(msgspec.Struct, frozen=True, tag="dropped"):
    of: int


class AnswerLine(msgspec.Struct, frozen=True):
    """A message for a connection, encoded as for its socket."""

    of: int
    word: msgspec.Raw


AnyQuestionLine = QuestionLine | CancelLine


class Measurer(Protocol):
    """What a process measures."""

    question: type[Any]  # type of its questions, which have the field `request`

    def answer(self, question: Any, on_progress: OnProgress) -> Iterator[Message]:
        """Yield the messages that answer a question, better ones later.

        Raises:
            LudusError: the question has no answer; the page gets its text.
        """
        ...

    def progress(self, question: Any, done: int, total: int) -> Message:
        """Message that says how far an answer is."""
        ...


class Superseded(Exception):
    """There is a newer question, so this answer is not needed any more."""


class QuestionQueue:
    """Queue of waiting questions, and their processing."""

    def __init__(self, out: IO[bytes], measurer: Measurer) -> None:
        self._out, self.measurer = out, measurer
        self._waiting: OrderedDict[int, QuestionJob] = OrderedDict()
        self._changed = threading.Condition()

    def read_questions(self, lines: IO[bytes]) -> None:
        """Read questions. At the end of the input the process exits, even during a computation."""
        decoder = msgspec.json.Decoder(AnyQuestionLine)
        questions = msgspec.json.Decoder(self.measurer.question)
        for line in lines:
            message = decoder.decode(line)
            with self._changed:
                previous = self._waiting.pop(message.of, None)
                if previous is not None:
                    previous.superseded = True
                if isinstance(message, QuestionLine):
                    self._waiting[message.of] = QuestionJob(self, message.of, questions.decode(message.question))
                self._changed.notify()
        os._exit(0)

    def work(self) -> None:
        """Answer questions step by step, round-robin over waiting jobs."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                job = next(iter(self._waiting.values()))
                self._waiting.move_to_end(job.of)
            if not job.step():
                with self._changed:
                    if self._waiting.get(job.of) is job:
                        del self._waiting[job.of]

    def send(self, of: int, message: Message) -> None:
        """Send an answer to a connection."""
        self._out.write(msgspec.json.encode(AnswerLine(of, msgspec.Raw(msgspec.json.encode(message)))) + b"\n")


class QuestionJob:
    """One question in progress."""

    def __init__(self, queue: QuestionQueue, of: int, question: Any) -> None:
        self.queue, self.of, self.question, self.superseded = queue, of, question, False
        self._steps = queue.measurer.answer(question, self.on_progress)
        self._last_progress = 0.0

    def step(self) -> bool:
        """Send the next part of the answer; False if there is none."""
        try:
            self.check_current()
            message = next(self._steps, None)
            self.check_current()
            if message is not None:
                self.queue.send(self.of, message)
        except Superseded:
            self._steps.close()  # type: ignore[attr-defined]
            return False
        except LudusError as error:
            self.queue.send(self.of, Refused(self.question.request, str(error)))
            return False
        except Exception as error:  # a failing question does not stop the answers to others
            self.queue.send(self.of, Refused(self.question.request, f"{type(error).__name__}: {error}"))
            return False
        return message is not None

    def check_current(self) -> None:
        """Raise Superseded if there is a newer question."""
        if self.superseded:
            raise Superseded

    def on_progress(self, done: int, total: int) -> None:
        """Report the work done. Called between units of work, so that a superseded question stops here."""
        self.check_current()
        if time.monotonic() - self._last_progress > STEP_INTERVAL:
            self._last_progress = time.monotonic()
            self.queue.send(self.of, self.queue.measurer.progress(self.question, done, total))


def answer_questions(measurer: Measurer) -> None:
    """Run a measuring process until its standard input is closed."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with open(os.dup(sys.stdout.fileno()), "wb", buffering=0) as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of print must not mix with the answers
        queue = QuestionQueue(out, measurer)
        threading.Thread(target=queue.read_questions, args=(sys.stdin.buffer,), daemon=True).start()
        queue.work()
