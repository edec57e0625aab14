"""Bytes that are no text."""

import os
import sys

sys.stdin.readline()
os.write(1, b"\xff\xfe\x001\n")
sys.stdin.readline()
