"""Tries to get rid of its supervisor, then answers."""

import json
import os
import signal
import sys

try:
    os.kill(os.getppid(), signal.SIGKILL)
except OSError:
    print("refused", file=sys.stderr)
for line in sys.stdin:
    print(json.loads(line)["moves"][0], flush=True)
