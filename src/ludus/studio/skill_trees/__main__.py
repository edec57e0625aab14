"""Measuring process: effects of edits of trees for all editors, at low priority.

    python -P -m ludus.studio.skill_trees     questions on standard input, answers on standard output, one per line

Only the newest question of each connection counts. Answers are computed in steps, round-robin over the connections.
The process ends when its standard input is closed.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import IO

import msgspec

from ludus.design.delve.editing.draft_conversion import SkillTree, read_draft
from ludus.design.delve.editing.feedback import EditFeedback, EditQuestion
from ludus.studio.protocol.sessions import Refused
from ludus.studio.protocol.trees import FromTrees, MeasureEdit, TreeDraft, TreeFightProgress
from ludus.studio.skill_trees.editor_choices import feedback_settings
from ludus.studio.skill_trees.measuring_messages import AnswerLine, AnyQuestionLine, QuestionLine, answer_message
from ludus.studio.worker.__main__ import NICENESS, STEP_INTERVAL
from ludus.util.errors import LudusError


class Superseded(Exception):
    """There is a newer question, so this answer is not needed any more."""


class QuestionQueue:
    """Queue of waiting questions, and their processing."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._measurer = out, EditFeedback()
        self._waiting: OrderedDict[int, QuestionJob] = OrderedDict()
        self._changed = threading.Condition()

    def read_questions(self, lines: IO[bytes]) -> None:
        """Read questions. At the end of the input the process exits, even during a computation."""
        decoder = msgspec.json.Decoder(AnyQuestionLine)
        for line in lines:
            message = decoder.decode(line)
            with self._changed:
                previous = self._waiting.pop(message.of, None)
                if previous is not None:
                    previous.superseded = True
                if isinstance(message, QuestionLine):
                    self._waiting[message.of] = QuestionJob(self, message.of, message.question)
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

    def send(self, of: int, message: FromTrees) -> None:
        """Send an answer to a connection."""
        self._out.write(msgspec.json.encode(AnswerLine(of, msgspec.Raw(msgspec.json.encode(message)))) + b"\n")

    def measure(self, job: QuestionJob) -> Iterator[FromTrees]:
        """Yield the steps of the answer to a question."""
        question = job.question
        before = None if question.before is None else _tree(question.before)
        edit = EditQuestion(_tree(question.after), before, feedback_settings(question.setting))
        for step in self._measurer.answer(edit, job.on_progress):
            yield answer_message(step, question.request)


class QuestionJob:
    """One question in progress."""

    def __init__(self, queue: QuestionQueue, of: int, question: MeasureEdit) -> None:
        self.queue, self.of, self.question, self.superseded = queue, of, question, False
        self._steps = queue.measure(self)
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
        """Report the number of finished fights. Called between fights, so that a superseded question stops here."""
        self.check_current()
        if time.monotonic() - self._last_progress > STEP_INTERVAL:
            self._last_progress = time.monotonic()
            self.queue.send(self.of, TreeFightProgress(self.question.request, done, total))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with open(os.dup(sys.stdout.fileno()), "wb", buffering=0) as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output of print must not mix with the answers
        queue = QuestionQueue(out)
        threading.Thread(target=queue.read_questions, args=(sys.stdin.buffer,), daemon=True).start()
        queue.work()


def _tree(draft: TreeDraft) -> SkillTree:
    return read_draft(draft.name, draft.nodes)


if __name__ == "__main__":
    main()
