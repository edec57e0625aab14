"""Begins an answer."""

import sys
import time

sys.stdin.readline()
print("1", end="", flush=True)
time.sleep(3600)
