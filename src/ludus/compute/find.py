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

from ludus.compute.place import Place, Threads
from ludus.core.errors import OptionError, UnknownName


def find_place(text: str) -> Place:
    """Create the backend that a text names.

    Raises:
        UnknownName: there is no such backend.
        OptionError: the part after the colon is invalid.
    """
    name, colon, rest = text.partition(":")
    if name not in _KINDS:
        raise UnknownName("place", name, list(_KINDS))
    if colon and not rest:
        raise OptionError(f"{text!r}: write something after the colon, or omit the colon")
    return _KINDS[name](rest)


def _threads(rest: str) -> Place:
    return Threads(_number(rest, "threads"))


def _processes(rest: str) -> Place:
    from ludus.compute.processes import Processes

    return Processes(_number(rest, "processes"))


def _ray(rest: str) -> Place:
    from ludus.compute.cluster import RayPlace

    return RayPlace(rest)


def _cuda(rest: str) -> Place:
    from ludus.compute.cuda import Cuda

    if rest:
        raise OptionError(f"cuda:{rest}: the graphics card takes no number; say cuda")
    return Cuda()


_KINDS: dict[str, Callable[[str], Place]] = {
    "threads": _threads,
    "processes": _processes,
    "ray": _ray,
    "cuda": _cuda,
}


def _number(rest: str, what: str) -> int | None:
    if not rest:
        return None
    if not rest.isascii() or not rest.isdigit():
        raise OptionError(f"{what}:{rest}: how many {what} is a whole number, as in {what}:4")
    return int(rest)
