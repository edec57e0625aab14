"""The measuring process: what follows from edits of trees, for all who edit, and nice to those who play.

    python -P -m ludus.studio.trees     questions on standard input, answers on standard output, a line each

Everybody's newest question counts. Answers come in steps, and connections take turns, a step each. The process ends
itself when its standard input does.
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

from ludus.design.delve.editing.drafts import SkillTree, read_draft
from ludus.design.delve.editing.feedback import EditFeedback, EditQuestion
from ludus.studio.labour.__main__ import NICENESS, PAUSE
from ludus.studio.protocol.tables import Refused
from ludus.studio.protocol.trees import FromTrees, Measure, TreeDraft, TreeFighting
from ludus.studio.trees.catalogue import setting_of
from ludus.studio.trees.lines import Answered, AnyAsked, Asked
from ludus.studio.trees.telling import told
from ludus.util.errors import LudusError


class Superseded(Exception):
    """Nobody waits for this answer any more."""


class Desk:
    """Questions that wait, and the answers to them."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._measurer = out, EditFeedback()
        self._waiting: OrderedDict[int, Job] = OrderedDict()
        self._some = threading.Condition()

    def hear(self, lines: IO[bytes]) -> None:
        """Questions as they come; at the end of them the process ends, whatever it is at."""
        decoder = msgspec.json.Decoder(AnyAsked)
        for line in lines:
            word = decoder.decode(line)
            with self._some:
                old = self._waiting.pop(word.of, None)
                if old is not None:
                    old.superseded = True
                if isinstance(word, Asked):
                    self._waiting[word.of] = Job(self, word.of, word.question)
                self._some.notify()
        os._exit(0)

    def work(self) -> None:
        """Answer, a step at a time; whoever has had one goes to the end of the row."""
        while True:
            with self._some:
                self._some.wait_for(lambda: self._waiting)
                job = next(iter(self._waiting.values()))
                self._waiting.move_to_end(job.of)
            if not job.step():
                with self._some:
                    if self._waiting.get(job.of) is job:
                        del self._waiting[job.of]

    def say(self, of: int, word: FromTrees) -> None:
        self._out.write(msgspec.json.encode(Answered(of, msgspec.Raw(msgspec.json.encode(word)))) + b"\n")

    def measure(self, job: Job) -> Iterator[FromTrees]:
        question = job.question
        before = None if question.before is None else _tree(question.before)
        asked = EditQuestion(_tree(question.after), before, setting_of(question.setting))
        for found in self._measurer.answer(asked, job.heard):
            yield told(found, question.request)


class Job:
    """One question on its way."""

    def __init__(self, desk: Desk, of: int, question: Measure) -> None:
        self.desk, self.of, self.question, self.superseded = desk, of, question, False
        self._steps = desk.measure(self)
        self._said = 0.0

    def step(self) -> bool:
        """Say the next part of the answer; False if there is none."""
        try:
            self.go_on()
            word = next(self._steps, None)
            self.go_on()
            if word is not None:
                self.desk.say(self.of, word)
        except Superseded:
            self._steps.close()  # type: ignore[attr-defined]
            return False
        except LudusError as error:
            self.desk.say(self.of, Refused(self.question.request, str(error)))
            return False
        except Exception as error:  # one question that fails does not end the answers to others
            self.desk.say(self.of, Refused(self.question.request, f"{type(error).__name__}: {error}"))
            return False
        return word is not None

    def go_on(self) -> None:
        """Raises if there is a newer question."""
        if self.superseded:
            raise Superseded

    def heard(self, done: int, total: int) -> None:
        """So many fights are over; called between them, so this is where an old question ends."""
        self.go_on()
        if time.monotonic() - self._said > PAUSE:
            self._said = time.monotonic()
            self.desk.say(self.of, TreeFighting(self.question.request, done, total))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with open(os.dup(sys.stdout.fileno()), "wb", buffering=0) as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whoever prints must not disturb the answers
        desk = Desk(out)
        threading.Thread(target=desk.hear, args=(sys.stdin.buffer,), daemon=True).start()
        desk.work()


def _tree(draft: TreeDraft) -> SkillTree:
    return read_draft(draft.name, draft.nodes)


if __name__ == "__main__":
    main()
