"""The right answer, too late."""

import json
import sys
import time

for line in sys.stdin:
    time.sleep(2)
    print(json.loads(line)["moves"][0], flush=True)
