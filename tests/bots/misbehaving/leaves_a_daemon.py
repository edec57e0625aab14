"""Ends, but leaves a daemon in a session of its own that holds the pipes open."""

import os
import sys
import time

sys.stdin.readline()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(3600)
    os._exit(0)
os.wait()
