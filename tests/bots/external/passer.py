"""Plays the draft and the battle of LOCM 1.2 by passing; counts what it was asked."""

import sys

turns = 0
while line := sys.stdin.readline():
    sys.stdin.readline()
    hand, actions = sys.stdin.readline().split()
    for _ in range(int(actions)):
        sys.stdin.readline()
    for _ in range(int(sys.stdin.readline())):
        sys.stdin.readline()
    turns += 1
    print(f"question {turns}", file=sys.stderr)
    print("PASS", flush=True)
