"""CUDA backend: plays whole games between compiled bots on an NVIDIA GPU, thousands at a time.

    run_matches(matches, games, Cuda())        the same outcomes, bit for bit, as on threads

It runs no other work. The GPU match runner is in `ludus.arena.gpu`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from ludus.backends.backend import BackendError
from ludus.util.extras import install_hint

if TYPE_CHECKING:
    from ludus.backends.cuda_driver import GpuDevice

T = TypeVar("T")

PACKAGES = ("numba_cuda", "cuda.bindings")


class Cuda:
    """Backend on the first GPU of this machine."""

    count = 1

    def __init__(self) -> None:
        missing = [package for package in PACKAGES if not _is_installed(package)]
        if missing:
            raise BackendError(
                f"the backend cuda needs {' and '.join(missing)}, which is not installed: {cuda_install_hint()}"
            )
        self.device.make_current()

    def __str__(self) -> str:
        return "cuda"

    @cached_property
    def device(self) -> GpuDevice:
        from ludus.backends.cuda_driver import GpuDevice

        return GpuDevice()

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        raise BackendError("a graphics card plays only matches between compiled bots: use threads for other work")


def cuda_install_hint() -> str:
    """Return the command that installs what games on a GPU need; an older driver takes cu12."""
    return install_hint("cuda", "numba-cuda[cu13]")


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # a submodule whose parent package is missing
        return False
