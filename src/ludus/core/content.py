"""Content of a game, loaded and checked, and the options that it comes from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from ludus.core.record import Record
from ludus.core.snapshot import snapshot


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a user may choose about a game; each game declares its own. None by default."""


@dataclass(frozen=True)
class Content:
    """Content loaded and checked: the table for the rules, and what only people need to know."""

    table: np.ndarray
    options: Options
    labels: Any = None  # names of cards and the like, for text, views and pictures
    prepared: int | None = None  # the seed that completed the table, where a game makes content from it

    @property
    def digest(self) -> str:
        """Names the content: the same for the same table, whatever file it came from."""
        return hashlib.sha256(self.table.tobytes()).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_snapshot"}  # made again where needed

    def read(self, kind: type[Record]) -> Any:
        """A snapshot of the table, made once: for Python code that looks at many cards. `kind` is its record."""
        if "_snapshot" not in self.__dict__:
            self.__dict__["_snapshot"] = snapshot(kind.over(self.table))
        return self.__dict__["_snapshot"]
