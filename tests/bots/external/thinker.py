"""A program that answers every line after it has done something for some seconds: `thinker.py WHAT SECONDS MARK`.

WHAT is `compute` (seconds of processor time), `sleep`, `multiply` (eight processes that compute for real seconds) or
`choose` (it chooses the busiest processor and the lowest priority itself, then computes), or `later` (a child computes
for real seconds, after the answer).

Or children compute one after the other, and the kernel forgets their processor time: `ignore` and `forget` (SIGCHLD is
ignored, or set with SA_NOCLDWAIT), `adopt` (a process that ignores SIGCHLD gets orphans of others), `orphan` (of two
forks, the second one computes; the first process of the sandbox collects it), `shorten` (many children of 10 ms),
`crowd` (eight children at a time, each of 0.1 s, while it computes itself: it waits for a processor, and its children
seem to use none).
"""

import ctypes
import os
import signal
import struct
import sys
import time


def compute(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def multiply(seconds):
    for _ in range(8):
        if os.fork() == 0:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                pass
            os._exit(0)
    compute(seconds)


def choose(seconds):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.nice(19)
    compute(seconds)


def later(seconds):
    start(compute, seconds)


def start(function, *arguments):
    if os.fork() == 0:
        function(*arguments)
        os._exit(0)


def children(length, seconds, function, *arguments):
    """Start children of `length` seconds one after the other; all of them, and their children, have ended then."""
    for _ in range(round(seconds / length)):
        end, ours = os.pipe()
        start(function, *arguments, length)
        os.close(ours)
        os.read(end, 1)
        os.close(end)


def ignore(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children(0.2, seconds, compute)


def forget(seconds):
    no_wait = 2  # SA_NOCLDWAIT; struct sigaction of the C library: handler, 128 bytes of mask, flags
    ctypes.CDLL(None).sigaction(signal.SIGCHLD, struct.pack("P128xi12x", 0, no_wait), None)
    children(0.2, seconds, compute)


def adopt(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    children(0.2, seconds, start, compute)


def orphan(seconds):
    children(0.2, seconds, start, compute)


def shorten(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    children(0.01, seconds, compute)


def crowd(seconds):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: nobody else collects them
    for _ in range(8):
        start(follow_each_other, time.monotonic() + seconds)
    compute(seconds)


def follow_each_other(until):
    """Compute, and let a child go on."""
    while time.monotonic() < until:
        compute(0.1)
        print("computed", file=sys.stderr, flush=True)
        if os.fork():
            os._exit(0)


WHATS = (compute, multiply, choose, later, ignore, forget, adopt, orphan, shorten, crowd)
what = {"sleep": time.sleep, **{function.__name__: function for function in WHATS}}[sys.argv[1]]
while sys.stdin.readline():
    what(float(sys.argv[2]))
    print("done", flush=True)
