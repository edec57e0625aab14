"""A Ray cluster: many machines, or this one. Needs the extra `ray`, and the same Ludus on every machine.

Ray does a part again when its worker or the whole machine is lost. The work itself is put into the cluster once for
each run, and a worker keeps it unpacked, so a part costs about a millisecond beyond its games.
"""

from __future__ import annotations

import logging
import os
import socket
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from ludus.compute.place import PlaceError
from ludus.compute.travel import Workbench, opened, pack, sources
from ludus.core.extras import install_hint

T = TypeVar("T")
RETRIES = 3  # times that a part is done again after its worker was lost
STORE = 256 << 20  # bytes of shared memory for a Ray of our own: what we send is small
PATIENCE = 5.0  # seconds for a cluster to answer

_bench = Workbench()  # of this process, when it is a worker


class RayPlace:
    """A running cluster by its address, or a Ray of our own on this machine."""

    def __init__(self, address: str = "") -> None:
        """`HOST:PORT` of a cluster that this machine belongs to, `auto` for the one that runs here, or
        `ray://HOST:PORT` from outside; without an address what RAY_ADDRESS says, else a new one on this machine."""
        self._given = address
        self._ray: Any = None
        self._do: Any = None

    def __str__(self) -> str:
        return f"ray:{self._given}" if self._given else "ray"

    @property
    def count(self) -> int:
        """The processors of the cluster. It is started or connected to, if that was not done yet."""
        cpus = int(self._connected().cluster_resources().get("CPU", 0))
        if cpus < 1:
            raise PlaceError(f"{self._where()} has no processors to work with")
        return cpus

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        ray, luggage = self._connected(), pack(work)
        key, window = uuid.uuid4().hex, 2 * self.count + 2
        sent = [ray.put(luggage)]  # in a list: a worker that knows the work does not fetch it
        waiting: deque[tuple[range, Any]] = deque()
        try:
            for part in parts:
                waiting.append((part, self._do.remote(key, sources(), sent, part)))
                if len(waiting) > window:
                    yield opened(self._answer(*waiting.popleft()))
            while waiting:
                yield opened(self._answer(*waiting.popleft()))
        finally:
            for _, coming in waiting:
                ray.cancel(coming)

    def close(self) -> None:
        """Leave the cluster; a Ray of our own ends."""
        if self._ray is not None:
            self._ray.shutdown()
            self._ray = None

    def _answer(self, part: range, coming: Any) -> bytes:
        lost = self._ray.exceptions
        try:
            answer: bytes = self._ray.get(coming)
            return answer
        except (lost.WorkerCrashedError, lost.NodeDiedError, lost.OutOfMemoryError, lost.ObjectLostError) as error:
            raise PlaceError(
                f"workers of {self._where()} were lost {RETRIES + 1} times at the same part of the work, {part.start} "
                f"to {part.stop - 1}; too little memory, or a rule that crashes: {_first_line(error)}"
            ) from error
        except lost.RayError as error:
            if "No module named 'ludus" in str(error):
                advice = "install the same release of it on every machine"
                raise PlaceError(f"workers of {self._where()} have no Ludus, or another one: {advice}") from error
            raise PlaceError(f"{self._where()} could not do the work: {_first_line(error)}") from error

    def _where(self) -> str:
        return f"the Ray cluster {self._given}" if self._given else "Ray on this machine"

    def _connected(self) -> Any:
        """The module `ray`, connected."""
        if self._ray is None or not self._ray.is_initialized():
            self._ray = _import_ray()
            self._do = self._ray.remote(num_cpus=1, max_retries=RETRIES)(_do)
            if not self._ray.is_initialized():
                self._connect(self._given or os.environ.get("RAY_ADDRESS", ""))
        return self._ray

    def _connect(self, address: str) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        # Ray tells of lost machines on standard output, where results go; there is no other way to stop it.
        self._ray._private.worker._worker_logs_enabled = False
        try:
            if address:
                _knock(address)
                self._ray.init(address=address, **quiet)
            else:
                self._ray.init(address="local", include_dashboard=False, object_store_memory=STORE, **quiet)
        except (OSError, RuntimeError, ValueError, ImportError) as error:  # refused, timed out, not a node, no client
            if not address:
                raise PlaceError(f"Ray cannot be started on this machine: {_first_line(error)}") from error
            raise PlaceError(
                f"the Ray cluster {address} cannot be reached: {_first_line(error)}. Is it running (`ray status`), and "
                "does this machine belong to it? A cluster with a token needs RAY_AUTH_MODE=token here, too"
            ) from error


def _do(key: str, theirs: str, sent: list[Any], part: range) -> bytes:
    """One part, in a worker of the cluster."""
    import ray

    return _bench.do(key, theirs, lambda: ray.get(sent[0]), part)


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # reports to nobody
    try:
        import ray
    except ImportError as error:
        raise PlaceError(f"games on a cluster need Ray: {install_hint('ray')} ({error})") from None
    return ray


def _knock(address: str) -> None:
    """Fail at once where nobody answers; Ray itself would try for a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
