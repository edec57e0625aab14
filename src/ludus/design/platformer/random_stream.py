"""Random choices in plain Python, from the generator that the game's rules use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ludus.core.random import as_int64, derive, seed_stream
from ludus.core.rule import plain

T = TypeVar("T")
_MASK = (1 << 64) - 1
_first_state = plain(seed_stream)


class RandomStream:
    """Random stream of one part of the work, e.g. `RandomStream(seed, "maze")`."""

    def __init__(self, seed: int, *path: str | int) -> None:
        self.state = int(_first_state(as_int64(derive(seed, *path))))

    def below(self, n: int) -> int:
        """Uniform integer in 0 .. n-1."""
        x = self.state
        x ^= x << 13 & _MASK
        x ^= x >> 7
        x ^= x << 17 & _MASK
        self.state = x
        return (x >> 32) * n >> 32

    def chance(self, share: float) -> bool:
        """True with probability `share`."""
        return self.below(1 << 30) < share * (1 << 30)

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Copy in random order."""
        mixed = list(things)
        for k in range(len(mixed) - 1, 0, -1):
            other = self.below(k + 1)
            mixed[k], mixed[other] = mixed[other], mixed[k]
        return mixed
