"""Plays many games: the first move it is offered. It counts its games, and says what it was told to standard error."""

import json
import sys

games = 0
for line in sys.stdin:
    said = json.loads(line)
    kind = said["type"]
    if kind == "begin":
        games += 1
        print(f"game {games}", line.strip(), file=sys.stderr, flush=True)
    elif kind == "move":
        by_number = "by number" in sys.argv
        print(said["numbers" if by_number else "moves"][0], flush=True)
    else:
        print("over", line.strip(), file=sys.stderr, flush=True)
        if "once" in sys.argv:
            break
