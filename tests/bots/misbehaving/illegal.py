"""The same move again and again, legal or not."""

import json
import sys

move = json.loads(sys.stdin.readline())["moves"][0]
while True:
    print(move, flush=True)
    sys.stdin.readline()
