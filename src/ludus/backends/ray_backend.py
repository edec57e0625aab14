"""Ray backend: a cluster of many machines, or this one. Needs the extra `ray` and the same Ludus on every machine.

Ray repeats a part if its worker or the whole machine is lost. The work itself is sent to the cluster once per run and
cached by the workers, so the overhead is about one millisecond per part.
"""

from __future__ import annotations

import logging
import os
import socket
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from ludus.backends.backend import BackendError
from ludus.backends.worker_protocol import PartRunner, pickle_work, source_digest, unpack_answer
from ludus.util.extras import install_hint

T = TypeVar("T")
RETRIES = 3  # repetitions of a part whose worker was lost
OBJECT_STORE_BYTES = 256 << 20  # bytes of shared memory of a local Ray; our messages are small
CONNECT_TIMEOUT = 5.0  # seconds to wait for a cluster to answer

_runner = PartRunner()  # used if this process is a worker


class RayBackend:
    """Backend on a running Ray cluster, or on a local Ray started for it."""

    def __init__(self, address: str = "") -> None:
        """Create the backend; it connects on first use.

        Args:
            address: `HOST:PORT` of a cluster that this machine belongs to, `auto` for the one that runs here, or
                `ray://HOST:PORT` from outside. Empty: RAY_ADDRESS if it is set, otherwise a new local Ray.
        """
        self._given = address
        self._ray: Any = None
        self._do: Any = None

    def __str__(self) -> str:
        return f"ray:{self._given}" if self._given else "ray"

    @property
    def count(self) -> int:
        """Number of CPUs of the cluster. Connects to it, or starts it, if necessary."""
        cpus = int(self._connected().cluster_resources().get("CPU", 0))
        if cpus < 1:
            raise BackendError(f"{self._where()} has no processors to work with")
        return cpus

    def run(self, work: Callable[[range], T], parts: Iterable[range]) -> Generator[T, None, None]:
        ray, pickled = self._connected(), pickle_work(work)
        key, window = uuid.uuid4().hex, 2 * self.count + 2
        sent = [ray.put(pickled)]  # in a list, so that Ray does not fetch it for workers that have it cached
        waiting: deque[tuple[range, Any]] = deque()
        try:
            for part in parts:
                waiting.append((part, self._do.remote(key, source_digest(), sent, part)))
                if len(waiting) > window:
                    yield unpack_answer(self._answer(*waiting.popleft()))
            while waiting:
                yield unpack_answer(self._answer(*waiting.popleft()))
        finally:
            for _, reference in waiting:
                ray.cancel(reference)

    def try_out(self) -> None:
        """Run a trivial part, so that a backend that does not work is found before anything is written."""
        list(self.run(len, [range(1)]))

    def close(self) -> None:
        """Disconnect from the cluster; a local Ray is shut down."""
        if self._ray is not None:
            self._ray.shutdown()
            self._ray = None

    def _answer(self, part: range, coming: Any) -> bytes:
        exceptions = self._ray.exceptions
        try:
            answer: bytes = self._ray.get(coming)
            return answer
        except (
            exceptions.WorkerCrashedError,
            exceptions.NodeDiedError,
            exceptions.OutOfMemoryError,
            exceptions.ObjectLostError,
        ) as error:
            raise BackendError(
                f"workers of {self._where()} were lost {RETRIES + 1} times at the same part of the work, {part.start} "
                f"to {part.stop - 1}; too little memory, or a rule that crashes: {_first_line(error)}"
            ) from error
        except exceptions.RayError as error:
            if "No module named 'ludus" in str(error):
                advice = "install the same release of it on every machine"
                raise BackendError(f"workers of {self._where()} have no Ludus, or another one: {advice}") from error
            raise BackendError(f"{self._where()} could not do the work: {_first_line(error)}") from error

    def _where(self) -> str:
        return f"the Ray cluster {self._given}" if self._given else "Ray on this machine"

    def _connected(self) -> Any:
        """Return the module `ray`, connected to the cluster."""
        if self._ray is None or not self._ray.is_initialized():
            self._ray = _import_ray()
            self._do = self._ray.remote(num_cpus=1, max_retries=RETRIES)(_run_part)
            if not self._ray.is_initialized():
                self._connect(self._given or os.environ.get("RAY_ADDRESS", ""))
        return self._ray

    def _connect(self, address: str) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        # Ray reports lost machines on standard output, where results go; there is no public switch for it.
        self._ray._private.worker._worker_logs_enabled = False
        try:
            if address:
                _check_reachable(address)
                self._ray.init(address=address, **quiet)
            else:
                self._ray.init(
                    address="local", include_dashboard=False, object_store_memory=OBJECT_STORE_BYTES, **quiet
                )
        except (OSError, RuntimeError, ValueError, ImportError) as error:  # refused, timed out, not a node, no client
            if not address:
                raise BackendError(f"Ray cannot be started on this machine: {_first_line(error)}") from error
            raise BackendError(
                f"the Ray cluster {address} cannot be reached: {_first_line(error)}. Is it running (`ray status`), and "
                "does this machine belong to it? A cluster with a token needs RAY_AUTH_MODE=token here, too"
            ) from error


def _run_part(key: str, theirs: str, sent: list[Any], part: range) -> bytes:
    """Run one part in a worker of the cluster."""
    import ray

    return _runner.run(key, theirs, lambda: ray.get(sent[0]), part)


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage reports
    try:
        import ray
    except ImportError as error:
        raise BackendError(f"games on a cluster need Ray: {install_hint('ray')} ({error})") from None
    return ray


def _check_reachable(address: str) -> None:
    """Fail at once if the address does not answer; Ray itself would try for a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT).close()


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
