"""Reads the question and never answers."""

import sys
import time

sys.stdin.readline()
time.sleep(3600)
