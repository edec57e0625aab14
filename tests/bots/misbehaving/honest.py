"""Plays the first move it is offered."""

import json
import sys

for line in sys.stdin:
    print(json.loads(line)["moves"][0], flush=True)
