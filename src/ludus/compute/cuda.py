"""A graphics card of NVIDIA as a place: it plays whole games between compiled players, thousands at a time.

    play_batch(matches, games, Cuda())        the same outcomes, bit for bit, as on threads

It takes no other work. How the games get there is in `ludus.arena.device`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from ludus.compute.place import PlaceError
from ludus.core.extras import install_hint

if TYPE_CHECKING:
    from ludus.compute.card import Card

T = TypeVar("T")

INSTALL = install_hint("cuda", "numba-cuda[cu13]")  # or cu12, for an older driver
PACKAGES = ("numba_cuda", "cuda.bindings")


class Cuda:
    """The first graphics card of this machine."""

    count = 1

    def __init__(self) -> None:
        missing = [package for package in PACKAGES if not _installed(package)]
        if missing:
            raise PlaceError(f"the place cuda needs {' and '.join(missing)}, which is not installed: {INSTALL}")
        self.card.enter()

    def __str__(self) -> str:
        return "cuda"

    @cached_property
    def card(self) -> Card:
        from ludus.compute.card import Card

        return Card()

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        raise PlaceError("a graphics card plays matches between compiled players and does no other work: use threads")


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # of a part, when the whole is not there
        return False
