"""Messages between the server and the measuring process: one JSON object per line."""

from __future__ import annotations

import msgspec

from ludus.studio.protocol.trees import Measure


class QuestionLine(msgspec.Struct, frozen=True, tag="asked"):
    """A question of a connection; it replaces the previous one."""

    of: int
    question: Measure


class CancelLine(msgspec.Struct, frozen=True, tag="dropped"):
    of: int


class AnswerLine(msgspec.Struct, frozen=True):
    """A message for a connection, encoded as for its socket."""

    of: int
    word: msgspec.Raw


AnyQuestionLine = QuestionLine | CancelLine
