"""Ends in the middle of the game as if nothing were wrong."""

import sys

sys.stdin.readline()
