"""Parser of backend texts:

threads            threads of this process, one for each core
threads:4          four threads
processes:2        worker processes on this machine
ray                Ray on this machine, or the cluster that RAY_ADDRESS names
ray:ADDRESS        a running cluster: ray:auto, ray:HOST:6379, ray:ray://HOST:10001
cuda               an NVIDIA GPU
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.compute.place import Backend, Threads
from ludus.core.errors import OptionError, UnknownName


def parse_backend(text: str) -> Backend:
    """Create the backend that a text names.

    Raises:
        UnknownName: there is no such backend.
        OptionError: the part after the colon is invalid.
    """
    name, colon, rest = text.partition(":")
    if name not in _PARSERS:
        raise UnknownName("place", name, list(_PARSERS))
    if colon and not rest:
        raise OptionError(f"{text!r}: write something after the colon, or omit the colon")
    return _PARSERS[name](rest)


def _threads(rest: str) -> Backend:
    return Threads(_parse_count(rest, "threads"))


def _processes(rest: str) -> Backend:
    from ludus.compute.processes import Processes

    return Processes(_parse_count(rest, "processes"))


def _ray(rest: str) -> Backend:
    from ludus.compute.cluster import RayBackend

    return RayBackend(rest)


def _cuda(rest: str) -> Backend:
    from ludus.compute.cuda import Cuda

    if rest:
        raise OptionError(f"cuda:{rest}: the graphics card takes no number; say cuda")
    return Cuda()


_PARSERS: dict[str, Callable[[str], Backend]] = {
    "threads": _threads,
    "processes": _processes,
    "ray": _ray,
    "cuda": _cuda,
}


def _parse_count(rest: str, what: str) -> int | None:
    if not rest:
        return None
    if not rest.isascii() or not rest.isdigit():
        raise OptionError(f"{what}:{rest}: how many {what} is a whole number, as in {what}:4")
    return int(rest)
