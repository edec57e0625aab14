"""A text that is no move."""

import sys

sys.stdin.readline()
print("a banana", flush=True)
sys.stdin.readline()
