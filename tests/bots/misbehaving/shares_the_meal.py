"""More memory than allowed, a little in each of several processes."""

import os
import time

for _ in range(12):
    if os.fork() == 0:
        kept = bytearray(b"x" * (40 << 20))
        time.sleep(3600)
time.sleep(3600)
