"""What the server and the measuring process say to each other: a line each, JSON."""

from __future__ import annotations

import msgspec

from ludus.studio.protocol.trees import Measure


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A question of a connection; the one before it is dropped."""

    of: int
    question: Measure


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    of: int


class Answered(msgspec.Struct, frozen=True):
    """A word for a connection, as it goes over its socket."""

    of: int
    word: msgspec.Raw


AnyAsked = Asked | Dropped
