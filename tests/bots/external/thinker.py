"""A program that answers every line after it has done something for some seconds: `thinker.py WHAT SECONDS MARK`.

WHAT is `compute` (seconds of processor time), `sleep`, `multiply` (eight processes that compute for real seconds) or
`choose` (it chooses the busiest processor and the lowest priority itself, then computes).
"""

import os
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


what = {"compute": compute, "sleep": time.sleep, "multiply": multiply, "choose": choose}[sys.argv[1]]
while sys.stdin.readline():
    what(float(sys.argv[2]))
    print("done", flush=True)
