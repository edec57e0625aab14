"""What protects this machine from the programs that play on it: systems differ in what they allow."""

from __future__ import annotations

import sys
from typing import NamedTuple

from ludus.players.outside.child import Child
from ludus.players.outside.launch import Warden, make_order
from ludus.players.outside.limits import Limits


class Protection(NamedTuple):
    """A promise, and by what it is kept here; by nothing means that it is not."""

    promise: str
    by: tuple[str, ...]
    otherwise: str  # what a user should know where it is not kept

    @property
    def active(self) -> bool:
        return bool(self.by)


# Promise; step of the cell: in words; what happens without any of them.
_PROMISES = (
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


def protections(warden: Warden | None = None, python: str = sys.executable) -> tuple[Protection, ...]:
    """Try it out: start a program that does nothing and see what the system allowed."""
    limits, warden = Limits(), warden or Warden()
    try:
        order = make_order(limits, program=python, command=[python, "-I", "-S", "-c", ""])
        child = Child(warden, order, limits)
        child.end()
    finally:
        warden.stop()
    found = []
    for promise, steps, otherwise in _PROMISES:
        by = tuple(words for step, words in steps.items() if step in child.active)
        found.append(Protection(promise, by, otherwise))
    return tuple(found)
