"""Loaded and checked content of a game, and the options that select it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from ludus.core.record import Record
from ludus.core.snapshot import snapshot


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game that a user may set. Each game declares its own; default: none."""


@dataclass(frozen=True)
class Content:
    """Loaded and checked content: the game data for the rules, and labels that only people need."""

    data: np.ndarray
    options: Options
    labels: Any = None  # names of cards etc., for notation, observations and pictures
    prepared: int | None = None  # seed from which `prepare` completed the game data; None: not prepared

    @property
    def digest(self) -> str:
        """Digest of the content: equal for equal game data, independent of the file."""
        return hashlib.sha256(self.data.tobytes()).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_snapshot"}  # rebuilt on demand

    def read(self, kind: type[Record]) -> Any:
        """Return a cached snapshot of the game data, for Python code that reads many fields.

        Args:
            kind: record type of the game data.
        """
        if "_snapshot" not in self.__dict__:
            self.__dict__["_snapshot"] = snapshot(kind.over(self.data))
        return self.__dict__["_snapshot"]
