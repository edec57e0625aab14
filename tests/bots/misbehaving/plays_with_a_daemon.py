"""Plays well, but a daemon in a session of its own should live on."""

import json
import os
import sys
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(3600)
    os._exit(0)
os.wait()
for line in sys.stdin:
    print(json.loads(line)["moves"][0], flush=True)
