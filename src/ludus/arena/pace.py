"""Chunk sizes for parallel games: few games until their speed is known, then as many as take a fraction of a second,
and fewer towards the end so that all workers finish together. Chunk sizes never change the results.
"""

from __future__ import annotations

from collections.abc import Iterator

FIRST_CHUNK = 16  # games of the first chunks, if all bots are compiled
MAX_CHUNK, CHUNK_SECONDS = 2000, 0.2  # most games in one chunk, and how long it should take
MAX_GROWTH = 8  # at most so many times the last chunk: one quick game says little about the next
CHUNKS_PER_WORKER = 4  # the remaining games should make this many chunks per worker,
MIN_CHUNK_DIVISOR = 10  # unless a chunk would be smaller than this fraction of a full one


class ChunkSizer:
    """Chooses chunk sizes from how long earlier chunks took."""

    def __init__(self, workers: int, first: int, step: int = 1) -> None:
        """`first` games at the beginning; every size is a multiple of `step`."""
        self._workers, self._size, self._step = workers, first, step

    def next_size(self, left: int) -> int:
        """The size of the next chunk when `left` games remain."""
        share = -(-left // (CHUNKS_PER_WORKER * self._workers))
        size = min(self._size, max(share, self._size // MIN_CHUNK_DIVISOR))
        return min(max(size - size % self._step, self._step), left)

    def chunks(self, total: int) -> Iterator[range]:
        """Games 0 .. total-1 in chunks, each sized when it is requested."""
        at = 0
        while at < total:
            part = range(at, at + self.next_size(total - at))
            yield part
            at = part.stop

    def record(self, games: int, seconds: float) -> None:
        """Record that a chunk of `games` games took `seconds`."""
        target = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(min(target, MAX_CHUNK, MAX_GROWTH * games), 1)
