"""What the sandbox protects against on this machine; kernels differ in what they allow."""

from __future__ import annotations

import sys
from typing import NamedTuple

from ludus.bots.external.limits import Limits
from ludus.bots.external.process import SandboxedProcess
from ludus.bots.external.sandbox_server_client import SandboxClient, make_launch_request


class Protection(NamedTuple):
    """A guarantee and the mechanisms that provide it here; without any mechanism it does not hold."""

    guarantee: str
    mechanisms: tuple[str, ...]
    risk: str  # what can happen where it does not hold

    @property
    def active(self) -> bool:
        return bool(self.mechanisms)


# Guarantee; steps of the sandbox with their descriptions; what happens without any of them.
_GUARANTEES = (
    (
        "no process outlives its game",
        {"processes": "process namespace", "counting": "search among descendants"},
        "a program that starts another one in a new session leaves it behind",
    ),
    (
        "memory, computing time and processes are limited for all processes of a player together",
        {"counting": "counted many times a second"},
        "the kernel's limits hold for each process alone",
    ),
    (
        "no network and no local services",
        {"sockets": "sockets are refused", "network": "network namespace"},
        "programs can use the network",
    ),
    (
        "no writing outside the temporary folder",
        {"mounts": "read-only mounts", "landlock": "Landlock"},
        "programs can write wherever you can",
    ),
    (
        "no signals to other processes",
        {"processes": "process namespace", "landlock signals": "Landlock", "nobody": "user of its own"},
        "programs can end your processes",
    ),
    (
        "no look at other processes, whose commands may tell a seed",
        {"proc": "own view of processes"},
        "programs can read the command lines of other processes",
    ),
    (
        "the temporary folder has a limited size",
        {"mounts": "file system in memory"},
        "each file in it is limited, but not all together",
    ),
)


def protections(client: SandboxClient | None = None, python: str = sys.executable) -> tuple[Protection, ...]:
    """Detect the active protections by starting a program that does nothing.

    Args:
        client: A sandbox client to use; a new one if None.
        python: The Python interpreter to start.
    """
    limits, client = Limits(), client or SandboxClient()
    try:
        request = make_launch_request(limits, program=python, command=[python, "-I", "-S", "-c", ""])
        process = SandboxedProcess(client, request, limits)
        process.kill()
    finally:
        client.stop()
    result = []
    for promise, steps, otherwise in _GUARANTEES:
        mechanisms = tuple(description for step, description in steps.items() if step in process.protections)
        result.append(Protection(promise, mechanisms, otherwise))
    return tuple(result)
